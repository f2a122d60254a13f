//! The months of a sample plan as YNAB would tell them, counted row by row.

use proptest::prelude::*;

use super::plans::{SamplePlan, plans};
use crate::domain::ids::CategoryId;
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::{Category, MonthDetail};

/// The months that a plan is counted through, today's the last.
const MONTHS: u32 = 6;

/// The days on which something happens, today the last.
const DAYS: i64 = 120;

/// Money that was assigned: the category's place in the plan, months back from today's, the amount.
pub(crate) type Assigned = (usize, u32, i64);

/// Any plan of a few busy months, and what was assigned in them.
pub(crate) fn assigned_plans(rows: usize) -> impl Strategy<Value = (SamplePlan, Vec<Assigned>)> {
    let assigned = proptest::collection::vec((0_usize..11, 0..MONTHS, -30_i64..120), 0..40);
    (plans(rows), assigned).prop_map(|(mut plan, mut assigned)| {
        let (unit, today) = (unit(&plan), plan.today);
        for row in plan.transactions.iter_mut().filter(|row| row.date <= today) {
            let ago = (today - row.date).num_days() % DAYS;
            row.date = today - chrono::Duration::days(ago);
        }
        for (.., amount) in &mut assigned {
            *amount *= unit;
        }
        (plan, assigned)
    })
}

/// The smallest amount that the plan's currency can pay.
fn unit(plan: &SamplePlan) -> i64 {
    [1000, 100, 10, 1][usize::from(plan.currency.shown_decimals())]
}

/// What the lines of a month come to in a category; those without one count in YNAB's own.
fn activity(plan: &SamplePlan, id: &CategoryId, month: Month) -> i64 {
    let mut sum = 0;
    for row in plan.transactions.iter().filter(|row| Month::of(row.date) == month) {
        let on_budget = |account: &&crate::domain::plan::Account| account.id == row.account_id && account.on_budget;
        if !plan.accounts.iter().any(|account| on_budget(&account)) {
            continue;
        }
        let open = row.lines.is_empty() && row.category_id.is_none() && row.transfer_account_id.is_none();
        if row.category_id.as_ref() == Some(id) || (open && id.as_str() == "uncategorized") {
            sum += row.amount.get();
        }
        let lines = row.lines.iter().filter(|line| line.category_id.as_ref() == Some(id));
        sum += lines.map(|line| line.amount.get()).sum::<i64>();
    }
    sum
}

/// A month of the plan. What is left over goes on to the next month; what is missing does not.
pub(crate) fn month_of(plan: &SamplePlan, assigned: &[Assigned], month: Month) -> MonthDetail {
    let this_month = Month::of(plan.today);
    let mut categories: Vec<Category> = plan.groups.iter().flat_map(|group| group.categories.clone()).collect();
    for (place, category) in categories.iter_mut().enumerate() {
        let mut left = 0_i64;
        for back in (0..MONTHS).rev() {
            let at = this_month.earlier(back);
            if at > month {
                break;
            }
            let own = assigned.iter().filter(|(of, when, _)| (*of, *when) == (place, back));
            let put = own.map(|(.., amount)| amount).sum::<i64>();
            let moved = activity(plan, &category.id, at);
            left = left.max(0) + put + moved;
            if at == month {
                category.assigned = Milliunits::new(put);
                category.activity = Milliunits::new(moved);
                category.available = Milliunits::new(left);
            }
        }
    }
    MonthDetail {
        month,
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::ZERO,
        age_of_money: None,
        categories,
    }
}
