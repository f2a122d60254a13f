//! Lines of a split, and the transactions on the other side of lines that transfer.

use uuid::Uuid;

use super::draft::{LineDraft, wished_account};
use crate::sim::model::{Line, Plan, Role, Transaction};

impl Plan {
    /// Lines made from checked drafts; a card payment category is ignored, as YNAB does.
    pub(super) fn new_lines(&mut self, drafts: &[LineDraft], imported: bool) -> Vec<Line> {
        let mut lines = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let transfer_account_id = wished_account(self, &draft.payee);
            let within = transfer_account_id.is_some_and(|id| self.accounts.get(&id).is_some_and(|one| one.on_budget));
            let card = |id: &Uuid| {
                self.categories
                    .get(id)
                    .is_some_and(|one| matches!(one.role, Role::CardPayment(_)))
            };
            let category_id = draft
                .category
                .filter(|id| !within && !card(id) && *id != self.own.uncategorized);
            lines.push(Line {
                id: self.fresh_id("line").to_string(),
                amount: draft.amount,
                memo: draft.memo.clone(),
                payee_id: self.resolve(&draft.payee, imported),
                category_id,
                transfer_account_id,
                transfer_transaction_id: None,
                deleted: false,
            });
        }
        lines
    }

    /// Makes or moves the transactions on the other side of the row's transferring lines.
    pub(super) fn mirror_lines(&mut self, row: &mut Transaction) {
        let own_payee = self
            .accounts
            .get(&row.account_id)
            .map(|account| account.transfer_payee_id);
        for line in row.lines.iter_mut().filter(|line| !line.deleted) {
            let Some(account) = line.transfer_account_id else {
                continue;
            };
            let held = line
                .transfer_transaction_id
                .as_ref()
                .and_then(|id| self.transactions.live(id))
                .cloned();
            let mut other = held.unwrap_or_else(|| {
                let id = self.fresh_id("transfer").to_string();
                let mut other = Transaction::new(id, account, row.date, -line.amount);
                other.memo.clone_from(&line.memo);
                other.approved = row.approved;
                other
            });
            other.account_id = account;
            other.date = row.date;
            other.amount = -line.amount;
            other.payee_id = own_payee;
            other.transfer_account_id = Some(row.account_id);
            other.transfer_transaction_id = Some(line.id.clone());
            line.transfer_transaction_id = Some(other.id.clone());
            self.put_transaction(other);
        }
    }

    /// A line whose other side goes stays in its split, as a plain line without payee and category.
    pub(super) fn unlink_line(&mut self, side: &Transaction) {
        let Some(line_id) = side.transfer_transaction_id.clone() else {
            return;
        };
        let parent = self
            .transactions
            .iter()
            .find(|row| row.lines.iter().any(|line| line.id == line_id))
            .cloned();
        let Some(mut parent) = parent else { return };
        for line in parent.lines.iter_mut().filter(|line| line.id == line_id) {
            line.transfer_account_id = None;
            line.transfer_transaction_id = None;
            line.payee_id = None;
        }
        self.put_transaction(parent);
    }
}
