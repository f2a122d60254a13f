use crate::logic::samples::with_lines;
use proptest::prelude::*;

use super::*;
use crate::domain::ids::{AccountId, CategoryId};
use crate::logic::measured::oracle::{Fact, Kind, asked_plans, complete_months, facts, middle, nearest, sum};
use crate::logic::samples::plans::{SamplePlan, empty};
use crate::logic::samples::{split_line, transaction};

/// Rows: account, date, amount, category. The plan's day is the 20th of September 2026.
fn plan(rows: &[(&str, &str, i64, Option<&str>)]) -> SamplePlan {
    let mut plan = empty(2);
    for (place, (account, date, amount, category)) in rows.iter().enumerate() {
        let mut row = transaction(&format!("row-{place}"));
        row.account_id = AccountId::parse(account).unwrap();
        (row.date, row.amount) = (date.parse().unwrap(), Milliunits::new(*amount));
        row.category_id = category.map(|id| CategoryId::parse(id).unwrap());
        plan.transactions.push(row);
    }
    plan
}

fn payee(plan: &mut SamplePlan, at: usize, name: &str) {
    plan.transactions.get_mut(at).unwrap().payee_name = Some(name.into());
}

fn transfer(plan: &mut SamplePlan, at: usize, other: &str) {
    plan.transactions.get_mut(at).unwrap().transfer_account_id = Some(AccountId::parse(other).unwrap());
}

fn of(plan: &SamplePlan, count: u32) -> Savings {
    let chart = Chart::new(&plan.accounts, &plan.groups);
    savings(
        &chart,
        with_lines(&plan.transactions),
        plan.today,
        count,
        &plan.currency,
    )
    .unwrap()
}

/// Income, spending, saved and rate in tenths.
fn figures(saved: &Saved) -> (i64, i64, i64, Option<i64>) {
    let rate = saved.rate.map(Percent::tenths);
    (saved.income.get(), saved.spending.get(), saved.saved.get(), rate)
}

const READY: Option<&str> = Some("ready");
const FOOD: Option<&str> = Some("food");

#[test]
fn the_opening_balance_of_a_card_and_adjustments_are_neither_income_nor_spending() {
    let mut plan = plan(&[
        ("current", "2026-07-01", 100_000, READY),
        ("visa", "2026-07-01", -39_900_000, READY),
        ("current", "2026-07-02", -60_000, FOOD),
        ("current", "2026-07-03", -5_000_000, READY),
        ("current", "2026-07-04", 800_000, READY),
        ("savings", "2026-07-01", 7_000_000, READY),
    ]);
    payee(&mut plan, 1, "Starting Balance");
    payee(&mut plan, 3, "Reconciliation Balance Adjustment");
    payee(&mut plan, 4, "Manual Balance Adjustment");
    payee(&mut plan, 5, "Starting Balance");
    let found = of(&plan, 2);
    assert_eq!(figures(&found.total), (100_000, -60_000, 40_000, Some(400)));
    assert_eq!(
        found.notes(&plan.currency).unwrap().get(1..).unwrap(),
        [
            "2 opening balances (-32900.00): not counted.",
            "2 balance adjustments (-4200.00): not counted.",
            "No income, so no rate: 2026-08.",
        ]
    );
}

#[test]
fn a_month_in_which_the_plan_begins_late_is_told_and_counts_in_no_average() {
    let plan = plan(&[
        ("current", "2026-06-20", -900_000, FOOD),
        ("current", "2026-07-05", 100_000, READY),
        ("current", "2026-07-10", -50_000, FOOD),
        ("current", "2026-08-05", 100_000, READY),
        ("current", "2026-08-10", -80_000, FOOD),
    ]);
    let found = of(&plan, 6);
    assert_eq!(figures(&found.total), (200_000, -130_000, 70_000, Some(350)));
    let rows: Vec<_> = found
        .months
        .iter()
        .map(|row| (row.month.short(), row.saved.saved.get(), row.partial))
        .collect();
    assert_eq!(
        rows,
        [
            ("2026-06".to_owned(), -900_000, true),
            ("2026-07".to_owned(), 50_000, false),
            ("2026-08".to_owned(), 20_000, false),
        ]
    );
    assert_eq!(found.average_saved, Some(Milliunits::new(35_000)));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "Over 2 full months (2026-07 to 2026-08) 200.00 came in and 130.00 was spent: 70.00 was saved, a savings rate of \
         35.0 %. Best month 2026-07 (50.0 %), worst 2026-08 (20.0 %)."
    );
    assert_eq!(
        found.notes(&plan.currency).unwrap().get(1..).unwrap(),
        [
            "2026-06 is partial: the plan begins within it, so it counts in no total and no average.",
            "6 full months were asked for, but the plan's history reaches back 3 full months only.",
        ]
    );
}

#[test]
fn one_car_moves_the_mean_and_not_the_month_in_the_middle() {
    let mut rows = Vec::new();
    for date in ["2026-04-01", "2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01"] {
        rows.push(("current", date, 300_000, READY));
        rows.push(("current", date, -200_000, FOOD));
    }
    rows.push(("current", "2026-06-15", -2_000_000, Some("misc")));
    let found = of(&plan(&rows), 5);
    assert_eq!(found.average_saved, Some(Milliunits::new(-300_000)));
    assert_eq!(found.median_saved, Some(Milliunits::new(100_000)));
    assert_eq!(found.median_rate.map(Percent::tenths), Some(333));
    assert_eq!(figures(&found.total), (1_500_000, -3_000_000, -1_500_000, Some(-1000)));
    let message = found.message(&empty(2).currency).unwrap();
    assert!(
        message.contains(": 1500.00 more went out than came in, a savings rate of -100.0 %."),
        "{message}"
    );
}

#[test]
fn refunds_lower_spending_even_below_nothing() {
    let plan = plan(&[
        ("visa", "2026-08-01", -20_000, FOOD),
        ("visa", "2026-08-20", 25_000, FOOD),
    ]);
    let found = of(&plan, 1);
    assert_eq!(figures(&found.total), (0, 5_000, 5_000, None));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "Over 1 full month (2026-08) no income came in and refunds brought back 5.00 more than was spent: there is no \
         savings rate."
    );
}

#[test]
fn nothing_spent_is_written_without_a_sign() {
    let rows = plan(&[("current", "2026-08-01", 25_000, READY)]);
    let found = of(&rows, 1);
    assert_eq!(
        found.message(&rows.currency).unwrap(),
        "Over 1 full month (2026-08) 25.00 came in and nothing was spent: 25.00 was saved, a savings rate of 100.0 %."
    );
    let none = plan(&[("savings", "2026-08-01", -25_000, READY)]);
    assert_eq!(
        of(&none, 1).message(&none.currency).unwrap(),
        "Over 1 full month (2026-08) more income was taken back than came in (-25.00) and nothing was spent: there is no \
         savings rate."
    );
}

#[test]
fn a_card_is_spent_with_once_and_its_payment_is_a_move() {
    let mut plan = plan(&[
        ("current", "2026-08-01", 100_000, READY),
        ("visa", "2026-08-02", -30_000, FOOD),
        ("current", "2026-08-25", -30_000, None),
        ("visa", "2026-08-25", 30_000, None),
    ]);
    transfer(&mut plan, 2, "visa");
    transfer(&mut plan, 3, "current");
    assert_eq!(figures(&of(&plan, 1).total), (100_000, -30_000, 70_000, Some(700)));
}

#[test]
fn what_goes_to_an_investment_is_saved_and_what_pays_a_loan_is_spent() {
    let mut plan = plan(&[
        ("current", "2026-08-01", 100_000, READY),
        ("current", "2026-08-02", -20_000, Some("misc")),
        ("depot", "2026-08-02", 20_000, None),
        ("current", "2026-08-03", -10_000, Some("rent")),
        ("loan", "2026-08-03", 10_000, None),
        ("current", "2026-08-04", 5_000, READY),
        ("depot", "2026-08-04", -5_000, None),
        ("current", "2026-08-05", 3_000, READY),
        ("loan", "2026-08-05", -3_000, None),
        ("depot", "2026-08-31", 999, None),
    ]);
    for (at, other) in [
        (1, "depot"),
        (2, "current"),
        (3, "loan"),
        (4, "current"),
        (5, "depot"),
        (6, "current"),
        (7, "loan"),
        (8, "current"),
    ] {
        transfer(&mut plan, at, other);
    }
    let found = of(&plan, 1);
    assert_eq!(figures(&found.total), (100_000, -10_000, 90_000, Some(900)));
    assert_eq!(
        (found.moved_to_tracking.get(), found.moved_from_tracking.get()),
        (20_000, 5_000)
    );
    assert_eq!(
        found.notes(&plan.currency).unwrap().get(1..).unwrap(),
        [
            "What moved to tracking accounts that are no debt was saved, not spent; money back from them is no income.",
            "Payments to tracked debts count as spending (-10.00).",
            "Money from tracked debts is borrowed, not income (3.00).",
        ]
    );
}

#[test]
fn an_inflow_without_a_category_is_told_and_counts_as_nothing() {
    let plan = plan(&[
        ("current", "2026-08-01", 100_000, READY),
        ("current", "2026-08-02", 7_000, None),
        ("current", "2026-08-03", 8_000, Some("uncategorized")),
        ("current", "2026-08-04", -1_000, None),
    ]);
    let found = of(&plan, 1);
    assert_eq!(figures(&found.total), (100_000, -1_000, 99_000, Some(990)));
    assert_eq!(
        found.notes(&plan.currency).unwrap().get(1).unwrap(),
        "2 inflows (15.00) without a category: neither income nor refund until a category says which."
    );
}

#[test]
fn each_line_of_a_split_counts_as_what_it_is() {
    let mut plan = plan(&[
        ("current", "2026-08-01", 1_000_000, READY),
        ("current", "2026-08-10", -70_000, None),
    ]);
    let line = |amount, category: Option<&str>, other: Option<&str>| {
        let mut line = split_line(amount, category.map(|id| CategoryId::parse(id).unwrap()));
        line.transfer_account_id = other.map(|id| AccountId::parse(id).unwrap());
        line
    };
    plan.transactions.get_mut(1).unwrap().lines = Box::new([
        line(-50_000, FOOD, None),
        line(-40_000, None, Some("savings")),
        line(-20_000, Some("misc"), Some("depot")),
        line(30_000, READY, None),
        line(10_000, FOOD, None),
    ]);
    let found = of(&plan, 1);
    assert_eq!(figures(&found.total), (1_030_000, -40_000, 990_000, Some(961)));
    assert_eq!(found.moved_to_tracking.get(), 20_000);
}

#[test]
fn an_empty_plan_has_no_month_no_figure_and_no_rate() {
    let plan = plan(&[("depot", "2026-01-01", 5_000, None)]);
    let found = of(&plan, 6);
    assert_eq!((found.months.len(), figures(&found.total)), (0, (0, 0, 0, None)));
    assert_eq!(
        (found.average_saved, found.median_saved, found.median_rate),
        (None, None, None)
    );
    assert_eq!((found.best, found.worst), (None, None));
    assert_eq!(
        found.message(&plan.currency).unwrap(),
        "No full month lies behind this plan yet, so no savings rate can be given."
    );
    assert_eq!(found.notes(&plan.currency).unwrap().len(), 1);
}

#[test]
fn of_months_with_equal_rates_the_oldest_is_the_best_and_the_worst() {
    let mut rows = Vec::new();
    for (date, income, spent) in [
        ("2026-05-01", 100_000, -50_000),
        ("2026-06-01", 200_000, -180_000),
        ("2026-07-01", 400_000, -200_000),
        ("2026-08-01", 100_000, -90_000),
    ] {
        rows.push(("current", date, income, READY));
        rows.push(("current", date, spent, FOOD));
    }
    let found = of(&plan(&rows), 4);
    let short = |month: Option<Month>| month.map(Month::short).unwrap();
    assert_eq!(
        (short(found.best), short(found.worst)),
        ("2026-05".to_owned(), "2026-06".to_owned())
    );
}

#[test]
fn sums_that_do_not_fit_are_an_error() {
    let plan = plan(&[
        ("current", "2026-08-01", i64::MAX, READY),
        ("current", "2026-08-01", 1, READY),
    ]);
    let chart = Chart::new(&plan.accounts, &plan.groups);
    let found = savings(&chart, with_lines(&plan.transactions), plan.today, 1, &plan.currency);
    assert_eq!(found, Err(MoneyError::Overflow));
}

fn of_kind(kind: Kind) -> impl Fn(&Fact) -> bool {
    move |fact| fact.kind == kind
}

proptest! {
    #[test]
    fn every_figure_is_the_sum_of_the_lines_that_belong_to_it((plan, asked) in asked_plans()) {
        let found = of(&plan, asked);
        let facts = facts(&plan);
        let complete = complete_months(&plan, &facts, asked);
        let of_rows: Vec<Month> = found.months.iter().filter(|row| !row.partial).map(|row| row.month).collect();
        prop_assert_eq!(&of_rows, &complete);
        for row in &found.months {
            let (income, spent) = (sum(&facts, row.month, of_kind(Kind::Income)), sum(&facts, row.month, of_kind(Kind::Spent)));
            prop_assert_eq!((row.saved.income.get(), row.saved.spending.get()), (income, spent));
            prop_assert_eq!(row.saved.saved.get(), income + spent);
            prop_assert_eq!(row.saved.rate.is_some(), income > 0);
            if let Some(rate) = row.saved.rate {
                // Within half a tenth of a percent.
                let off = rate.tenths() * income - (income + spent) * 1000;
                prop_assert!(off.abs() * 2 <= income);
            }
        }
        let total = |kind| complete.iter().map(|month| sum(&facts, *month, of_kind(kind))).sum::<i64>();
        prop_assert_eq!(found.total.income.get(), total(Kind::Income));
        prop_assert_eq!(found.total.spending.get(), total(Kind::Spent));
        prop_assert_eq!(found.moved_to_tracking.get(), -total(Kind::Invested));
        prop_assert_eq!(found.moved_from_tracking.get(), total(Kind::Withdrawn));
        prop_assert_eq!(found.beside.unsorted.amount().unwrap().get(), total(Kind::Unsorted));
        let saved: Vec<i64> = complete.iter().map(|month| sum(&facts, *month, |fact| matches!(fact.kind, Kind::Income | Kind::Spent))).collect();
        let count = i64::try_from(saved.len()).unwrap();
        let (of_middle, in_middle) = middle(&saved);
        let expected = (count > 0).then(|| (nearest(saved.iter().sum(), count, &plan), nearest(of_middle, in_middle, &plan)));
        prop_assert_eq!(found.average_saved.zip(found.median_saved).map(|(mean, median)| (mean.get(), median.get())), expected);
        let rates: Vec<i64> = found.months.iter().filter(|row| !row.partial).filter_map(|row| row.saved.rate).map(Percent::tenths).collect();
        let rate_of = |month: Option<Month>| found.months.iter().find(|row| Some(row.month) == month).and_then(|row| row.saved.rate).map(Percent::tenths);
        prop_assert_eq!(rate_of(found.best), rates.iter().max().copied());
        prop_assert_eq!(rate_of(found.worst), rates.iter().min().copied());
    }
}
