//! Creating and renaming payees.

use super::draft::is_reserved;
use super::{PAYEE_LIMIT, Writer};
use crate::sim::answer::Answer;
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, required};
use crate::sim::model::Payee;
use crate::sim::render::PayeeView;

#[derive(serde::Serialize)]
struct SavedPayee<T> {
    payee: T,
    server_knowledge: i64,
}

/// Names of the payees YNAB uses itself.
const OWN_NAMES: [&str; 3] = [
    "starting balance",
    "manual balance adjustment",
    "reconciliation balance adjustment",
];

impl Writer<'_> {
    pub(super) fn create_payee(&mut self) -> Result<Answer, Refusal> {
        let name = self.read_payee_name()?;
        let id = match self.plan.payee_named(&name) {
            Some(payee) => payee.id,
            None => self.plan.change(self.moment.now, |plan| plan.add_payee(&name)),
        };
        self.answer_payee(201, id)
    }

    pub(super) fn update_payee(&mut self) -> Result<Answer, Refusal> {
        let payee = self.plan.payees.live(&self.uuid()?).ok_or_else(Refusal::not_found)?;
        let (id, fixed) = (payee.id, is_fixed(payee));
        if Fields::of(self.body)?.object("payee")?.raw("name").is_given() {
            let name = self.read_payee_name()?;
            if fixed {
                return Err(Refusal::invalid("this payee cannot be renamed"));
            }
            self.plan
                .change(self.moment.now, |plan| plan.edit_payee(id, |payee| payee.name = name));
        }
        self.answer_payee(200, id)
    }

    fn read_payee_name(&self) -> Result<String, Refusal> {
        let fields = Fields::of(self.body)?.object("payee")?;
        let name = required(fields.text("name", PAYEE_LIMIT)?, "name")?;
        let name = name.trim();
        if name.is_empty() {
            return Err(Refusal::invalid("name is empty"));
        }
        if is_reserved(name) || OWN_NAMES.contains(&name.to_lowercase().as_str()) {
            return Err(Refusal::invalid("name is one that YNAB keeps for itself"));
        }
        Ok(name.to_owned())
    }

    fn answer_payee(&self, status: u16, id: uuid::Uuid) -> Result<Answer, Refusal> {
        let payee = self.plan.payees.get(&id).ok_or_else(Refusal::not_found)?;
        let data = SavedPayee {
            payee: PayeeView(payee),
            server_knowledge: self.plan.knowledge,
        };
        Answer::wrapped(status, data)
    }
}

/// A payee of transfers or of YNAB's own rows.
fn is_fixed(payee: &Payee) -> bool {
    payee.transfer_account_id.is_some() || OWN_NAMES.contains(&payee.name.to_lowercase().as_str())
}
