//! New accounts, with everything YNAB makes along with one: transfer payee, payment category, opening balance.

use uuid::Uuid;

use super::{PAYEE_LIMIT, Writer};
use crate::sim::answer::Answer;
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, not_null, required};
use crate::sim::ids::derived;
use crate::sim::model::{Account, AccountKind, Category, Cleared, Payee, Plan, Role, Transaction};
use crate::sim::render::AccountView;

impl Writer<'_> {
    pub(super) fn create_account(&mut self) -> Result<Answer, Refusal> {
        let fields = Fields::of(self.body)?.object("account")?;
        let name = required(fields.text("name", PAYEE_LIMIT)?, "name")?;
        let kind = required(fields.text("type", PAYEE_LIMIT)?, "type")?;
        let balance = not_null(fields.integer("balance")?, "balance")?;
        let balance = balance.ok_or_else(|| Refusal::invalid("balance is missing"))?;
        let kind = AccountKind::named(&kind).filter(|kind| kind.creatable());
        let kind = kind.ok_or_else(|| Refusal::invalid("type is not one an application can create"))?;
        if name.trim().is_empty() {
            return Err(Refusal::invalid("name is empty"));
        }
        let today = self.moment.today();
        let id = self.plan.change(self.moment.now, |plan| {
            let id = plan.add_account(&name, kind);
            plan.open_with(id, today, balance);
            id
        });
        let account = self.plan.accounts.get(&id).ok_or_else(Refusal::not_found)?;
        Ok(Answer::data(
            "account",
            AccountView {
                look: self.look(),
                account,
            },
            None,
        )?
        .with_status(201))
    }
}

impl Plan {
    /// A new account with its transfer payee and, for a card, its payment category, inside [`Plan::change`].
    pub fn add_account(&mut self, name: &str, kind: AccountKind) -> Uuid {
        let key = self.id.to_string();
        let unused = |id: &Uuid| self.accounts.get(id).is_none();
        let id = Some(derived(&[&key, "account", name]))
            .filter(unused)
            .unwrap_or_else(|| self.fresh_id("account"));
        let key = id.to_string();
        let payee = Payee {
            id: derived(&[&key, "transfer payee"]),
            name: format!("Transfer : {name}"),
            transfer_account_id: Some(id),
            deleted: false,
            changed: 0,
        };
        let transfer_payee_id = payee.id;
        self.payees.put(payee, self.knowledge);
        let payment_category_id = kind.is_card().then(|| {
            let group = self.own.card_group;
            let category = derived(&[&key, "payment"]);
            self.put_category(category, group, name, Role::CardPayment(id));
            category
        });
        let account = Account {
            id,
            name: name.to_owned(),
            kind,
            on_budget: kind.on_budget(),
            closed: false,
            note: None,
            transfer_payee_id,
            payment_category_id,
            direct_import_linked: false,
            direct_import_in_error: false,
            last_reconciled_at: None,
            debt_interest_rates: std::collections::BTreeMap::new(),
            debt_minimum_payments: std::collections::BTreeMap::new(),
            debt_escrow_amounts: std::collections::BTreeMap::new(),
            deleted: false,
            changed: 0,
        };
        self.accounts.put(account, self.knowledge);
        id
    }

    /// A category with a chosen id.
    pub(crate) fn put_category(&mut self, id: Uuid, group_id: Uuid, name: &str, role: Role) {
        let category = Category {
            id,
            group_id,
            name: name.to_owned(),
            role,
            hidden: false,
            internal: matches!(role, Role::CardPayment(_)),
            note: None,
            target: None,
            deleted: false,
            changed: 0,
        };
        self.categories.put(category, self.knowledge);
    }

    /// The opening balance: income of a money account, a debt no category covers of a card, a mere figure elsewhere.
    pub fn open_with(&mut self, account: Uuid, date: chrono::NaiveDate, balance: i64) {
        if balance == 0 {
            return;
        }
        let Some(held) = self.accounts.get(&account) else {
            return;
        };
        let income = held.on_budget && !held.kind.is_card();
        let id = derived(&[&account.to_string(), "starting balance"]).to_string();
        let mut row = Transaction::new(id, account, date, balance);
        row.payee_id = Some(self.own.starting_balance_payee);
        row.category_id = income.then_some(self.own.ready_to_assign);
        row.cleared = Cleared::Cleared;
        row.approved = true;
        self.put_transaction(row);
    }
}
