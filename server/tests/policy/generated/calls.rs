//! What the read tools are asked.

use serde_json::{Value, json};
use ynab_api::sim::World;

/// Calls of every read tool, more than one of most.
pub(super) fn of(world: &World) -> Vec<(&'static str, Value)> {
    let plan = &world.plans[0];
    let mut calls = vec![
        ("list_plans", json!({})),
        ("list_accounts", json!({})),
        ("list_category_groups", json!({})),
        ("list_categories", json!({})),
        ("list_categories", json!({"include_hidden": true, "search": "i"})),
        ("get_monthly_summary", json!({})),
        ("get_category_balances", json!({"include_empty": true})),
        ("get_budget_vs_actual", json!({})),
        ("get_card_coverage", json!({})),
        ("get_underfunded_targets", json!({})),
        ("get_underfunded_targets", json!({"limit": 1})),
        ("get_debt_payoff_plan", json!({})),
        (
            "get_debt_payoff_plan",
            json!({"monthly_budget": 100_000, "table": true, "lump_sum": 1, "max_months": 12}),
        ),
        ("get_spending", json!({})),
        ("get_spending_trends", json!({})),
        ("get_spending_trends", json!({"months_count": 24, "limit": 2})),
        ("get_net_worth_trend", json!({})),
        ("get_net_worth_trend", json!({"months_count": 60, "by_account": true})),
        ("get_savings_rate", json!({})),
        ("get_savings_rate", json!({"months_count": 36})),
        ("get_runway", json!({})),
        ("get_runway", json!({"months_count": 1, "include_savings": false})),
        ("get_age_of_money", json!({})),
        ("get_age_of_money", json!({"months_count": 40})),
        ("find_recurring_charges", json!({})),
        ("find_recurring_charges", json!({"include_income": true})),
        ("forecast_balance", json!({"until": "current"})),
        (
            "forecast_balance",
            json!({"until": "2027-06", "details": "2026-11", "monthly_income": 1, "variable_monthly": -7}),
        ),
        ("list_scheduled_transactions", json!({})),
        (
            "forecast_balance",
            json!({"until": "2026-12", "one_offs": [{"date": "2026-12-24", "amount": -5, "label": "Gift"}]}),
        ),
        (
            "list_scheduled_transactions",
            json!({"since_date": "2026-10-01", "until_date": "2027-09-30", "limit": 3}),
        ),
        ("find_transactions", json!({"limit": 200})),
        (
            "find_transactions",
            json!({"only": ["split", "outflow"], "min_amount": 3}),
        ),
        ("find_transactions", json!({"only": ["uncategorized"], "memo": "a"})),
        (
            "find_transactions",
            json!({"since_date": "2026-09-01", "payee": "market"}),
        ),
        ("suggest_categories", json!({})),
        ("suggest_categories", json!({"limit": 2})),
        ("list_unapproved", json!({})),
        ("list_unapproved", json!({"limit": 2})),
        ("list_payees", json!({})),
        ("list_payees", json!({"search": "cinema", "limit": 1})),
        ("list_operations", json!({})),
    ];
    for by in ["category", "group", "payee", "account", "month"] {
        for compare in ["previous", "year_before"] {
            let dates = json!({"since_date": "2026-03-01", "until_date": "2026-08-31", "by": by, "compare": compare, "limit": 3});
            calls.push(("get_spending", dates));
        }
    }
    let rows = || plan.transactions.iter().filter(|row| !row.deleted);
    let splits = rows().filter(|row| row.lines.iter().any(|line| !line.deleted)).take(2);
    let transfers = rows().filter(|row| row.transfer_account_id.is_some()).take(2);
    for row in rows().take(2).chain(splits).chain(transfers) {
        calls.push(("get_transaction", json!({"transaction_id": row.id})));
    }
    if let Some(account) = plan.accounts.iter().next() {
        calls.push((
            "diagnose_account",
            json!({"account_id": account.id.to_string(), "bank_balance": 12}),
        ));
        let one = json!({"until": "2026-12", "account_ids": [account.id.to_string()]});
        calls.push(("forecast_balance", one));
    }
    if let Some(category) = plan.category_named("Food") {
        // A plan without history has no earlier months either.
        calls.push(("get_monthly_summary", json!({"month": "2026-09"})));
        calls.push(("get_budget_vs_actual", json!({"month": "2026-08"})));
        let group = category.group_id.to_string();
        calls.push(("get_runway", json!({"essential_groups": [group]})));
        calls.push((
            "get_spending_trends",
            json!({"category_ids": [category.id.to_string()]}),
        ));
        calls.push((
            "find_transactions",
            json!({"since_date": "2025-01-01", "category_ids": [category.id.to_string()]}),
        ));
    }
    calls
}
