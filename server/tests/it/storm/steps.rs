//! The steps of a storm, and the trouble that comes with them.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect};

use super::of_writes;
use super::plan::Choices;
use crate::stage::{SEPTEMBER, Stage};

/// One call; the indices choose among what the household has.
#[derive(Clone, Debug)]
pub enum Step {
    Budget(Index, i32),
    Move(Index, Index, u16),
    Categorize(Vec<Index>, Index),
    Flag(Vec<Index>, Index),
    Approve(Vec<Index>),
    Create(Index, Vec<NewRow>, bool),
    Transfer(Index, Index, i32),
    Split(Index, Index, Index, u16),
    Reconcile(Index, i32),
    Target(Index, Index, u16),
    NewCategory(Index),
    UpdateCategory(Index, Index, bool),
    RenamePayee(Index),
    Import,
    UndoLatest,
    UndoOne(Index),
}

/// A row to make.
#[derive(Clone, Debug)]
pub struct NewRow {
    cents: i32,
    days_ago: u64,
    category: Option<Index>,
    bank_row: bool,
}

fn new_row() -> impl Strategy<Value = NewRow> {
    let cents = prop_oneof![
        (-5_000..5_000i32).prop_filter("not zero", |cents| *cents != 0),
        Just(-725)
    ];
    (cents, 0..4u64, prop::option::of(any::<Index>()), any::<bool>()).prop_map(
        |(cents, days_ago, category, bank_row)| NewRow {
            cents,
            days_ago,
            category,
            bank_row,
        },
    )
}

pub fn step() -> impl Strategy<Value = Step> {
    let index = any::<Index>;
    let some = || prop::collection::vec(any::<Index>(), 1..5);
    prop_oneof![
        1 => (index(), any::<i32>()).prop_map(|(category, cents)| Step::Budget(category, cents)),
        1 => (index(), index(), 1..u16::MAX).prop_map(|(from, to, cents)| Step::Move(from, to, cents)),
        1 => (some(), index()).prop_map(|(rows, category)| Step::Categorize(rows, category)),
        1 => (some(), index()).prop_map(|(rows, color)| Step::Flag(rows, color)),
        1 => some().prop_map(Step::Approve),
        3 => (index(), prop::collection::vec(new_row(), 1..4), any::<bool>())
            .prop_map(|(account, rows, approved)| Step::Create(account, rows, approved)),
        1 => (index(), index(), 1..50_000i32).prop_map(|(from, to, cents)| Step::Transfer(from, to, cents)),
        2 => (index(), index(), index(), 1..u16::MAX).prop_map(|(row, one, other, part)| Step::Split(row, one, other, part)),
        3 => (index(), prop_oneof![Just(0), -500..500i32]).prop_map(|(account, cents)| Step::Reconcile(account, cents)),
        2 => (index(), index(), 1..u16::MAX).prop_map(|(category, kind, cents)| Step::Target(category, kind, cents)),
        1 => index().prop_map(Step::NewCategory),
        2 => (index(), index(), any::<bool>()).prop_map(|(category, group, rename)| Step::UpdateCategory(category, group, rename)),
        2 => index().prop_map(Step::RenamePayee),
        1 => Just(Step::Import),
        3 => Just(Step::UndoLatest),
        3 => index().prop_map(Step::UndoOne),
    ]
}

/// What goes wrong during a step.
#[derive(Clone, Debug)]
pub struct Trouble {
    effect: Option<FaultEffect>,
    skip: u32,
    killed: bool,
}

pub fn trouble() -> impl Strategy<Value = Trouble> {
    let status = |status: u16| FaultEffect::Status {
        status,
        body: None,
        retry_after: None,
    };
    let effect = prop_oneof![
        4 => Just(None),
        6 => prop::sample::select(vec![
            status(400),
            status(429),
            status(503),
            FaultEffect::DropBefore,
            FaultEffect::DropAfter,
            FaultEffect::Truncate { keep: 20 },
            FaultEffect::Garble { body: "<html>".to_owned() },
            FaultEffect::ApplyThenStatus { status: 500, body: None },
            FaultEffect::Partial { rows: 1 },
        ]).prop_map(Some),
    ];
    (effect, 0..3u32, prop::bool::weighted(0.25)).prop_map(|(effect, skip, killed)| Trouble { effect, skip, killed })
}

impl Trouble {
    pub fn fault(&self) -> Option<Fault> {
        self.effect.clone().map(|effect| of_writes(effect, self.skip))
    }

    pub fn killed(&self) -> bool {
        self.killed
    }
}

fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

fn distinct(rows: &[Index], all: &[String]) -> Vec<String> {
    let mut ids: Vec<_> = rows.iter().map(|row| row.get(all).clone()).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// The call of a step; `number` keeps new names apart.
pub fn call_of(
    step: &Step,
    number: usize,
    choices: &Choices,
    stage: &Stage,
    done: &[String],
) -> Option<(&'static str, Value)> {
    const COLORS: [&str; 7] = ["red", "orange", "yellow", "green", "blue", "purple", "none"];
    let Choices {
        categories,
        rows,
        groups,
        payees,
        ..
    } = choices;
    Some(match step {
        Step::Budget(category, cents) => (
            "set_category_budget",
            json!({"month": SEPTEMBER, "category_id": category.get(categories), "amount": decimal((*cents).into())}),
        ),
        Step::Move(from, to, cents) => (
            "move_money",
            json!({
                "month": SEPTEMBER, "from_category_id": from.get(categories), "to_category_id": to.get(categories),
                "amount": decimal((*cents).into()),
            }),
        ),
        Step::Categorize(some, category) => {
            let row = |id| json!({"transaction_id": id, "category_id": category.get(categories)});
            let assignments: Vec<_> = distinct(some, rows).into_iter().map(row).collect();
            ("apply_categories", json!({"assignments": assignments}))
        }
        Step::Flag(some, color) => {
            let row = |id| json!({"transaction_id": id, "color": color.get(&COLORS)});
            let flags: Vec<_> = distinct(some, rows).into_iter().map(row).collect();
            ("flag_transactions", json!({"flags": flags}))
        }
        Step::Approve(some) => ("approve_transactions", json!({"tx_ids": distinct(some, rows)})),
        Step::Create(..) | Step::Transfer(..) | Step::Split(..) | Step::Reconcile(..) => {
            return call_of_rows(step, number, choices, stage);
        }
        Step::Target(category, kind, cents) => {
            let amount = decimal((*cents).into());
            let category = category.get(categories);
            let targets = [
                json!({"amount": amount}),
                json!({"amount": amount, "frequency": "weekly"}),
                json!({"amount": amount, "frequency": "yearly", "needs_whole_amount": false}),
                json!({"amount": amount, "by_date": "2027-03-31"}),
                json!({}),
            ];
            let mut arguments = kind.get(&targets).clone();
            arguments["category_id"] = json!(category);
            ("set_category_target", arguments)
        }
        Step::NewCategory(group) => (
            "create_category",
            json!({"category_group_id": group.get(groups), "name": format!("New {number}")}),
        ),
        Step::UpdateCategory(category, group, rename) => {
            let mut arguments =
                json!({"category_id": category.get(categories), "category_group_id": group.get(groups)});
            if *rename {
                arguments["name"] = json!(format!("Renamed {number}"));
            }
            ("update_category", arguments)
        }
        Step::RenamePayee(payee) => (
            "rename_payee",
            json!({"payee_id": payee.get(payees), "name": format!("Payee {number}")}),
        ),
        Step::Import => ("import_transactions", json!({})),
        Step::UndoLatest => ("undo_operation", json!({})),
        Step::UndoOne(_) if done.is_empty() => return None,
        Step::UndoOne(which) => ("undo_operation", json!({"operation_id": which.get(done)})),
    })
}

/// The same of the steps that are about whole rows.
fn call_of_rows(step: &Step, number: usize, choices: &Choices, stage: &Stage) -> Option<(&'static str, Value)> {
    let Choices {
        spending,
        rows,
        accounts,
        ..
    } = choices;
    Some(match step {
        Step::Create(account, new, approved) => {
            let row = |new: &NewRow| {
                // YNAB matches a row of the bank's with one of its amount that was entered by hand, and then it is another row.
                let cents = i64::from(new.cents) - if new.bank_row { 777_700 } else { 0 };
                json!({
                    "date": day_before(new.days_ago), "amount": decimal(cents), "payee_name": format!("Shop {number}"),
                    "category_id": new.category.map(|category| category.get(spending).clone()), "bank_row": new.bank_row,
                    "memo": "of a storm",
                })
            };
            let new: Vec<_> = new.iter().map(row).collect();
            let account = account.get(accounts);
            (
                "create_transactions",
                json!({"account_id": account, "transactions": new, "approved": approved}),
            )
        }
        Step::Transfer(from, to, cents) => (
            "create_transactions",
            json!({
                "account_id": from.get(accounts),
                "transactions": [{
                    "date": day_before(1), "amount": decimal((-cents).into()), "transfer_to_account_id": to.get(accounts),
                }],
            }),
        ),
        Step::Split(row, one, other, part) => {
            let id = row.get(rows);
            // The other side of a transfer would lose its state with an undo, which is refused.
            let plain = |row: &&ynab_api::sim::Transaction| row.transfer_account_id.is_none();
            let amount = stage.look(|plan| plan.transactions.live(id).filter(plain).map(|row| row.amount))?;
            let part = amount / 10 * i64::from(*part) / i64::from(u16::MAX) * 10;
            let line = |amount: i64, category: &Index| json!({"amount": decimal(amount / 10), "category_id": category.get(spending), "memo": "a line"});
            (
                "split_transaction",
                json!({"transaction_id": id, "lines": [line(part, one), line(amount - part, other)]}),
            )
        }
        Step::Reconcile(account, cents) => {
            let account = account.get(accounts);
            let cleared: i64 = stage.look(|plan| {
                let rows = plan.transactions.iter().filter(|row| !row.deleted);
                let cleared = rows.filter(|row| row.cleared != ynab_api::sim::Cleared::Uncleared);
                cleared
                    .filter(|row| row.account_id.to_string() == *account)
                    .map(|row| row.amount)
                    .sum()
            });
            let balance = cleared / 10 + i64::from(*cents);
            (
                "reconcile_account",
                json!({"account_id": account, "bank_balance": decimal(balance), "adjust": true}),
            )
        }
        _ => return None,
    })
}

fn day_before(days: u64) -> String {
    let today = crate::stage::day(crate::stage::TODAY);
    (today - chrono::Days::new(days)).to_string()
}
