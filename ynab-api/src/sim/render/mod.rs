//! Answers as YNAB writes them: every field of the document, amounts with their formatted and decimal companions.
//!
//! Each view borrows the plan and writes itself, so that a hundred thousand rows cost no copies.

mod accounts;
mod categories;
mod months;
mod payees;
mod plans;
mod scheduled;
mod transactions;

pub(crate) use accounts::AccountView;
pub(crate) use categories::{CategoryView, GroupView};
pub(crate) use months::{MonthView, MovementGroupView, MovementView};
pub(crate) use payees::{LocationView, PayeeView};
pub(crate) use plans::{PlanSummaryView, PlanView, Rows, SettingsView};
pub(crate) use scheduled::ScheduledView;
pub(crate) use transactions::{HybridView, TransactionView};

use super::model::Plan;
use super::money::Formatted;
use super::quirks::Quirks;

/// What every view needs: the plan, and how YNAB looks today.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Switchable behaviour.
    pub quirks: Quirks,
    /// Whether amounts have their companions; inside a whole plan they have not.
    pub twins: bool,
}

impl<'a> Look<'a> {
    /// A view of a plan with all fields.
    pub(crate) fn full(plan: &'a Plan, quirks: Quirks) -> Self {
        Self {
            plan,
            quirks,
            twins: true,
        }
    }

    /// The same without companions.
    pub(crate) fn base(self) -> Self {
        Self { twins: false, ..self }
    }

    fn formatted(self, amount: i64) -> Formatted<'a> {
        Formatted {
            amount,
            format: self.plan.currency.as_ref(),
        }
    }
}

/// Writes an amount and, where the view has them, its companions.
macro_rules! money {
    ($map:expr, $look:expr, $name:literal, $amount:expr) => {
        $map.serialize_entry($name, &$amount)?;
        crate::sim::render::twins!($map, $look, $name, $amount);
    };
}
pub(crate) use money;

/// Writes the companions of an amount.
macro_rules! twins {
    ($map:expr, $look:expr, $name:literal, $amount:expr) => {
        if $look.twins {
            $map.serialize_entry(concat!($name, "_formatted"), &$look.formatted($amount))?;
            $map.serialize_entry(concat!($name, "_currency"), &crate::sim::money::decimal($amount))?;
        }
    };
}
pub(crate) use twins;

/// Writes an amount that may be null, and its companions.
macro_rules! money_or_null {
    ($map:expr, $look:expr, $name:literal, $amount:expr) => {
        let amount: Option<i64> = $amount;
        $map.serialize_entry($name, &amount)?;
        if $look.twins {
            $map.serialize_entry(
                concat!($name, "_formatted"),
                &amount.map(|amount| $look.formatted(amount)),
            )?;
            $map.serialize_entry(concat!($name, "_currency"), &amount.map(crate::sim::money::decimal))?;
        }
    };
}
pub(crate) use money_or_null;
