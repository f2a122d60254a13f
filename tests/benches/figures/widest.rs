//! How each read is called so that it looks at as much of the history as it can.

use serde_json::{Value, json};

/// The calls of a read, each with what is special about it. A read that is not here ends the bench.
pub fn calls(tool: &str, transaction: &str) -> Vec<(&'static str, Value)> {
    match tool {
        "list_plans"
        | "list_accounts"
        | "list_category_groups"
        | "get_monthly_summary"
        | "get_card_coverage"
        | "get_budget_vs_actual" => vec![("", json!({}))],
        "list_categories" => vec![("", json!({"include_hidden": true}))],
        "get_category_balances" => vec![("", json!({"include_empty": true}))],
        "get_underfunded_targets" | "list_operations" => vec![("", json!({"limit": 100}))],
        "get_spending" => vec![
            ("by category", json!({"since_date": "1970-01-01", "limit": 100})),
            (
                "by payee",
                json!({"since_date": "1970-01-01", "by": "payee", "limit": 100}),
            ),
            (
                "by month, compared",
                json!({"since_date": "2020-01-01", "by": "month", "compare": "year_before", "limit": 100}),
            ),
            ("of a payee", json!({"since_date": "1970-01-01", "payee": "markt"})),
        ],
        "get_spending_trends" => vec![("", json!({"months_count": 24, "limit": 50}))],
        "find_transactions" => vec![
            ("", json!({"since_date": "1970-01-01", "limit": 200})),
            (
                "of a payee",
                json!({"since_date": "1970-01-01", "limit": 200, "payee": "markt"}),
            ),
            ("by memo", json!({"limit": 200, "memo": "markt"})),
            (
                "lines of splits",
                json!({"limit": 200, "only": ["split", "outflow"], "max_amount": 20}),
            ),
        ],
        "get_transaction" => vec![("", json!({"transaction_id": transaction}))],
        "list_unapproved" | "suggest_categories" | "list_payees" => vec![("", json!({"limit": 200}))],
        "get_net_worth_trend" => vec![("", json!({"months_count": 120, "by_account": true}))],
        "get_savings_rate" | "get_runway" | "get_age_of_money" => vec![("", json!({"months_count": 120}))],
        "diagnose_account" => vec![("", json!({"account_id": "Main account", "bank_balance": 1234.56}))],
        "get_debt_payoff_plan" => vec![(
            "",
            json!({"table": true, "max_months": 1200, "monthly_budget": 100_000_000}),
        )],
        "list_scheduled_transactions" => {
            vec![(
                "",
                json!({"since_date": super::stand_in::TODAY, "until_date": "2027-10-05", "limit": 200}),
            )]
        }
        "find_recurring_charges" => vec![("", json!({"include_income": true}))],
        "forecast_balance" => vec![
            ("two years", json!({"until": "2028-10"})),
            ("with a month", json!({"until": "2028-10", "details": "2027-01"})),
        ],
        other => panic!("how does {other} read as much of the history as it can?"),
    }
}
