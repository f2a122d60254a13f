//! What has to add up inside an answer.

use serde_json::Value;

use crate::answers::thousandths;

/// An amount in thousandths; nothing where it is left out.
pub(super) fn of(value: &Value) -> i64 {
    value.as_number().and_then(thousandths).unwrap_or(0)
}

/// The sum of a member over rows.
pub(super) fn sum(rows: &Value, member: &str) -> i64 {
    rows.as_array().into_iter().flatten().map(|row| of(&row[member])).sum()
}

pub(super) fn rows(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Whether a list holds all that it counts.
fn whole(answer: &Value, list: &str, total: &str) -> bool {
    answer[list].as_array().map(Vec::len) == answer[total].as_u64().and_then(|total| usize::try_from(total).ok())
}

/// What does not add up, each with both sides. `tracked` are the names of tracking accounts: what goes there leaves the plan.
pub(super) fn problems(tool: &str, answer: &Value, tracked: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut same = |what: &str, one: i64, other: i64| {
        if one != other {
            found.push(format!("{what}: {one} is not {other}"));
        }
    };
    match tool {
        "list_accounts" => {
            for row in rows(&answer["accounts"]) {
                same(
                    "balance",
                    of(&row["balance"]),
                    of(&row["cleared_balance"]) + of(&row["uncleared_balance"]),
                );
            }
        }
        "get_budget_vs_actual" => actuals(answer, &mut same),
        "get_spending" => spending(answer, &mut same),
        "get_spending_trends" => trends(answer, &mut same),
        "get_net_worth_trend" => net_worth(answer, &mut same),
        "get_savings_rate" => savings(answer, &mut same),
        "get_runway" if answer.get("more_accounts").is_none() => {
            same("liquid", of(&answer["liquid"]), sum(&answer["accounts"], "balance"));
        }
        "get_card_coverage" if whole(answer, "cards", "total") => {
            let owed = rows(&answer["cards"]).map(|card| (-of(&card["balance"])).max(0)).sum();
            same("owed", of(&answer["owed"]), owed);
            let lacking = rows(&answer["without_card"])
                .map(|row| (-of(&row["available"])).max(0))
                .sum::<i64>();
            same(
                "short_by",
                of(&answer["short_by"]),
                sum(&answer["cards"], "short_by") + lacking,
            );
            let left = rows(&answer["without_card"])
                .map(|row| of(&row["available"]).max(0))
                .sum::<i64>();
            same("stuck", of(&answer["stuck"]), sum(&answer["cards"], "stuck") + left);
        }
        "get_underfunded_targets" => {
            let needed = of(&answer["needed"]);
            same("needed", needed, of(&answer["covered"]) + of(&answer["short_by"]));
            same("groups", needed, sum(&answer["groups"], "needed"));
            same(
                "could_fund",
                of(&answer["covered"]),
                sum(&answer["groups"], "could_fund"),
            );
            if answer["more"] == 0 {
                same("targets", needed, sum(&answer["targets"], "needed"));
            }
        }
        "get_debt_payoff_plan" => debts(answer, &mut same),
        "find_recurring_charges" if whole(answer, "charges", "total") => {
            same(
                "yearly_total",
                of(&answer["yearly_total"]),
                sum(&answer["charges"], "yearly_amount"),
            );
        }
        "list_scheduled_transactions" if whole(answer, "occurrences", "total") => {
            let leaves = |row: &Value| {
                row["transfer_account"]
                    .as_str()
                    .is_some_and(|name| tracked.iter().any(|one| one == name))
            };
            let counted = rows(&answer["occurrences"]).filter(|row| row["transfer"] == false || leaves(row));
            let counted = counted.map(|row| of(&row["amount"])).sum();
            same("in and out", of(&answer["inflows"]) + of(&answer["outflows"]), counted);
        }
        "forecast_balance" => forecast(answer, &mut same),
        "diagnose_account" => {
            let analysis = &answer["analysis"];
            let difference = of(&analysis["bank_balance"]) - of(&analysis["cleared_balance"]);
            same("difference", of(&analysis["difference"]), difference);
        }
        _ => {}
    }
    found
}

fn actuals(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    let moved =
        |row: &Value| of(&row["budgeted"]) + of(&row["carried_over"]) - of(&row["actual"]) + of(&row["refunded"]);
    for row in rows(&answer["categories"]) {
        same("balance", of(&row["balance"]), moved(row));
    }
    let totals = &answer["totals"];
    same("balance of all", of(&totals["balance"]), moved(totals));
    same(
        "net",
        of(&totals["net"]),
        of(&totals["actual"]) - of(&totals["refunded"]),
    );
    if whole(answer, "categories", "total") {
        for name in ["budgeted", "carried_over", "actual", "refunded", "balance"] {
            same(name, of(&totals[name]), sum(&answer["categories"], name));
        }
    }
}

fn spending(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    let (all, rest) = (&answer["all"], &answer["rest"]);
    for name in ["spent", "refunded", "net"] {
        same(name, of(&all[name]), sum(&answer["rows"], name) + of(&rest[name]));
    }
    for row in rows(&answer["rows"]).chain([all, rest]) {
        same(
            "net of a row",
            of(&row["net"]),
            of(&row["spent"]) - of(&row["refunded"]),
        );
    }
    for row in rows(&answer["rows"]).filter(|row| row.get("change").is_some()) {
        same(
            "change of a row",
            of(&row["change"]),
            of(&row["net"]) - of(&row["net_before"]),
        );
    }
    if let Some(before) = answer.get("compared_with") {
        same("change", of(&before["change"]), of(&all["net"]) - of(&before["net"]));
    }
}

fn trends(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    let sums = ["all", "rest", "deleted"].map(|name| &answer[name]);
    for row in rows(&answer["categories"]).chain(sums) {
        same("total", of(&row["total"]), rows(&row["spent"]).map(of).sum());
    }
    let [all, rest, deleted] = sums;
    let parts = sum(&answer["categories"], "total") + of(&rest["total"]) + of(&deleted["total"]);
    same("all", of(&all["total"]), parts);
    for (place, month) in rows(&all["spent"]).enumerate() {
        let of_rows = rows(&answer["categories"]).chain([rest, deleted]);
        same("a month", of(month), of_rows.map(|row| of(&row["spent"][place])).sum());
    }
}

fn net_worth(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    let months = rows(&answer["months"]).collect::<Vec<_>>();
    for (place, month) in months.iter().enumerate() {
        let worth = of(&month["net_worth"]);
        same("assets and debts", worth, of(&month["assets"]) + of(&month["debts"]));
        same(
            "in the plan and tracked",
            worth,
            of(&month["on_budget"]) + of(&month["tracking"]),
        );
        if let Some(balances) = answer.get("balances") {
            same("accounts", worth, rows(balances).map(|own| of(&own[place])).sum());
        }
    }
    if let [first, .., last] = months.as_slice() {
        same("first", of(&answer["first_net_worth"]), of(&first["net_worth"]));
        same("last", of(&answer["last_net_worth"]), of(&last["net_worth"]));
    }
    let change = of(&answer["last_net_worth"]) - of(&answer["first_net_worth"]);
    same("change", of(&answer["change"]), change);
}

fn savings(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    for row in rows(&answer["months"]).chain([answer]) {
        same("saved", of(&row["saved"]), of(&row["income"]) + of(&row["spending"]));
    }
    for name in ["income", "spending", "saved"] {
        let complete = rows(&answer["months"]).filter(|row| row["partial"] != true);
        same(name, of(&answer[name]), complete.map(|row| of(&row[name])).sum());
    }
}

fn debts(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    for plan in
        rows(&answer["plans"]).filter(|plan| plan["is_lower_bound"] == false && plan.get("total_paid").is_some())
    {
        let own = rows(&answer["payoffs"]).filter(|row| row["strategy"] == plan["strategy"]);
        let own = own.cloned().collect::<Vec<_>>();
        if own.is_empty() {
            continue;
        }
        let of_all = |name: &str| own.iter().map(|row| of(&row[name])).sum::<i64>();
        same("interest", of(&plan["total_interest"]), of_all("interest"));
        same("paid", of(&plan["total_paid"]), of_all("paid"));
    }
}

fn forecast(answer: &Value, same: &mut impl FnMut(&str, i64, i64)) {
    let months = rows(&answer["months"]).collect::<Vec<_>>();
    for month in &months {
        let flows = of(&month["inflows"]) + of(&month["outflows"]);
        same("end of a month", of(&month["end"]), of(&month["start"]) + flows);
    }
    for pair in months.windows(2) {
        same("start of a month", of(&pair[1]["start"]), of(&pair[0]["end"]));
    }
    if let (Some(first), Some(last)) = (months.first(), months.last()) {
        same("start", of(&answer["start_balance"]), of(&first["start"]));
        if whole(answer, "accounts", "accounts_total") {
            same("accounts", of(&last["end"]), sum(&answer["accounts"], "end"));
        }
    }
    for row in rows(&answer["scheduled"]) {
        let times = row["times"].as_i64().unwrap_or_default();
        same("a schedule", of(&row["total"]), of(&row["amount"]) * times);
    }
}
