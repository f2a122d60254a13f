//! The demo: three years of an invented household in euro, the same for the same day.
//!
//! It has what a real plan has and a tidy sample would not: a card, loans with terms, tracking and closed accounts, splits,
//! refunds, hidden and deleted categories, every kind of target, every schedule, odd names, and a pile of fresh bank rows.

mod assigning;
mod cast;
mod history;
mod log;
mod recent;
mod schedules;
mod second;
#[cfg(test)]
mod tests;

use chrono::NaiveDate;

use super::calendar::{month_of, months_after};
use super::model::{Plan, World, midday};
use super::money::CurrencyFormat;
use super::scribe::Scribe;
use cast::Cast;

/// How many months of history there are before the current one.
const MONTHS: i32 = 35;

impl World {
    /// The demo household on a day: one plan, the same for the same day.
    pub fn demo(today: NaiveDate) -> Self {
        Self::with_plan(household(today))
    }

    /// The demo household, and a small second plan in yen, which has no decimals.
    pub fn demo_with_second_plan(today: NaiveDate) -> Self {
        let mut world = Self::demo(today);
        world.plans.push(second::travel_fund(today));
        world
    }
}

fn household(today: NaiveDate) -> Plan {
    let start = months_after(month_of(today), -MONTHS);
    let mut plan = Plan::new("Demo household", Some(CurrencyFormat::euro()), today);
    plan.change(midday(today), |plan| {
        plan.first_month = start;
        let cast = Cast::new(plan, start);
        let mut scribe = Scribe::new(plan);
        history::write(&mut scribe, &cast, start, today);
        recent::write(&mut scribe, &cast, today);
        schedules::write(&mut scribe, &cast, today);
        assigning::assign(plan, &cast, start, today);
        log::write(plan, &cast, today);
    });
    plan
}
