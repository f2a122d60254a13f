//! Transactions: whole with their lines, bare inside a plan, and mixed with lines in the lists of a category or payee.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use uuid::Uuid;

use super::{Look, twins};
use crate::sim::model::{Line, Transaction};

/// A transaction; with `detail` also the names and the lines.
pub(crate) struct TransactionView<'a> {
    pub look: Look<'a>,
    pub row: &'a Transaction,
    pub detail: bool,
}

impl Serialize for TransactionView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { look, row, .. } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &row.id)?;
        let own = Own {
            amount: row.amount,
            memo: row.memo.as_deref(),
            payee: row.payee_id,
            category: category_id(*look, row),
            transfer_account: row.transfer_account_id,
            transfer_transaction: row.transfer_transaction_id.as_deref(),
            deleted: row.deleted,
        };
        write_row(&mut map, *look, row, &own)?;
        if self.detail {
            map.serialize_entry("account_name", look.account_name(row.account_id))?;
            map.serialize_entry("payee_name", &look.payee_name(row.payee_id))?;
            map.serialize_entry("category_name", &look.row_category_name(row))?;
            map.serialize_entry(
                "subtransactions",
                &Lines {
                    look: *look,
                    row,
                    tombstones: row.deleted,
                },
            )?;
        }
        map.end()
    }
}

/// The category id YNAB sends: a split has one of its own, which is in no list.
fn category_id(look: Look<'_>, row: &Transaction) -> Option<Uuid> {
    if row.is_split() {
        return Some(look.plan.own.split);
    }
    let needs_one = look.quirks.uncategorized_has_id
        && row.transfer_account_id.is_none()
        && look
            .plan
            .accounts
            .get(&row.account_id)
            .is_some_and(|account| account.on_budget);
    row.category_id.or(needs_one.then_some(look.plan.own.uncategorized))
}

/// What differs between a transaction and a line shown in its place.
struct Own<'a> {
    amount: i64,
    memo: Option<&'a str>,
    payee: Option<Uuid>,
    category: Option<Uuid>,
    transfer_account: Option<Uuid>,
    transfer_transaction: Option<&'a str>,
    deleted: bool,
}

fn write_row<M: SerializeMap>(map: &mut M, look: Look<'_>, row: &Transaction, own: &Own<'_>) -> Result<(), M::Error> {
    map.serialize_entry("date", &row.date)?;
    map.serialize_entry("amount", &own.amount)?;
    twins!(map, look, "amount", own.amount);
    map.serialize_entry("memo", &own.memo)?;
    map.serialize_entry("cleared", row.cleared.word())?;
    map.serialize_entry("approved", &row.approved)?;
    map.serialize_entry("flag_color", &look.flag(row.flag.as_deref()))?;
    map.serialize_entry(
        "flag_name",
        &row.flag.as_ref().and_then(|flag| look.plan.flag_names.get(flag)),
    )?;
    map.serialize_entry("account_id", &row.account_id)?;
    map.serialize_entry("payee_id", &own.payee)?;
    map.serialize_entry("category_id", &own.category)?;
    map.serialize_entry("transfer_account_id", &own.transfer_account)?;
    map.serialize_entry("transfer_transaction_id", &own.transfer_transaction)?;
    map.serialize_entry("matched_transaction_id", &row.matched_transaction_id)?;
    map.serialize_entry("import_id", &row.import_id)?;
    map.serialize_entry("import_payee_name", &row.import_payee_name)?;
    map.serialize_entry("import_payee_name_original", &row.import_payee_name_original)?;
    map.serialize_entry("debt_transaction_type", &row.debt_transaction_type)?;
    map.serialize_entry("deleted", &own.deleted)
}

impl<'a> Look<'a> {
    pub(super) fn account_name(self, id: Uuid) -> &'a str {
        self.plan.accounts.get(&id).map_or("", |account| account.name.as_str())
    }

    pub(super) fn payee_name(self, id: Option<Uuid>) -> Option<&'a str> {
        id.and_then(|id| self.plan.payees.get(&id))
            .map(|payee| payee.name.as_str())
    }

    pub(super) fn category_name(self, id: Option<Uuid>) -> Option<&'a str> {
        id.and_then(|id| self.plan.categories.get(&id))
            .map(|category| category.name.as_str())
    }

    pub(super) fn flag(self, flag: Option<&'a str>) -> Option<&'a str> {
        flag.or(self.quirks.cleared_flag_is_empty_text.then_some(""))
    }

    fn row_category_name(self, row: &Transaction) -> Option<&'a str> {
        if row.is_split() {
            return Some("Split");
        }
        let on_budget = self
            .plan
            .accounts
            .get(&row.account_id)
            .is_some_and(|account| account.on_budget);
        let plain = row.transfer_account_id.is_none() && on_budget;
        self.category_name(row.category_id).or(plain.then_some("Uncategorized"))
    }
}

/// The lines of a transaction.
struct Lines<'a> {
    look: Look<'a>,
    row: &'a Transaction,
    tombstones: bool,
}

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for line in self.row.lines.iter().filter(|line| self.tombstones || !line.deleted) {
            list.serialize_element(&LineView {
                look: self.look,
                line,
                transaction_id: &self.row.id,
            })?;
        }
        list.end()
    }
}

/// One line of a split.
pub(crate) struct LineView<'a> {
    pub look: Look<'a>,
    pub line: &'a Line,
    pub transaction_id: &'a str,
}

impl Serialize for LineView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            look,
            line,
            transaction_id,
        } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &line.id)?;
        map.serialize_entry("transaction_id", transaction_id)?;
        map.serialize_entry("amount", &line.amount)?;
        twins!(map, look, "amount", line.amount);
        map.serialize_entry("memo", &line.memo)?;
        map.serialize_entry("payee_id", &line.payee_id)?;
        map.serialize_entry("payee_name", &look.payee_name(line.payee_id))?;
        map.serialize_entry("category_id", &line.category_id)?;
        map.serialize_entry("category_name", &look.category_name(line.category_id))?;
        map.serialize_entry("transfer_account_id", &line.transfer_account_id)?;
        map.serialize_entry("transfer_transaction_id", &line.transfer_transaction_id)?;
        map.serialize_entry("deleted", &line.deleted)?;
        map.end()
    }
}

/// A row in the list of a category or a payee: a transaction, or one line of it.
pub(crate) struct HybridView<'a> {
    pub look: Look<'a>,
    pub row: &'a Transaction,
    pub line: Option<&'a Line>,
}

impl Serialize for HybridView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { look, row, line } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", line.map_or(&row.id, |line| &line.id))?;
        let payee = line.map_or(row.payee_id, |line| line.payee_id.or(row.payee_id));
        let own = match line {
            Some(line) => Own {
                amount: line.amount,
                memo: line.memo.as_deref(),
                payee,
                category: line.category_id,
                transfer_account: line.transfer_account_id,
                transfer_transaction: line.transfer_transaction_id.as_deref(),
                deleted: row.deleted || line.deleted,
            },
            None => Own {
                amount: row.amount,
                memo: row.memo.as_deref(),
                payee,
                category: category_id(*look, row),
                transfer_account: row.transfer_account_id,
                transfer_transaction: row.transfer_transaction_id.as_deref(),
                deleted: row.deleted,
            },
        };
        write_row(&mut map, *look, row, &own)?;
        if !look.quirks.hybrid_without_type {
            map.serialize_entry(
                "type",
                if line.is_some() {
                    "subtransaction"
                } else {
                    "transaction"
                },
            )?;
        }
        map.serialize_entry("parent_transaction_id", &line.map(|_| &row.id))?;
        map.serialize_entry("account_name", look.account_name(row.account_id))?;
        map.serialize_entry("payee_name", &look.payee_name(payee))?;
        let category = match line {
            Some(line) => look.category_name(line.category_id),
            None => look.row_category_name(row),
        };
        map.serialize_entry("category_name", category.unwrap_or("Uncategorized"))?;
        map.end()
    }
}
