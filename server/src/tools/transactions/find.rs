//! Finding transactions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::month::DateArgument;
use crate::domain::number::AmountArgument;
use crate::error::ToolError;
use crate::logic::search::{self, PayeeTerm, Search};
use crate::logic::transactions::{account_ids, category_ids};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;
use crate::tools::transactions::rows::TransactionRow;

/// What to look for; every part that is given must fit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FindTransactions {
    /// Plan id or name; may be omitted with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// First day, YYYY-MM-DD; as far back as the plan goes.
    pub since_date: DateArgument,
    /// Last day, YYYY-MM-DD; today when omitted.
    #[serde(default)]
    pub until_date: Option<DateArgument>,
    /// The exact amount; money out is negative.
    #[serde(default)]
    pub amount: Option<AmountArgument>,
    /// Only these accounts: ids or names.
    #[serde(default)]
    pub account_ids: Option<Vec<String>>,
    /// Only these categories (split lines too): ids or names.
    #[serde(default)]
    pub category_ids: Option<Vec<String>>,
    /// Part of the payee's name or bank label.
    #[serde(default)]
    pub payee: Option<String>,
    /// The most to answer, 50 when omitted.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 200))]
    pub limit: u32,
}

fn fifty() -> u32 {
    50
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundTransactions {
    /// Newest first.
    pub transactions: Vec<TransactionRow>,
    /// How many fit in all.
    pub total: usize,
    /// More fit than are answered: narrow the search or raise `limit`.
    pub truncated: bool,
}

/// Finds transactions of every account by date, amount, payee, account or category, newest first: to match a receipt or
/// a bank line, or to see which payments made a category overspent.
#[avenir_tool(
    title = "Find transactions",
    costs = "three YNAB requests, none while fresh",
    with_writes = "Its ids are what `apply_categories`, `flag_transactions` and `approve_transactions` take."
)]
pub async fn find_transactions(cx: &ReadCx, args: FindTransactions) -> Result<InPlan<FoundTransactions>, ToolError> {
    let since = args.since_date.day();
    let until = args.until_date.map_or(cx.today(), DateArgument::day);
    search::check_days(since, until)?;
    let payee = args.payee.as_deref().map(PayeeTerm::new).transpose()?;
    let amount = args
        .amount
        .map(|amount| amount.exact(&Currency::neutral()))
        .transpose()?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let search = Search {
        since: Some(since),
        until: Some(until),
        amount,
        accounts: args
            .account_ids
            .map(|wanted| account_ids(&accounts, &wanted))
            .transpose()?,
        categories: args
            .category_ids
            .map(|wanted| category_ids(&groups, &wanted))
            .transpose()?,
        payee,
    };
    let found = search.find(transactions.iter());
    let labels = Labels::new(&accounts, &groups);
    let shown = found.iter().take(args.limit as usize);
    let answer = FoundTransactions {
        transactions: shown
            .map(|transaction| TransactionRow::new(transaction, &labels))
            .collect(),
        total: found.len(),
        truncated: found.len() > args.limit as usize,
    };
    Ok(InPlan::new(&summary, answer))
}
