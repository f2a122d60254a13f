//! The written list of all tools, in the order in which people should read them, and the gate in front of the writes.

use crate::tool::{Tool, ToolFacts};
use crate::tools::{
    accounts, actuals, age_of_money, budget, cards, categories, category_changes, debts, diagnose, forecast, months,
    net_worth, operations, payees, plans, reconcile, recurring, runway, savings, scheduled, spending, targets,
    transactions, trends, underfunded, undo,
};

/// Every tool, by family. Adding a tool is adding its line here.
pub const TOOLS: &[&dyn Tool] = &[
    // What there is.
    &plans::list_plans,
    &accounts::list_accounts,
    &categories::list_category_groups,
    &categories::list_categories,
    // The month.
    &months::get_monthly_summary,
    &months::get_category_balances,
    &underfunded::get_underfunded_targets,
    &actuals::get_budget_vs_actual,
    &budget::set_category_budget,
    &budget::move_money,
    &targets::set_category_target,
    &category_changes::create_category,
    &category_changes::update_category,
    // Spending.
    &spending::get_spending,
    &trends::get_spending_trends,
    // Transactions.
    &transactions::find::find_transactions,
    &transactions::get::get_transaction,
    &transactions::unapproved::list_unapproved,
    &transactions::suggest::suggest_categories,
    &transactions::create::create_transactions,
    &transactions::import::import_transactions,
    &transactions::categorize::apply_categories,
    &transactions::split::split_transaction,
    &transactions::flag::flag_transactions,
    &transactions::approve::approve_transactions,
    &payees::list_payees,
    &payees::rename_payee,
    // The whole picture.
    &net_worth::get_net_worth_trend,
    &savings::get_savings_rate,
    &runway::get_runway,
    &age_of_money::get_age_of_money,
    // Accounts and their banks.
    &diagnose::diagnose_account,
    &reconcile::reconcile_account,
    // Debts.
    &cards::get_card_coverage,
    &debts::get_debt_payoff_plan,
    // What comes, and what comes again.
    &scheduled::list_scheduled_transactions,
    &recurring::find_recurring_charges,
    &forecast::forecast_balance,
    // What was done.
    &operations::list_operations,
    &undo::undo_operation,
];

/// Which tools are there: all of them, or those that only read. Settled when the process starts; a tool behind a closed
/// gate is neither listed nor found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Write tools are there.
    pub writes: bool,
}

impl Gate {
    /// The tools that are there, in the list's order.
    pub fn tools(self) -> impl Iterator<Item = &'static dyn Tool> {
        TOOLS
            .iter()
            .copied()
            .filter(move |tool| self.writes || !tool.facts().writes())
    }

    /// The tool with this name, if it is there.
    pub fn find(self, name: &str) -> Option<&'static dyn Tool> {
        self.tools().find(|tool| tool.facts().name == name)
    }

    /// The description under this gate, with what a call costs. Nothing names a write tool while writes are off.
    pub fn description(self, facts: &ToolFacts) -> String {
        let costs = facts.costs.map(|costs| format!(" Costs {costs}."));
        let more = facts
            .with_writes
            .filter(|_| self.writes)
            .map(|sentence| format!(" {sentence}"));
        [Some(facts.description.to_owned()), costs, more]
            .into_iter()
            .flatten()
            .collect()
    }
}
