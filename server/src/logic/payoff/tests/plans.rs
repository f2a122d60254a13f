//! Orders, rates, budgets, the first month, tables.

use super::setting::{
    BOTH, answer, asked, card, dated, day, ends, loan, money, month, payment, purchase, question, said, three,
};
use crate::domain::currency::Currency;
use crate::domain::money::MoneyError;
use crate::domain::plan::Account;
use crate::domain::plan::Transaction;
use crate::error::ToolError;
use crate::logic::payoff::simulation::interest;
use crate::logic::payoff::{BudgetFrom, Payoff, Question, Source, Strategy};

fn message(answer: &Payoff<'_>, question: &Question<'_>) -> String {
    answer.message(question, &Currency::neutral()).unwrap()
}

fn refusal(accounts: &[Account], question: &Question<'_>) -> String {
    match asked(accounts, &[], question) {
        Ok(_) => panic!("it is answered"),
        Err(ToolError::Refused(text)) => text,
        Err(ToolError::Rows(problems)) => problems.join("\n"),
        Err(other) => other.to_string(),
    }
}

#[test]
fn avalanche_costs_less_than_snowball_to_the_cent() {
    let accounts = three();
    let question = question(600_000);
    let answer = answer(&accounts, &question);
    assert_eq!(answer.budget, Some((money(600_000), BudgetFrom::Given)));
    assert_eq!(
        ends(&answer, Strategy::Avalanche),
        [
            ("Card".to_owned(), Some((11, 315_590))),
            ("Small".to_owned(), Some((20, 0))),
            ("Car".to_owned(), Some((23, 471_960))),
        ]
    );
    assert_eq!(
        ends(&answer, Strategy::Snowball),
        [
            ("Small".to_owned(), Some((2, 0))),
            ("Card".to_owned(), Some((12, 383_620))),
            ("Car".to_owned(), Some((23, 479_300))),
        ]
    );
    let end = answer.plan(Strategy::Avalanche).unwrap().end.unwrap();
    assert_eq!(
        (end.months, end.interest, end.paid),
        (23, money(787_550), money(13_287_550))
    );
    assert_eq!(end.month, month("2028-07"));
    assert_eq!(
        answer.saved(Strategy::Avalanche, Strategy::Snowball),
        Ok(Some((money(75_370), 0)))
    );
    let minimums = answer.plan(Strategy::MinimumsOnly).unwrap().end.unwrap();
    assert!(minimums.months > 23 && minimums.interest > end.interest);
    assert_eq!(
        message(&answer, &question),
        format!(
            "With 600.00 a month the debts are paid off in 23 months, by 2028-07, with 787.55 interest (avalanche). Snowball \
             costs 75.37 more and takes as long. The minimum payments alone take {} months and cost {} more.",
            minimums.months,
            Currency::neutral().plain(money(minimums.interest.get() - 787_550)),
        )
    );
}

#[test]
fn a_debt_of_a_cent_and_rates_of_nothing_and_of_a_hundred() {
    let accounts = [loan("Cent", 10, 0, 5_000), loan("Dear", 1_200_000, 100_000, 100_000)];
    let answer = answer(&accounts, &question(700_000));
    assert_eq!(
        ends(&answer, Strategy::Snowball),
        // 1200 at 100 % bears 100 in a month; what is left is 1300 − 699.99 = 600.01, which bears 50.00.
        [
            ("Cent".to_owned(), Some((1, 0))),
            ("Dear".to_owned(), Some((2, 150_000)))
        ]
    );
    assert_eq!(answer.plan(Strategy::MinimumsOnly).unwrap().end, None);
}

#[test]
fn half_of_the_smallest_amount_goes_away_from_zero() {
    // 0.60 at 10 % bears half a cent in a month, 100 yen at 6 % half a yen, and a fil is the smallest of a dinar.
    for (balance, rate, unit, bears) in [
        (600, 10_000, 10, 10),
        (599, 10_000, 10, 0),
        (100_000, 6_000, 1000, 1000),
        (99_999, 6_000, 1000, 0),
        (1_000, 6_000, 1, 5),
        (100, 6_000, 1, 1),
        (3_000_000, 21_900, 10, 54_750),
        (9_000_000, 0, 10, 0),
    ] {
        assert_eq!(interest(balance, rate, unit), Ok(bears), "{balance} at {rate}");
    }
    assert_eq!(interest(i128::MAX, 2, 10), Err(MoneyError::Overflow));
}

#[test]
fn debts_that_do_not_fit_together_are_an_error() {
    let accounts = [loan("One", i64::MAX, 0, i64::MAX), loan("Two", i64::MAX, 0, i64::MAX)];
    assert!(refusal(&accounts, &question(None)).contains("too large"));
}

#[test]
fn a_budget_of_the_minimums_is_enough_and_less_is_refused() {
    let accounts = three();
    let exact = answer(&accounts, &question(365_000));
    assert!(exact.plan(Strategy::Avalanche).unwrap().end.is_some());
    assert_eq!(
        refusal(&accounts, &question(364_990)),
        "364.99 a month is less than the minimum payments, 365.00 together: give a `monthly_budget` of that at least, or other \
         minimum payments in `overrides`."
    );
    assert!(refusal(&accounts, &question(0)).contains("more than 0"));
    let from_minimums = answer(&accounts, &question(None));
    assert_eq!(
        from_minimums.budget,
        Some((money(365_000), BudgetFrom::MinimumPayments))
    );
}

#[test]
fn debts_of_equal_rate_and_size_go_by_name() {
    let accounts = [
        loan("Beta", 100_000, 5_000, 10_000),
        loan("Alpha", 100_000, 5_000, 10_000),
    ];
    let answer = answer(&accounts, &question(60_000));
    for strategy in BOTH {
        let names: Vec<String> = ends(&answer, strategy).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Alpha", "Beta"]);
    }
}

#[test]
fn a_rate_is_used_in_the_months_in_which_it_is_in_force() {
    // 1000 at 12 % bears 10.00 in September; the 510 that are left bear 10.20 in October, at 24 %.
    let mut account = loan("Loan", 1_000_000, None, None);
    account.debt.interest_rates = dated(&[("2025-01-01", 12_000), ("2026-10-01", 24_000)]);
    let accounts = [account];
    let mut question = question(500_000);
    question.table = true;
    let answer = answer(&accounts, &question);
    let table = answer.table.clone().unwrap();
    let interest: Vec<i64> = table.rows.iter().map(|row| row.interest.get()).collect();
    assert_eq!(interest, [10_000, 10_200, 400]);
    assert_eq!(answer.debts.first().unwrap().rate, Some(12_000));
    let notes = answer.notes(&question, &Currency::neutral());
    assert!(
        notes
            .iter()
            .any(|note| note == "The rate changes later, on a date that YNAB knows: Loan.")
    );
    // The person's own word stands in all months.
    let overrides = [said("loan", 12_000, None)];
    question.overrides = &overrides;
    let fixed = asked(&accounts, &[], &question).unwrap();
    let interest: Vec<i64> = fixed.table.unwrap().rows.iter().map(|row| row.interest.get()).collect();
    assert_eq!(interest, [10_000, 5_100, 150]);
}

#[test]
fn a_rate_that_starts_tomorrow_is_not_yet_in_force_and_one_from_yesterday_is() {
    for (from, rate, source) in [
        ("2026-09-19", Some(9_000), Source::Ynab),
        ("2026-09-20", Some(9_000), Source::Ynab),
        ("2026-09-21", None, Source::Missing),
    ] {
        let mut account = loan("Loan", 1_000_000, None, 50_000);
        account.debt.interest_rates = dated(&[(from, 9_000)]);
        let accounts = [account];
        let answer = answer(&accounts, &question(None));
        let debt = answer.debts.first().unwrap();
        assert_eq!((debt.rate, debt.rates.source(debt.rate)), (rate, source), "{from}");
    }
}

#[test]
fn the_rate_of_a_later_month_changes_which_debt_comes_first() {
    let mut rising = loan("Rising", 2_000_000, None, 10_000);
    rising.debt.interest_rates = dated(&[("2025-01-01", 1_000), ("2026-11-01", 20_000)]);
    let accounts = [loan("Steady", 2_000_000, 10_000, 10_000), rising];
    let mut question = question(300_000);
    question.table = true;
    let answer = answer(&accounts, &question);
    let table = answer.table.unwrap();
    let most = |month_of: &str| {
        let rows = table.rows.iter().filter(|row| row.month == month(month_of));
        rows.max_by_key(|row| row.paid).unwrap().debt.account.name.to_string()
    };
    assert_eq!(
        [most("2026-09"), most("2026-10"), most("2026-11")],
        ["Steady", "Steady", "Rising"]
    );
}

#[test]
fn the_current_month_is_the_first_until_its_payments_are_made() {
    let accounts = three();
    let open = answer(&accounts, &question(600_000));
    assert_eq!(open.first_month, month("2026-09"));
    let rows = [
        payment("card", "2026-09-03", 90_000),
        payment("car", "2026-09-03", 250_000),
        payment("small", "2026-09-04", 25_000),
    ];
    let made = asked(&accounts, &rows, &question(600_000)).unwrap();
    assert_eq!(made.first_month, month("2026-10"));
    assert_eq!(made.plan(Strategy::Avalanche).unwrap().end.unwrap().months, 23);
    // The car was paid, the others not: the car bears no second interest, and the payment counts against the budget.
    let mut partly = question(600_000);
    partly.table = true;
    let answer = asked(&accounts, &rows[1..2], &partly).unwrap();
    assert_eq!(answer.first_month, month("2026-09"));
    let first: Vec<_> = answer.table.as_ref().unwrap().rows.iter().take(3).collect();
    let row = |name: &str| {
        let row = first.iter().find(|row| row.debt.account.name.raw() == name).unwrap();
        (row.interest.get(), row.paid.get())
    };
    assert_eq!(
        (row("Card"), row("Car"), row("Small")),
        ((54_750, 325_000), (0, 0), (0, 25_000))
    );
    let notes = answer.notes(&partly, &Currency::neutral());
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with("This month's payments on Car were made already"))
    );
    // Nothing is left of a month whose budget is spent.
    let spent = [payment("car", "2026-09-03", 600_000)];
    assert_eq!(
        asked(&accounts, &spent, &question(600_000)).unwrap().first_month,
        month("2026-10")
    );
}

#[test]
fn a_missing_rate_is_asked_for_and_never_ranked_last() {
    let accounts = [
        loan("Shop", 3_000_000, None, 90_000),
        loan("Car", 9_000_000, 4_500, 250_000),
    ];
    let question = question(600_000);
    let answer = answer(&accounts, &question);
    let asked_for: Vec<_> = answer.needs_rate().map(|debt| debt.account.name.raw()).collect();
    assert_eq!(asked_for, ["Shop"]);
    assert_eq!(answer.plan(Strategy::Avalanche), None);
    assert!(answer.plan(Strategy::Snowball).unwrap().end.is_some());
    assert_eq!(answer.saved(Strategy::Snowball, Strategy::MinimumsOnly), Ok(None));
    let text = message(&answer, &question);
    assert!(
        text.starts_with("Ask the person for the interest rate of Shop and give it in `overrides`"),
        "{text}"
    );
    assert!(
        text.contains("paid off in at least 21 months, by 2028-05, with at least 439.74 interest (snowball)"),
        "{text}"
    );
    let overrides = [said("Shop", 21_900, None)];
    let told = Question {
        overrides: &overrides,
        ..question
    };
    let answer = asked(&accounts, &[], &told).unwrap();
    assert!(!answer.rates_are_missing());
    let first = answer.debts.first().unwrap();
    assert_eq!(first.rates.source(first.rate), Source::Override);
    assert_eq!(ends(&answer, Strategy::Avalanche).first().unwrap().0, "Shop");
}

#[test]
fn a_minimum_that_does_not_cover_the_interest_is_told() {
    let accounts = [
        loan("Trap", 10_000_000, 24_000, 200_000),
        loan("Fine", 1_000_000, 6_000, 100_000),
    ];
    let question = question(500_000);
    let answer = answer(&accounts, &question);
    let trapped: Vec<bool> = answer
        .debts
        .iter()
        .map(super::super::Debt::minimum_is_too_low)
        .collect();
    assert_eq!(trapped, [true, false]);
    assert_eq!(answer.debts.first().unwrap().monthly_interest, Some(money(200_000)));
    assert!(message(&answer, &question).ends_with("The minimum payments alone would never end them all."));
    let notes = answer.notes(&question, &Currency::neutral());
    assert!(
        notes
            .iter()
            .any(|note| note.ends_with("so alone it never ends the debt: Trap."))
    );
}

#[test]
fn debts_that_grow_never_end_and_slow_ones_only_not_in_time() {
    let accounts = [loan("Deep", 100_000_000, 12_000, 500_000)];
    let growing = question(999_990);
    let hopeless = answer(&accounts, &growing);
    assert!(hopeless.plan(Strategy::Avalanche).unwrap().grows);
    assert!(
        message(&hopeless, &growing)
            .contains("the debts do not shrink: in 600 months no less would be owed than now (avalanche).")
    );
    let mut slow = question(1_010_000);
    slow.max_months = 12;
    let late = answer(&accounts, &slow);
    let plan = late.plan(Strategy::Avalanche).unwrap();
    assert_eq!((plan.end, plan.grows), (None, false));
    assert!(message(&late, &slow).contains("are not paid off within 12 months"));
}

#[test]
fn debts_that_grow_at_first_can_still_end() {
    // 50.00 of interest and 45.00 paid: more is owed after the first month, yet the dear debt shrinks and then all do.
    let accounts = [loan("Dear", 1_000_000, 24_000, 0), loan("Cheap", 3_000_000, 12_000, 0)];
    let answer = answer(&accounts, &question(45_000));
    let plan = answer.plan(Strategy::Avalanche).unwrap();
    assert!(plan.end.is_some());
}

#[test]
fn past_payments_make_the_budget_where_a_minimum_is_not_known() {
    let accounts = [
        card("Visa", 2_000_000),
        loan("Car", 9_000_000, 4_500, 250_000),
        card("Other", 1_000),
    ];
    let mut from_card = payment("visa", "2026-07-10", 70_000);
    from_card.transfer_account_id = Some(accounts[2].id.clone());
    let rows = [
        payment("visa", "2026-06-01", 100_000),
        payment("visa", "2026-07-01", 100_000),
        payment("visa", "2026-08-31", 100_010),
        payment("car", "2026-08-31", 600_000),
        payment("visa", "2026-05-31", 900_000),
        from_card,
    ];
    let answer = asked(&accounts, &rows, &question(None)).unwrap();
    // 900.01 over three months is 300.0033…; what went from one card to another is no payment.
    assert_eq!(answer.budget, Some((money(300_000), BudgetFrom::PastPayments)));
    let unknown = [card("Visa", 2_000_000)];
    let none = asked(&unknown, &[], &question(None)).unwrap();
    assert_eq!((none.budget, none.plans.len()), (None, 0));
    assert!(message(&none, &question(None)).contains("Ask the person what can be paid each month"));
}

#[test]
fn a_sum_paid_once_shortens_the_plan() {
    let accounts = [loan("Loan", 1_000_000, 0, None)];
    let mut question = question(100_000);
    assert_eq!(
        ends(&answer(&accounts, &question), Strategy::Snowball),
        [("Loan".to_owned(), Some((10, 0)))]
    );
    question.lump_sum = Some((money(450_000), Some(month("2026-11"))));
    assert_eq!(
        ends(&answer(&accounts, &question), Strategy::Snowball),
        [("Loan".to_owned(), Some((6, 0)))]
    );
    question.lump_sum = Some((money(0), None));
    assert!(refusal(&accounts, &question).contains("`lump_sum` must be more than 0"));
    question.lump_sum = Some((money(450_000), Some(month("2026-08"))));
    assert!(refusal(&accounts, &question).contains("`lump_sum_month` is 2026-08, and the plan begins in 2026-09:"));
}

#[test]
fn the_table_holds_whole_months_and_says_where_it_goes_on() {
    let accounts = three();
    let mut question = question(600_000);
    question.table = true;
    let all = answer(&accounts, &question).table.unwrap();
    assert_eq!((all.strategy, all.next), (Strategy::Avalanche, None));
    // Card 11 months, Small 20, Car 23.
    assert_eq!(all.rows.len(), 54);
    assert_eq!(all.rows.last().unwrap().owed, money(0));
    question.table_from = Some(month("2028-07"));
    assert_eq!(answer(&accounts, &question).table.unwrap().rows.len(), 1);
    let slow = [loan("Long", 1_000_000_000, 3_000, 3_000_000)];
    question.budget = Some(money(3_000_000));
    question.table_from = None;
    let long = answer(&slow, &question).table.unwrap();
    assert_eq!((long.rows.len(), long.next), (90, Some(month("2034-03"))));
}

#[test]
fn overrides_name_one_debt_each_by_id_or_name() {
    let mut twin = loan("Twin", 500_000, None, 10_000);
    twin.id = crate::domain::ids::AccountId::parse("other").unwrap();
    let accounts = [
        loan("Twin", 400_000, None, 10_000),
        twin,
        loan("Car", 900_000, None, 10_000),
    ];
    let ask = |overrides: &[crate::logic::payoff::Override]| {
        let question = Question {
            overrides,
            ..question(600_000)
        };
        refusal(&accounts, &question)
    };
    let several = ask(&[said("twin", 1_000, None), said("Twin", 1_000, None)]);
    assert!(
        several.contains("fits more than one debt") && several.contains("id other"),
        "{several}"
    );
    let unknown = ask(&[said("Boat", 1_000, None)]);
    assert!(
        unknown.contains("The debts are ‘Twin’, id twin; ‘Twin’, id other; ‘Car’, id car"),
        "{unknown}"
    );
    assert!(ask(&[said("car", 1_000, None), said("Car", 2_000, None)]).contains("Car is named twice"));
    assert!(ask(&[said("car", 100_001, None)]).contains("must be from 0 to 100"));
    assert!(ask(&[said("car", None, -1)]).contains("below zero"));
    let overrides = [
        said("twin", 9_000, None),
        said("other", 10_000, 20_000),
        said("CAR", 11_000, None),
    ];
    let question = Question {
        overrides: &overrides,
        ..question(600_000)
    };
    let answer = asked(&accounts, &[], &question).unwrap();
    let terms: Vec<_> = answer
        .debts
        .iter()
        .map(|debt| (debt.rate.unwrap(), debt.minimum.unwrap().get()))
        .collect();
    assert_eq!(terms, [(9_000, 10_000), (10_000, 20_000), (11_000, 10_000)]);
}

#[test]
fn no_debts_and_an_escrow_are_said_plainly() {
    let empty = question(None);
    assert_eq!(message(&answer(&[], &empty), &empty), "The plan has no open debts.");
    let mut home = loan("Home", 90_000_000, 3_000, 500_000);
    home.debt.escrow_amounts = dated(&[("2020-01-01", money(90_000))]);
    let accounts = [home];
    let answer = answer(&accounts, &empty);
    assert_eq!(answer.debts.first().unwrap().escrow, money(90_000));
    let notes = answer.notes(&empty, &Currency::neutral());
    assert!(
        notes
            .iter()
            .any(|note| note == "Escrow is paid on top of what is planned here: Home.")
    );
    assert_eq!(answer.first_month.first_day(), day("2026-09-01"));
}

#[test]
fn what_pays_a_cards_new_purchases_is_not_there_to_pay_debts() {
    let accounts = [card("Visa", 2_000_000), loan("Car", 9_000_000, 4_500, 250_000)];
    let budget = |rows: &[Transaction]| asked(&accounts, rows, &question(None)).unwrap().budget;
    let paid = [
        payment("visa", "2026-06-20", 700_000),
        payment("visa", "2026-07-20", 700_000),
        payment("visa", "2026-08-20", 700_000),
        payment("car", "2026-08-31", 600_000),
    ];
    // 2700.00 over three months.
    assert_eq!(budget(&paid), Some((money(900_000), BudgetFrom::PastPayments)));
    let bought = [
        purchase("visa", "2026-06-02", 1_200_000),
        purchase("visa", "2026-08-02", 600_000),
    ];
    let rows: Vec<_> = paid.iter().chain(&bought).cloned().collect();
    assert_eq!(budget(&rows), Some((money(300_000), BudgetFrom::PastPayments)));
    // More was bought than paid: the card leaves nothing, and the car's minimum is more than what was paid on it.
    let more = purchase("visa", "2026-07-02", 900_000);
    let rows: Vec<_> = rows.into_iter().chain([more]).collect();
    assert_eq!(budget(&rows), Some((money(250_000), BudgetFrom::MinimumPayments)));
}
