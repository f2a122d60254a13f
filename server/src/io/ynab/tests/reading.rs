//! Full loads, changes, and what is kept for how long.

use super::scripted::{Reply, Seen};
use super::*;
use crate::domain::ids::{AccountId, TransactionId};
use crate::domain::month::Month;
use crate::domain::plan::{Account, GroupRole};

fn names(accounts: &[Account]) -> Vec<String> {
    accounts.iter().map(|account| account.name.raw().to_owned()).collect()
}

fn accounts(rows: &[Value], knowledge: i64) -> Reply {
    Reply::data(&json!({ "accounts": rows, "server_knowledge": knowledge }))
}

fn transactions(rows: &[Value], knowledge: i64) -> Reply {
    Reply::data(&json!({ "transactions": rows, "server_knowledge": knowledge }))
}

fn month(text: &str) -> Month {
    Month::parse(text).unwrap()
}

#[tokio::test]
async fn nothing_is_read_or_made_before_the_first_request() {
    let bench = Bench::with("http://127.0.0.1:1/v1", |options| {
        options.token = TokenSource::File("/nonexistent/token".into());
        options.state_folder = options.state_folder.join("made/later");
    });
    assert_eq!(bench.reader.requests_left(), 180);
    assert!(matches!(
        bench.call().plans().await,
        Err(YnabError::Token(TokenError::Unreadable { .. }))
    ));
    assert_eq!(std::fs::read_dir(bench.folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_collection_is_loaded_whole_then_kept_in_step_by_changes() {
    let server = scripted::Scripted::answering(|number, _| match number {
        1 => accounts(
            &[account(1, 10, false), account(2, 20, false), account(3, 30, false)],
            7,
        ),
        2 => accounts(
            &[
                account(2, 21, false),
                account(3, 0, true),
                account(4, 40, false),
                account(9, 0, true),
            ],
            9,
        ),
        _ => accounts(&[], 9),
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let first = bench.call().accounts(&plan()).await.unwrap();
    assert_eq!(names(&first), ["Account 1", "Account 2", "Account 3"]);
    bench.hand.advance(Duration::from_secs(4));
    assert!(Arc::ptr_eq(&first, &bench.call().accounts(&plan()).await.unwrap()));
    bench.grow_old();
    let second = bench.call().accounts(&plan()).await.unwrap();
    let balances: Vec<_> = second
        .iter()
        .map(|account| (account.id.as_str(), account.balance.get()))
        .collect();
    assert_eq!(
        balances,
        [(id('a', 1).as_str(), 10), (&id('a', 2), 21), (&id('a', 4), 40)]
    );
    assert_eq!(
        names(&first),
        ["Account 1", "Account 2", "Account 3"],
        "what a reader holds does not change under it"
    );
    bench.grow_old();
    assert!(
        Arc::ptr_eq(&second, &bench.call().accounts(&plan()).await.unwrap()),
        "no change, no new copy"
    );
    assert_eq!(
        server.targets(),
        [
            format!("GET /plans/{PLAN}/accounts"),
            format!("GET /plans/{PLAN}/accounts?last_knowledge_of_server=7"),
            format!("GET /plans/{PLAN}/accounts?last_knowledge_of_server=9"),
        ]
    );
    assert_eq!(server.seen()[0].authorization, format!("Bearer {TOKEN}"));
}

#[tokio::test]
async fn the_history_is_asked_for_from_the_same_early_day_whole_and_in_changes() {
    let server = scripted::Scripted::answering(|number, _| {
        let mut gone = transaction("t-1", 1);
        gone["deleted"] = json!(true);
        match number {
            1 => transactions(
                &[transaction("t-1", 1), transaction("t-2", 2), transaction("t-3", 3)],
                5,
            ),
            _ => transactions(&[transaction("t-3", -3), gone, transaction("t-4", 4)], 6),
        }
    })
    .await;
    let bench = Bench::new(&server.base_url);
    assert_eq!(bench.call().transactions(&plan()).await.unwrap().len(), 3);
    bench.grow_old();
    let history = bench.call().transactions(&plan()).await.unwrap();
    let rows: Vec<_> = history.iter().map(|row| (row.id.as_str(), row.amount.get())).collect();
    assert_eq!(rows, [("t-2", 2), ("t-3", -3), ("t-4", 4)]);
    for (id, amount) in rows {
        let found = history.get(&TransactionId::parse(id).unwrap()).unwrap();
        assert_eq!((found.id.as_str(), found.amount.get()), (id, amount));
    }
    assert!(history.get(&TransactionId::parse("t-1").unwrap()).is_none());
    assert_eq!(
        server.targets(),
        [
            format!("GET /plans/{PLAN}/transactions?since_date=1970-01-01"),
            format!("GET /plans/{PLAN}/transactions?last_knowledge_of_server=5&since_date=1970-01-01"),
        ]
    );
}

/// What the second answer is, the whole collection is asked for again in the same read.
async fn all_is_read_after(second: fn() -> Reply) {
    let server = scripted::Scripted::answering(move |number, _| match number {
        1 => accounts(&[account(1, 10, false), account(2, 20, false)], 7),
        2 => second(),
        _ => accounts(&[account(2, 22, false)], 3),
    })
    .await;
    let bench = Bench::new(&server.base_url);
    bench.call().accounts(&plan()).await.unwrap();
    bench.grow_old();
    let meter = bench.meter();
    let read = bench
        .reader
        .for_call(Arc::clone(&meter))
        .accounts(&plan())
        .await
        .unwrap();
    assert_eq!(names(&read), ["Account 2"]);
    assert_eq!(meter.requests(), 2);
    assert_eq!(server.targets()[2], format!("GET /plans/{PLAN}/accounts"));
    bench.grow_old();
    bench.call().accounts(&plan()).await.unwrap();
    assert_eq!(
        server.targets()[3],
        format!("GET /plans/{PLAN}/accounts?last_knowledge_of_server=3")
    );
}

#[tokio::test]
async fn changes_that_cannot_be_right_are_left_aside_for_all() {
    all_is_read_after(|| accounts(&[account(1, 11, false)], 6)).await;
    all_is_read_after(|| Reply::data(&json!({ "accounts": [{ "id": 1 }], "server_knowledge": 8 }))).await;
    all_is_read_after(|| Reply::error(400, "this knowledge is not known")).await;
}

#[tokio::test]
async fn a_failed_refresh_keeps_the_copy_to_build_on() {
    let server = scripted::Scripted::answering(|number, _| match number {
        1 => accounts(&[account(1, 10, false)], 7),
        2 => Reply::error(403, "no"),
        _ => accounts(&[], 7),
    })
    .await;
    let bench = Bench::new(&server.base_url);
    bench.call().accounts(&plan()).await.unwrap();
    bench.grow_old();
    assert!(matches!(
        bench.call().accounts(&plan()).await,
        Err(YnabError::Forbidden { .. })
    ));
    assert_eq!(names(&bench.call().accounts(&plan()).await.unwrap()), ["Account 1"]);
    assert_eq!(
        server.targets()[2],
        format!("GET /plans/{PLAN}/accounts?last_knowledge_of_server=7")
    );
}

#[tokio::test]
async fn each_plan_has_copies_of_its_own() {
    let server = scripted::Scripted::answering(|_, seen| {
        let number = if seen.target.contains(PLAN) { 1 } else { 2 };
        accounts(&[account(number, 0, false)], 7)
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let other = PlanId::parse(&id('2', 2)).unwrap();
    assert_eq!(names(&bench.call().accounts(&plan()).await.unwrap()), ["Account 1"]);
    assert_eq!(names(&bench.call().accounts(&other).await.unwrap()), ["Account 2"]);
    assert_eq!(names(&bench.call().accounts(&plan()).await.unwrap()), ["Account 1"]);
    assert_eq!(server.targets().len(), 2);
}

#[tokio::test]
async fn categories_are_read_whole_when_a_new_month_begins_in_utc() {
    let server = scripted::Scripted::answering(|number, _| {
        let group = json!({
            "id": GROUP, "name": "Bills", "hidden": false, "internal": false, "deleted": false,
            "categories": [category(1, i64::try_from(number).unwrap())],
        });
        Reply::data(&json!({ "category_groups": [group], "server_knowledge": 7 }))
    })
    .await;
    let bench = Bench::new(&server.base_url);
    bench.hand.set_now("2026-10-31T23:59:50Z".parse().unwrap());
    bench.call().categories(&plan()).await.unwrap();
    bench.grow_old();
    bench.call().categories(&plan()).await.unwrap();
    bench.grow_old();
    let groups = bench.call().categories(&plan()).await.unwrap();
    assert_eq!(groups[0].categories[0].assigned.get(), 3);
    let (whole, changes) = (
        format!("GET /plans/{PLAN}/categories"),
        format!("GET /plans/{PLAN}/categories?last_knowledge_of_server=7"),
    );
    assert_eq!(server.targets(), [whole.clone(), changes, whole]);
}

fn month_answer(seen: &Seen, name_of_group: Option<&str>) -> Reply {
    let month = seen.target.rsplit('/').next().unwrap();
    let mut in_month = category(1, 500);
    in_month["category_group_name"] = json!(name_of_group);
    in_month["internal"] = json!(name_of_group.is_none());
    let mut deleted = category(2, 0);
    deleted["deleted"] = json!(true);
    Reply::data(&json!({ "month": {
        "month": month, "note": null, "income": 9, "budgeted": 8, "activity": -7, "to_be_budgeted": 6,
        "age_of_money": null, "deleted": false, "categories": [in_month, deleted],
    }}))
}

#[tokio::test]
async fn months_are_kept_apart_and_read_whole() {
    let server = scripted::Scripted::answering(|_, seen| month_answer(&seen, Some("Bills"))).await;
    let bench = Bench::new(&server.base_url);
    let october = bench.call().month(&plan(), month("2026-10")).await.unwrap();
    assert_eq!(
        (october.month, october.income.get(), october.ready_to_assign.get()),
        (month("2026-10"), 9, 6)
    );
    assert_eq!(
        (october.assigned.get(), october.activity.get(), october.age_of_money),
        (8, -7, None)
    );
    assert_eq!(october.categories.len(), 1);
    assert_eq!(october.categories[0].assigned.get(), 500);
    let old = bench.call().month(&plan(), month("1999-02")).await.unwrap();
    assert_eq!(old.month, month("1999-02"));
    assert!(Arc::ptr_eq(
        &october,
        &bench.call().month(&plan(), month("2026-10")).await.unwrap()
    ));
    bench.grow_old();
    bench.call().month(&plan(), month("2026-10")).await.unwrap();
    let (october, old) = (
        format!("GET /plans/{PLAN}/months/2026-10-01"),
        format!("GET /plans/{PLAN}/months/1999-02-01"),
    );
    assert_eq!(server.targets(), [october.clone(), old, october]);
}

#[tokio::test]
async fn a_month_that_is_answered_as_before_is_the_same_copy_and_another_is_not() {
    // The third answer differs in one figure, the fifth is the first again.
    let server = scripted::Scripted::answering(|number, seen| match (number, month_answer(&seen, Some("Bills"))) {
        (3 | 4, Reply::Json(status, mut body)) => {
            body["data"]["month"]["to_be_budgeted"] = json!(7);
            Reply::Json(status, body)
        }
        (_, reply) => reply,
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let mut copies = Vec::new();
    for _ in 0..5 {
        copies.push(bench.call().month(&plan(), month("2026-10")).await.unwrap());
        bench.grow_old();
    }
    let ready: Vec<_> = copies.iter().map(|copy| copy.ready_to_assign.get()).collect();
    assert_eq!((server.targets().len(), ready), (5, vec![6, 6, 7, 7, 6]));
    let same = |one: usize, other: usize| Arc::ptr_eq(&copies[one], &copies[other]);
    assert!(same(0, 1) && !same(1, 2) && same(2, 3) && !same(3, 4) && !same(0, 4));
}

#[tokio::test]
async fn a_month_without_the_names_of_groups_takes_them_from_the_categories() {
    let server = scripted::Scripted::answering(|_, seen| {
        if seen.target.contains("/months/") {
            return month_answer(&seen, None);
        }
        let group = json!({
            "id": GROUP, "name": "Credit Card Payments", "hidden": false, "internal": true, "deleted": false,
            "categories": [category(1, 500)],
        });
        Reply::data(&json!({ "category_groups": [group], "server_knowledge": 7 }))
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let october = bench.call().month(&plan(), month("2026-10")).await.unwrap();
    assert_eq!(october.categories[0].group_name.raw(), "Credit Card Payments");
    assert_eq!(october.categories[0].role, GroupRole::CardPayments);
    assert_eq!(server.targets().len(), 2);
}

#[tokio::test]
async fn the_list_of_plans_is_kept_ten_minutes_unless_asked_for_anew() {
    let server = scripted::Scripted::answering(|_, _| {
        let mut yen = plan_summary(2);
        yen["currency_format"] = json!({
            "iso_code": "JPY", "example_format": "1,234", "decimal_digits": 0, "decimal_separator": ".",
            "symbol_first": true, "group_separator": ",", "currency_symbol": "¥", "display_symbol": true,
        });
        yen["first_month"] = json!("2020-01-01");
        yen["last_modified_on"] = json!("2026-10-01T08:00:00Z");
        let mut dinar = yen.clone();
        dinar["id"] = json!(id('1', 3));
        dinar["currency_format"]["decimal_digits"] = json!(3);
        Reply::data(&json!({ "plans": [plan_summary(1), yen, dinar], "default_plan": null }))
    })
    .await;
    let bench = Bench::new(&server.base_url);
    let plans = bench.call().plans().await.unwrap();
    let decimals: Vec<_> = plans.iter().map(|plan| plan.currency.accepted_decimals()).collect();
    assert_eq!(decimals, [3, 0, 3]);
    assert_eq!(
        (plans[0].currency.code(), plans[1].currency.code()),
        (None, Some("JPY"))
    );
    assert_eq!(plans[1].first_month, Some(month("2020-01")));
    assert_eq!(plans[1].last_modified_on.as_deref(), Some("2026-10-01T08:00:00Z"));
    bench.hand.advance(Duration::from_secs(599));
    bench.call().plans().await.unwrap();
    assert_eq!(server.targets().len(), 1);
    bench.call().looking_again().plans().await.unwrap();
    assert_eq!(server.targets().len(), 1, "no yes rests on the list");
    bench.call().plans_anew().await.unwrap();
    assert_eq!(server.targets().len(), 2);
    bench.hand.advance(Duration::from_mins(10));
    bench.call().plans().await.unwrap();
    assert_eq!(server.targets(), ["GET /plans", "GET /plans", "GET /plans"]);
}

fn plans_and_last_used(plans: u32) -> impl Fn(usize, Seen) -> Reply + Send + Sync {
    move |_, seen| match seen.target.as_str() {
        "/plans" => {
            let plans: Vec<_> = (1..=plans).map(plan_summary).collect();
            Reply::data(&json!({ "plans": plans, "default_plan": null }))
        }
        "/plans/last-used?last_knowledge_of_server=9007199254740991" => {
            Reply::data(&json!({ "plan": plan_summary(2), "server_knowledge": 12 }))
        }
        _ => Reply::error(404, "not in this test"),
    }
}

#[tokio::test]
async fn with_one_plan_the_one_used_last_is_that_one() {
    let server = scripted::Scripted::answering(plans_and_last_used(1)).await;
    let bench = Bench::new(&server.base_url);
    assert_eq!(bench.call().last_used().await.unwrap().as_str(), id('1', 1));
    assert_eq!(server.targets(), ["GET /plans"]);
    let none = scripted::Scripted::answering(plans_and_last_used(0)).await;
    assert_eq!(
        Bench::new(&none.base_url).call().last_used().await,
        Err(YnabError::NoPlans)
    );
}

#[tokio::test]
async fn with_several_plans_ynab_is_asked_once_in_a_call_and_in_every_call() {
    let server = scripted::Scripted::answering(plans_and_last_used(3)).await;
    let bench = Bench::new(&server.base_url);
    let call = bench.call();
    assert_eq!(call.last_used().await.unwrap().as_str(), id('1', 2));
    assert_eq!(
        call.clone().looking_again().last_used().await.unwrap().as_str(),
        id('1', 2)
    );
    assert_eq!(server.targets().len(), 2);
    bench.call().last_used().await.unwrap();
    assert_eq!(server.targets().len(), 3, "the list is kept, the word is asked anew");
}

#[tokio::test]
async fn a_reader_that_looks_again_is_served_nothing_older_than_that() {
    let server = scripted::Scripted::answering(|_, _| accounts(&[account(1, 10, false)], 7)).await;
    let bench = Bench::new(&server.base_url);
    let call = bench.call();
    call.accounts(&plan()).await.unwrap();
    let again = call.looking_again();
    again.accounts(&plan()).await.unwrap();
    assert_eq!(server.targets().len(), 2);
    again.accounts(&plan()).await.unwrap();
    call.accounts(&plan()).await.unwrap();
    assert_eq!(server.targets().len(), 2, "one look is one request");
    call.looking_again().accounts(&plan()).await.unwrap();
    assert_eq!(server.targets().len(), 3);
    assert_eq!(call.meter().requests(), 3);
}

#[tokio::test]
async fn an_answer_with_an_id_that_no_path_can_carry_is_unreadable() {
    let server = scripted::Scripted::answering(|_, _| transactions(&[transaction("t/../1", 1)], 5)).await;
    let error = Bench::new(&server.base_url)
        .call()
        .transactions(&plan())
        .await
        .err()
        .unwrap();
    assert!(
        matches!(&error, YnabError::Unreadable { what, .. } if what == "the transactions"),
        "{error}"
    );
}

#[test]
fn an_account_id_is_the_one_ynab_sent() {
    assert_eq!(AccountId::parse(ACCOUNT).unwrap().as_str(), id('a', 1));
}
