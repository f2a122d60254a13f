//! What two tools say of one thing is the same.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use ynab_api::sim::World;

use super::sums::{of, rows, sum};
use crate::stand::Stand;

/// Amounts of rows by an id.
fn by_id(list: &Value, id: &str, amount: impl Fn(&Value) -> i64) -> BTreeMap<String, i64> {
    let named = rows(list).filter_map(|row| Some((row[id].as_str()?.to_owned(), amount(row))));
    named.filter(|(_, amount)| *amount != 0).collect()
}

fn differences(what: &str, one: &BTreeMap<String, i64>, other: &BTreeMap<String, i64>, found: &mut Vec<String>) {
    for id in one.keys().chain(other.keys()) {
        let (left, right) = (one.get(id).copied().unwrap_or(0), other.get(id).copied().unwrap_or(0));
        if left != right {
            found.push(format!("{what}: {left} is not {right} for {id}"));
        }
    }
}

/// What was spent in a month, as four tools tell it.
async fn of_a_month(stand: &Stand, month: &str, until: &str, found: &mut Vec<String>) {
    let actuals = stand.call("get_budget_vs_actual", json!({"month": month})).await;
    let summary = stand.call("get_monthly_summary", json!({"month": month})).await;
    let balances = json!({"month": month, "include_empty": true});
    let balances = stand.call("get_category_balances", balances).await;
    let period = json!({"since_date": month, "until_date": until, "limit": 100});
    let spending = stand.call("get_spending", period).await;
    let trends = json!({"months_count": 24, "limit": 50});
    let trends = stand.call("get_spending_trends", trends).await;
    let at = rows(&trends["months"])
        .position(|one| one == month)
        .expect("a month of the plan");
    let point = |row: &Value| of(&row["spent"][at]);

    let net = by_id(&actuals["categories"], "id", |row| {
        of(&row["actual"]) - of(&row["refunded"])
    });
    let by_trend = by_id(&trends["categories"], "category_id", point);
    if trends.get("rest").is_none() {
        differences("actual and trend", &net, &by_trend, found);
    }
    let by_spending = by_id(&spending["rows"], "id", |row| of(&row["net"]));
    let gone = point(&trends["deleted"]);
    let known = by_spending
        .iter()
        .filter(|(id, _)| net.contains_key(*id) || by_trend.contains_key(*id));
    let known = known
        .map(|(id, amount)| (id.clone(), *amount))
        .collect::<BTreeMap<_, _>>();
    differences("actual and spending", &net, &known, found);

    let mut same = |what: &str, one: i64, other: i64| {
        if one != other {
            found.push(format!("{month} {what}: {one} is not {other}"));
        }
    };
    let all = of(&actuals["totals"]["net"]) + of(&actuals["uncategorized"]) + gone;
    same("activity", -of(&summary["activity"]), all);
    let unsorted = of(&spending["uncategorized_inflows"]);
    let set = ["adjustments", "opening_balances"].map(|name| of(&spending[name]));
    // A balance that was set is activity of no category and no spending.
    if set == [0, 0] {
        same("spending", of(&spending["all"]["net"]), all + unsorted);
    }
    let cards = rows(&balances["categories"]).filter(|row| row["group"] == "Credit Card Payments");
    let cards = cards.map(|row| of(&row["budgeted"])).sum::<i64>();
    same(
        "budgeted",
        of(&summary["budgeted"]),
        of(&actuals["totals"]["budgeted"]) + cards,
    );
    let below = rows(&balances["categories"]).filter(|row| of(&row["balance"]) < 0);
    same(
        "overspent",
        sum(&summary["overspent"], "balance"),
        below.map(|row| of(&row["balance"])).sum(),
    );
}

/// What two tools say differently.
pub(super) async fn contradictions(world: World) -> Vec<String> {
    let stand = Stand::with(world);
    let mut found = Vec::new();
    for (month, until) in [
        ("2026-10-01", "2026-10-31"),
        ("2026-09-01", "2026-09-30"),
        ("2026-08-01", "2026-08-31"),
    ] {
        of_a_month(&stand, month, until, &mut found).await;
    }
    let mut same = |what: &str, one: i64, other: i64| {
        if one != other {
            found.push(format!("{what}: {one} is not {other}"));
        }
    };
    let accounts = stand.call("list_accounts", json!({})).await;
    let worth = stand.call("get_net_worth_trend", json!({})).await;
    let later = of(&worth["later_entries"]["amount"]);
    same(
        "net worth",
        of(&worth["last_net_worth"]) + later,
        sum(&accounts["accounts"], "balance"),
    );
    let open = rows(&accounts["accounts"]).filter(|row| row["on_budget"] == true && row["closed"] == false);
    let open = open.map(|row| of(&row["balance"])).sum();
    let forecast = stand.call("forecast_balance", json!({"until": "current"})).await;
    same("a forecast's start", of(&forecast["start_balance"]), open);
    let cards = stand.call("get_card_coverage", json!({})).await;
    let targets = stand.call("get_underfunded_targets", json!({})).await;
    same(
        "cards",
        of(&targets["short_on_cards"]),
        sum(&cards["cards"], "short_by"),
    );
    let summary = stand.call("get_monthly_summary", json!({})).await;
    same(
        "ready to assign",
        of(&targets["ready_to_assign"]),
        of(&summary["ready_to_assign"]),
    );
    let savings = stand.call("get_savings_rate", json!({"months_count": 1})).await;
    let period = json!({"since_date": "2026-09-01", "until_date": "2026-09-30"});
    let spending = stand.call("get_spending", period).await;
    same("income", of(&savings["income"]), of(&spending["income"]));
    let to_assets = of(&spending["moved_to_tracking"]);
    same(
        "saved and spent",
        -of(&savings["spending"]),
        of(&spending["all"]["net"]) - to_assets,
    );
    let runway = stand.call("get_runway", json!({"months_count": 1})).await;
    // The mean of one month, rounded to the currency.
    let off = of(&runway["spending"]["monthly_spending"]) - of(&savings["spending"]);
    same("runway", off / 6, 0);
    let balances = stand
        .call("get_category_balances", json!({"include_empty": true}))
        .await;
    let categories = stand.call("list_categories", json!({})).await;
    let of_list = by_id(&categories["categories"], "category_id", |row| of(&row["balance"]));
    // Categories of hidden groups hold money too, and are not in the list.
    let listed = rows(&categories["categories"])
        .map(|row| &row["category_id"])
        .collect::<Vec<_>>();
    let of_balances = by_id(&balances["categories"], "category_id", |row| {
        let is_listed = listed.contains(&&row["category_id"]);
        if is_listed { of(&row["balance"]) } else { 0 }
    });
    differences("balances", &of_list, &of_balances, &mut found);
    let needed = rows(&categories["categories"]).filter(|row| row["kind"] != "card_payment");
    let needed = needed.map(|row| of(&row["underfunded"])).sum::<i64>();
    let snoozed = !targets["snoozed"].as_array().is_some_and(Vec::is_empty);
    if !snoozed && needed != of(&targets["needed"]) {
        found.push(format!("needed: {needed} is not {}", targets["needed"]));
    }
    stand.sim.stop().await;
    found
}
