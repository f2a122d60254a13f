//! Rows from banks: import ids, matching with what the person entered, and the import of linked accounts.

use uuid::Uuid;

use super::Writer;
use super::draft::{Draft, PayeeWish};
use crate::sim::answer::Answer;
use crate::sim::error::Refusal;
use crate::sim::fields::Given;
use crate::sim::model::{Cleared, HiddenImport, PendingImport, Plan};

/// How many days may lie between an imported row and the one the person entered.
const MATCH_DAYS: i64 = 10;

impl Plan {
    /// Whether the account holds this import id, be it behind a matched row.
    pub(super) fn holds_import(&self, account: Uuid, import_id: &str) -> bool {
        let listed = self
            .transactions
            .iter()
            .any(|row| !row.deleted && row.account_id == account && row.import_id.as_deref() == Some(import_id));
        listed
            || self
                .hidden_imports
                .iter()
                .any(|row| row.account_id == account && row.import_id == import_id)
    }

    /// The rows with this import id, on whatever accounts.
    pub(super) fn with_import(&self, import_id: &str) -> Vec<String> {
        let live = self.transactions.iter().filter(|row| !row.deleted);
        let listed = live
            .filter(|row| row.import_id.as_deref() == Some(import_id))
            .map(|row| row.id.clone());
        let hidden = self.hidden_imports.iter().filter(|row| row.import_id == import_id);
        listed
            .chain(hidden.map(|row| row.matched_transaction_id.clone()))
            .collect()
    }

    /// Creates the row, or, if it is imported and the person had entered it, matches the two. The id is the listed row's.
    pub(super) fn create_or_match(&mut self, draft: &Draft) -> Option<String> {
        let Some(import_id) = &draft.import_id else {
            return self.create_from(draft);
        };
        let Some(entered) = self.entered_twin(draft) else {
            return self.create_from(draft);
        };
        let hidden = self.fresh_id("transaction").to_string();
        self.hidden_imports.push(HiddenImport {
            id: hidden.clone(),
            account_id: draft.account_id?,
            import_id: import_id.clone(),
            matched_transaction_id: entered.clone(),
        });
        self.edit_transaction(&entered, |row| {
            row.matched_transaction_id = Some(hidden);
            row.approved = false;
            if row.cleared == Cleared::Uncleared {
                row.cleared = Cleared::Cleared;
            }
        });
        Some(entered)
    }

    /// The nearest row the person entered with the same account and amount.
    fn entered_twin(&self, draft: &Draft) -> Option<String> {
        let (account, date, amount) = (draft.account_id?, draft.date?, draft.amount?);
        let distance = |row: &crate::sim::model::Transaction| (row.date - date).num_days().abs();
        let fits = |row: &&crate::sim::model::Transaction| {
            !row.deleted
                && row.account_id == account
                && row.amount == amount
                && row.import_id.is_none()
                && row.matched_transaction_id.is_none()
                && row.cleared != Cleared::Reconciled
                && distance(row) <= MATCH_DAYS
        };
        self.transactions
            .iter()
            .filter(fits)
            .min_by_key(|row| distance(row))
            .map(|row| row.id.clone())
    }

    fn import(&mut self, pending: &PendingImport) -> Option<String> {
        let count = self.transactions.iter().filter(|row| {
            let bank = row.import_id.as_deref().is_some_and(|id| id.starts_with("YNAB:"));
            bank && row.account_id == pending.account_id && row.amount == pending.amount && row.date == pending.date
        });
        let import_id = format!("YNAB:{}:{}:{}", pending.amount, pending.date, count.count() + 1);
        let draft = Draft {
            account_id: Some(pending.account_id),
            date: Some(pending.date),
            amount: Some(pending.amount),
            payee: PayeeWish::Name(pending.payee.clone()),
            category: Given::Absent,
            memo: Given::Absent,
            cleared: Some(Cleared::Cleared),
            approved: Some(false),
            flag: Given::Absent,
            import_id: Some(import_id),
            lines: Vec::new(),
        };
        self.create_or_match(&draft)
    }
}

impl Writer<'_> {
    pub(super) fn import_transactions(&mut self) -> Result<Answer, Refusal> {
        let linked = |plan: &Plan, row: &PendingImport| {
            let account = plan.accounts.live(&row.account_id);
            account.is_some_and(|one| one.direct_import_linked && !one.direct_import_in_error && !one.closed)
        };
        let pending = std::mem::take(&mut self.plan.pending_imports);
        let (ready, waiting): (Vec<_>, Vec<_>) = pending.into_iter().partition(|row| linked(self.plan, row));
        self.plan.pending_imports = waiting;
        if ready.is_empty() {
            return Answer::data("transaction_ids", Vec::<String>::new(), None);
        }
        let ids = self.plan.change(self.moment.now, |plan| {
            ready.iter().filter_map(|row| plan.import(row)).collect::<Vec<String>>()
        });
        Ok(Answer::data("transaction_ids", ids, None)?.with_status(201))
    }
}
