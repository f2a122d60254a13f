//! Categories, groups and their limits.

use http::Method;
use serde_json::{Value, json};

use super::Bench;

fn create(bench: &Bench, fields: &Value) -> Value {
    bench.write(201, Method::POST, "categories", &json!({ "category": fields }))["category"].clone()
}

#[test]
fn a_new_category_starts_empty_in_its_group() {
    let bench = Bench::new();
    let fields = json!({ "name": "  Käse & Brot ", "category_group_id": bench.group("Fun"), "note": "Saturday" });
    let row = create(&bench, &fields);
    assert_eq!(
        (&row["name"], &row["note"]),
        (&json!("Käse & Brot"), &json!("Saturday"))
    );
    assert_eq!(
        (&row["category_group_name"], &row["balance"]),
        (&json!("Fun"), &json!(0))
    );
    assert_eq!(
        (&row["goal_type"], &row["goal_target_formatted"]),
        (&Value::Null, &Value::Null)
    );
    bench.assign("current", "Käse & Brot", 5_000);
    assert_eq!(bench.figures("current", "Käse & Brot").2, 5_000);
}

#[test]
fn a_category_needs_a_name_unused_in_a_group_that_takes_it() {
    let bench = Bench::new();
    let (bills, fun) = (bench.group("Bills"), bench.group("Fun"));
    for fields in [
        json!({ "category_group_id": fun }),
        json!({ "name": "   ", "category_group_id": fun }),
        json!({ "name": "Lonely" }),
        json!({ "name": "Lonely", "category_group_id": "00000000-0000-4000-8000-000000000000" }),
        json!({ "name": "RENT", "category_group_id": bills }),
        json!({ "name": "Mine", "category_group_id": bench.group("Internal Master Category") }),
        json!({ "name": "Mine", "category_group_id": bench.group("Credit Card Payments") }),
        json!({ "name": "Mine", "category_group_id": fun, "note": "x".repeat(501) }),
    ] {
        bench.refused(400, Method::POST, "categories", &json!({ "category": fields }));
    }
    create(&bench, &json!({ "name": "Rent", "category_group_id": fun }));
}

#[test]
fn a_category_is_renamed_moved_and_noted() {
    let bench = Bench::new();
    let address = format!("categories/{}", bench.category("Books"));
    let body =
        json!({ "category": { "name": "Read & Listen", "category_group_id": bench.group("Bills"), "note": "n" } });
    let data = bench.write(200, Method::PATCH, &address, &body);
    assert_eq!(data["server_knowledge"], bench.knowledge());
    let row = &data["category"];
    assert_eq!(
        (&row["name"], &row["category_group_name"], &row["note"]),
        (&json!("Read & Listen"), &json!("Bills"), &json!("n"))
    );
    let row = bench.write(
        200,
        Method::PATCH,
        &address,
        &json!({ "category": { "note": null, "name": null } }),
    )["category"]
        .clone();
    assert_eq!((&row["name"], &row["note"]), (&json!("Read & Listen"), &Value::Null));
    let same = json!({ "category": { "name": "READ & Listen" } });
    assert_eq!(
        bench.write(200, Method::PATCH, &address, &same)["category"]["name"],
        "READ & Listen"
    );
    bench.refused(400, Method::PATCH, &address, &json!({ "category": { "name": "Rent" } }));
    bench.refused(400, Method::PATCH, &address, &json!({ "category": { "name": "" } }));
    bench.refused(404, Method::PATCH, "categories/nobody", &body);
}

#[test]
fn internal_and_card_categories_keep_their_place() {
    let bench = Bench::new();
    for name in ["Inflow: Ready to Assign", "Uncategorized"] {
        let address = format!("categories/{}", bench.category(name));
        bench.refused(400, Method::PATCH, &address, &json!({ "category": { "note": "mine" } }));
    }
    let address = format!("categories/{}", bench.payment_category("Card"));
    bench.refused(400, Method::PATCH, &address, &json!({ "category": { "name": "Mine" } }));
    bench.refused(
        400,
        Method::PATCH,
        &address,
        &json!({ "category": { "category_group_id": bench.group("Fun") } }),
    );
    let row = bench.write(
        200,
        Method::PATCH,
        &address,
        &json!({ "category": { "note": "pay on the 4th" } }),
    );
    assert_eq!(row["category"]["note"], "pay on the 4th");
}

#[test]
fn groups_are_made_and_renamed_within_fifty_characters() {
    let bench = Bench::new();
    let body = |name: &str| json!({ "category_group": { "name": name } });
    let group = bench.write(201, Method::POST, "category_groups", &body(&"ß".repeat(50)))["category_group"].clone();
    assert_eq!(
        (&group["hidden"], &group["internal"], &group["deleted"]),
        (&json!(false), &json!(false), &json!(false))
    );
    let address = format!("category_groups/{}", group["id"].as_str().unwrap());
    bench.refused(400, Method::PATCH, &address, &body(&"x".repeat(51)));
    bench.refused(400, Method::POST, "category_groups", &body(" "));
    assert_eq!(
        bench.write(200, Method::PATCH, &address, &body("Short"))["category_group"]["name"],
        "Short"
    );
    bench.refused(
        400,
        Method::PATCH,
        &format!("category_groups/{}", bench.group("Internal Master Category")),
        &body("x"),
    );
    bench.refused(404, Method::PATCH, "category_groups/nobody", &body("x"));
}

#[test]
fn the_list_shows_internal_groups_and_hides_deleted_ones() {
    let bench = Bench::new();
    let books = bench.category("Books");
    let now = crate::sim::model::midday("2026-11-30".parse().unwrap());
    bench.desk.world_mut().plans[0].change(now, |plan| {
        plan.edit_category(books, |category| category.deleted = true);
    });
    let groups = bench.get("categories")["category_groups"].clone();
    let shown: Vec<(&str, bool, usize)> = groups
        .as_array()
        .unwrap()
        .iter()
        .map(|group| {
            let count = group["categories"].as_array().unwrap().len();
            (
                group["name"].as_str().unwrap(),
                group["internal"].as_bool().unwrap(),
                count,
            )
        })
        .collect();
    let wanted = [
        ("Internal Master Category", true, 3),
        ("Credit Card Payments", true, 2),
        ("Bills", false, 2),
        ("Fun", false, 1),
    ];
    assert_eq!(shown, wanted);
    assert_eq!(
        bench.ask(Method::GET, &format!("categories/{books}"), &Value::Null).0,
        404
    );
}
