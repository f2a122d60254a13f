//! Operations that were interrupted: their fate is found out by reading, and only by reading.

use std::collections::BTreeSet;

use chrono::{DateTime, SecondsFormat, Utc};

use super::send::settled_by;
use super::{Confirm, ConfirmError};
use crate::context::{PlanReader, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::effect::Effect;
use crate::domain::history::History;
use crate::domain::ids::{OperationId, PlanId, TransactionId};
use crate::domain::operation::{EffectOutcome, EffectRecord, EffectState, GroupRecord, Operation};
use crate::domain::row::Row;
use crate::error::ToolError;
use crate::logic::history::{arrives_until, maybe_late, unsettled};
use crate::logic::standing::{Books, Standing};
use crate::logic::wording::described_row;

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
        let past = self.journal.history(plan)?;
        let ids = |operations: Vec<&Operation>| -> Vec<OperationId> {
            operations
                .iter()
                .map(|operation| operation.operation_id.clone())
                .collect()
        };
        let (interrupted, unanswered) = (ids(unsettled(&past)), ids(maybe_late(&past, now)));
        let mut found = Vec::new();
        for id in interrupted {
            found.extend(self.settle_interrupted(&reader, &id, now).await?);
        }
        for id in unanswered {
            found.extend(self.settle_late(&reader, &id, now).await?);
        }
        Ok(found)
    }

    async fn settle_interrupted(
        &self,
        reader: &PlanReader,
        id: &OperationId,
        now: DateTime<Utc>,
    ) -> Result<Option<String>, ToolError> {
        let past = self.journal.history(reader.id())?;
        let Some(operation) = named(&past, id) else {
            return Ok(None);
        };
        let books = books(reader, operation).await?;
        let mut outcomes = outcomes(operation, found(&past, operation, &books));
        let until = arrives_until(operation);
        let held = now <= until && hold_what_would_be_lost(operation, &mut outcomes);
        if !outcomes.is_empty() {
            self.journal.outcome(id, now, &outcomes, Some("settled by reading"))?;
        }
        let effects: Vec<_> = records(operation).map(|(_, record)| record.effect.clone()).collect();
        let maybe = maybe(
            &free(&past, operation, &books),
            &effects,
            &reader.summary().await?.currency,
        );
        let past = self.journal.history(reader.id())?;
        let open_until = Some(until).filter(|_| held);
        Ok(named(&past, id).map(|operation| {
            let mut told = sentence(operation, "was interrupted", open_until);
            told.extend(maybe);
            told
        }))
    }

    async fn settle_late(
        &self,
        reader: &PlanReader,
        id: &OperationId,
        now: DateTime<Utc>,
    ) -> Result<Option<String>, ToolError> {
        let past = self.journal.history(reader.id())?;
        let Some(operation) = named(&past, id) else {
            return Ok(None);
        };
        let books = books(reader, operation).await?;
        let outcomes = late(&past, operation, &books);
        if outcomes.is_empty() {
            return Ok(None);
        }
        self.journal.outcome(id, now, &outcomes, Some("arrived late"))?;
        let past = self.journal.history(reader.id())?;
        Ok(named(&past, id).map(|operation| sentence(operation, "got no answer, and arrived late", None)))
    }
}

fn named<'a>(past: &'a History, id: &OperationId) -> Option<&'a Operation> {
    past.operations.iter().find(|operation| operation.operation_id == *id)
}

async fn books(reader: &PlanReader, operation: &Operation) -> Result<Books, ToolError> {
    reader.books(records(operation).map(|(_, record)| &record.effect)).await
}

/// What other operations made or changed.
fn of_others(past: &History, operation: &Operation) -> BTreeSet<TransactionId> {
    let others = past
        .operations
        .iter()
        .filter(|other| other.operation_id != operation.operation_id);
    others
        .flat_map(records)
        .filter_map(|(_, record)| record.effect.transaction_id().cloned())
        .collect()
}

/// What YNAB holds, without the rows that cannot be new ones of this operation since they are another one's.
fn free(past: &History, operation: &Operation, books: &Books) -> Books {
    let others = of_others(past, operation);
    let own: BTreeSet<_> = records(operation)
        .filter_map(|(_, record)| record.effect.transaction_id())
        .collect();
    let mut free = books.clone();
    free.transactions
        .retain(|id, _| own.contains(id) || !others.contains(id));
    free
}

/// What YNAB holds of each effect of the operation. A row that another operation made or changed is not one that this one made.
fn found(past: &History, operation: &Operation, books: &Books) -> Vec<(Effect, EffectState)> {
    let effects: Vec<_> = records(operation).map(|(_, record)| record.effect.clone()).collect();
    let others = of_others(past, operation);
    let settled = settled_by(books, &free(past, operation, books).found(&effects));
    let settled = effects.into_iter().zip(settled).map(|(effect, (actual, state))| {
        let is_new = effect.transaction_id().is_none() && state == EffectState::Applied;
        match actual.transaction_id() {
            Some(id) if is_new && others.contains(id) => (effect, EffectState::NotFound),
            _ => (actual, state),
        }
    });
    settled.collect()
}

/// What is there and may be of it, as nobody can tell any more.
fn maybe(books: &Books, effects: &[Effect], currency: &Currency) -> Option<String> {
    const SHOWN: usize = 10;
    let rows = books.found(effects);
    let rows = books.maybe(&rows);
    let mut shown: Vec<_> = rows
        .iter()
        .take(SHOWN)
        .map(|row| described_row(&Row::of(row), currency))
        .collect();
    if rows.len() > SHOWN {
        shown.push(format!("… and {} more", rows.len() - SHOWN));
    }
    (!shown.is_empty()).then(|| {
        format!(
            " These are alike and were not there before; they may be of it and changed since, or somebody else's, so \
             undo_operation leaves them: {}.",
            shown.join("; ")
        )
    })
}

/// Leaves open the deletion of a row that another one of the same group stands for, while it may still arrive; whether there is one. Were
/// the other row taken back meanwhile, the deletion would take the only one that is left.
fn hold_what_would_be_lost(operation: &Operation, outcomes: &mut Vec<EffectOutcome>) -> bool {
    let before = outcomes.len();
    let made_again: BTreeSet<usize> = records(operation)
        .filter(|((group, place), record)| {
            let told = outcomes
                .iter()
                .find(|told| (told.group, told.effect) == (*group, *place));
            let state = told.map_or(record.state, |told| told.state);
            matches!(record.effect, Effect::Created { replaces: Some(_), .. }) && state == EffectState::Applied
        })
        .map(|((group, _), _)| group)
        .collect();
    outcomes.retain(|told| {
        let group = operation.groups.get(told.group);
        let effect = group.and_then(|group| group.effects.get(told.effect));
        let deletes = effect.is_some_and(|record| matches!(record.effect, Effect::Deleted { .. }));
        !(deletes && told.state == EffectState::NotFound && made_again.contains(&told.group))
    });
    outcomes.len() < before
}

/// What has arrived since it was not found. Where a later operation changed the same, and what that one left is there, it is that one's;
/// where ours is there instead, it went over what that one had left.
fn late(past: &History, operation: &Operation, books: &Books) -> Vec<EffectOutcome> {
    let newest_first = past.operations.iter().rev();
    let later: Vec<&Effect> = newest_first
        .take_while(|other| other.operation_id != operation.operation_id)
        .flat_map(|other| other.groups.iter().rev().flat_map(|group| group.effects.iter().rev()))
        .filter(|record| record.state == EffectState::Applied)
        .map(|record| &record.effect)
        .collect();
    let settled = records(operation).zip(found(past, operation, books));
    let arrived = settled.filter_map(|(((group, effect), record), (actual, state))| {
        if record.state != EffectState::NotFound || state != EffectState::Applied {
            return None;
        }
        let actual = match later.iter().find(|later| later.changes_same(&record.effect)) {
            Some(later) if books.standing(later) == Standing::After => return None,
            Some(later) => actual.over(later),
            None => actual,
        };
        Some(EffectOutcome {
            group,
            effect,
            state,
            actual: (actual != record.effect).then_some(actual),
        })
    });
    arrived.collect()
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
        actual: (matches!(state, EffectState::Applied | EffectState::Matched) && actual != record.effect)
            .then_some(actual),
    })
    .collect()
}

/// What became of the operation; `what` says what had happened to it, and `open_until` how long a request of it may still arrive that
/// it waits for.
fn sentence(operation: &Operation, what: &str, open_until: Option<DateTime<Utc>>) -> String {
    let id = &operation.operation_id;
    let title = crate::domain::text::visible_line(&operation.title);
    let records = || operation.groups.iter().flat_map(|group| &group.effects);
    let total = records().count();
    let in_effect = operation.groups.iter().filter(|group| GroupRecord::in_effect(group));
    let applied = in_effect
        .flat_map(|group| &group.effects)
        .filter(|record| record.state == EffectState::Applied)
        .count();
    let back = |them: &str| match (open_until, &operation.not_undoable) {
        (Some(until), _) => format!(
            "the rest may still arrive until {}, and before that it cannot be taken back, so that nothing is lost",
            until.to_rfc3339_opts(SecondsFormat::Secs, true)
        ),
        (None, Some(why)) => format!("it cannot be undone here: {why}"),
        (None, None) => format!("undo_operation with that id takes {them} back"),
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
