//! The target fields of a category in a request: API 1.85 with the frequency and removal of 1.86 and the loans of 1.87.

use chrono::{Datelike, NaiveDate};

use super::{PAYEE_LIMIT, Writer};
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, Given};
use crate::sim::model::{Role, Target, TargetKind};

/// The target fields as they came.
struct Wish {
    amount: Given<i64>,
    date: Given<NaiveDate>,
    whole: Given<bool>,
    frequency: Given<String>,
}

impl Writer<'_> {
    /// The target a category has after the request.
    pub(super) fn read_target(
        &self,
        fields: Fields<'_>,
        role: Role,
        held: Option<&Target>,
        month: NaiveDate,
    ) -> Result<Option<Target>, Refusal> {
        let wish = Wish {
            amount: fields.integer("goal_target")?,
            date: fields.date("goal_target_date")?,
            whole: fields.boolean("goal_needs_whole_amount")?,
            frequency: fields.text("goal_frequency", PAYEE_LIMIT)?,
        };
        wish.check_role(role)?;
        wish.check_together(self.moment.today())?;
        if wish.amount == Given::Null {
            return Ok(None);
        }
        let target = match (wish.amount, held) {
            (Given::Value(amount), Some(held)) => Target { amount, ..held.clone() },
            (Given::Value(amount), None) => Target::new(default_kind(role), amount, month),
            (_, Some(held)) => held.clone(),
            (_, None) if wish.is_silent() => return Ok(None),
            (_, None) => return Err(Refusal::invalid("goal_target is missing")),
        };
        wish.shape(target, month).map(Some)
    }
}

impl Wish {
    /// Whether nothing but the amount could have been meant.
    fn is_silent(&self) -> bool {
        self.date.value().is_none() && self.whole.value().is_none() && self.frequency.clone().value().is_none()
    }

    fn check_role(&self, role: Role) -> Result<(), Refusal> {
        let frequency = self.frequency.clone().value().is_some();
        let whole = self.whole.value().is_some();
        match role {
            Role::CardPayment(_) if frequency || whole => {
                Err(Refusal::invalid("a card payment category takes no such target"))
            }
            Role::Loan(_) if frequency || whole || self.date.value().is_some() => {
                Err(Refusal::invalid("the category of a loan takes no such target"))
            }
            _ => Ok(()),
        }
    }

    fn check_together(&self, today: NaiveDate) -> Result<(), Refusal> {
        if self.amount.value().is_some_and(|amount| amount <= 0) {
            return Err(Refusal::invalid("goal_target must be more than nothing"));
        }
        if let Given::Value(frequency) = &self.frequency {
            if !["monthly", "weekly", "yearly"].contains(&frequency.as_str()) {
                return Err(Refusal::invalid("goal_frequency is not monthly, weekly or yearly"));
            }
            if self.amount.value().is_none() {
                return Err(Refusal::invalid("goal_frequency needs goal_target"));
            }
            if self.date.value().is_some() {
                return Err(Refusal::invalid(
                    "goal_frequency and goal_target_date exclude each other",
                ));
            }
        }
        if self.amount == Given::Null && !self.is_silent() {
            return Err(Refusal::invalid("a target that is removed takes no other target field"));
        }
        if self.date.value().is_some_and(|date| date < today) {
            return Err(Refusal::invalid("goal_target_date lies in the past"));
        }
        Ok(())
    }

    fn shape(&self, mut target: Target, month: NaiveDate) -> Result<Target, Refusal> {
        if let Given::Value(frequency) = &self.frequency {
            let fresh = Target::new(TargetKind::Need, target.amount, month);
            let whole = target.needs_whole_amount.or(fresh.needs_whole_amount);
            target = match frequency.as_str() {
                "weekly" => fresh.every(2, Some(1), Some(0)),
                "yearly" => Target {
                    date: december(month),
                    ..fresh.every(13, Some(1), None)
                },
                _ => fresh,
            };
            target.needs_whole_amount = whole;
        }
        match self.date {
            Given::Value(date) => {
                if target.kind == TargetKind::MonthlyFunding || target.kind == TargetKind::Balance {
                    target.kind = TargetKind::BalanceByDate;
                }
                target = target.due(date);
            }
            Given::Null if target.date.is_some() => {
                let kind = match target.kind {
                    TargetKind::BalanceByDate => TargetKind::Balance,
                    kind => kind,
                };
                let whole = target.needs_whole_amount;
                target = Target::new(kind, target.amount, target.creation_month);
                target.needs_whole_amount = whole;
            }
            Given::Null | Given::Absent => {}
        }
        if let Given::Value(whole) = self.whole {
            if target.kind != TargetKind::Need {
                return Err(Refusal::invalid("goal_needs_whole_amount is for spending targets only"));
            }
            target.needs_whole_amount = Some(whole);
        }
        Ok(target)
    }
}

fn default_kind(role: Role) -> TargetKind {
    match role {
        Role::CardPayment(_) => TargetKind::MonthlyFunding,
        Role::Loan(_) => TargetKind::Debt,
        _ => TargetKind::Need,
    }
}

/// The last day of the month's year.
fn december(month: NaiveDate) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(month.year(), 12, 31)
}
