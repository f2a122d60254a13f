//! The prompt that gives the next month's money its jobs.

use super::Prompt;
use super::arguments::PLAN;

/// Declared here, listed in [`super::PROMPTS`].
pub(super) const PLAN_NEXT_MONTH: Prompt = Prompt {
    name: "plan_next_month",
    title: "Plan the next month",
    description: "Looks ahead at bills and balances, and proposes what to assign next month.",
    arguments: &[PLAN],
    steps: "\
Plan the next month, {next_month}, with the person.
1. Call `forecast_balance` with `until` {until}. Tell its assumptions, let the person correct them, and call it again with what they \
correct.
2. Call `list_scheduled_transactions` for what is due by the end of that month, `get_underfunded_targets` with `month` {next_month} for \
what targets ask, and `get_category_balances` for what is in the categories now.
3. Propose an amount for each category: first what is due, then what targets ask, then the rest. Give every unit of money that is \
there a job, and none that has not come yet. Show the sum beside what there is to assign.
4. Let the person change it until they agree.",
    with_writes: "\
5. Call `set_category_budget` with `month` {next_month} for one category after the other: the amount is the whole of what is assigned. \
`move_money` covers one category from another in the same month. Enter only what they agreed to.",
    without_writes: "5. List what to assign in {next_month}, category by category.",
};
