//! Renaming payees.

use ynab_api::types as wire;

use super::super::convert;
use super::super::error::WriteError;
use super::super::meter::Meter;
use super::super::store::Touched;
use super::{Writer, readable};
use crate::domain::ids::{PayeeId, PlanId};
use crate::domain::plan::Payee;
use crate::io::state::Reservation;

impl Writer {
    /// Renames a payee, and with it all its transactions, and gives it as YNAB answers it.
    pub async fn rename_payee(
        &self,
        plan: &PlanId,
        id: &PayeeId,
        name: &str,
        reservation: &mut Reservation,
        meter: &Meter,
    ) -> Result<Payee, WriteError> {
        const WHAT: &str = "this payee";
        let name = Some(name.to_owned());
        let body = wire::PatchPayeeWrapper {
            payee: wire::SavePayee { name },
        };
        let request =
            |ynab: ynab_api::Operations| async move { ynab.update_payee(plan.as_str(), id.as_str(), &body).await };
        let sent = self.send(plan, Touched::Payees, WHAT, reservation, meter, request);
        let (status, answer) = sent.await?;
        readable(status, convert::payee(answer.data.payee))
    }
}
