//! The prompt that compares an account with its bank.

use super::Prompt;
use super::arguments::{Argument, Kind, PLAN};

/// Declared here, listed in [`super::PROMPTS`].
pub(super) const RECONCILE: Prompt = Prompt {
    name: "reconcile",
    title: "Reconcile an account",
    description: "Compares an account with what its bank says, and explains what differs.",
    arguments: &[
        PLAN,
        Argument {
            name: "account_id",
            description: "The account's name or id.",
            kind: Kind::Account,
            required: true,
        },
        Argument {
            name: "bank_balance",
            description: "What the bank says is in it, such as 1234.56; a debt is negative.",
            kind: Kind::Amount,
            required: true,
        },
    ],
    steps: "\
Compare an account of the person's with its bank.
1. Call `diagnose_account` with the arguments below.
2. If the balances agree, say so. If not, tell the difference and what the answer says may explain it: rows that the bank has not \
confirmed, rows that it may not have, rows entered twice, a link to the bank that is broken (`list_accounts` tells). Ask the \
person to look these up at the bank; `find_transactions` shows the rows around them.
3. Do not make up an explanation, and do not propose an adjustment before the rest is looked at.",
    with_writes: "\
4. What is missing is added with `create_transactions`, or brought from the bank with `import_transactions`, which acts at once, \
without a question: call it only when the person wants it.
5. When the balances agree, call `reconcile_account` with the same arguments: it marks the cleared rows as reconciled. Only if the \
person asks for an adjustment of what is left over, call it with `adjust`.",
    without_writes: "4. List what to correct or add. When the balances agree, the person can reconcile the account.",
};
