//! What each category cost, month by month.

use crate::logic::samples::with_lines;
use proptest::prelude::*;

use super::*;
use crate::domain::ids::AccountId;
use crate::domain::money::Milliunits;
use crate::domain::percent::Percent;
use crate::logic::measured::oracle::nearest;
use crate::logic::samples::plans::{SamplePlan, TODAY, empty, plans};
use crate::logic::samples::{category_id, payee_id, split_line, transaction};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn month(text: &str) -> Month {
    Month::parse(text).unwrap()
}

fn window(months: u16) -> Window {
    Window {
        today: day(TODAY),
        months,
        first: None,
        only: None,
    }
}

/// The sample plan with rows of a date, an amount and a category.
fn with(rows: &[(&str, i64, &str)]) -> SamplePlan {
    let mut plan = empty(2);
    for (place, (date, amount, category)) in rows.iter().enumerate() {
        let mut row = transaction(&format!("row-{place}"));
        (row.date, row.amount) = (day(date), Milliunits::new(*amount));
        row.category_id = Some(category_id(category));
        row.payee_id = Some(payee_id("market"));
        plan.transactions.push(row);
    }
    plan
}

fn look<'a>(plan: &'a SamplePlan, window: &Window) -> Trends<'a> {
    trends(with_lines(&plan.transactions), &plan.groups, window, &plan.currency).unwrap()
}

fn milliunits(amounts: &[Milliunits]) -> Vec<i64> {
    amounts.iter().map(|amount| amount.get()).collect()
}

fn spent(found: &Trends<'_>, id: &str) -> Vec<i64> {
    let series = found.series.iter().find(|series| series.category.id == category_id(id));
    milliunits(&series.unwrap().points.spent)
}

#[test]
fn what_came_back_is_taken_off_and_never_counted_as_spent() {
    let plan = with(&[
        ("2026-08-02", -90_000, "food"),
        ("2026-08-20", 30_000, "food"),
        ("2026-09-03", 40_000, "food"),
    ]);
    let found = look(&plan, &window(2));
    assert_eq!(found.months, [month("2026-08"), month("2026-09")]);
    assert_eq!(spent(&found, "food"), [60_000, -40_000]);
    assert_eq!(found.series[0].points.total.get(), 20_000);
}

#[test]
fn categories_of_one_name_stay_apart_and_months_without_spending_are_zero() {
    let plan = with(&[
        ("2026-06-01", -1_000, "misc"),
        ("2026-08-01", -2_000, "misc-too"),
        ("2026-08-31", -4_000, "misc"),
    ]);
    let found = look(&plan, &window(4));
    let names: Vec<_> = found.series.iter().map(|series| series.category.name.raw()).collect();
    assert_eq!(names, ["Misc", "Misc"]);
    assert_eq!(spent(&found, "misc"), [1_000, 0, 4_000, 0]);
    assert_eq!(spent(&found, "misc-too"), [0, 0, 2_000, 0]);
    assert_eq!(milliunits(&found.all.spent), [1_000, 0, 6_000, 0]);
}

#[test]
fn money_moved_for_card_payments_is_not_spending_and_hidden_categories_are_there_and_marked() {
    let mut plan = with(&[("2026-09-02", -5_000, "food"), ("2026-09-04", -700, "secret")]);
    let mut payment = transaction("payment");
    (payment.date, payment.amount) = (day("2026-09-05"), Milliunits::new(-5_000));
    payment.transfer_account_id = Some(AccountId::parse("visa").unwrap());
    let mut odd = transaction("odd");
    (odd.date, odd.category_id) = (day("2026-09-06"), Some(category_id("visa")));
    plan.transactions.extend([payment, odd]);
    let found = look(&plan, &window(1));
    let told: Vec<_> = found
        .series
        .iter()
        .map(|series| (series.category.id.as_str(), series.hidden))
        .collect();
    assert_eq!(told, [("food", false), ("secret", true)]);
    assert_eq!((found.all.total.get(), found.deleted), (5_700, None));
}

#[test]
fn a_category_that_is_there_no_longer_is_told_on_one_line() {
    let plan = with(&[
        ("2026-08-02", -1_000, "ghost"),
        ("2026-09-02", -3_000, "other-ghost"),
        ("2026-09-02", -10_000, "food"),
    ]);
    let found = look(&plan, &window(2));
    let (count, points) = found.deleted.clone().unwrap();
    assert_eq!((count, milliunits(&points.spent)), (2, vec![1_000, 3_000]));
    assert_eq!((found.all.total.get(), found.count()), (14_000, 3));
}

#[test]
fn the_lines_of_a_split_count_for_their_own_categories() {
    let mut plan = with(&[]);
    let mut row = transaction("split");
    row.date = day("2026-09-09");
    row.category_id = Some(category_id("split"));
    row.lines = Box::new([
        split_line(-60_000, Some(category_id("food"))),
        split_line(-30_000, Some(category_id("rent"))),
        split_line(3_600, Some(category_id("food"))),
    ]);
    plan.transactions.push(row);
    let found = look(&plan, &window(1));
    assert_eq!(
        (spent(&found, "food"), spent(&found, "rent")),
        (vec![56_400], vec![30_000])
    );
    assert_eq!(found.deleted, None);
}

#[test]
fn the_last_full_month_is_compared_with_the_mean_of_those_before_and_this_one_with_nothing() {
    let plan = with(&[
        ("2026-05-03", -10_000, "food"),
        ("2026-06-03", -10_010, "food"),
        ("2026-07-03", -10_010, "food"),
        ("2026-08-03", -15_000, "food"),
        ("2026-09-03", -1_000_000, "food"),
    ]);
    let found = look(&plan, &window(5));
    let points = &found.series[0].points;
    // 45 020 over four full months is 11 255, and half a cent counts up; the three before the last have 30 020, 10 006.67 each.
    assert_eq!(points.mean, Some(Milliunits::new(11_260)));
    assert_eq!(
        points.change,
        Some(Change {
            amount: Milliunits::new(4_990),
            percent: Some(Percent::of_tenths(499))
        })
    );
    assert_eq!(
        found.message(&plan.currency),
        "11.26 spent a month on average from 2026-05 to 2026-08; 1000.00 so far in 2026-09. 2026-08 was +4.99 against the mean \
         of the full months before it, 49.9 %."
    );
}

#[test]
fn without_full_months_there_is_neither_mean_nor_change() {
    let plan = with(&[("2026-08-03", -20_000, "food"), ("2026-09-03", -5_000, "food")]);
    let one = look(&plan, &window(1));
    assert_eq!((one.all.mean, one.all.change), (None, None));
    assert_eq!(
        one.message(&plan.currency),
        "5.00 so far in 2026-09; there is no full month to compare with."
    );
    let two = look(&plan, &window(2));
    assert_eq!(
        (two.all.mean.map(Milliunits::get), two.all.change),
        (Some(20_000), None)
    );
    assert_eq!(
        two.message(&plan.currency),
        "20.00 spent in 2026-08; 5.00 so far in 2026-09."
    );
    // Before, nothing was spent on the whole: a part of it cannot be told.
    let plan = with(&[("2026-07-03", 0, "food"), ("2026-08-03", -20_000, "food")]);
    let change = look(&plan, &window(3)).all.change.unwrap();
    assert_eq!((change.amount.get(), change.percent), (20_000, None));
}

#[test]
fn months_to_come_and_months_before_the_plans_first_are_not_there() {
    let plan = with(&[
        ("2026-07-15", -1_000, "food"),
        ("2026-09-30", -2_000, "food"),
        ("2026-10-01", -4_000, "food"),
    ]);
    let months = |first: Option<Month>| look(&plan, &Window { first, ..window(24) }).months;
    assert_eq!(months(None), [month("2026-07"), month("2026-08"), month("2026-09")]);
    assert_eq!(months(Some(month("2026-06"))).first(), Some(&month("2026-06")));
    assert_eq!(
        months(Some(month("2026-08"))).first(),
        Some(&month("2026-07")),
        "nothing is cut off"
    );
    let found = look(&plan, &window(24));
    assert_eq!(
        spent(&found, "food"),
        [1_000, 0, 2_000],
        "what is dated later this month is in"
    );
    assert_eq!(look(&plan, &window(1)).months, [month("2026-09")]);
}

#[test]
fn an_empty_plan_has_no_months_and_no_categories() {
    let plan = empty(2);
    let found = look(&plan, &window(24));
    assert_eq!(
        (found.months.len(), found.series.len(), found.deleted.clone()),
        (0, 0, None)
    );
    assert_eq!(found.message(&plan.currency), "The plan holds no month yet.");
    let without = Window {
        first: Some(month("2026-10")),
        ..window(3)
    };
    assert_eq!(look(&plan, &without).months, [], "a first month to come");
}

#[test]
fn only_what_is_wanted_is_told_even_when_nothing_was_spent_in_it() {
    let plan = with(&[("2026-09-03", -5_000, "food"), ("2026-09-03", -7_000, "ghost")]);
    let wanted = |categories: Option<&[&str]>, group: Option<&str>| {
        let categories = categories.map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>());
        only(&plan.groups, categories.as_deref(), group).map_err(|error| error.to_string())
    };
    let told = |only: Option<BTreeSet<CategoryId>>| {
        let found = look(&plan, &Window { only, ..window(1) });
        assert_eq!(found.deleted, None);
        let series = found
            .series
            .iter()
            .map(|series| (series.category.id.to_string(), series.points.total.get()));
        series.collect::<Vec<_>>()
    };
    let row = |id: &str, total| (id.to_owned(), total);
    assert_eq!(wanted(None, None), Ok(None));
    assert_eq!(
        told(wanted(Some(&["Rent", "fun"]), None).unwrap()),
        [row("rent", 0), row("fun", 0)]
    );
    assert_eq!(
        told(wanted(None, Some("EVERYDAY")).unwrap()),
        [row("food", 5_000), row("rent", 0), row("fun", 0)]
    );
    assert_eq!(told(wanted(Some(&["secret"]), Some("everyday")).unwrap()).len(), 4);
    assert!(wanted(Some(&[]), None).unwrap_err().contains("`category_ids` is empty"));
    assert!(
        wanted(Some(&["Misc"]), None)
            .unwrap_err()
            .contains("more than one category")
    );
    assert_eq!(
        wanted(Some(&["Visa"]), None),
        Err(
            "Nothing was sent to YNAB: nothing is spent in Visa, a category of YNAB's own: choose one in which things are bought."
                .to_owned()
        )
    );
    assert!(wanted(None, Some("own")).is_err());
}

#[test]
fn those_that_are_not_listed_are_told_together() {
    let plan = with(&[
        ("2026-09-01", -5_000, "food"),
        ("2026-09-01", -3_000, "rent"),
        ("2026-08-01", -1_000, "fun"),
    ]);
    let found = look(&plan, &window(2));
    let (count, rest) = found.rest(1, &plan.currency).unwrap().unwrap();
    assert_eq!(
        (count, milliunits(&rest.spent), rest.total.get()),
        (2, vec![1_000, 3_000], 4_000)
    );
    assert_eq!(found.rest(3, &plan.currency), Ok(None));
    assert_eq!(found.rest(99, &plan.currency), Ok(None));
}

#[test]
fn only_totals_must_fit_and_one_that_does_not_is_an_error() {
    let most = i64::MAX;
    let plan = with(&[
        ("2026-09-01", -most, "food"),
        ("2026-09-02", -most, "food"),
        ("2026-09-03", most, "food"),
    ]);
    assert_eq!(spent(&look(&plan, &window(1)), "food"), [most]);
    let plan = with(&[("2026-09-01", -most, "food"), ("2026-09-02", -1, "rent")]);
    let found = trends(with_lines(&plan.transactions), &plan.groups, &window(1), &plan.currency);
    assert_eq!(found, Err(MoneyError::Overflow));
}

/// What a category cost in a month, looked up the slow way.
fn slow(plan: &SamplePlan, category: &str, month: Month) -> i64 {
    let mut cost = 0;
    let mut date = month.first_day();
    while date <= month.last_day() {
        for row in plan.transactions.iter().filter(|row| row.date == date) {
            if row.lines.is_empty() {
                let own = row.category_id.as_ref().is_some_and(|id| id.as_str() == category);
                cost -= i64::from(own) * row.amount.get();
            }
            for part in &row.lines {
                let own = part.category_id.as_ref().is_some_and(|id| id.as_str() == category);
                cost -= i64::from(own) * part.amount.get();
            }
        }
        date = date.succ_opt().unwrap();
    }
    cost
}

proptest! {
    #[test]
    fn every_point_is_what_a_look_at_every_day_gives(plan in plans(60), months in 1_u16..25) {
        let found = look(&plan, &window(months));
        let oldest = plan.transactions.iter().map(|row| row.date).min();
        let expected: Vec<_> = (0..u32::from(months)).rev().map(|back| month("2026-09").earlier(back))
            .filter(|month| oldest.is_some_and(|oldest| month.last_day() >= oldest)).collect();
        prop_assert_eq!(&found.months, &expected);
        for id in ["food", "rent", "fun", "misc", "misc-too", "secret"] {
            let points: Vec<_> = expected.iter().map(|month| slow(&plan, id, *month)).collect();
            let series = found.series.iter().find(|series| series.category.id == category_id(id));
            match series {
                Some(series) => {
                    prop_assert_eq!(milliunits(&series.points.spent), points.clone());
                    prop_assert_eq!(series.points.total.get(), points.iter().sum::<i64>());
                    prop_assert_eq!(series.hidden, id == "secret");
                    let (_, full) = points.split_last().unwrap();
                    let mean = |of: &[i64]| (!of.is_empty()).then(|| nearest(of.iter().sum(), i64::try_from(of.len()).unwrap(), &plan));
                    prop_assert_eq!(series.points.mean.map(Milliunits::get), mean(full));
                    let change = full.split_last().and_then(|(last, before)| Some(last - mean(before)?));
                    prop_assert_eq!(series.points.change.map(|change| change.amount.get()), change);
                }
                None => prop_assert!(points.iter().all(|amount| *amount == 0)),
            }
        }
        let ghost: Vec<_> = expected.iter().map(|month| slow(&plan, "ghost", *month)).collect();
        let deleted = found.deleted.as_ref().map_or_else(|| vec![0; expected.len()], |(_, points)| milliunits(&points.spent));
        prop_assert_eq!(deleted, ghost);
        let totals: Vec<_> = found.series.iter().map(|series| series.points.total).collect();
        prop_assert!(totals.is_sorted_by(|one, next| one >= next));
        let listed = found.series.iter().take(2).map(|series| series.points.total.get()).sum::<i64>();
        let rest = found.rest(2, &plan.currency).unwrap().map_or(0, |(_, points)| points.total.get());
        let gone = found.deleted.as_ref().map_or(0, |(_, points)| points.total.get());
        prop_assert_eq!(listed + rest + gone, found.all.total.get());
    }
}

#[test]
fn that_something_has_no_category_is_told_and_it_is_in_no_row() {
    let told = |rows: &[(&str, i64, &str)]| look(&with(rows), &window(2)).message(&Currency::neutral());
    let sorted = [("2026-08-01", -1_000, "food"), ("2026-09-01", -2_000, "food")];
    assert!(!told(&sorted).contains("no category"), "{}", told(&sorted));
    let open = [sorted[0], sorted[1], ("2026-09-02", -5_000, "uncategorized")];
    let text = told(&open);
    assert!(
        text.contains("2.00 so far in 2026-09") && text.ends_with(" What has no category is in no row."),
        "{text}"
    );
}
