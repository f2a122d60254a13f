//! Scheduled transactions.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use uuid::Uuid;

use super::{Look, twins};
use crate::sim::model::{Line, Scheduled};

/// A scheduled transaction; with `detail` also the names and the lines.
pub(crate) struct ScheduledView<'a> {
    pub look: Look<'a>,
    pub row: &'a Scheduled,
    pub detail: bool,
}

impl Serialize for ScheduledView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { look, row, .. } = self;
        let split = row.live_lines().next().is_some();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &row.id)?;
        map.serialize_entry("date_first", &row.date_first)?;
        map.serialize_entry("date_next", &row.date_next)?;
        map.serialize_entry("frequency", row.frequency.word())?;
        map.serialize_entry("amount", &row.amount)?;
        twins!(map, look, "amount", row.amount);
        map.serialize_entry("memo", &row.memo)?;
        map.serialize_entry("flag_color", &look.flag(row.flag.as_deref()))?;
        map.serialize_entry(
            "flag_name",
            &row.flag.as_ref().and_then(|flag| look.plan.flag_names.get(flag)),
        )?;
        map.serialize_entry("account_id", &row.account_id)?;
        map.serialize_entry("payee_id", &row.payee_id)?;
        let category = if split {
            Some(look.plan.own.split)
        } else {
            row.category_id
        };
        map.serialize_entry("category_id", &category)?;
        map.serialize_entry("transfer_account_id", &row.transfer_account_id)?;
        map.serialize_entry("deleted", &row.deleted)?;
        if self.detail {
            map.serialize_entry("account_name", look.account_name(row.account_id))?;
            map.serialize_entry("payee_name", &look.payee_name(row.payee_id))?;
            let category = if split {
                Some("Split")
            } else {
                look.category_name(row.category_id)
            };
            map.serialize_entry("category_name", &category)?;
            map.serialize_entry("subtransactions", &Lines { look: *look, row })?;
        }
        map.end()
    }
}

struct Lines<'a> {
    look: Look<'a>,
    row: &'a Scheduled,
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for line in self.row.live_lines() {
            list.serialize_element(&ScheduledLineView {
                look: self.look,
                line,
                scheduled_id: self.row.id,
            })?;
        }
        list.end()
    }
}

/// One line of a scheduled split.
pub(crate) struct ScheduledLineView<'a> {
    pub look: Look<'a>,
    pub line: &'a Line,
    pub scheduled_id: Uuid,
}

impl Serialize for ScheduledLineView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            look,
            line,
            scheduled_id,
        } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &line.id)?;
        map.serialize_entry("scheduled_transaction_id", scheduled_id)?;
        map.serialize_entry("amount", &line.amount)?;
        twins!(map, look, "amount", line.amount);
        map.serialize_entry("memo", &line.memo)?;
        map.serialize_entry("payee_id", &line.payee_id)?;
        map.serialize_entry("payee_name", &look.payee_name(line.payee_id))?;
        map.serialize_entry("category_id", &line.category_id)?;
        map.serialize_entry("category_name", &look.category_name(line.category_id))?;
        map.serialize_entry("transfer_account_id", &line.transfer_account_id)?;
        map.serialize_entry("deleted", &line.deleted)?;
        map.end()
    }
}
