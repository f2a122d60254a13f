//! The prompt that looks back at a month.

use super::Prompt;
use super::arguments::{Argument, Kind, PLAN};

/// Declared here, listed in [`super::PROMPTS`].
pub(super) const MONTHLY_REVIEW: Prompt = Prompt {
    name: "monthly_review",
    title: "Review a month",
    description: "Looks at a month: what came in and went out, what is overspent or behind its target, and what could be done.",
    arguments: &[
        PLAN,
        Argument {
            name: "month",
            description: "`current`, or the month as YYYY-MM-01 or YYYY-MM; the current one when left out.",
            kind: Kind::Month,
            required: false,
        },
    ],
    steps: "\
Review a month of the plan with the person.
1. Call `get_monthly_summary`, `get_budget_vs_actual` and `get_underfunded_targets` for the month; `get_spending_trends`, which ends \
with the current month; and `get_card_coverage`, which is of today.
2. Tell in a few lines what came in and what was spent, what is still to be assigned, what is overspent or nearly used up, which \
targets are behind, which categories go up, and which cards are not covered. Take amounts from the answers. A month that is not \
over yet is partial: say so.
3. `find_transactions` shows which payments are behind a figure, when the person asks.
4. Propose a few remedies with their amounts: which category to cover from which other one, which target to fund.",
    with_writes: "\
5. For each remedy that the person wants, call `move_money` to cover one category from another, or `set_category_budget` to set an \
amount. Change nothing else.",
    without_writes: "5. List the remedies that the person wants, with category and amount.",
};
