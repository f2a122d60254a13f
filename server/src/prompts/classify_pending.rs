//! The prompt that goes through what lacks a category.

use super::Prompt;
use super::arguments::PLAN;

/// Declared here, listed in [`super::PROMPTS`].
pub(super) const CLASSIFY_PENDING: Prompt = Prompt {
    name: "classify_pending",
    title: "Categorize what is pending",
    description: "Goes through the transactions without a category, proposes one for each with its doubts, and looks at what \
                  waits for approval.",
    arguments: &[PLAN],
    steps: "\
Help the person give a category to each transaction that lacks one.
1. Call `suggest_categories`, and again with its `next_cursor` as `cursor` until an answer has none.
2. Show what is suggested by category: date, payee, amount, and how sure it is. Then show the rest by payee, with a category that \
you propose and your doubt about it. Ask about possible transfers instead of giving them a category.
3. Call `list_unapproved` in the same way, and name each row that it says to look at twice, with the reason.
4. Ask the person which categories are right. A suggestion is a guess until they say so.",
    with_writes: "\
5. Call `apply_categories` with the rows they agreed to and with no others. `flag_transactions` marks what they want to look at \
later. `approve_transactions` acts at once, without a question: give it only rows that they told you to approve.",
    without_writes: "5. List what they agreed to, category by category, so that they can enter it.",
};
