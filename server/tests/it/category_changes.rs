//! New categories, and categories that get another name, another group, or both.

use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation};

use crate::stage::{Friend, Household, Stage, told};

fn create(home: &Household, group: &str, name: &str) -> Value {
    json!({"plan_id": home.plan, "category_group_id": group, "name": name})
}

fn update(home: &Household, category: &str, name: Option<&str>, group: Option<&str>) -> Value {
    let mut arguments = json!({"plan_id": home.plan, "category_id": category});
    if let Some(name) = name {
        arguments["name"] = name.into();
    }
    if let Some(group) = group {
        arguments["category_group_id"] = group.into();
    }
    arguments
}

fn undo(home: &Household, operation_id: &str) -> Value {
    json!({"plan_id": home.plan, "operation_id": operation_id})
}

/// The id of a group by its name.
fn group(stage: &Stage, name: &str) -> String {
    stage.look(|plan| {
        plan.groups
            .iter()
            .find(|group| group.name == name)
            .unwrap()
            .id
            .to_string()
    })
}

/// A category's name and its group's name, as YNAB holds them.
fn held(stage: &Stage, category: &str) -> (String, String) {
    stage.look(|plan| {
        let category = plan.categories.live(&Household::key(category)).unwrap();
        let group = plan.groups.get(&category.group_id).unwrap();
        (category.name.clone(), group.name.clone())
    })
}

fn is(name: &str, group: &str) -> (String, String) {
    (name.to_owned(), group.to_owned())
}

fn rename_elsewhere(stage: &Stage, category: &str, name: &str) {
    stage.sim.edit(|plan| {
        plan.edit_category(Household::key(category), |category| name.clone_into(&mut category.name));
    });
    stage.pass(10);
}

fn add_elsewhere(stage: &Stage, group_name: &str, name: &str) {
    stage.sim.edit(|plan| {
        let group = plan.groups.iter().find(|group| group.name == group_name).unwrap().id;
        plan.add_category(group, name)
    });
    stage.pass(10);
}

async fn refused(stage: &Stage, tool: &str, arguments: Value) -> String {
    let agrees = Friend::who_agrees();
    let text = stage.asking(&agrees, tool, arguments).await.refusal();
    assert_eq!(agrees.asked(), Vec::<String>::new());
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]), "{text}");
    text
}

#[tokio::test]
async fn a_category_is_created_answered_with_its_id_and_cannot_be_undone() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    stage.sim.forget_requests();
    let agrees = Friend::who_agrees();
    let answer = stage
        .asking(&agrees, "create_category", create(&home, "Alltag", " Haustiere 🐈 "))
        .await;
    let answer = answer.with_status("applied");
    assert_eq!(
        agrees.only_question(),
        "Create category ‘Haustiere 🐈’ in Alltag?\nIt cannot be deleted again from here: YNAB's API has no way to. It can be \
         hidden in YNAB."
    );
    let everyday = group(&stage, "Alltag");
    let writes = stage.writes();
    assert_eq!(writes.len(), 1);
    assert!(writes[0].0.ends_with("/categories"), "{writes:?}");
    assert_eq!(
        writes[0].1,
        json!({"category": {"category_group_id": everyday, "name": "Haustiere 🐈"}})
    );
    let made = answer["category_id"].as_str().unwrap();
    assert_eq!(held(&stage, made), is("Haustiere 🐈", "Alltag"));
    let id = answer["operation_id"].as_str().unwrap();
    let intent = &stage.intents()[1];
    assert_eq!(
        intent["groups"],
        json!([{"effects": [{"kind": "new_category", "category_id": null, "group_id": everyday, "name": "Haustiere 🐈"}]}])
    );
    assert_eq!(stage.states_of(id), ["applied"]);

    let why = "YNAB's API cannot delete a category; it can be hidden in YNAB";
    assert!(!told(&answer).contains("undo_operation"), "{}", told(&answer));
    let text = stage.without_asking("undo_operation", undo(&home, id)).await.refusal();
    assert_eq!(
        text,
        format!("Nothing was changed: operation {id} cannot be undone: {why}.")
    );
    let listed = stage
        .without_asking("list_operations", json!({"plan_id": home.plan}))
        .await
        .answer();
    let row = &listed["operations"][0];
    assert_eq!(
        (&row["undoable"], &row["why_not"], &row["state"]),
        (&json!(false), &json!(why), &json!("in_effect"))
    );
    // It hides nothing that came before.
    let agrees = Friend::who_agrees();
    let undone = stage
        .asking(&agrees, "undo_operation", json!({"plan_id": home.plan}))
        .await;
    assert_eq!(undone.with_status("applied")["undoes_operation_id"], flagged.as_str());
    assert!(agrees.only_question().contains(why), "{}", agrees.only_question());
}

#[tokio::test]
async fn a_new_category_can_be_used_at_once() {
    let (stage, home) = Stage::in_euro().await;
    stage
        .agreed("create_category", create(&home, &group(&stage, "Freizeit"), "Kino"))
        .await;
    let arguments =
        json!({"plan_id": home.plan, "assignments": [{"transaction_id": home.market, "category_id": "kino"}]});
    stage.agreed("apply_categories", arguments).await;
    assert_eq!(
        held(&stage, &stage.category_of(&home.market).unwrap()),
        is("Kino", "Freizeit")
    );
}

#[tokio::test]
async fn names_that_ynab_would_not_take_are_refused_before_anything_is_asked() {
    let (stage, home) = Stage::in_euro().await;
    let long = "ä".repeat(51);
    let everyday = "Alltag";
    for (name, why) in [
        (
            long.as_str(),
            "the name has 51 characters, and YNAB takes 50 for a category".to_owned(),
        ),
        (
            "restaurants 🍝",
            format!(
                "Alltag has a category Restaurants already, id {}: use that one, or another name",
                home.restaurants
            ),
        ),
        (
            "LEBENSMITTEL",
            format!(
                "Alltag has a category 🛒 Lebensmittel already, id {}: use that one, or another name",
                home.groceries
            ),
        ),
    ] {
        let expected = format!("Nothing was sent to YNAB: {why}.");
        assert_eq!(
            refused(&stage, "create_category", create(&home, everyday, name)).await,
            expected
        );
        let renamed = update(&home, &home.tennis, Some(name), Some(everyday));
        assert_eq!(refused(&stage, "update_category", renamed).await, expected);
    }
    let hidden = format!(
        "Nothing was sent to YNAB: Freizeit has a category Klavier (hidden) already, id {}: use that one, or another name.",
        home.piano
    );
    assert_eq!(
        refused(&stage, "create_category", create(&home, "Freizeit", "🎹 klavier")).await,
        hidden
    );
    assert_eq!(
        refused(
            &stage,
            "update_category",
            update(&home, &home.tennis, Some("klavier"), None)
        )
        .await,
        hidden
    );
    for name in ["", "  ", "Zwei\nZeilen", "\u{202e}Sport"] {
        let text = refused(&stage, "create_category", create(&home, everyday, name)).await;
        assert!(text.starts_with("Nothing was sent to YNAB: "), "{text}");
        refused(&stage, "update_category", update(&home, &home.tennis, Some(name), None)).await;
    }
    // Fifty characters are taken, and the same name in another group too.
    let longest = "ä".repeat(50);
    let code = stage
        .without_asking("create_category", create(&home, everyday, &longest))
        .await
        .code();
    assert_eq!(code.len(), 11);
    stage
        .code_for("create_category", create(&home, everyday, "Tennis"))
        .await;
    // A name of pictures alone is told apart by its pictures.
    stage.agreed("create_category", create(&home, everyday, "🎾")).await;
    stage.code_for("create_category", create(&home, everyday, "🎹")).await;
    let text = stage
        .without_asking("create_category", create(&home, everyday, "🎾"))
        .await
        .refusal();
    assert!(text.contains("Alltag has a category 🎾 already"), "{text}");
}

#[tokio::test]
async fn groups_and_categories_of_ynabs_own_are_refused() {
    let (stage, home) = Stage::in_euro().await;
    for own in ["Internal Master Category", "Credit Card Payments"] {
        let why = format!("Nothing was sent to YNAB: {own} is a group of YNAB's own: choose a group of the plan.");
        assert_eq!(refused(&stage, "create_category", create(&home, own, "Neu")).await, why);
        assert_eq!(
            refused(&stage, "update_category", update(&home, &home.tennis, None, Some(own))).await,
            why
        );
    }
    for (category, why) in [
        (&home.ready_to_assign, "Inflow: Ready to Assign is YNAB's own category"),
        (&home.uncategorized, "Uncategorized is YNAB's own category"),
        (
            &home.card_payment,
            "Visa pays a credit card and is named after its account",
        ),
        (&home.piano, "category Klavier is hidden: show it in YNAB first"),
    ] {
        let text = refused(&stage, "update_category", update(&home, category, Some("Neu"), None)).await;
        assert_eq!(text, format!("Nothing was sent to YNAB: {why}."));
    }
    let text = refused(&stage, "update_category", update(&home, &home.tennis, None, None)).await;
    assert_eq!(
        text,
        "Nothing was sent to YNAB: give a new `name`, a new `category_group_id`, or both."
    );
    let text = refused(&stage, "create_category", create(&home, "Nirgends", "Neu")).await;
    assert!(
        text.contains("no category group has the id or name ‘Nirgends’"),
        "{text}"
    );
}

#[tokio::test]
async fn name_and_group_go_in_one_request_and_come_back_in_one() {
    let (everyday, leisure) = ("Alltag", "Freizeit");
    for (name, to_group, question, back) in [
        (
            Some("Sport"),
            None,
            "Change category ‘Tennis’ (Freizeit) to ‘Sport’ (Freizeit)?",
            "Undo: rename category ‘Sport’ back to ‘Tennis’?\n- Category ‘Sport’: Sport → Tennis",
        ),
        (
            None,
            Some(everyday),
            "Change category ‘Tennis’ (Freizeit) to ‘Tennis’ (Alltag)?",
            "Undo: move category ‘Tennis’ from group ‘Alltag’ back to group ‘Freizeit’?\n- Category ‘Tennis’: Alltag → Freizeit",
        ),
        (
            Some("Sport"),
            Some(everyday),
            "Change category ‘Tennis’ (Freizeit) to ‘Sport’ (Alltag)?",
            "Undo: change category ‘Sport’ (Alltag) back to ‘Tennis’ (Freizeit)?\n- Category ‘Sport’: Alltag → Freizeit\n- \
             Category ‘Sport’: Sport → Tennis",
        ),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let after = is(name.unwrap_or("Tennis"), to_group.unwrap_or(leisure));
        let agrees = Friend::who_agrees();
        let answer = stage
            .asking(&agrees, "update_category", update(&home, &home.tennis, name, to_group))
            .await
            .with_status("applied");
        assert_eq!(agrees.only_question(), question);
        let mut body = json!({});
        if let Some(name) = name {
            body["name"] = name.into();
        }
        if let Some(to_group) = to_group {
            body["category_group_id"] = group(&stage, to_group).into();
        }
        let writes = stage.writes();
        assert_eq!(
            writes.iter().map(|write| &write.1).collect::<Vec<_>>(),
            [&json!({"category": body})]
        );
        assert_eq!(held(&stage, &home.tennis), after);
        assert_eq!(
            (
                &answer["from_name"],
                &answer["to_name"],
                &answer["from_group"],
                &answer["to_group"]
            ),
            (&json!("Tennis"), &json!(after.0), &json!(leisure), &json!(after.1)),
        );
        let id = answer["operation_id"].as_str().unwrap();
        assert!(stage.states_of(id).iter().all(|state| state == "applied"));

        stage.sim.forget_requests();
        let agrees = Friend::who_agrees();
        let undone = stage.asking(&agrees, "undo_operation", undo(&home, id)).await;
        let undone = undone.with_status("applied");
        assert_eq!(agrees.only_question(), back);
        assert_eq!(
            (stage.writes_sent(), held(&stage, &home.tennis)),
            (1, is("Tennis", leisure))
        );
        stage
            .agreed("undo_operation", undo(&home, undone["operation_id"].as_str().unwrap()))
            .await;
        assert_eq!((stage.writes_sent(), held(&stage, &home.tennis)), (2, after));
    }
}

#[tokio::test]
async fn the_same_name_and_group_are_nothing_to_do_and_another_case_is_a_change() {
    let (stage, home) = Stage::in_euro().await;
    let same = update(&home, "tennis", Some("Tennis"), Some("Freizeit"));
    let answer = stage
        .without_asking("update_category", same)
        .await
        .with_status("nothing_to_do");
    assert_eq!(told(&answer), "Nothing to change: it has that name and group.");
    let id = stage
        .done("update_category", update(&home, &home.tennis, Some("🎾 TENNIS"), None))
        .await;
    assert_eq!(held(&stage, &home.tennis), is("🎾 TENNIS", "Freizeit"));
    stage.agreed("undo_operation", undo(&home, &id)).await;
    assert_eq!(held(&stage, &home.tennis), is("Tennis", "Freizeit"));
}

#[tokio::test]
async fn a_name_that_another_has_since_is_left_alone_and_hides_no_earlier_operation() {
    let (stage, home) = Stage::in_euro().await;
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    let flagged = stage.done("flag_transactions", flag).await;
    let id = stage
        .done("update_category", update(&home, &home.tennis, Some("Sport"), None))
        .await;
    add_elsewhere(&stage, "Freizeit", "tennis");
    stage.sim.forget_requests();
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!(["Category ‘Sport’: another one has the name it had, so it is left alone"])
    );
    let undone = stage.agreed("undo_operation", json!({"plan_id": home.plan})).await;
    assert_eq!(undone["undoes_operation_id"], flagged.as_str());
    assert_eq!(held(&stage, &home.tennis), is("Sport", "Freizeit"));
}

#[tokio::test]
async fn a_name_is_free_or_taken_in_the_group_that_the_category_goes_back_to() {
    for (name, to_group, elsewhere, free) in [
        // Back to its old group under its old name: only that group counts.
        (Some("Sport"), Some("Alltag"), ("Alltag", "Tennis"), true),
        (Some("Sport"), Some("Alltag"), ("Freizeit", "Tennis"), false),
        (Some("Sport"), Some("Alltag"), ("Freizeit", "Sport"), true),
        (None, Some("Alltag"), ("Freizeit", "Tennis"), false),
        (Some("Sport"), None, ("Alltag", "Tennis"), true),
    ] {
        let (stage, home) = Stage::in_euro().await;
        let id = stage
            .done("update_category", update(&home, &home.tennis, name, to_group))
            .await;
        let after = held(&stage, &home.tennis);
        add_elsewhere(&stage, elsewhere.0, elsewhere.1);
        let outcome = stage
            .asking(&Friend::who_agrees(), "undo_operation", undo(&home, &id))
            .await;
        let answer = outcome.with_status(if free { "applied" } else { "nothing_to_do" });
        let expected = if free { is("Tennis", "Freizeit") } else { after };
        assert_eq!(held(&stage, &home.tennis), expected, "{answer:#}");
    }
}

#[tokio::test]
async fn a_group_that_is_gone_takes_nothing_back() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage
        .done("update_category", update(&home, &home.tennis, None, Some("Alltag")))
        .await;
    stage.sim.edit(|plan| {
        let leisure = plan.groups.iter().find(|group| group.name == "Freizeit").unwrap().id;
        plan.edit_category(Household::key(&home.piano), |category| category.deleted = true);
        plan.edit_group(leisure, |group| group.deleted = true);
    });
    stage.pass(10);
    stage.sim.forget_requests();
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!(["Category ‘Tennis’: the group it was in is not there any more, so it is left alone"])
    );
    assert_eq!(stage.writes_sent(), 0);
}

#[tokio::test]
async fn a_name_that_changed_since_leaves_the_group_alone_too() {
    let (stage, home) = Stage::in_euro().await;
    let id = stage
        .done(
            "update_category",
            update(&home, &home.tennis, Some("Sport"), Some("Alltag")),
        )
        .await;
    rename_elsewhere(&stage, &home.tennis, "Bewegung");
    let answer = stage
        .without_asking("undo_operation", undo(&home, &id))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        answer["conflicts"],
        json!([
            "Category ‘Bewegung’: it is Bewegung now, not Sport, so it is left alone",
            "Category ‘Bewegung’: it is still Alltag, but the rest of the change is not, so all of it is left alone",
        ])
    );
    assert_eq!(held(&stage, &home.tennis), is("Bewegung", "Alltag"));
}

#[tokio::test]
async fn lost_answers_are_settled_by_reading_and_refusals_are_told() {
    for (tool, operation) in [
        ("create_category", Operation::CreateCategory),
        ("update_category", Operation::UpdateCategory),
    ] {
        let arguments = |home: &Household| match tool {
            "create_category" => create(home, "Alltag", "Haustiere"),
            _ => update(home, &home.tennis, Some("Haustiere"), Some("Alltag")),
        };
        let there =
            |stage: &Stage| stage.look(|plan| plan.categories.iter().filter(|one| one.name == "Haustiere").count());
        for effect in [
            FaultEffect::DropAfter,
            FaultEffect::Garble {
                body: "<html>".to_owned(),
            },
        ] {
            let (stage, home) = Stage::in_euro().await;
            stage.sim.fault(Fault::on(operation, effect).nth(1));
            let answer = stage.agreed(tool, arguments(&home)).await;
            let id = answer["operation_id"].as_str().unwrap();
            assert!(stage.states_of(id).iter().all(|state| state == "applied"), "{tool}");
            assert_eq!((stage.writes_sent(), there(&stage)), (1, 1), "{tool}");
            if tool == "create_category" {
                assert_eq!(
                    held(&stage, answer["category_id"].as_str().unwrap()),
                    is("Haustiere", "Alltag")
                );
            }
        }
        let refused = FaultEffect::Status {
            status: 400,
            body: None,
            retry_after: None,
        };
        for effect in [FaultEffect::DropBefore, refused] {
            let (stage, home) = Stage::in_euro().await;
            stage.sim.fault(Fault::on(operation, effect).times(1));
            let text = stage
                .asking(&Friend::who_agrees(), tool, arguments(&home))
                .await
                .refusal();
            assert!(text.starts_with("Nothing was changed: "), "{text}");
            assert_eq!(there(&stage), 0);
            let id = stage.intents()[0]["operation_id"].as_str().unwrap().to_owned();
            assert!(stage.fates_of(&id).iter().all(|state| state == "not_applied"), "{tool}");
        }
    }
}
