//! Transactions made, split, deleted and imported, against the stand-in.

use ynab_api::sim::{AccountKind, PendingImport};

use super::standin::{Stage, day};
use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{AccountId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Account, Cleared, Transaction};
use crate::domain::row::{Row, RowLine};

/// A row of the stage's account with nothing that it can do without.
pub(super) fn row(stage: &Stage, date: &str, amount: i64) -> Row {
    Row {
        account_id: AccountId::parse(&stage.account.to_string()).unwrap(),
        date: day(date),
        amount: Milliunits::new(amount),
        payee_id: None,
        payee_name: None,
        category_id: None,
        memo: None,
        cleared: Cleared::Uncleared,
        approved: false,
        flag: None,
        import_id: None,
        lines: Vec::new(),
        matched: false,
    }
}

pub(super) fn line(stage: &Stage, amount: i64, memo: Option<&str>) -> RowLine {
    RowLine {
        amount: Milliunits::new(amount),
        category_id: Some(stage.category()),
        memo: memo.map(str::to_owned),
    }
}

pub(super) async fn create(stage: &Stage, rows: &[&Row]) -> Result<CreatedRows, WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer
        .create_transactions(&stage.plan, rows, &mut reservation, &meter)
        .await
}

pub(super) async fn delete(stage: &Stage, id: &TransactionId) -> Result<(), WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer
        .delete_transaction(&stage.plan, id, &mut reservation, &meter)
        .await
}

pub(super) async fn import(stage: &Stage) -> Result<Vec<TransactionId>, WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer.import_transactions(&stage.plan, &mut reservation, &meter).await
}

pub(super) async fn update(stage: &Stage, patch: TransactionPatch) -> Result<Vec<Transaction>, WriteError> {
    let (mut reservation, meter) = stage.sending();
    let writer = &stage.bench.writer;
    writer
        .update_transactions(&stage.plan, &[patch], &mut reservation, &meter)
        .await
}

/// The transaction as the next read has it.
pub(super) async fn held(stage: &Stage, id: &TransactionId) -> Option<Transaction> {
    let history = stage.bench.call().transactions(&stage.plan).await.unwrap();
    history.get(id).cloned()
}

async fn payee_names(stage: &Stage) -> Vec<String> {
    let payees = stage.bench.call().payees(&stage.plan).await.unwrap();
    payees.iter().map(|payee| payee.name.raw().to_owned()).collect()
}

/// A second account, and the account as it is read.
async fn savings(stage: &Stage) -> Account {
    let id = stage
        .sim
        .edit(|plan| plan.add_account("Savings", AccountKind::Savings))
        .unwrap();
    stage.bench.grow_old();
    let accounts = stage.bench.call().accounts(&stage.plan).await.unwrap();
    let found = accounts.iter().find(|account| account.id.as_str() == id.to_string());
    found.unwrap().clone()
}

#[tokio::test]
async fn a_row_is_sent_with_what_it_has_and_held_as_it_was_answered() {
    let stage = Stage::new();
    assert_eq!(stage.bench.call().transactions(&stage.plan).await.unwrap().len(), 2);
    assert!(!payee_names(&stage).await.contains(&"Bakery".to_owned()));
    let full = Row {
        payee_name: Some("Bakery".to_owned()),
        category_id: Some(stage.category()),
        memo: Some("Rolls".to_owned()),
        cleared: Cleared::Cleared,
        approved: true,
        flag: Some(FlagColor::Purple),
        import_id: Some("AVENIR:1".to_owned()),
        ..row(&stage, "2026-10-03", -12_340)
    };
    let bare = row(&stage, "2026-10-04", 5);
    let created = create(&stage, &[&full, &bare]).await.unwrap();
    let account = stage.account.to_string();
    let (target, body) = stage.sent();
    assert_eq!(target, "POST /transactions");
    assert_eq!(
        body,
        json!({ "transactions": [
            {
                "account_id": account, "date": "2026-10-03", "amount": -12_340, "payee_name": "Bakery",
                "category_id": stage.category, "memo": "Rolls", "cleared": "cleared", "approved": true,
                "flag_color": "purple", "import_id": "AVENIR:1",
            },
            { "account_id": account, "date": "2026-10-04", "amount": 5, "cleared": "uncleared", "approved": false },
        ]})
    );
    assert_eq!(created.duplicates, Vec::<String>::new());
    let [first, second] = created.rows.as_slice() else {
        panic!("{created:?}");
    };
    let named = Row {
        payee_id: first.payee_id.clone(),
        ..full
    };
    assert!(named.payee_id.is_some());
    assert_eq!((Row::of(first), Row::of(second)), (named, bare));
    // Nothing has grown old: it is the write that made the copies stale.
    for made in &created.rows {
        assert_eq!(held(&stage, &made.id).await.as_ref(), Some(made));
    }
    assert!(payee_names(&stage).await.contains(&"Bakery".to_owned()));
    assert_eq!(create(&stage, &[]).await, Ok(CreatedRows::default()));
}

#[tokio::test]
async fn a_row_whose_payee_is_an_account_is_a_transfer_with_two_sides_that_know_each_other_and_go_together() {
    let stage = Stage::new();
    let savings = savings(&stage).await;
    let transfer = Row {
        payee_id: savings.transfer_payee_id.clone(),
        payee_name: Some("Never sent".to_owned()),
        ..row(&stage, "2026-10-03", -50_000)
    };
    let made = create(&stage, &[&transfer]).await.unwrap().rows.remove(0);
    let (_, body) = stage.sent();
    let payee = savings.transfer_payee_id.as_ref().unwrap();
    assert_eq!(body["transactions"][0]["payee_id"], json!(payee.as_str()));
    assert_eq!(body["transactions"][0].get("payee_name"), None);
    assert_eq!(made.transfer_account_id, Some(savings.id.clone()));
    let other = held(&stage, made.transfer_transaction_id.as_ref().unwrap())
        .await
        .unwrap();
    assert_eq!(other.account_id, savings.id);
    assert_eq!(other.transfer_transaction_id, Some(made.id.clone()));
    assert_eq!((made.amount.get(), other.amount.get()), (-50_000, 50_000));
    assert_eq!(made.payee_name.as_deref(), Some("Transfer : Savings"));
    let payees = stage.bench.call().payees(&stage.plan).await.unwrap();
    let of_savings = payees.iter().find(|one| one.id == *payee).unwrap();
    assert_eq!(of_savings.transfer_account_id, Some(savings.id));

    delete(&stage, &other.id).await.unwrap();
    let (target, body) = stage.sent();
    assert_eq!(
        (target, body),
        (format!("DELETE /transactions/{}", other.id), Value::Null)
    );
    assert_eq!(
        (held(&stage, &made.id).await, held(&stage, &other.id).await),
        (None, None)
    );
}

#[tokio::test]
async fn a_split_is_sent_without_a_category_of_its_own() {
    let stage = Stage::new();
    let split = Row {
        // A split that still carries a category of its own does not send it.
        category_id: Some(stage.category()),
        payee_name: Some("Market".to_owned()),
        lines: vec![
            line(&stage, -7_000, Some("Bread")),
            line(&stage, -5_000, None),
            RowLine {
                category_id: None,
                ..line(&stage, -1, None)
            },
        ],
        ..row(&stage, "2026-10-03", -12_001)
    };
    let made = create(&stage, &[&split]).await.unwrap().rows.remove(0);
    let (_, body) = stage.sent();
    let sent = &body["transactions"][0];
    assert_eq!(sent.as_object().unwrap()["category_id"], Value::Null);
    assert_eq!(
        sent["subtransactions"],
        json!([
            { "amount": -7_000, "category_id": stage.category, "memo": "Bread" },
            { "amount": -5_000, "category_id": stage.category },
            { "amount": -1 },
        ])
    );
    assert_eq!(Row::of(&made).lines, split.lines);
    assert_eq!(Row::of(&made).category_id, None);
    assert_eq!(held(&stage, &made.id).await, Some(made));
}

#[tokio::test]
async fn a_row_that_is_there_is_split_and_lines_of_nothing_change_nothing() {
    let stage = Stage::new();
    let id = stage.enter("2026-09-01", -900);
    let lines = vec![line(&stage, -600, Some("Half")), line(&stage, -300, None)];
    let mut patch = TransactionPatch {
        category: Change::Set(Some(stage.category())),
        ..TransactionPatch::of(id.clone())
    };
    patch.add(TransactionPatch {
        lines: Change::Set(lines.clone()),
        ..TransactionPatch::of(id.clone())
    });
    let answered = update(&stage, patch).await.unwrap().remove(0);
    let (target, body) = stage.sent();
    assert_eq!(target, "PATCH /transactions");
    assert_eq!(
        body,
        json!({ "transactions": [{
            "category_id": null, "id": id.as_str(), "subtransactions": [
                { "amount": -600, "category_id": stage.category, "memo": "Half" },
                { "amount": -300, "category_id": stage.category },
            ],
        }]})
    );
    assert_eq!(Row::of(&answered).lines, lines);
    assert_eq!(held(&stage, &id).await, Some(answered.clone()));
    let nothing = TransactionPatch {
        lines: Change::Set(Vec::new()),
        ..TransactionPatch::of(id.clone())
    };
    assert_eq!(update(&stage, nothing).await.unwrap(), [answered]);
    assert_eq!(stage.sent().1, json!({ "transactions": [{ "id": id.as_str() }] }));
}

#[tokio::test]
async fn rows_that_the_account_has_already_are_told_by_their_import_ids() {
    let stage = Stage::new();
    let bank = |amount: i64, import_id: &str| Row {
        import_id: Some(import_id.to_owned()),
        ..row(&stage, "2026-10-03", amount)
    };
    let (first, second) = (bank(-1_000, "one"), bank(-2_000, "two"));
    let made = create(&stage, &[&first]).await.unwrap();
    assert_eq!((made.rows.len(), made.duplicates.len()), (1, 0));
    let again = create(&stage, &[&first, &second]).await.unwrap();
    assert_eq!(again.duplicates, ["one"]);
    assert_eq!(
        again.rows.iter().map(Row::of).collect::<Vec<_>>(),
        std::slice::from_ref(&second)
    );
    let none = create(&stage, &[&first, &second]).await.unwrap();
    assert_eq!(
        (none.rows, none.duplicates),
        (Vec::new(), vec!["one".into(), "two".into()])
    );
}

#[tokio::test]
async fn a_bank_row_that_fits_one_the_person_entered_is_that_one() {
    let stage = Stage::new();
    let entered = create(&stage, &[&row(&stage, "2026-10-01", -3_000)]).await.unwrap();
    let bank = Row {
        import_id: Some("three".to_owned()),
        cleared: Cleared::Cleared,
        ..row(&stage, "2026-10-03", -3_000)
    };
    let matched = create(&stage, &[&bank]).await.unwrap();
    assert_eq!(matched.rows[0].id, entered.rows[0].id);
    assert_eq!(
        (matched.rows[0].date, &matched.rows[0].import_id),
        (day("2026-10-01"), &None)
    );
}

#[tokio::test]
async fn an_import_gives_what_came_and_nothing_when_nothing_is_new() {
    let stage = Stage::new();
    let before = stage.bench.call().transactions(&stage.plan).await.unwrap().len();
    stage.sim.edit(|plan| {
        plan.edit_account(stage.account, |account| account.direct_import_linked = true);
        plan.pending_imports.push(PendingImport {
            account_id: stage.account,
            date: day("2026-10-04"),
            amount: -4_560,
            payee: "Kiosk".to_owned(),
        });
    });
    let ids = import(&stage).await.unwrap();
    assert_eq!(stage.sent(), ("POST /transactions/import".to_owned(), Value::Null));
    assert_eq!(ids.len(), 1);
    let came = held(&stage, &ids[0]).await.unwrap();
    assert_eq!(
        (came.amount.get(), came.approved, came.import_id.as_deref()),
        (-4_560, false, Some("YNAB:-4560:2026-10-04:1"))
    );
    assert!(payee_names(&stage).await.contains(&"Kiosk".to_owned()));
    assert_eq!(import(&stage).await, Ok(Vec::new()));
    let statuses = stage
        .sim
        .requests()
        .into_iter()
        .filter(|one| one.path.ends_with("import"));
    let statuses: Vec<_> = statuses.map(|one| one.status).collect();
    assert_eq!(statuses, [Some(201), Some(200)]);
    let after = stage.bench.call().transactions(&stage.plan).await.unwrap().len();
    assert_eq!(after, before + 1);
}
