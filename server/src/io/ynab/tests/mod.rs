//! The rules of reading and writing, over real HTTP on the loopback address.

mod categories;
mod pacing;
mod payees;
mod reading;
mod refusals;
mod rows;
mod scripted;
mod sharing;
mod standin;
mod writing;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::clock::ManualClock;
use crate::domain::ids::PlanId;

const PLAN: &str = "11111111-1111-4111-8111-111111111111";
const ACCOUNT: &str = "aaaaaaaa-0000-4000-8000-000000000001";
const GROUP: &str = "bbbbbbbb-0000-4000-8000-000000000001";
const CATEGORY: &str = "cccccccc-0000-4000-8000-000000000001";
const TOKEN: &str = "canary-6f1b";

/// A server under test, whose time is moved by hand.
struct Bench {
    hand: ManualClock,
    clock: Clock,
    reader: Reader,
    writer: Writer,
    folder: TempDir,
}

impl Bench {
    fn new(base_url: &str) -> Self {
        Self::with(base_url, |_| {})
    }

    fn with(base_url: &str, change: impl FnOnce(&mut YnabOptions)) -> Self {
        let hand = ManualClock::at("2026-10-05T12:00:00Z".parse().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let mut options = YnabOptions {
            base_url: base_url.to_owned(),
            retry_wait: Duration::ZERO,
            ..YnabOptions::new(TokenSource::Value(AccessToken::new(TOKEN)), folder.path().to_owned())
        };
        change(&mut options);
        let clock = hand.clock();
        let (reader, writer) = connect(options, clock.clone());
        Self {
            hand,
            clock,
            reader,
            writer,
            folder,
        }
    }

    fn meter(&self) -> Arc<Meter> {
        Meter::new(&self.clock, Duration::from_secs(45))
    }

    fn call(&self) -> CallReader {
        self.reader.for_call(self.meter())
    }

    fn grow_old(&self) {
        self.hand.advance(Duration::from_secs(5));
    }
}

fn plan() -> PlanId {
    PlanId::parse(PLAN).unwrap()
}

/// A full UUID out of a kind and a number.
fn id(kind: char, number: u32) -> String {
    format!("{}-0000-4000-8000-{number:012}", kind.to_string().repeat(8))
}

fn account(number: u32, balance: i64, deleted: bool) -> Value {
    json!({
        "id": id('a', number), "name": format!("Account {number}"), "type": "checking", "on_budget": true,
        "closed": false, "note": null, "balance": balance, "cleared_balance": balance, "uncleared_balance": 0,
        "transfer_payee_id": null, "deleted": deleted,
    })
}

fn category(number: u32, assigned: i64) -> Value {
    json!({
        "id": id('c', number), "category_group_id": GROUP, "category_group_name": "Bills",
        "name": format!("Category {number}"), "hidden": false, "internal": false, "note": null,
        "budgeted": assigned, "activity": 0, "balance": assigned, "deleted": false,
    })
}

fn transaction(id: &str, amount: i64) -> Value {
    json!({
        "id": id, "date": "2020-01-31", "amount": amount, "memo": null, "cleared": "cleared", "approved": true,
        "flag_color": null, "flag_name": null, "account_id": ACCOUNT, "account_name": "Account 1", "payee_id": null,
        "payee_name": "Shop", "category_id": CATEGORY, "category_name": "Category 1", "transfer_account_id": null,
        "transfer_transaction_id": null, "matched_transaction_id": null, "import_id": null, "import_payee_name": null,
        "import_payee_name_original": null, "debt_transaction_type": null, "deleted": false, "subtransactions": [],
    })
}

fn plan_summary(number: u32) -> Value {
    json!({ "id": id('1', number), "name": format!("Plan {number}"), "currency_format": null, "date_format": null })
}
