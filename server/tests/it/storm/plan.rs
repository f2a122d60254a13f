//! The household of a storm: what is changed of it beforehand, what the steps choose from, and what has to come back.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::Index;
use ynab_api::sim::{Cleared, Plan, Role, Transaction};

use crate::stage::Stage;

/// A change made elsewhere before anything else.
#[derive(Clone, Debug)]
pub enum Edit {
    Cleared(Index, bool),
    Approved(Index, bool),
    Amount(Index, i32),
    Memo(Index),
}

pub fn edit() -> impl Strategy<Value = Edit> {
    let index = any::<Index>;
    prop_oneof![
        (index(), any::<bool>()).prop_map(|(row, cleared)| Edit::Cleared(row, cleared)),
        (index(), any::<bool>()).prop_map(|(row, approved)| Edit::Approved(row, approved)),
        (index(), -90_000..90_000i32).prop_map(|(row, cents)| Edit::Amount(row, cents)),
        index().prop_map(Edit::Memo),
    ]
}

/// Makes the changes: no two households are alike.
pub fn make(stage: &Stage, edits: &[Edit]) {
    let rows = stage.look(|plan| Choices::of(plan).rows);
    for edit in edits {
        let (Edit::Cleared(row, _) | Edit::Approved(row, _) | Edit::Amount(row, _) | Edit::Memo(row)) = edit;
        let id = row.get(&rows);
        let plain = stage.look(|plan| plan.transactions.live(id).is_some_and(is_plain));
        if !plain {
            continue;
        }
        stage.edit_elsewhere(id, |row| match edit {
            Edit::Cleared(_, cleared) => row.cleared = if *cleared { Cleared::Cleared } else { Cleared::Uncleared },
            Edit::Approved(_, approved) => row.approved = *approved,
            Edit::Amount(_, cents) => row.amount = i64::from(*cents) * 10,
            Edit::Memo(_) => row.memo = Some("changed before".to_owned()),
        });
    }
    stage.assert_balanced();
}

fn is_plain(row: &Transaction) -> bool {
    row.lines.is_empty() && row.transfer_account_id.is_none() && row.cleared != Cleared::Reconciled
}

/// What the steps choose from, by id.
pub struct Choices {
    /// Categories that take assigned money.
    pub categories: Vec<String>,
    /// Those of the person's own groups.
    pub spending: Vec<String>,
    /// The rows of the last days.
    pub rows: Vec<String>,
    pub accounts: Vec<String>,
    pub groups: Vec<String>,
    pub payees: Vec<String>,
}

impl Choices {
    pub fn of(plan: &Plan) -> Self {
        let assignable = |role| !matches!(role, Role::ReadyToAssign | Role::Uncategorized | Role::Deferred);
        let categories = plan
            .categories
            .iter()
            .filter(|category| !category.deleted && assignable(category.role));
        let spending = categories
            .clone()
            .filter(|category| category.role == Role::Ordinary && !category.hidden);
        let mut rows: Vec<_> = plan.transactions.iter().filter(|row| !row.deleted).collect();
        rows.sort_by_key(|row| row.date);
        let spending: Vec<_> = spending.collect();
        let groups: BTreeSet<_> = spending.iter().map(|category| category.group_id.to_string()).collect();
        let payees = plan
            .payees
            .iter()
            .filter(|payee| !payee.deleted && payee.transfer_account_id.is_none());
        Self {
            categories: categories.map(|category| category.id.to_string()).collect(),
            spending: spending.iter().map(|category| category.id.to_string()).collect(),
            rows: rows.iter().rev().take(60).map(|row| row.id.clone()).collect(),
            accounts: plan.accounts.iter().map(|account| account.id.to_string()).collect(),
            groups: groups.into_iter().collect(),
            payees: payees.map(|payee| payee.id.to_string()).collect(),
        }
    }
}

/// All that the writes change, without the ids of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    assigned: BTreeMap<(String, String), i64>,
    rows: BTreeMap<String, usize>,
    imported: BTreeMap<String, usize>,
    categories: BTreeMap<String, (String, String)>,
    targets: BTreeMap<String, String>,
    payees: BTreeMap<String, String>,
}

impl Held {
    /// `known` are the import ids of the rows that were there at first.
    pub fn of(plan: &Plan, known: &BTreeSet<String>) -> Self {
        let assigned = plan.assigned.iter().flat_map(|(month, categories)| {
            let amounts = categories.iter().filter(|(_, amount)| **amount != 0);
            amounts.map(move |(id, amount)| ((month.to_string(), id.to_string()), *amount))
        });
        let live = plan.transactions.iter().filter(|row| !row.deleted);
        let (imported, rows): (Vec<_>, Vec<_>) = live.partition(|row| is_new_from_the_bank(row, known));
        let count = |rows: Vec<&Transaction>| {
            let mut count = BTreeMap::new();
            for row in rows {
                *count.entry(line(plan, row)).or_insert(0) += 1;
            }
            count
        };
        let categories = plan.categories.iter().filter(|category| !category.deleted);
        let payees = plan.payees.iter().filter(|payee| !payee.deleted);
        Self {
            assigned: assigned.collect(),
            rows: count(rows),
            imported: count(imported),
            categories: categories
                .clone()
                .map(|category| {
                    (
                        category.id.to_string(),
                        (category.name.clone(), category.group_id.to_string()),
                    )
                })
                .collect(),
            targets: categories
                .map(|category| (category.id.to_string(), target(category)))
                .collect(),
            payees: payees.map(|payee| (payee.id.to_string(), payee.name.clone())).collect(),
        }
    }

    /// Without what is left over or not restored: the targets of these categories, categories and payees made since, and what an
    /// import brought.
    pub fn without(mut self, targets: &BTreeSet<String>, imported: bool, before: &Self) -> Self {
        self.targets.retain(|id, _| !targets.contains(id));
        self.categories.retain(|id, _| before.categories.contains_key(id));
        self.targets.retain(|id, _| self.categories.contains_key(id));
        self.payees.retain(|id, _| before.payees.contains_key(id));
        if imported {
            self.imported.clear();
        }
        self
    }
}

impl Held {
    /// What differs, one line each.
    pub fn differences(&self, before: &Self) -> Vec<String> {
        let (now, before) = (self.lines(), before.lines());
        let gone = before.difference(&now).map(|line| format!("- {line}"));
        gone.chain(now.difference(&before).map(|line| format!("+ {line}")))
            .collect()
    }

    fn lines(&self) -> BTreeSet<String> {
        let assigned = self.assigned.iter().map(|held| format!("assigned {held:?}"));
        let rows = self.rows.iter().map(|held| format!("row {held:?}"));
        let imported = self.imported.iter().map(|held| format!("imported {held:?}"));
        let categories = self.categories.iter().map(|held| format!("category {held:?}"));
        let targets = self.targets.iter().map(|held| format!("target {held:?}"));
        let payees = self.payees.iter().map(|held| format!("payee {held:?}"));
        assigned
            .chain(rows)
            .chain(imported)
            .chain(categories)
            .chain(targets)
            .chain(payees)
            .collect()
    }
}

/// A target, without when it was made: nothing can set that.
fn target(category: &ynab_api::sim::Category) -> String {
    let target = category.target.as_ref().map(|target| {
        // A target that is due once has a date; a day that a rhythm left behind says nothing.
        let once = target.date.is_some() && target.cadence.unwrap_or(0) == 0;
        let day = target.day.filter(|_| !once);
        let rhythm = (target.cadence, target.cadence_frequency, day, target.date);
        (target.kind, target.amount, target.needs_whole_amount, rhythm)
    });
    format!("{target:?}")
}

/// Rows that an import brings: the demo's bank has some waiting.
fn is_new_from_the_bank(row: &Transaction, known: &BTreeSet<String>) -> bool {
    let from_the_bank = row.import_id.as_ref().is_some_and(|id| !known.contains(id));
    from_the_bank && row.memo.as_deref() != Some("of a storm")
}

/// The import ids of a plan.
pub fn import_ids(plan: &Plan) -> BTreeSet<String> {
    plan.transactions
        .iter()
        .filter_map(|row| row.import_id.clone())
        .collect()
}

fn line(plan: &Plan, row: &Transaction) -> String {
    let payee = row
        .payee_id
        .and_then(|id| plan.payees.get(&id))
        .map(|payee| &payee.name);
    let flag = row.flag.as_deref().filter(|flag| !flag.is_empty());
    let lines = row.lines.iter().filter(|line| !line.deleted);
    let lines: Vec<_> = lines.map(|line| (line.amount, line.category_id, &line.memo)).collect();
    format!(
        "{} {} {payee:?} {:?} {:?} {flag:?} {} {:?} {} {:?} {lines:?}",
        row.date,
        row.amount,
        row.category_id,
        row.memo,
        row.approved,
        row.cleared,
        row.account_id,
        row.transfer_account_id
    )
}
