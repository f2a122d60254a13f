//! Creating, changing and deleting transactions, one by one or many at once.

use serde_json::Value;

use super::Writer;
use super::draft::Draft;
use crate::sim::answer::Answer;
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, Given, required};
use crate::sim::render::TransactionView;

/// The saved part of an answer to a write of transactions.
#[derive(serde::Serialize)]
struct Saved<T> {
    transaction_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transactions: Option<Vec<T>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_import_ids: Option<Vec<String>>,
    server_knowledge: i64,
}

impl Writer<'_> {
    pub(super) fn create_transactions(&mut self) -> Result<Answer, Refusal> {
        let fields = Fields::of(self.body)?;
        match (fields.raw("transaction"), fields.list("transactions")?) {
            (Given::Value(single), Given::Absent | Given::Null) => self.create_one(single),
            (Given::Absent | Given::Null, Given::Value(rows)) if !rows.is_empty() => self.create_many(rows),
            (Given::Value(_), Given::Value(_)) => {
                Err(Refusal::invalid("either transaction or transactions can be given"))
            }
            _ => Err(Refusal::invalid("transaction or transactions is missing")),
        }
    }

    fn create_one(&mut self, single: &Value) -> Result<Answer, Refusal> {
        let draft = Draft::read(Fields::of(single)?)?;
        draft.check_new(self.plan, self.moment)?;
        if self.is_taken(&draft) {
            return Err(Refusal::duplicate_import());
        }
        let id = self.plan.change(self.moment.now, |plan| plan.create_or_match(&draft));
        self.answer_saved(201, id.into_iter().collect(), true, None)
    }

    fn create_many(&mut self, rows: &[Value]) -> Result<Answer, Refusal> {
        let mut drafts = Vec::with_capacity(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let read = Fields::of(row).and_then(Draft::read);
            let draft = read.and_then(|draft| draft.check_new(self.plan, self.moment).map(|()| draft));
            drafts.push(draft.map_err(|refusal| refusal.at_index(index))?);
        }
        drafts.truncate(self.moment.partial.unwrap_or(drafts.len()));
        let mut duplicates = Vec::new();
        let mut fresh: Vec<Draft> = Vec::new();
        for draft in drafts {
            let twin = |other: &Draft| other.account_id == draft.account_id && other.import_id == draft.import_id;
            let duplicate = self.is_taken(&draft) || (draft.import_id.is_some() && fresh.iter().any(twin));
            match &draft.import_id {
                Some(import_id) if duplicate => duplicates.push(import_id.clone()),
                _ => fresh.push(draft),
            }
        }
        let ids = if fresh.is_empty() {
            Vec::new()
        } else {
            self.plan.change(self.moment.now, |plan| {
                fresh
                    .iter()
                    .filter_map(|draft| plan.create_or_match(draft))
                    .collect::<Vec<String>>()
            })
        };
        self.answer_saved(201, ids, false, Some(duplicates))
    }

    fn is_taken(&self, draft: &Draft) -> bool {
        let (Some(account), Some(import_id)) = (draft.account_id, &draft.import_id) else {
            return false;
        };
        self.plan.holds_import(account, import_id)
    }

    pub(super) fn update_transactions(&mut self) -> Result<Answer, Refusal> {
        let rows = required(Fields::of(self.body)?.list("transactions")?, "transactions")?;
        if rows.is_empty() {
            return Err(Refusal::invalid("transactions is empty"));
        }
        let mut changes = Vec::with_capacity(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let change = self.read_change(row).map_err(|refusal| refusal.at_index(index))?;
            changes.extend(change);
        }
        changes.truncate(self.moment.partial.unwrap_or(changes.len()));
        let moment = self.moment;
        self.plan.change(self.moment.now, |plan| {
            for (id, draft) in &changes {
                // An earlier item may have changed what this one is about, such as the other side of a transfer.
                let held = plan.transactions.live(id);
                if held.is_some_and(|held| draft.check_change(plan, held, moment).is_ok()) {
                    plan.change_by(id, draft);
                }
            }
        });
        let ids = changes.into_iter().map(|(id, _)| id).collect();
        let status = if self.moment.quirks.bulk_update_plain_ok {
            200
        } else {
            209
        };
        self.answer_saved(status, ids, false, None)
    }

    /// The rows one item of a bulk update is about, found by id or by import id, with the change.
    fn read_change(&self, row: &Value) -> Result<Vec<(String, Draft)>, Refusal> {
        let fields = Fields::of(row)?;
        let draft = Draft::read(fields)?;
        let ids = match (fields.text("id", usize::MAX)?, &draft.import_id) {
            (Given::Value(_), Some(_)) => return Err(Refusal::invalid("id and import_id cannot both be given")),
            (Given::Value(id), None) => vec![id],
            (Given::Absent | Given::Null, Some(import_id)) => self.plan.with_import(import_id),
            (Given::Absent | Given::Null, None) => return Err(Refusal::invalid("id or import_id is missing")),
        };
        if ids.is_empty() {
            return Err(Refusal::invalid("there is no such transaction"));
        }
        for id in &ids {
            let held = self.plan.transactions.live(id);
            let held = held.ok_or_else(|| Refusal::invalid("there is no such transaction"))?;
            draft.check_change(self.plan, held, self.moment)?;
        }
        Ok(ids.into_iter().map(|id| (id, draft.clone())).collect())
    }

    pub(super) fn update_transaction(&mut self) -> Result<Answer, Refusal> {
        let held = self
            .plan
            .transactions
            .live(&self.id.to_owned())
            .ok_or_else(Refusal::not_found)?;
        let draft = Draft::read(Fields::of(self.body)?.object("transaction")?)?;
        draft.check_change(self.plan, held, self.moment)?;
        self.plan
            .change(self.moment.now, |plan| plan.change_by(self.id, &draft));
        self.answer_row()
    }

    pub(super) fn delete_transaction(&mut self) -> Result<Answer, Refusal> {
        self.plan
            .transactions
            .live(&self.id.to_owned())
            .ok_or_else(Refusal::not_found)?;
        self.plan
            .change(self.moment.now, |plan| plan.delete_transaction(self.id));
        self.answer_row()
    }

    fn answer_row(&self) -> Result<Answer, Refusal> {
        let row = self
            .plan
            .transactions
            .get(&self.id.to_owned())
            .ok_or_else(Refusal::not_found)?;
        let view = TransactionView {
            look: self.look(),
            row,
            detail: true,
        };
        Answer::data("transaction", view, Some(self.plan.knowledge))
    }

    pub(super) fn answer_saved(
        &self,
        status: u16,
        transaction_ids: Vec<String>,
        single: bool,
        duplicate_import_ids: Option<Vec<String>>,
    ) -> Result<Answer, Refusal> {
        let look = self.look();
        let rows = transaction_ids.iter().filter_map(|id| self.plan.transactions.get(id));
        let mut views: Vec<_> = rows
            .map(|row| TransactionView {
                look,
                row,
                detail: true,
            })
            .collect();
        let transaction = if single { views.pop() } else { None };
        let transactions = (!single).then_some(views);
        let server_knowledge = self.plan.knowledge;
        let data = Saved {
            transaction_ids,
            transaction,
            transactions,
            duplicate_import_ids,
            server_knowledge,
        };
        Answer::wrapped(status, data)
    }
}
