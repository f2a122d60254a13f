//! Which plan is meant.

use serde_json::{Value, json};
use ynab_api::sim::{CurrencyFormat, Fault, FaultEffect, Operation, Plan, World};

use crate::stage::{Household, SEPTEMBER, Setting, Stage, TODAY, day};

/// The household and a plan in yen; the latter was used last.
fn two_plans() -> (World, Household, String) {
    let (mut world, home) = Household::in_euro();
    let mut travel = Plan::new("日本旅行 ✈️ Travel", Some(CurrencyFormat::yen()), day(TODAY));
    let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
    travel.change(noon, |plan| {
        let group = plan.add_group("Trip");
        let trains = plan.add_category(group, "Trains");
        plan.assign(day(SEPTEMBER), trains, 5_000_000);
    });
    let id = travel.id.to_string();
    world.last_used = Some(travel.id);
    world.plans.push(travel);
    (world, home, id)
}

async fn stage_of_two(default_plan: Option<&'static str>) -> (Stage, Household, String) {
    let (world, home, travel) = two_plans();
    let setting = Setting {
        default_plan,
        ..Setting::with(world)
    };
    (Stage::set(setting).await, home, travel)
}

async fn plan_of(stage: &Stage, arguments: Value) -> String {
    let answer = stage.without_asking("get_category_balances", arguments).await.answer();
    answer["plan"].as_str().unwrap().to_owned()
}

const HOUSEHOLD: &str = "Haushalt";
const TRAVEL: &str = "日本旅行 ✈ Travel";

#[tokio::test]
async fn the_only_plan_needs_no_naming() {
    let (stage, home) = Stage::in_euro().await;
    for arguments in [
        json!({}),
        json!({"plan_id": null}),
        json!({"plan_id": ""}),
        json!({"plan_id": "default"}),
        json!({"plan_id": "last-used"}),
        json!({"plan_id": "haushalt"}),
        json!({"plan_id": home.plan}),
        json!({"plan_id": home.plan.to_uppercase()}),
    ] {
        assert_eq!(plan_of(&stage, arguments.clone()).await, HOUSEHOLD, "{arguments}");
    }
    assert_eq!(stage.requests_sorted(), ["getPlanMonth", "getPlans"]);
    stage
        .agreed(
            "set_category_budget",
            json!({"month": "current", "category_id": "Tennis", "amount": 1}),
        )
        .await;
    assert_eq!(stage.intents()[0]["plan_id"], home.plan.as_str(), "under its real id");
}

#[tokio::test]
async fn several_plans_and_no_choice_lists_them_with_their_currencies() {
    let (stage, home, travel) = stage_of_two(None).await;
    let expected = format!(
        "Nothing was read: there are several plans, so say which one in `plan_id` (an id, a name, or `last-used`).\n- Haushalt \
         ({}, EUR)\n- {TRAVEL} ({travel}, JPY)",
        home.plan
    );
    for (tool, arguments) in [
        ("get_category_balances", json!({})),
        (
            "set_category_budget",
            json!({"month": "current", "category_id": "Tennis", "amount": 1}),
        ),
        ("undo_operation", json!({})),
        ("list_accounts", json!({"plan_id": "default"})),
    ] {
        assert_eq!(
            stage.without_asking(tool, arguments).await.refusal(),
            expected,
            "{tool}"
        );
    }
    assert_eq!(stage.requests(), ["getPlans"]);
}

#[tokio::test]
async fn a_name_is_taken_whatever_its_case_and_pictures_and_so_is_an_id() {
    let (stage, _, travel) = stage_of_two(None).await;
    for (wanted, found) in [
        ("HAUSHALT", HOUSEHOLD),
        ("haushalt 🏠", HOUSEHOLD),
        ("日本旅行 travel", TRAVEL),
        ("日本旅行 ✈️ Travel", TRAVEL),
        (travel.as_str(), TRAVEL),
    ] {
        assert_eq!(plan_of(&stage, json!({"plan_id": wanted})).await, found, "{wanted}");
    }
    let answer = stage
        .without_asking("get_category_balances", json!({"plan_id": travel}))
        .await
        .answer();
    assert_eq!(
        (&answer["currency"], &answer["categories"][0]["budgeted"]),
        (&json!("JPY"), &json!(5000))
    );
}

#[tokio::test]
async fn the_configured_plan_is_meant_when_none_is_named_and_is_overruled_by_a_name() {
    for configured in ["Haushalt", "haushalt"] {
        let (stage, _, _) = stage_of_two(Some(configured)).await;
        assert_eq!(plan_of(&stage, json!({})).await, HOUSEHOLD);
        assert_eq!(plan_of(&stage, json!({"plan_id": "default"})).await, HOUSEHOLD);
        assert_eq!(plan_of(&stage, json!({"plan_id": "last-used"})).await, TRAVEL);
    }
    let (stage, _, _) = stage_of_two(Some("last-used")).await;
    assert_eq!(plan_of(&stage, json!({})).await, TRAVEL);
    let (stage, home, travel) = stage_of_two(Some("Nowhere")).await;
    let text = stage.without_asking("get_category_balances", json!({})).await.refusal();
    assert!(text.contains("no plan has the id or name ‘Nowhere’"), "{text}");
    assert!(text.contains(&home.plan) && text.contains(&travel), "{text}");
}

#[tokio::test]
async fn last_used_is_resolved_once_in_a_call_and_written_down_as_the_real_plan() {
    let (stage, _, travel) = stage_of_two(None).await;
    let arguments = json!({"plan_id": "last-used", "month": SEPTEMBER, "category_id": "Trains", "amount": 6000});
    let answer = stage.agreed("set_category_budget", arguments).await;
    assert_eq!(
        (answer["plan"].as_str(), &answer["currency"]),
        (Some(TRAVEL), &json!("JPY"))
    );
    assert_eq!(stage.intents()[0]["plan_id"], travel.as_str());
    let requests = stage.requests();
    assert_eq!(
        requests.iter().filter(|request| **request == "getPlanById").count(),
        1,
        "{requests:?}"
    );
    assert!(
        stage
            .sim
            .requests()
            .iter()
            .all(|request| !request.path.contains("last-used"))
    );
    // Undone under its own id after another plan was used.
    stage.sim.with(|world| world.last_used = None);
    let nothing = stage
        .without_asking("undo_operation", json!({"plan_id": "last-used"}))
        .await;
    assert_eq!(nothing.with_status("nothing_to_do")["plan"], HOUSEHOLD);
    stage.agreed("undo_operation", json!({"plan_id": travel})).await;
    let assigned = stage.sim.look(|world| {
        let plan = &world.plans[1];
        plan.assigned_to(day(SEPTEMBER), plan.category_named("Trains").unwrap().id)
    });
    assert_eq!(assigned, 5_000_000);
}

#[tokio::test]
async fn an_answer_for_last_used_does_not_reach_the_plan_that_is_used_now() {
    let (stage, _, _) = stage_of_two(None).await;
    // A category of the same name in both plans.
    stage.sim.with(|world| {
        let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
        world.plans[1].change(noon, |plan| {
            let group = plan.add_group("Sport");
            let tennis = plan.add_category(group, "Tennis");
            plan.assign(day(SEPTEMBER), tennis, 80_000);
        });
    });
    let arguments = json!({"plan_id": "last-used", "month": SEPTEMBER, "category_id": "Tennis", "amount": 100});
    let (_, state) = stage.question_for("set_category_budget", arguments.clone()).await;
    let code = stage.code_for("set_category_budget", arguments.clone()).await;
    stage.sim.with(|world| world.last_used = None);
    stage
        .returning(
            &state,
            avenir::confirm::Reply::Yes,
            "set_category_budget",
            arguments.clone(),
        )
        .await
        .error();
    let mut with_code = arguments;
    with_code["confirmation"] = code.into();
    stage.without_asking("set_category_budget", with_code).await.error();
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn an_id_that_is_no_plans_lists_the_plans() {
    let (stage, home, travel) = stage_of_two(None).await;
    let unknown = "11111111-2222-3333-4444-555555555555";
    for (tool, more) in [
        ("get_category_balances", json!({})),
        ("list_accounts", json!({})),
        ("find_transactions", json!({"since_date": "2026-09-01"})),
        (
            "set_category_budget",
            json!({"month": SEPTEMBER, "category_id": "Tennis", "amount": 1}),
        ),
        ("flag_transactions", json!({"flags": [{"transaction_id": home.market}]})),
        ("undo_operation", json!({})),
    ] {
        let mut arguments = more;
        arguments["plan_id"] = unknown.into();
        let text = stage.without_asking(tool, arguments).await.refusal();
        assert!(
            text.contains(&format!("no plan has the id {unknown}")),
            "{tool}: {text}"
        );
        assert!(
            text.contains(&home.plan) && text.contains(&travel) && text.contains("JPY"),
            "{tool}: {text}"
        );
    }
}

#[tokio::test]
async fn a_plan_that_came_after_the_list_was_read_is_found() {
    let (stage, _) = Stage::in_euro().await;
    plan_of(&stage, json!({})).await;
    let (world, _, travel) = two_plans();
    stage.sim.with(|held| held.plans.push(world.plans[1].clone()));
    assert_eq!(plan_of(&stage, json!({"plan_id": "日本旅行 Travel"})).await, TRAVEL);
    assert_eq!(plan_of(&stage, json!({"plan_id": travel})).await, TRAVEL);
}

#[tokio::test]
async fn ids_with_odd_characters_never_reach_a_path() {
    let (stage, home) = Stage::in_euro().await;
    for odd in [
        "a/b",
        "..",
        "%2e%2e",
        "a.b",
        "x y",
        &format!("{}/months/2026-09-01", home.plan),
    ] {
        stage
            .without_asking("get_category_balances", json!({"plan_id": odd}))
            .await
            .error();
        let arguments = json!({"month": SEPTEMBER, "category_id": odd, "amount": 1});
        stage.without_asking("set_category_budget", arguments).await.error();
    }
    let paths: std::collections::BTreeSet<_> = stage.sim.requests().into_iter().map(|request| request.path).collect();
    let expected = [
        "/v1/plans".to_owned(),
        format!("/v1/plans/{}/months/{SEPTEMBER}", home.plan),
    ];
    assert_eq!(paths.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn an_account_without_a_plan_lists_none() {
    let stage = Stage::set(Setting::with(World::empty())).await;
    let answer = stage.without_asking("list_plans", json!({})).await.answer();
    assert_eq!(answer, json!({"plans": []}));
}

#[tokio::test]
async fn an_account_without_a_plan_says_so() {
    let stage = Stage::set(Setting::with(World::empty())).await;
    let text = stage.without_asking("get_category_balances", json!({})).await.refusal();
    assert!(text.contains("holds no plan"), "{text}");
    let text = stage
        .without_asking("undo_operation", json!({"plan_id": "last-used"}))
        .await
        .refusal();
    assert!(text.contains("no plan"), "{text}");
}

#[tokio::test]
async fn a_month_that_the_plan_has_not_is_refused_with_those_it_has() {
    let (stage, _) = Stage::in_euro().await;
    for tool in ["get_monthly_summary", "get_category_balances", "get_budget_vs_actual"] {
        for month in ["2026-07", "2027-01"] {
            let refusal = stage.without_asking(tool, json!({"month": month})).await.refusal();
            assert_eq!(
                refusal,
                format!(
                    "This plan has no month {month}-01; it has those from 2026-08-01 to 2026-10-01. Nothing was changed."
                ),
                "{tool}"
            );
        }
    }
}

#[tokio::test]
async fn a_current_month_that_ynab_does_not_know_is_told_in_a_sentence() {
    let (stage, _) = Stage::in_euro().await;
    let unknown = FaultEffect::Status {
        status: 404,
        body: None,
        retry_after: None,
    };
    stage.sim.fault(Fault::on(Operation::GetMonth, unknown));
    for tool in [
        "get_monthly_summary",
        "get_category_balances",
        "get_budget_vs_actual",
        "get_underfunded_targets",
        "get_card_coverage",
        "get_debt_payoff_plan",
        "list_categories",
    ] {
        let refusal = stage.without_asking(tool, json!({})).await.refusal();
        assert!(
            refusal.starts_with("YNAB does not know the month 2026-09-01 of this plan") && refusal.ends_with('.'),
            "{tool}: {refusal}"
        );
    }
}
