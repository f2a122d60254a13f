use crate::logic::samples::with_lines;
use proptest::prelude::*;

use super::*;
use crate::domain::ids::AccountId;
use crate::domain::month::Month;
use crate::logic::measured::oracle::{Kind, asked_plans, complete_months, facts, middle, nearest, sum};
use crate::logic::samples::plans::{SamplePlan, empty};
use crate::logic::samples::{group, transaction};

/// Rows: account, date, amount, category; balances by account. The plan's day is the 20th of September 2026.
fn plan(balances: &[(&str, i64)], rows: &[(&str, &str, i64, Option<&str>)]) -> SamplePlan {
    let mut plan = empty(2);
    for account in &mut plan.accounts {
        let balance = balances.iter().find(|(id, _)| account.id.as_str() == *id);
        account.balance = Milliunits::new(balance.map_or(0, |(_, balance)| *balance));
    }
    for (place, (account, date, amount, category)) in rows.iter().enumerate() {
        let mut row = transaction(&format!("row-{place}"));
        row.account_id = AccountId::parse(account).unwrap();
        (row.date, row.amount) = (date.parse().unwrap(), Milliunits::new(*amount));
        row.category_id = category.map(|id| CategoryId::parse(id).unwrap());
        plan.transactions.push(row);
    }
    plan
}

fn transfer(plan: &mut SamplePlan, at: usize, other: &str) {
    plan.transactions.get_mut(at).unwrap().transfer_account_id = Some(AccountId::parse(other).unwrap());
}

fn asked<'a>(plan: &'a SamplePlan, months: u32, groups: &[&str], include_savings: bool) -> Runway<'a> {
    let groups: Vec<String> = groups.iter().map(|&group| group.to_owned()).collect();
    let question = Question {
        today: plan.today,
        months,
        essential: essential(&plan.groups, &groups).unwrap(),
        include_savings,
    };
    let chart = Chart::new(&plan.accounts, &plan.groups);
    runway(&chart, with_lines(&plan.transactions), &question, &plan.currency).unwrap()
}

/// Mean and median spending, and hundredths of months at each.
fn pace(pace: Option<Pace>) -> (i64, Option<i64>, i64, Option<i64>) {
    let pace = pace.unwrap();
    let lasts = |lasts: Option<Hundredths>| lasts.map(Hundredths::get);
    (
        pace.mean.get(),
        lasts(pace.mean_lasts),
        pace.median.get(),
        lasts(pace.median_lasts),
    )
}

const FOOD: Option<&str> = Some("food");

#[test]
fn refunds_and_reimbursements_make_a_month_cheaper() {
    let plan = plan(
        &[("current", 1_000_000)],
        &[
            ("current", "2026-08-01", -300_000, FOOD),
            ("current", "2026-08-20", 200_000, FOOD),
            ("current", "2026-08-21", 900_000, Some("ready")),
        ],
    );
    let found = asked(&plan, 1, &[], true);
    assert_eq!(pace(found.spending), (-100_000, Some(1000), -100_000, Some(1000)));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "1000.00 is at hand. By 1 full month (2026-08): with all spending it lasts 10.0 months, at 100.00 a month on average."
    );
}

#[test]
fn one_car_does_not_dominate_the_typical_month() {
    let mut rows = Vec::new();
    for date in ["2026-04-01", "2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01"] {
        rows.push(("visa", date, -200_000, FOOD));
    }
    rows.push(("visa", "2026-06-15", -10_000_000, Some("misc")));
    let plan = plan(
        &[("current", 4_000_000), ("savings", 1_000_000), ("visa", -600_000)],
        &rows,
    );
    let found = asked(&plan, 5, &["Everyday"], true);
    assert_eq!(found.liquid.get(), 4_400_000);
    assert_eq!(pace(found.spending), (-2_200_000, Some(200), -200_000, Some(2200)));
    assert_eq!(pace(found.essential), (-200_000, Some(2200), -200_000, Some(2200)));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "4400.00 is at hand. By 5 full months (2026-04 to 2026-08): with all spending it lasts 2.0 months, at 2200.00 a \
         month on average; 22.0 months at the 200.00 of a typical (median) month. With essential spending alone it lasts \
         22.0 months, at 200.00 a month on average."
    );
    assert_eq!(
        found.notes(&plan.currency).unwrap().get(1..).unwrap(),
        ["600.00 owed on cards is already subtracted."]
    );
}

#[test]
fn savings_can_be_left_out_and_tracking_and_closed_accounts_always_are() {
    let plan = plan(
        &[
            ("current", 100),
            ("savings", 1_000),
            ("visa", -30),
            ("line", 5),
            ("depot", 9_000),
            ("old", 70),
        ],
        &[],
    );
    let with = asked(&plan, 6, &[], true);
    let ids = |accounts: &[&Account]| {
        accounts
            .iter()
            .map(|account| account.id.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!((with.liquid.get(), with.owed_on_cards.get()), (1_075, -25));
    assert_eq!(ids(&with.accounts), ["current", "savings", "visa", "line"]);
    assert_eq!(ids(&with.left_out), ["depot", "loan"]);
    let without = asked(&plan, 6, &[], false);
    assert_eq!(
        (without.liquid.get(), ids(&without.left_out)),
        (75, vec!["savings".to_owned(), "depot".to_owned(), "loan".to_owned()])
    );
    let notes = without.notes(&plan.currency).unwrap();
    assert_eq!(notes.get(2).unwrap(), "Savings accounts are left out, as asked.");
}

#[test]
fn nothing_at_hand_lasts_no_month() {
    let plan = plan(
        &[("current", 100_000), ("visa", -250_000)],
        &[("visa", "2026-08-01", -50_000, FOOD)],
    );
    let found = asked(&plan, 1, &[], true);
    assert_eq!(pace(found.spending), (-50_000, Some(0), -50_000, Some(0)));
    assert_eq!(
        found.notes(&plan.currency).unwrap().last().unwrap(),
        "Nothing is at hand: cards owe as much as the cash accounts hold, or more."
    );
    assert!(
        found
            .message(&plan.currency)
            .unwrap()
            .starts_with("-150.00 is at hand.")
    );
}

#[test]
fn without_spending_it_has_no_end_and_no_sign_is_written() {
    let plan = plan(
        &[("current", 100_000)],
        &[("current", "2026-07-01", 100_000, Some("ready"))],
    );
    let found = asked(&plan, 2, &[], true);
    assert_eq!(pace(found.spending), (0, None, 0, None));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "100.00 is at hand. By 2 full months (2026-07 to 2026-08): with all spending, on average nothing goes out, so it has \
         no end."
    );
}

#[test]
fn a_plan_without_a_full_month_has_no_runway() {
    let plan = plan(&[("current", 100_000)], &[("current", "2026-08-02", -1_000, FOOD)]);
    let found = asked(&plan, 3, &["Everyday"], true);
    assert_eq!((found.spending, found.essential), (None, None));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "100.00 is at hand, but no full month lies behind this plan yet, so nobody can tell how long it lasts."
    );
    assert_eq!(
        found.notes(&plan.currency).unwrap().get(1).unwrap(),
        "2026-08 is partial: the plan begins within it, so it counts in no total and no average."
    );
}

#[test]
fn opening_balances_and_moves_are_no_spending_and_loan_payments_are() {
    let mut plan = plan(
        &[("current", 1_000_000)],
        &[
            ("visa", "2026-08-01", -500_000, Some("ready")),
            ("current", "2026-08-02", -70_000, Some("rent")),
            ("current", "2026-08-03", -40_000, Some("misc")),
            ("current", "2026-08-04", -30_000, None),
            ("current", "2026-08-05", 90_000, Some("ready")),
            ("current", "2026-08-06", 4_000, None),
        ],
    );
    plan.transactions.first_mut().unwrap().payee_name = Some("Starting Balance".into());
    for (at, other) in [(1, "loan"), (2, "depot"), (3, "visa"), (4, "loan")] {
        transfer(&mut plan, at, other);
    }
    let found = asked(&plan, 1, &["everyday"], true);
    assert_eq!(pace(found.spending), (-70_000, Some(1430), -70_000, Some(1430)));
    assert_eq!(pace(found.essential).0, -70_000, "by its category");
    assert_eq!(
        found.notes(&plan.currency).unwrap().last().unwrap(),
        "1 inflow (4.00) without a category: not deducted, though some may be refunds."
    );
}

#[test]
fn essential_groups_are_named_in_any_case_without_their_pictures_or_by_id_and_each_counts_once() {
    let mut groups = vec![
        group("a", GroupRole::Ordinary, &["food"]),
        group("b", GroupRole::Ordinary, &["rent"]),
        group("own", GroupRole::Internal, &["ready"]),
        group("cards", GroupRole::CardPayments, &["visa"]),
    ];
    for (place, name) in ["🏠 Straße", "Bills"].into_iter().enumerate() {
        groups.get_mut(place).unwrap().name = name.into();
    }
    groups.get_mut(1).unwrap().hidden = true;
    let named = |wanted: &[&str]| {
        let wanted: Vec<String> = wanted.iter().map(|&text| text.to_owned()).collect();
        let found = essential(&groups, &wanted);
        found.map(|found| found.iter().map(|group| group.id.to_string()).collect::<Vec<_>>())
    };
    assert_eq!(named(&["STRASSE", "bills", "a", "🏠 Straße"]).unwrap(), ["a", "b"]);
    assert_eq!(named(&["b", "a"]).unwrap(), ["b", "a"]);
    assert_eq!(named(&["a"; 50]).unwrap(), ["a"]);
    assert!(matches!(named(&["a"; 51]), Err(ToolError::Refused(_))));
    for wanted in ["Own", "Cards", "Nothing", ""] {
        assert!(
            matches!(named(&["a", wanted]), Err(ToolError::Rows(problems)) if problems.len() == 1),
            "{wanted}"
        );
    }
}

#[test]
fn spending_in_a_hidden_category_of_an_essential_group_counts() {
    let plan = plan(
        &[("current", 90_000)],
        &[
            ("current", "2026-08-01", -30_000, Some("secret")),
            ("current", "2026-08-01", -5_000, FOOD),
        ],
    );
    assert_eq!(pace(asked(&plan, 1, &["Other"], true).essential).0, -30_000);
}

#[test]
fn months_are_rounded_half_away_from_zero_to_a_tenth() {
    let lasts = |liquid, spending| {
        lasts(Milliunits::new(liquid), Milliunits::new(spending)).map(|lasts| lasts.map(Hundredths::get))
    };
    assert_eq!(lasts(125, -100), Ok(Some(130)));
    assert_eq!(lasts(124, -100), Ok(Some(120)));
    assert_eq!(lasts(-125, -100), Ok(Some(0)));
    assert_eq!(lasts(5, 0), Ok(None));
    assert_eq!(lasts(5, 3), Ok(None));
    assert_eq!(lasts(i64::MAX, -1), Err(MoneyError::Overflow));
}

proptest! {
    #[test]
    fn every_figure_is_that_of_the_lines_and_accounts_it_is_of((plan, count) in asked_plans(), include_savings: bool) {
        let found = asked(&plan, count, &["other"], include_savings);
        let cash = plan.accounts.iter().filter(|account| match account.id.as_str() {
            "current" | "visa" | "line" => true,
            "savings" => include_savings,
            _ => false,
        });
        let liquid: i64 = cash.map(|account| account.balance.get()).sum();
        prop_assert_eq!(found.liquid.get(), liquid);
        let facts = facts(&plan);
        let months: Vec<Month> = complete_months(&plan, &facts, count);
        prop_assert_eq!(&found.measured.complete().collect::<Vec<_>>(), &months);
        let essential = ["misc", "misc-too", "secret"];
        for (of, only) in [(found.spending, false), (found.essential, true)] {
            let spent: Vec<i64> = months
                .iter()
                .map(|month| {
                    sum(&facts, *month, |fact| {
                        let counts = !only || fact.category.as_ref().is_some_and(|id| essential.contains(&id.as_str()));
                        fact.kind == Kind::Spent && counts
                    })
                })
                .collect();
            prop_assert_eq!(of.is_some(), !spent.is_empty());
            let Some(of) = of else { continue };
            let (of_middle, in_middle) = middle(&spent);
            prop_assert_eq!(of.mean.get(), nearest(spent.iter().sum(), i64::try_from(spent.len()).unwrap(), &plan));
            prop_assert_eq!(of.median.get(), nearest(of_middle, in_middle, &plan));
            for (spending, lasts) in [(of.mean.get(), of.mean_lasts), (of.median.get(), of.median_lasts)] {
                prop_assert_eq!(lasts.is_some(), spending < 0);
                let Some(lasts) = lasts else { continue };
                // What was spent in so many tenths of months is what is at hand, within half a tenth of a month.
                let tenths = lasts.get() / 10;
                prop_assert!(tenths >= 0 && lasts.get() % 10 == 0);
                let off = (tenths * -spending - liquid.max(0) * 10).abs();
                prop_assert!(off * 2 <= -spending);
            }
        }
    }
}
