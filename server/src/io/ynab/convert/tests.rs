use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::transactions::Transactions;
use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{AccountId, CategoryId, TransactionId};
use crate::domain::plan::{CategoryGroup, Cleared, GroupRole, MonthDetail};
use crate::domain::target::{Target, TargetKind};

fn wire<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn id(kind: char, number: u32) -> String {
    format!("{}-0000-4000-8000-{number:012}", kind.to_string().repeat(8))
}

fn category(number: u32, name: &str, deleted: bool) -> Value {
    json!({
        "id": id('c', number), "category_group_id": id('b', 99), "name": name, "hidden": false, "internal": false,
        "budgeted": 1, "activity": -2, "balance": 3, "deleted": deleted,
    })
}

fn group(number: u32, name: &str, categories: &[Value]) -> Value {
    json!({
        "id": id('b', number), "name": name, "hidden": false, "internal": false, "deleted": false,
        "categories": categories,
    })
}

fn merged(groups: &mut Vec<CategoryGroup>, changes: Value) {
    merge_groups(groups, wire(changes)).unwrap();
}

/// Groups with their categories, in order, as text.
fn written_out(groups: &[CategoryGroup]) -> Vec<String> {
    let line = |group: &CategoryGroup| {
        for category in &group.categories {
            assert_eq!((&category.group_id, &category.group_name), (&group.id, &group.name));
            assert_eq!(category.role, group.role);
        }
        let categories: Vec<_> = group.categories.iter().map(|category| category.name.raw()).collect();
        format!("{}: {}", group.name.raw(), categories.join(", "))
    };
    groups.iter().map(line).collect()
}

fn two_groups() -> Vec<CategoryGroup> {
    let mut groups = Vec::new();
    let bills = [
        category(1, "Rent", false),
        category(2, "Power", false),
        category(3, "Phone", false),
    ];
    merged(
        &mut groups,
        json!([
            group(1, "Bills", &bills),
            group(2, "Fun", &[category(4, "Games", false)])
        ]),
    );
    assert_eq!(written_out(&groups), ["Bills: Rent, Power, Phone", "Fun: Games"]);
    groups
}

#[test]
fn a_changed_group_may_hold_its_changed_categories_alone() {
    let mut groups = two_groups();
    merged(
        &mut groups,
        json!([group(
            1,
            "Bills",
            &[category(2, "Energy", false), category(5, "Water", false)]
        )]),
    );
    assert_eq!(
        written_out(&groups),
        ["Bills: Rent, Energy, Phone, Water", "Fun: Games"]
    );
}

#[test]
fn a_renamed_group_renames_the_categories_it_did_not_send() {
    let mut groups = two_groups();
    let mut renamed = group(1, "Fixed costs", &[]);
    renamed["hidden"] = json!(true);
    merged(&mut groups, json!([renamed]));
    assert_eq!(written_out(&groups), ["Fixed costs: Rent, Power, Phone", "Fun: Games"]);
    assert!(groups[0].hidden && !groups[1].hidden);
}

#[test]
fn a_category_moves_whichever_group_tells_of_it_first() {
    let old_place_first = json!([
        group(1, "Bills", &[category(3, "Phone", true)]),
        group(2, "Fun", &[category(3, "Phone", false)]),
    ]);
    let new_place_first = json!([
        group(2, "Fun", &[category(3, "Phone", false)]),
        group(1, "Bills", &[category(3, "Phone", true)]),
    ]);
    let new_place_alone = json!([group(2, "Fun", &[category(3, "Phone", false)])]);
    for changes in [old_place_first, new_place_first, new_place_alone] {
        let mut groups = two_groups();
        merged(&mut groups, changes);
        assert_eq!(written_out(&groups), ["Bills: Rent, Power", "Fun: Games, Phone"]);
    }
}

#[test]
fn deleted_categories_and_groups_go_and_what_was_moved_out_stays() {
    let mut groups = two_groups();
    merged(&mut groups, json!([group(2, "Fun", &[category(1, "Rent", true)])]));
    assert_eq!(
        written_out(&groups),
        ["Bills: Power, Phone", "Fun: Games"],
        "wherever it was"
    );
    let mut gone = group(1, "Bills", &[category(2, "Power", true)]);
    gone["deleted"] = json!(true);
    merged(
        &mut groups,
        json!([gone, group(2, "Fun", &[category(3, "Phone", false)])]),
    );
    assert_eq!(written_out(&groups), ["Fun: Games, Phone"]);
    let mut unknown = group(7, "Never seen", &[category(8, "Nor this", true)]);
    unknown["deleted"] = json!(true);
    merged(&mut groups, json!([unknown]));
    assert_eq!(written_out(&groups), ["Fun: Games, Phone"]);
}

#[test]
fn what_a_group_is_for_is_told_by_its_name_and_not_by_its_mark() {
    let role = |name: &str, internal: bool| {
        let mut groups = Vec::new();
        let mut sent = group(1, name, &[category(1, "Any", false)]);
        sent["internal"] = json!(internal);
        merged(&mut groups, json!([sent]));
        groups[0].role
    };
    for internal in [false, true] {
        assert_eq!(role("Internal Master Category", internal), GroupRole::Internal);
        assert_eq!(role("Credit Card Payments", internal), GroupRole::CardPayments);
        assert_eq!(role("Hidden Categories", internal), GroupRole::Hidden);
    }
    assert_eq!(
        (role("Bills", false), role("Bills", true)),
        (GroupRole::Ordinary, GroupRole::Ordinary)
    );
}

#[test]
fn a_category_that_comes_alone_knows_its_group_by_what_it_carries() {
    let mut sent = category(1, "Visa", false);
    sent["category_group_name"] = json!("Credit Card Payments");
    let alone = super::category(wire(sent)).unwrap();
    assert_eq!(
        (alone.role, alone.group_name.raw()),
        (GroupRole::CardPayments, "Credit Card Payments")
    );
    assert_eq!(alone.group_id.as_str(), id('b', 99));
    assert_eq!(
        (alone.assigned.get(), alone.activity.get(), alone.available.get()),
        (1, -2, 3)
    );
}

fn target_of(change: impl FnOnce(&mut Value)) -> Option<Target> {
    let mut value = category(1, "Rent", false);
    change(&mut value);
    super::category(wire(value)).unwrap().target.map(|target| *target)
}

#[test]
fn a_target_is_there_when_its_kind_and_its_amount_are() {
    assert_eq!(target_of(|_| {}), None);
    assert_eq!(target_of(|row| row["goal_type"] = json!("NEED")), None);
    assert_eq!(target_of(|row| row["goal_target"] = json!(5)), None);
    let empty = |row: &mut Value| {
        row["goal_type"] = json!("");
        row["goal_target"] = json!(5);
    };
    assert_eq!(target_of(empty), None);
    let whole = target_of(|row| {
        let goal = json!({
            "goal_type": "NEED", "goal_target": 5, "goal_needs_whole_amount": false, "goal_cadence": 2,
            "goal_cadence_frequency": 3, "goal_day": 6, "goal_target_date": "2027-01-31", "goal_target_month": "2026-12-01",
        });
        row.as_object_mut().unwrap().extend(goal.as_object().unwrap().clone());
    });
    let expected = Target {
        kind: TargetKind::Spending,
        amount: Milliunits::new(5),
        whole_amount: Some(false),
        cadence: Some(2),
        every: Some(3),
        day: Some(6),
        date: "2027-01-31".parse().ok(),
    };
    assert_eq!(whole, Some(expected));
}

#[test]
fn the_month_stands_for_the_date_of_dated_kinds_of_target() {
    let date = |kind: &str| {
        let target = target_of(|row| {
            row["goal_type"] = json!(kind);
            row["goal_target"] = json!(5);
            row["goal_target_month"] = json!("2026-12-01");
        })
        .unwrap();
        assert_eq!(target.kind.as_str(), kind);
        target.date.map(|date| date.to_string())
    };
    let december = Some("2026-12-01".to_owned());
    assert_eq!((date("NEED"), date("TBD")), (december.clone(), december));
    assert_eq!(
        (date("TB"), date("MF"), date("DEBT"), date("NEW")),
        (None, None, None, None)
    );
}

#[test]
fn names_of_groups_are_filled_in_only_where_they_are_missing() {
    let groups = two_groups();
    let mut with_name = category(1, "Rent", false);
    with_name["category_group_name"] = json!("Told");
    let mut nameless = category(2, "Power", false);
    nameless["category_group_id"] = json!(id('b', 2));
    let mut month: MonthDetail = month_detail(wire(json!({
        "month": "2026-10-01", "income": 0, "budgeted": 0, "activity": 0, "to_be_budgeted": 0, "age_of_money": 12,
        "deleted": false, "categories": [with_name, nameless, category(3, "Stray", false)],
    })))
    .unwrap();
    name_groups(&mut month, &groups);
    let names: Vec<_> = month
        .categories
        .iter()
        .map(|category| category.group_name.raw())
        .collect();
    assert_eq!(names, ["Told", "Fun", ""]);
    assert_eq!(month.age_of_money, Some(12));
}

fn account_row(change: impl FnOnce(&mut Value)) -> Account {
    let mut row = json!({
        "id": id('a', 1), "name": "Checking", "type": "checking", "on_budget": true, "closed": true, "balance": -4_059,
        "cleared_balance": 9_007_199_254_740_993_i64, "uncleared_balance": 1, "transfer_payee_id": id('d', 1),
        "deleted": false,
    });
    change(&mut row);
    account(wire(row)).unwrap()
}

#[test]
fn an_account_keeps_exact_amounts_and_words_that_nobody_knows() {
    let plain = account_row(|_| {});
    assert_eq!(
        (plain.balance.get(), plain.cleared_balance.get()),
        (-4_059, 9_007_199_254_740_993)
    );
    assert_eq!(
        (plain.bank_link, plain.last_reconciled, plain.closed),
        (BankLink::None, None, true)
    );
    assert_eq!(plain.transfer_payee_id.unwrap().as_str(), id('d', 1));
    let odd = account_row(|row| {
        row["type"] = json!("cryptoWallet");
        row["direct_import_linked"] = json!(true);
        row["direct_import_in_error"] = json!(true);
        row["last_reconciled_at"] = json!("2026-09-30T23:59:59Z");
        row["transfer_payee_id"] = Value::Null;
        row["new_field"] = json!([1]);
    });
    assert_eq!((odd.kind.as_str(), odd.bank_link), ("cryptoWallet", BankLink::Broken));
    assert_eq!(odd.last_reconciled.unwrap().to_string(), "2026-09-30");
    assert_eq!(odd.transfer_payee_id, None);
    let healthy = account_row(|row| row["direct_import_linked"] = json!(true));
    assert_eq!(healthy.bank_link, BankLink::Healthy);
    let unlinked = account_row(|row| row["direct_import_in_error"] = json!(true));
    assert_eq!(unlinked.bank_link, BankLink::None);
}

fn row(change: impl FnOnce(&mut Value)) -> Value {
    let mut row = json!({
        "id": "t-1", "date": "2019-02-28", "amount": -1_234, "memo": null, "cleared": "uncleared", "approved": false,
        "flag_color": null, "account_id": id('a', 1), "account_name": "Checking", "payee_id": null, "payee_name": null,
        "category_id": null, "category_name": null, "transfer_account_id": null, "import_id": null, "deleted": false,
        "subtransactions": [],
    });
    change(&mut row);
    row
}

fn history(rows: Vec<Value>) -> Transactions {
    let mut history = Transactions::default();
    merge_transactions(&mut history, wire(Value::Array(rows))).unwrap();
    history
}

#[test]
fn the_lines_of_a_history_are_those_of_its_rows_whatever_has_changed() {
    let named = |id: &'static str, amount: i64| {
        row(move |row| {
            row["id"] = json!(id);
            row["amount"] = json!(amount);
        })
    };
    let mut history = history(vec![named("t-1", 1), named("t-2", 2)]);
    let amounts = |history: &Transactions| {
        let lines = history.ledger().entries().iter().map(|line| line.amount.get());
        lines.collect::<Vec<_>>()
    };
    assert_eq!(amounts(&history), [1, 2]);
    let kept = history.clone();
    let gone = row(|row| {
        row["id"] = json!("t-1");
        row["deleted"] = json!(true);
    });
    merge_transactions(&mut history, wire(json!([named("t-2", 20), named("t-3", 30)]))).unwrap();
    assert_eq!(amounts(&history), [1, 20, 30]);
    merge_transactions(&mut history, wire(json!([gone]))).unwrap();
    assert_eq!(amounts(&history), [20, 30]);
    assert_eq!(
        amounts(&kept),
        [1, 2],
        "a reader that still holds the old copy sees the old lines"
    );
}

#[test]
fn empty_text_is_nothing_and_unknown_words_are_kept() {
    let history = history(vec![
        row(|_| {}),
        row(|row| {
            row["id"] = json!("0f2c8a7e-1111-4222-8333-444455556666_2026-10-01");
            row["memo"] = json!("");
            row["import_id"] = json!("");
            row["transfer_transaction_id"] = json!("");
            row["flag_color"] = json!("");
            row["cleared"] = json!("pending");
        }),
        row(|row| {
            row["id"] = json!("t-3");
            row["memo"] = json!("lunch\n");
            row["flag_color"] = json!("pink");
            row["cleared"] = json!("reconciled");
            row["payee_id"] = json!(id('d', 5));
            row["transfer_account_id"] = json!(id('a', 2));
            row["transfer_transaction_id"] = json!("t-4");
            row["import_id"] = json!("YNAB:-1234:2019-02-28:1");
        }),
    ]);
    let rows: Vec<_> = history.iter().collect();
    assert_eq!(
        (rows[0].amount.get(), rows[0].date.to_string()),
        (-1_234, "2019-02-28".to_owned())
    );
    assert_eq!(
        (&rows[0].memo, &rows[0].flag, &rows[0].payee_name),
        (&None, &None, &None)
    );
    assert_eq!(
        (&rows[1].memo, &rows[1].flag, &rows[1].import_id),
        (&None, &None, &None)
    );
    assert_eq!(rows[1].cleared, Cleared::Other("pending".into()));
    assert_eq!(rows[2].memo.as_deref(), Some("lunch\n"));
    assert_eq!(rows[2].flag, Some(FlagColor::Other("pink".into())));
    assert_eq!(
        (&rows[2].cleared, rows[2].import_id.as_deref()),
        (&Cleared::Reconciled, Some("YNAB:-1234:2019-02-28:1"))
    );
    assert_eq!(
        rows[2].transfer_account_id,
        Some(AccountId::parse(&id('a', 2)).unwrap())
    );
    let other_sides = [0, 1, 2].map(|row: usize| rows[row].transfer_transaction_id.clone());
    assert_eq!(other_sides, [None, None, TransactionId::parse("t-4").ok()]);
}

#[test]
fn deleted_lines_of_a_split_are_left_out() {
    let line = |amount: i64, deleted: bool| {
        json!({
            "id": "s-1", "transaction_id": "t-1", "amount": amount, "memo": "part", "category_id": id('c', 1),
            "transfer_account_id": null, "deleted": deleted,
        })
    };
    let split = row(|row| row["subtransactions"] = json!([line(-1_000, false), line(-9, true), line(-234, false)]));
    let history = history(vec![split]);
    let lines = &history.iter().next().unwrap().lines;
    assert_eq!(
        lines.iter().map(|line| line.amount.get()).collect::<Vec<_>>(),
        [-1_000, -234]
    );
    assert_eq!(lines[1].category_id, Some(CategoryId::parse(&id('c', 1)).unwrap()));
    assert_eq!(lines[1].memo.as_deref(), Some("part"));
}

#[test]
fn what_many_rows_have_in_common_is_kept_once() {
    let shop = |number: u32| {
        row(|row| {
            row["id"] = json!(format!("t-{number}"));
            row["payee_name"] = json!("Shop");
        })
    };
    let mut history = history(vec![shop(1), shop(2)]);
    merge_transactions(&mut history, wire(json!([shop(3)]))).unwrap();
    let names: Vec<_> = history.iter().map(|row| row.payee_name.clone().unwrap()).collect();
    assert!(Arc::ptr_eq(&names[0], &names[1]) && Arc::ptr_eq(&names[0], &names[2]));
    let accounts: Vec<_> = history.iter().map(|row| row.account_id.as_str().as_ptr()).collect();
    assert!(accounts[0] == accounts[1] && accounts[0] == accounts[2]);
}

#[test]
fn changes_of_one_answer_follow_each_other() {
    let numbered = |number: u32, amount: i64, deleted: bool| {
        row(|row| {
            row["id"] = json!(format!("t-{number}"));
            row["amount"] = json!(amount);
            row["deleted"] = json!(deleted);
        })
    };
    let mut history = history((1..=4).map(|number| numbered(number, 0, false)).collect());
    let changes = [
        numbered(2, 0, true),
        numbered(5, 1, false),
        numbered(5, 2, false),
        numbered(1, 3, false),
        numbered(9, 0, true),
    ];
    merge_transactions(&mut history, wire(json!(changes))).unwrap();
    let rows: Vec<_> = history.iter().map(|row| (row.id.as_str(), row.amount.get())).collect();
    assert_eq!(rows, [("t-1", 3), ("t-3", 0), ("t-4", 0), ("t-5", 2)]);
    for row in &history {
        assert_eq!(history.get(&row.id), Some(row));
    }
    assert_eq!((history.len(), history.is_empty()), (4, false));
    assert_eq!(history.get(&TransactionId::parse("t-2").unwrap()), None);
}

#[test]
fn months_stand_in_order_whatever_order_they_come_in_and_a_deleted_one_goes() {
    let month = |month: &str, income: i64, deleted: bool| {
        json!({
            "month": month, "income": income, "budgeted": 0, "activity": 0, "to_be_budgeted": 0, "age_of_money": null,
            "deleted": deleted,
        })
    };
    let mut months = Vec::new();
    let told = |months: &[crate::domain::plan::MonthSummary]| {
        let row = |month: &crate::domain::plan::MonthSummary| (month.month.short(), month.income.get());
        months.iter().map(row).collect::<Vec<_>>()
    };
    let whole = json!([
        month("2026-10-01", 1, false),
        month("2026-08-01", 2, false),
        month("2026-07-01", 3, true),
        month("2026-11-01", 4, false),
    ]);
    merge_months(&mut months, wire(whole));
    let row = |month: &str, income: i64| (month.to_owned(), income);
    assert_eq!(told(&months), [row("2026-08", 2), row("2026-10", 1), row("2026-11", 4)]);
    merge_months(
        &mut months,
        wire(json!([
            month("2026-10-01", 5, true),
            month("2026-08-01", 6, false),
            month("2026-09-01", 7, false)
        ])),
    );
    assert_eq!(told(&months), [row("2026-08", 6), row("2026-09", 7), row("2026-11", 4)]);
}
