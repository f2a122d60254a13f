//! Operations that were interrupted: their fate is found out by reading, and only by reading.

use std::collections::BTreeSet;

use super::send::settled_by;
use super::{Confirm, ConfirmError};
use crate::context::ReadCx;
use crate::domain::effect::Effect;
use crate::domain::history::History;
use crate::domain::ids::PlanId;
use crate::domain::operation::{EffectOutcome, EffectRecord, EffectState, Operation};
use crate::error::ToolError;
use crate::logic::history::{maybe_late, unsettled};

impl Confirm {
    /// Settles what is open in the record of this plan and says what was found, one sentence an operation. An operation that
    /// another process is carrying out right now holds the plan's lock, and is left alone.
    pub(super) async fn recover(&self, cx: &ReadCx, plan: &PlanId) -> Result<Vec<String>, ToolError> {
        let now = self.clock.now_utc();
        let open = |past: &History| !unsettled(past).is_empty() || !maybe_late(past, now).is_empty();
        if !open(&self.journal.history(plan)?) {
            return Ok(Vec::new());
        }
        let _held = match self.lock(plan).await {
            Ok(lock) => lock,
            Err(ToolError::Confirm(ConfirmError::Busy)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let reader = cx.looking_again().plan_with_id(plan.clone());
        let mut found = Vec::new();
        let past = self.journal.history(plan)?;
        for operation in unsettled(&past) {
            let effects: Vec<_> = records(operation).map(|(_, record)| record.effect.clone()).collect();
            let books = reader.books(&effects).await?;
            let outcomes = outcomes(operation, settled_by(&books, &effects));
            self.journal.outcome(
                &operation.operation_id,
                self.clock.now_utc(),
                &outcomes,
                Some("settled by reading"),
            )?;
            found.push(sentence(operation, &outcomes, "was interrupted"));
        }
        for operation in maybe_late(&past, now) {
            let effects: Vec<_> = records(operation).map(|(_, record)| record.effect.clone()).collect();
            let books = reader.books(&effects).await?;
            let outcomes = late(&past, operation, settled_by(&books, &effects));
            if !outcomes.is_empty() {
                let note = Some("arrived late");
                self.journal.outcome(&operation.operation_id, now, &outcomes, note)?;
                found.push(sentence(operation, &outcomes, "got no answer, and arrived late"));
            }
        }
        Ok(found)
    }
}

/// What has arrived since it was not found. What a later operation of ours changed, or made, is that one's.
fn late(past: &History, operation: &Operation, settled: Vec<(Effect, EffectState)>) -> Vec<EffectOutcome> {
    let later = past
        .operations
        .iter()
        .rev()
        .take_while(|other| other.operation_id != operation.operation_id);
    let later: Vec<_> = later.flat_map(records).map(|(_, record)| &record.effect).collect();
    let others = past
        .operations
        .iter()
        .filter(|other| other.operation_id != operation.operation_id);
    let made: BTreeSet<_> = others
        .flat_map(records)
        .filter_map(|(_, record)| record.effect.transaction_id().cloned())
        .collect();
    let open = records(operation)
        .zip(settled)
        .filter(|((_, record), (actual, state))| {
            let is_new =
                record.effect.transaction_id().is_none() && actual.transaction_id().is_some_and(|id| made.contains(id));
            record.state == EffectState::NotFound
                && *state == EffectState::Applied
                && !is_new
                && !later.iter().any(|other| other.changes_same(&record.effect))
        });
    open.map(|(((group, effect), record), (actual, state))| EffectOutcome {
        group,
        effect,
        state,
        actual: (actual != record.effect).then_some(actual),
    })
    .collect()
}

/// The effects of an operation, each with its place.
fn records(operation: &Operation) -> impl Iterator<Item = ((usize, usize), &EffectRecord)> {
    let groups = operation.groups.iter().enumerate();
    groups.flat_map(|(group, record)| {
        let effects = record.effects.iter().enumerate();
        effects.map(move |(place, record)| ((group, place), record))
    })
}

/// A state for every effect that has none yet, out of what was read of all.
fn outcomes(operation: &Operation, settled: Vec<(Effect, EffectState)>) -> Vec<EffectOutcome> {
    let open = records(operation)
        .zip(settled)
        .filter(|((_, record), _)| matches!(record.state, EffectState::Intended | EffectState::Unknown));
    open.map(|(((group, effect), record), (actual, state))| EffectOutcome {
        group,
        effect,
        state,
        actual: (state == EffectState::Applied && actual != record.effect).then_some(actual),
    })
    .collect()
}

/// What became of the operation; `what` says what had happened to it.
fn sentence(operation: &Operation, outcomes: &[EffectOutcome], what: &str) -> String {
    let id = &operation.operation_id;
    let title = crate::domain::text::visible_line(&operation.title);
    let records = operation.groups.iter().flat_map(|group| &group.effects);
    let no_way_back = records.clone().find_map(|record| record.effect.no_way_back());
    let total = records.clone().count();
    let before = records.filter(|record| record.state == EffectState::Applied).count();
    let applied = before
        + outcomes
            .iter()
            .filter(|outcome| outcome.state == EffectState::Applied)
            .count();
    let back = |them: &str| match no_way_back {
        Some(why) => format!("it cannot be undone here: {why}"),
        None => format!("undo_operation with that id takes {them} back"),
    };
    if applied == 0 {
        format!("An earlier operation, {id} ({title}), {what}: YNAB holds nothing of it so far.")
    } else if applied == total {
        format!(
            "An earlier operation, {id} ({title}), {what}: YNAB holds all of it; {}.",
            back("it")
        )
    } else {
        format!(
            "An earlier operation, {id} ({title}), {what}: YNAB holds {applied} of its {total} changes; {}.",
            back("them")
        )
    }
}
