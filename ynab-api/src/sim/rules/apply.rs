//! Carrying out checked drafts: payees are found or made, both sides of transfers follow each other.

use uuid::Uuid;

use super::draft::{Draft, PayeeWish};
use crate::sim::model::{Cleared, Payee, Plan, Role, Transaction};

/// The account a transaction transfers to, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side {
    /// The other account.
    pub other: Option<Uuid>,
}

impl Plan {
    /// Carries out a draft as a new transaction; the id is the new row's.
    pub(super) fn create_from(&mut self, draft: &Draft) -> Option<String> {
        let id = self.fresh_id("transaction").to_string();
        let mut row = Transaction::new(id.clone(), draft.account_id?, draft.date?, draft.amount?);
        if let Some(import_id) = &draft.import_id {
            row.import_id = Some(import_id.clone());
            if let PayeeWish::Name(name) = &draft.payee {
                row.import_payee_name = Some(name.clone());
                row.import_payee_name_original = Some(name.clone());
            }
        }
        self.carry_out(row, draft);
        Some(id)
    }

    /// Carries out a draft as a change of the row it is about.
    pub(super) fn change_by(&mut self, id: &str, draft: &Draft) {
        let Some(mut row) = self.transactions.live(&id.to_owned()).cloned() else {
            return;
        };
        row.account_id = draft.account_id.unwrap_or(row.account_id);
        if !row.is_split() && !self.hangs_on_split(&row) {
            row.date = draft.date.unwrap_or(row.date);
            row.amount = draft.amount.unwrap_or(row.amount);
        }
        self.carry_out(row, draft);
    }

    fn carry_out(&mut self, mut row: Transaction, draft: &Draft) {
        row.memo = draft.memo.clone().over(row.memo.take());
        row.flag = draft.flag.clone().over(row.flag.take());
        row.cleared = draft.cleared.unwrap_or(row.cleared);
        row.approved = draft.approved.unwrap_or(row.approved);
        if row.cleared == Cleared::Reconciled && !row.approved {
            row.cleared = Cleared::Cleared;
        }
        let imported = row.import_id.is_some() && self.transactions.get(&row.id).is_none();
        if draft.payee != PayeeWish::Keep && !self.hangs_on_split(&row) {
            row.payee_id = self.resolve(&draft.payee, imported);
        }
        let other = row
            .payee_id
            .and_then(|id| self.payees.get(&id))
            .and_then(|payee| payee.transfer_account_id);
        if !row.is_split() {
            let wanted = draft
                .category
                .over(row.category_id)
                .filter(|id| *id != self.own.uncategorized);
            let card = |id: &Uuid| {
                self.categories
                    .get(id)
                    .is_some_and(|c| matches!(c.role, Role::CardPayment(_)))
            };
            if !wanted.as_ref().is_some_and(card) {
                row.category_id = wanted;
            }
            if !draft.lines.is_empty() {
                row.lines = self.new_lines(&draft.lines, imported);
                row.category_id = None;
            }
        }
        self.put_with_other_side(row, Side { other });
    }

    /// Whether the row is the other side of a line, whose amount and date are the split's.
    fn is_side_of_line(&self, row: &Transaction) -> bool {
        row.transfer_transaction_id
            .as_ref()
            .is_some_and(|id| self.transactions.get(id).is_none())
    }

    /// Whether the row is the other side of a split or of one of its lines: its amount and date are the split's.
    pub(super) fn hangs_on_split(&self, row: &Transaction) -> bool {
        row.transfer_transaction_id
            .as_ref()
            .is_some_and(|id| self.transactions.get(id).is_none_or(Transaction::is_split))
    }

    /// The payee that is wished for; a name is looked up in the rename rules (imports only), then among the payees.
    pub(super) fn resolve(&mut self, wish: &PayeeWish, imported: bool) -> Option<Uuid> {
        let name = match wish {
            PayeeWish::Keep | PayeeWish::None => return None,
            PayeeWish::Id(id) => return Some(*id),
            PayeeWish::Name(name) => name,
        };
        let rule = imported
            .then(|| self.rename_rules.get(&name.to_lowercase()).copied())
            .flatten();
        if let Some(found) = rule.or_else(|| self.payee_named(name).map(|payee| payee.id)) {
            return Some(found);
        }
        Some(self.add_payee(name))
    }

    /// A new payee with this name.
    pub(crate) fn add_payee(&mut self, name: &str) -> Uuid {
        let id = self.fresh_id("payee");
        let payee = Payee {
            id,
            name: name.to_owned(),
            transfer_account_id: None,
            deleted: false,
            changed: 0,
        };
        self.payees.put(payee, self.knowledge);
        id
    }

    /// Puts a transaction and, if it transfers, its other side; an earlier other side follows or goes.
    pub(crate) fn put_with_other_side(&mut self, mut row: Transaction, side: Side) {
        if self.is_side_of_line(&row) {
            self.drop_needless_category(&mut row);
            self.put_transaction(row);
            return;
        }
        let held = row
            .transfer_transaction_id
            .as_ref()
            .and_then(|id| self.transactions.live(id))
            .cloned();
        row.transfer_account_id = side.other;
        match (side.other, held) {
            (None, None) => {}
            (None, Some(mut held)) => {
                row.transfer_transaction_id = None;
                held.deleted = true;
                self.put_transaction(held);
            }
            (Some(account), held) => {
                let is_new = held.is_none();
                let mut other = held.unwrap_or_else(|| {
                    let id = self.fresh_id("transfer").to_string();
                    Transaction::new(id, account, row.date, -row.amount)
                });
                other.account_id = account;
                other.date = row.date;
                other.amount = -row.amount;
                other.payee_id = self
                    .accounts
                    .get(&row.account_id)
                    .map(|account| account.transfer_payee_id);
                other.transfer_account_id = Some(row.account_id);
                other.transfer_transaction_id = Some(row.id.clone());
                if is_new {
                    let loan = self
                        .accounts
                        .get(&account)
                        .is_some_and(|account| account.kind.is_loan());
                    other.debt_transaction_type = (loan && other.amount > 0).then(|| "payment".to_owned());
                    other.memo.clone_from(&row.memo);
                    other.approved = row.approved;
                }
                self.drop_needless_category(&mut other);
                row.transfer_transaction_id = Some(other.id.clone());
                self.put_transaction(other);
            }
        }
        self.mirror_lines(&mut row);
        self.drop_needless_category(&mut row);
        self.put_transaction(row);
    }

    /// Tracking accounts and transfers within the plan take no category.
    fn drop_needless_category(&self, row: &mut Transaction) {
        let on_budget = |id: Uuid| self.accounts.get(&id).is_some_and(|account| account.on_budget);
        if !on_budget(row.account_id) || row.transfer_account_id.is_some_and(on_budget) {
            row.category_id = None;
        }
    }

    /// Takes a transaction out, and with it what it transferred.
    pub(crate) fn delete_transaction(&mut self, id: &str) {
        let Some(mut row) = self.transactions.live(&id.to_owned()).cloned() else {
            return;
        };
        if self.is_side_of_line(&row) {
            self.unlink_line(&row);
        } else if let Some(other) = row.transfer_transaction_id.clone() {
            self.edit_transaction(&other, |other| other.deleted = true);
        }
        for line in &mut row.lines {
            if let Some(other) = line.transfer_transaction_id.clone() {
                self.edit_transaction(&other, |other| other.deleted = true);
            }
            line.deleted = true;
        }
        row.deleted = true;
        self.put_transaction(row);
    }
}
