//! Plans: in the list, whole with everything in them, and their settings.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::json;

use super::transactions::LineView;
use super::{
    AccountView, CategoryView, GroupView, LocationView, Look, MonthView, PayeeView, ScheduledView, TransactionView,
};
use crate::sim::calendar::month_of;
use crate::sim::model::Plan;
use crate::sim::render::scheduled::ScheduledLineView;
use crate::sim::table::Record;

/// A plan in the list; with `accounts` also its accounts.
pub(crate) struct PlanSummaryView<'a> {
    pub look: Look<'a>,
    pub accounts: bool,
}

impl Serialize for PlanSummaryView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        write_summary(&mut map, self.look.plan)?;
        if self.accounts {
            let accounts = self.look.plan.accounts.iter().filter(|account| !account.deleted);
            map.serialize_entry(
                "accounts",
                &Rows(accounts.map(|account| AccountView {
                    look: self.look,
                    account,
                })),
            )?;
        }
        map.end()
    }
}

fn write_summary<M: SerializeMap>(map: &mut M, plan: &Plan) -> Result<(), M::Error> {
    map.serialize_entry("id", &plan.id)?;
    map.serialize_entry("name", &plan.name)?;
    map.serialize_entry("last_modified_on", &plan.last_modified)?;
    map.serialize_entry("first_month", &plan.first_month)?;
    map.serialize_entry("last_month", &plan.last_month)?;
    map.serialize_entry(
        "date_format",
        &plan.date_format.as_ref().map(|format| json!({ "format": format })),
    )?;
    map.serialize_entry("currency_format", &plan.currency)
}

/// The settings of a plan.
pub(crate) struct SettingsView<'a>(pub &'a Plan);

impl Serialize for SettingsView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let date_format = self.0.date_format.as_ref().map(|format| json!({ "format": format }));
        map.serialize_entry("date_format", &date_format)?;
        map.serialize_entry("currency_format", &self.0.currency)?;
        map.end()
    }
}

/// A plan with everything in it, or with what changed after `since`.
pub(crate) struct PlanView<'a> {
    pub look: Look<'a>,
    pub since: Option<i64>,
}

impl PlanView<'_> {
    fn shows(&self, row: &impl Record) -> bool {
        self.since.map_or(!row.deleted(), |since| row.changed() > since)
    }
}

impl Serialize for PlanView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (plan, look, since) = (self.look.plan, self.look.base(), self.since);
        let current = month_of(plan.day);
        let mut map = serializer.serialize_map(None)?;
        write_summary(&mut map, plan)?;
        let accounts = plan.accounts.iter().filter(|row| self.shows(*row));
        map.serialize_entry("accounts", &Rows(accounts.map(|account| AccountView { look, account })))?;
        map.serialize_entry(
            "payees",
            &Rows(plan.payees.iter().filter(|row| self.shows(*row)).map(PayeeView)),
        )?;
        let locations = plan.locations.iter().filter(|row| self.shows(*row));
        map.serialize_entry("payee_locations", &Rows(locations.map(LocationView)))?;
        let groups = plan.groups.iter().filter(|row| self.shows(*row));
        let groups = groups.map(|group| GroupView {
            look,
            group,
            month: None,
            since: None,
        });
        map.serialize_entry("category_groups", &Rows(groups))?;
        let categories = plan
            .categories
            .iter()
            .enumerate()
            .filter(|(place, category)| match since {
                None => !category.deleted,
                Some(since) => category.changed.max(plan.books.cell(current, *place).changed) > since,
            });
        let categories = categories.map(|(_, category)| CategoryView {
            look,
            category,
            month: current,
        });
        map.serialize_entry("categories", &Rows(categories))?;
        let months = plan.books.months().rev();
        let months = months.filter(|(_, figures)| since.is_none_or(|since| figures.changed > since));
        let months = months.map(|(month, figures)| MonthView {
            look,
            month,
            figures,
            categories: true,
            since,
        });
        map.serialize_entry("months", &Rows(months))?;
        let rows = || plan.transactions.iter().filter(|row| self.shows(*row));
        let views = rows().map(|row| TransactionView {
            look,
            row,
            detail: false,
        });
        map.serialize_entry("transactions", &Rows(views))?;
        let lines = rows().flat_map(|row| {
            let lines = row.lines.iter().filter(move |line| since.is_some() || !line.deleted);
            lines.map(move |line| LineView {
                look,
                line,
                transaction_id: &row.id,
            })
        });
        map.serialize_entry("subtransactions", &Rows(lines))?;
        let scheduled = || plan.scheduled.iter().filter(|row| self.shows(*row));
        let views = scheduled().map(|row| ScheduledView {
            look,
            row,
            detail: false,
        });
        map.serialize_entry("scheduled_transactions", &Rows(views))?;
        let lines = scheduled().flat_map(|row| {
            row.live_lines().map(move |line| ScheduledLineView {
                look,
                line,
                scheduled_id: row.id,
            })
        });
        map.serialize_entry("scheduled_subtransactions", &Rows(lines))?;
        map.end()
    }
}

/// A list written from an iterator.
pub(crate) struct Rows<I>(pub I);

impl<I> Serialize for Rows<I>
where
    I: Iterator + Clone,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for row in self.0.clone() {
            list.serialize_element(&row)?;
        }
        list.end()
    }
}
