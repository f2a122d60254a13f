//! The journal on a real disk, and what damages, strangers, other processes and other versions do to it.

mod damage;
mod fold;
mod processes;
mod property;
mod python;

use std::fs;
use std::path::PathBuf;

use chrono::{DateTime, Utc};

use super::{Journal, JournalPaths};
use crate::domain::effect::{Effect, Group, GroupRef};
use crate::domain::history::History;
use crate::domain::ids::{CategoryId, OperationId, PlanId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::operation::{EffectOutcome, EffectState, Intent};

/// A journal in a folder that goes away with it.
struct Scene {
    folder: tempfile::TempDir,
    journal: Journal,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(JournalPaths::in_state_folder(&folder.path().join("avenir-mcp")));
        Self { folder, journal }
    }

    fn ours(&self) -> PathBuf {
        self.folder.path().join("avenir-mcp/operations.jsonl")
    }

    fn python(&self) -> PathBuf {
        self.folder.path().join("avenir-mcp/journal.jsonl")
    }

    /// A journal whose Python neighbour holds these lines.
    fn with_python(lines: &[&str]) -> Self {
        let scene = Self::new();
        fs::create_dir_all(scene.folder.path().join("avenir-mcp")).unwrap();
        fs::write(scene.python(), lines.join("\n") + "\n").unwrap();
        scene
    }

    fn history(&self) -> History {
        self.journal.history(&plan()).unwrap()
    }
}

fn plan() -> PlanId {
    PlanId::parse("plan-1").unwrap()
}

/// Operation ids as they look: 12 hexadecimal digits.
fn operation(number: usize) -> OperationId {
    OperationId::parse(&format!("{number:012x}")).unwrap()
}

fn at(seconds: usize) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + i64::try_from(seconds).unwrap(), 0).unwrap()
}

fn month() -> Month {
    Month::parse("2026-09-01").unwrap()
}

fn assigned(category: &str, before: i64, after: i64) -> Effect {
    Effect::Assigned {
        category_id: CategoryId::parse(category).unwrap(),
        month: month(),
        before: Milliunits::new(before),
        after: Milliunits::new(after),
    }
}

fn category(transaction: &str, before: Option<&str>, after: Option<&str>) -> Effect {
    let id = |text: &str| CategoryId::parse(text).unwrap();
    Effect::Category {
        transaction_id: TransactionId::parse(transaction).unwrap(),
        before: before.map(id),
        after: after.map(id),
    }
}

fn moved() -> Group {
    Group::new(vec![
        assigned("tennis", 80_000, 50_000),
        assigned("food", 120_000, 150_000),
    ])
}

/// An operation of one move, or of the groups given.
fn intent(number: usize, groups: Vec<Group>) -> Intent {
    Intent {
        operation_id: operation(number),
        plan_id: plan(),
        tool: "move_money".into(),
        title: "Move 30.00 from Tennis to Restaurants".into(),
        at: at(number),
        undo_of: None,
        groups,
    }
}

/// An operation that takes back the given group of another one.
fn undo(number: usize, of: usize, group: usize) -> Intent {
    let undoes = Some(GroupRef {
        operation_id: operation(of),
        group,
    });
    let effects = vec![assigned("tennis", 50_000, 80_000), assigned("food", 150_000, 120_000)];
    Intent {
        undo_of: Some(operation(of)),
        ..intent(
            number,
            vec![Group {
                undoes,
                ..Group::new(effects)
            }],
        )
    }
}

fn outcome(group: usize, effect: usize, state: EffectState) -> EffectOutcome {
    EffectOutcome {
        group,
        effect,
        state,
        actual: None,
    }
}

/// Writes the operation and that all of it was applied.
fn apply(journal: &Journal, intent: &Intent) {
    journal.begin(intent).unwrap();
    let groups = intent.groups.iter().enumerate();
    let outcomes: Vec<EffectOutcome> = groups
        .flat_map(|(group, effects)| (0..effects.effects.len()).map(move |effect| (group, effect)))
        .map(|(group, effect)| outcome(group, effect, EffectState::Applied))
        .collect();
    journal
        .outcome(&intent.operation_id, intent.at, &outcomes, None)
        .unwrap();
}
