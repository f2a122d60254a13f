//! Why something changed since: the later operation that did it and still stands. Undone first, it frees the way.

use super::{Conflict, Now, Undo};
use crate::domain::effect::{Effect, Thing};
use crate::domain::history::History;
use crate::domain::ids::OperationId;
use crate::domain::operation::{EffectState, Operation};
use crate::domain::row::Row;
use crate::logic::history;
use crate::logic::obstacle::Obstacle;
use crate::logic::standing::{Books, Standing};

impl Undo {
    /// Finds the cause of everything that is left alone, among the plan's later operations.
    pub fn find_causes(&mut self, past: &History, operation: &Operation, books: &Books) {
        let newest_first = past.operations.iter().rev();
        let later: Vec<_> = newest_first
            .take_while(|other| other.operation_id != operation.operation_id)
            .collect();
        for conflict in &mut self.conflicts {
            let mut causes = later.iter().filter(|other| is_cause(other, conflict, books));
            conflict.cause = causes.find_map(|other| {
                let undone = history::find(past, &other.operation_id).ok()?;
                Some(undone.operation_id.clone())
            });
        }
    }

    /// The causes that are known, each once; the first is to be undone first.
    pub fn causes(&self) -> Vec<&OperationId> {
        let mut causes: Vec<&OperationId> = Vec::new();
        for cause in self.conflicts.iter().filter_map(|conflict| conflict.cause.as_ref()) {
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        causes
    }
}

/// Whether something of the operation is in effect, still stands, and is what keeps the change from being put back.
fn is_cause(other: &Operation, conflict: &Conflict, books: &Books) -> bool {
    let groups = other.groups.iter().filter(|group| group.in_effect());
    let applied = groups
        .flat_map(|group| &group.effects)
        .filter(|record| record.state == EffectState::Applied);
    let mut effects = applied.map(|record| &record.effect);
    effects.any(|effect| touches(effect, conflict, books) && books.standing(effect) == Standing::After)
}

fn touches(later: &Effect, conflict: &Conflict, books: &Books) -> bool {
    let ours = &conflict.effect;
    match &conflict.now {
        Now::Other(_) if later.thing() != ours.thing() => false,
        Now::Other(_) if later.kind() == ours.kind() || is_of_row(later) => true,
        Now::Other(_) => is_of_row(ours) && ours.row().is_none_or(|row| differs(row, later)),
        Now::NoWayBack(Obstacle::OtherSide) => {
            let this = ours.transaction_id().and_then(|id| books.transactions.get(id));
            let other = this.and_then(|row| row.transfer_transaction_id.as_ref());
            let marks = matches!(later, Effect::Cleared { .. } | Effect::Flag { .. });
            marks && other.is_some_and(|other| later.thing() == Thing::Transaction(other))
        }
        _ => false,
    }
}

/// Whether a later change of one thing of a row left something else than was there.
fn differs(row: &Row, later: &Effect) -> bool {
    match later {
        Effect::Category { after, .. } => *after != row.category_id,
        Effect::Flag { after, .. } => *after != row.flag,
        Effect::Approved { after, .. } => *after != row.approved,
        Effect::Cleared { after, .. } => *after != row.cleared,
        _ => false,
    }
}

/// Whether it is about a whole row, which every change of the row changes.
fn is_of_row(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Created { .. } | Effect::Deleted { .. } | Effect::Split { .. }
    )
}
