//! Months of generated plans, told again by walking over their days and looking at every line.

use proptest::prelude::*;

use super::*;
use crate::logic::samples::months::{assigned_plans, month_of};
use crate::logic::samples::plans::SamplePlan;

/// What the lines of a category come to on the days of a month.
fn walked(plan: &SamplePlan, fits: impl Fn(Option<&str>) -> bool, month: Month) -> i64 {
    let days = month.first_day().iter_days().take_while(|day| month.contains(*day));
    let mut sum = 0;
    for day in days {
        for row in plan.transactions.iter().filter(|row| row.date == day) {
            if ["depot", "loan"].contains(&row.account_id.as_str()) {
                continue;
            }
            let mut parts = vec![(&row.category_id, &row.transfer_account_id, row.amount.get())];
            if !row.lines.is_empty() {
                let lines = row.lines.iter();
                parts = lines
                    .map(|line| (&line.category_id, &line.transfer_account_id, line.amount.get()))
                    .collect();
            }
            for (category, other, amount) in parts {
                let moves = category.is_none() && other.is_some();
                if !moves && fits(category.as_ref().map(crate::domain::ids::CategoryId::as_str)) {
                    sum += amount;
                }
            }
        }
    }
    sum
}

/// Tenths of a percent that are as near as any to one amount of another, and none where that says nothing.
fn is_near(used: Option<Percent>, spent: i64, assigned: i64, meaningful: bool) -> bool {
    let near = |used: Percent| (used.tenths() * assigned - spent * 1000).abs() * 2 <= assigned;
    used.is_some() == meaningful && used.is_none_or(near)
}

proptest! {
    #[test]
    fn every_row_is_what_a_walk_over_the_days_of_the_month_gives((plan, assigned) in assigned_plans(60), back in 0_u32..5) {
        let wanted = Month::of(plan.today).earlier(back);
        let (month, before) = (month_of(&plan, &assigned, wanted), month_of(&plan, &assigned, wanted.earlier(1)));
        let found = compare(&month).unwrap();
        let mut rows = found.rows.iter();
        let (mut empty, mut net_spent, mut budgeted, mut left) = (0, 0, 0, 0);
        let everyday = ["food", "rent", "fun", "misc", "misc-too", "secret"];
        for id in everyday {
            let place = month.categories.iter().position(|category| category.id.as_str() == id).unwrap();
            let put: i64 = assigned.iter().filter(|(of, when, _)| (*of, *when) == (place, back)).map(|(.., amount)| amount).sum();
            let net = walked(&plan, |category| category == Some(id), wanted);
            let carried = before.categories[place].available.get().max(0);
            if put == 0 && net == 0 && carried == 0 {
                empty += usize::from(id != "secret");
                continue;
            }
            let row = rows.next().unwrap();
            prop_assert_eq!(row.category.id.as_str(), id);
            prop_assert_eq!(row.category.assigned.get(), put);
            prop_assert_eq!((row.actual.get(), row.refunded.get()), if net < 0 { (-net, 0) } else { (0, net) });
            prop_assert_eq!(row.carried_over.get(), carried);
            prop_assert_eq!(row.category.available.get(), carried + put + net);
            prop_assert!(is_near(row.utilization, (-net).max(0), put, put > 0));
            (net_spent, budgeted, left) = (net_spent - net, budgeted + put, left + carried + put + net);
        }
        prop_assert_eq!(rows.next(), None);
        prop_assert_eq!((found.empty, found.card_payments), (empty, 2));
        let without = walked(&plan, |category| category.is_none_or(|id| id == "uncategorized"), wanted);
        prop_assert_eq!(found.uncategorized.get(), -without);
        let totals = found.totals;
        prop_assert_eq!(totals.net().unwrap().get(), net_spent);
        prop_assert_eq!((totals.assigned.get(), totals.available.get()), (budgeted, left));
        prop_assert_eq!(totals.carried_over.get(), left - budgeted + net_spent);
        prop_assert!(is_near(totals.utilization, net_spent, budgeted, budgeted > 0 && net_spent >= 0));
        let message = found.message(&plan.currency).unwrap();
        let told = if net_spent < 0 { "came back beyond what was spent" } else { "was spent" };
        let amount = Milliunits::new(net_spent.abs()).exact_text(plan.currency.shown_decimals());
        prop_assert!(message.starts_with(&format!("{}: {amount} {told} and ", wanted.short())), "{}", message);
    }
}
