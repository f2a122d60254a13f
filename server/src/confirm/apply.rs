//! After the yes: the plan's lock, a second look, the reservation, the answer spent, the intent on disk, then the requests.

use std::sync::Arc;
use std::time::Duration;

use super::answers::Key;
use super::decide::{Agreed, unusable_error};
use super::proposal::{AfterWrite, Planned};
use super::send::{Sender, Sent, requests_needed};
use super::{Confirm, ConfirmError, WriteCall};
use crate::context::PlanReader;
use crate::domain::effect::Group;
use crate::domain::hex::hex;
use crate::domain::ids::{OperationId, PlanId};
use crate::domain::operation::{EffectState, Intent};
use crate::error::ToolError;
use crate::io::lock::PlanLock;
use crate::io::state::Reservation;
use crate::logic::standing::Books;
use crate::logic::wording::described_state;
use crate::tool::Answer;

/// How long a write waits for another operation on the same plan.
const LOCK_WAIT: Duration = Duration::from_secs(10);

/// How often it looks whether the lock is free.
const LOCK_LOOK: Duration = Duration::from_millis(25);

/// What an operation needs before its intent is written.
struct Ready {
    lock: Locks,
    plan: PlanReader,
    before: Books,
    reservation: Reservation,
}

/// The right to change a plan, for as long as it lives.
pub(super) struct Locks(
    #[expect(dead_code, reason = "held")] PlanLock,
    #[expect(dead_code, reason = "held")] Option<PlanLock>,
);

impl Confirm {
    /// Applies what the person agreed to, if the plan still is what they saw. Until the answer is spent, a failure leaves
    /// it usable.
    pub(super) async fn apply_agreed(&self, call: &WriteCall<'_>, agreed: Agreed) -> Result<Answer, ToolError> {
        let spend = || {
            let spent = self.answers.spend(&agreed.key, self.clock.monotonic());
            spent.map_err(|unusable| unusable_error(call, &agreed.key, unusable))
        };
        let lock = self.lock(&agreed.plan).await?;
        let cx = call.cx.looking_again();
        let planned = (call.plan_again)(cx.clone()).await?;
        if planned.fingerprint != agreed.asked.fingerprint || planned.basis != agreed.asked.basis {
            spend()?;
            return Err(ConfirmError::PlanChanged.into());
        }
        if !(call.person.still_wanted)() {
            return Err(ConfirmError::Cancelled.into());
        }
        let plan = cx.plan_with_id(planned.plan.id.clone());
        let ready = self.ready(plan, &planned.groups, lock).await?;
        spend()?;
        self.carry_out(call, planned, ready, Some(&agreed.key)).await
    }

    /// Applies a write that acts at once.
    pub(super) async fn apply_unasked(&self, call: &WriteCall<'_>, plan: &PlanId) -> Result<Answer, ToolError> {
        self.journal.check_writable()?;
        let lock = self.lock(plan).await?;
        let cx = call.cx.looking_again();
        let planned = (call.plan_again)(cx.clone()).await?;
        if planned.groups.is_empty() {
            return planned.nothing_to_do();
        }
        if !(call.person.still_wanted)() {
            return Err(ConfirmError::Cancelled.into());
        }
        let plan = cx.plan_with_id(planned.plan.id.clone());
        let ready = self.ready(plan, &planned.groups, lock).await?;
        self.carry_out(call, planned, ready, None).await
    }

    /// All that can still fail before the answer is spent.
    async fn ready(&self, plan: PlanReader, groups: &[Group], lock: Locks) -> Result<Ready, ToolError> {
        let effects = groups.iter().flat_map(|group| &group.effects);
        let before = plan.books(effects).await?;
        let reservation = self.writer.reserve(requests_needed(groups))?;
        self.journal.check_writable()?;
        Ok(Ready {
            lock,
            plan,
            before,
            reservation,
        })
    }

    /// The plan's lock, for as long as it lives, against this process and every other.
    pub(super) async fn lock(&self, plan: &PlanId) -> Result<Locks, ToolError> {
        let since = tokio::time::Instant::now();
        loop {
            if let Some(locks) = self.try_lock(plan)? {
                return Ok(locks);
            }
            if since.elapsed() >= LOCK_WAIT {
                return Err(ConfirmError::Busy.into());
            }
            tokio::time::sleep(LOCK_LOOK).await;
        }
    }

    /// Of two processes with one state folder, and of two with one journal, one at a time.
    fn try_lock(&self, plan: &PlanId) -> Result<Option<Locks>, ToolError> {
        let Some(own) = PlanLock::try_acquire(&self.options.state_folder, plan)? else {
            return Ok(None);
        };
        let beside = match self.journal.shared_path() {
            Some(path) => match PlanLock::try_acquire_beside(path, plan)? {
                Some(lock) => Some(lock),
                None => return Ok(None),
            },
            None => None,
        };
        Ok(Some(Locks(own, beside)))
    }

    /// From the intent on, the operation runs to its end whatever becomes of the call.
    async fn carry_out(
        &self,
        call: &WriteCall<'_>,
        mut planned: Planned,
        ready: Ready,
        key: Option<&Key>,
    ) -> Result<Answer, ToolError> {
        let operation_id = new_operation_id()?;
        self.journal.begin(&Intent {
            operation_id: operation_id.clone(),
            plan_id: planned.plan.id.clone(),
            tool: call.facts.name.to_owned(),
            title: planned.question.title(),
            at: self.clock.now_utc(),
            undo_of: planned.undo_of.clone(),
            groups: planned.groups.clone(),
        })?;
        if let Some(key) = key {
            self.answers.led_to(key, &operation_id);
        }
        let Ready {
            lock,
            plan,
            before,
            mut reservation,
        } = ready;
        let sender = Sender {
            writer: Arc::clone(&self.writer),
            before,
            plan,
            clock: self.clock.clone(),
            journal: Arc::clone(&self.journal),
            operation_id: operation_id.clone(),
            meter: Arc::clone(&call.meter),
        };
        let groups = planned.groups.clone();
        let (month_after, accounts_after) = (planned.month_after, planned.accounts_after);
        let work = tokio::spawn(async move {
            let _held = lock;
            let sent = sender.send(&groups, &mut reservation).await;
            drop(reservation);
            let applied = sent.any(EffectState::Applied);
            let month = async { sender.plan.month(month_after.filter(|_| applied)?).await.ok() };
            let accounts = async {
                if !(applied && accounts_after) {
                    return None;
                }
                sender.plan.accounts().await.ok()
            };
            let (month, accounts) = tokio::join!(month, accounts);
            (sent, month, accounts)
        });
        let (sent, month, accounts) = work.await.map_err(|error| ToolError::Internal(error.to_string()))?;
        if sent.any(EffectState::Applied)
            && let Some(undone) = &planned.undo_of
        {
            self.mark_in_the_other_journal(undone);
        }
        planned.preview.settle(&AfterWrite {
            effects: sent.effects().cloned().collect(),
            month,
            accounts,
        });
        told(planned, &sent, &operation_id)
    }

    /// The Python version learns of an undo of its own operation by its own mark.
    fn mark_in_the_other_journal(&self, undone: &OperationId) {
        if let Err(error) = self.journal.mark_python_undone(undone) {
            tracing::warn!(%error, "the other journal could not be marked");
        }
    }
}

/// What is said of a request without an answer whose change is not there.
const MAY_BE_LATE: &str =
    " Should it arrive late all the same, the next write or undo_operation call on this plan says so.";

/// What the agent reads of what became of the operation.
fn told(planned: Planned, sent: &Sent, operation_id: &OperationId) -> Result<Answer, ToolError> {
    let reason = sent.failure.as_deref().unwrap_or_default();
    if sent.any(EffectState::Unknown) {
        return Err(ToolError::Unsettled {
            text: format!(
                "It is not known yet what YNAB holds of operation {operation_id}: {reason} Do not repeat the change. The next \
                 write or undo_operation call on this plan reads YNAB and says what became of it."
            ),
            operation_id: operation_id.clone(),
        });
    }
    if sent.effects().all(|(_, state)| *state == EffectState::AlreadyThere) {
        return planned.nothing_to_do();
    }
    let unrecorded = sent.unrecorded.as_deref().map(|error| {
        format!(" Its record could not be completed ({error}); the next write or undo settles that by reading YNAB.")
    });
    let unrecorded = unrecorded.unwrap_or_default();
    let late = if sent.any(EffectState::NotFound) {
        MAY_BE_LATE
    } else {
        ""
    };
    let matched = matched(sent, &planned);
    if !sent.any(EffectState::Applied) && sent.effects().all(|(_, state)| state.is_held()) {
        return planned.matched(operation_id, matched.unwrap_or_default() + &unrecorded);
    }
    if !sent.any(EffectState::Applied) {
        let back = if sent.any(EffectState::TakenBack) {
            " What had been changed before that was put back."
        } else {
            ""
        };
        return Err(ToolError::NotApplied(match matched {
            Some(matched) => format!("{matched} Nothing else was changed: {reason}{back}{late}"),
            None => format!("Nothing was changed: {reason}{back}{late}"),
        }));
    }
    let otherwise = match sent.stored_otherwise() {
        0 => String::new(),
        count => {
            format!(" YNAB stored another value than was asked for in {count} of the changes; the answer says which.")
        }
    };
    let matched = matched.map(|matched| format!(" {matched}"));
    let note = matched.unwrap_or_default() + &otherwise + &unrecorded;
    if sent.effects().all(|(_, state)| state.is_held()) {
        return planned.applied(operation_id, sent.effects().map(|(effect, _)| effect), &note);
    }
    let total = sent.effects().count();
    let applied = sent
        .effects()
        .filter(|(_, state)| *state == EffectState::Applied)
        .count();
    planned.partly_applied(
        operation_id,
        &format!(
            "Only {applied} of {total} change(s) are in effect: {reason} undo_operation with operation_id {operation_id} takes \
             back what is in effect.{late}{note}"
        ),
    )
}

/// What YNAB did with rows of the bank's that it matched: no row is new, and others are not as they were.
fn matched(sent: &Sent, planned: &Planned) -> Option<String> {
    const SHOWN: usize = 10;
    let rows = sent.effects().filter(|(_, state)| *state == EffectState::Matched);
    let mut rows: Vec<_> = rows
        .filter_map(|(effect, _)| effect.row())
        .map(|row| described_state(row, &planned.plan.currency))
        .collect();
    let count = rows.len();
    if count == 0 {
        return None;
    }
    if count > SHOWN {
        rows.truncate(SHOWN);
        rows.push(format!("… and {} more", count - SHOWN));
    }
    Some(format!(
        "YNAB made no new transaction of {count} of the bank's rows: it matched them with these, entered by hand, and left \
         them so: {}. undo_operation does not part them; YNAB does.",
        rows.join("; ")
    ))
}

/// 12 lower-case hexadecimal digits, as the Python version's.
fn new_operation_id() -> Result<OperationId, ToolError> {
    OperationId::parse(&hex(&rand::random::<[u8; 6]>())).map_err(|error| ToolError::Internal(error.to_string()))
}
