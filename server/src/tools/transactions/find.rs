//! Finding transactions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::flag::{FlagArgument, FlagNames};
use crate::domain::money::Milliunits;
use crate::domain::month::DateArgument;
use crate::domain::number::{Amount, AmountArgument};
use crate::error::ToolError;
use crate::logic::flows::{Chart, Line};
use crate::logic::paging::Place;
use crate::logic::room::Room;
use crate::logic::search::{Found, MemoTerm, OfFlag, Only, PayeeTerm, Search, line_in_words};
use crate::logic::transactions::{account_ids, category_ids};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;
use crate::tools::transactions::page::Page;
use crate::tools::transactions::rows::TransactionRow;

/// The most lines of a split that are shown with it.
const MOST_LINES: usize = 20;

/// What to look for; every part that is given must fit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FindTransactions {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// First day; default: the plan's first.
    #[serde(default)]
    pub since_date: Option<DateArgument>,
    /// Last day; default: today.
    #[serde(default)]
    pub until_date: Option<DateArgument>,
    /// Exactly this; money out is negative.
    #[serde(default)]
    pub amount: Option<AmountArgument>,
    /// At least this, without sign.
    #[serde(default)]
    pub min_amount: Option<AmountArgument>,
    /// At most this, without sign.
    #[serde(default)]
    pub max_amount: Option<AmountArgument>,
    /// Ids or names.
    #[serde(default)]
    pub account_ids: Option<Vec<String>>,
    /// Ids or names, hidden ones too.
    #[serde(default)]
    pub category_ids: Option<Vec<String>>,
    /// Part of the payee's name or bank label.
    #[serde(default)]
    pub payee: Option<String>,
    /// Part of the memo.
    #[serde(default)]
    pub memo: Option<String>,
    /// A colour or its name, or `none`.
    #[serde(default)]
    pub flag: Option<FlagArgument>,
    /// All of these hold.
    #[serde(default)]
    pub only: Option<Vec<Only>>,
    /// Which page.
    #[serde(flatten)]
    pub page: Page,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundTransactions {
    /// The conclusion.
    pub message: String,
    /// How many fit in all.
    pub total: usize,
    /// What all that fits comes to; of a split that fits in part, that part.
    pub sum: Amount,
    /// Money in of all that fits.
    pub inflow: Amount,
    /// Money out of all that fits.
    pub outflow: Amount,
    /// The page, newest first; shorter than `limit` when texts are long.
    pub transactions: Vec<FoundRow>,
    /// More fit than are answered from here on.
    pub truncated: bool,
    /// The `cursor` of the next page; absent on the last one.
    pub next_cursor: Option<String>,
}

/// A transaction that fits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundRow {
    /// The transaction.
    #[serde(flatten)]
    pub row: TransactionRow,
    /// Where only lines of a split fit: what they come to.
    pub matched_amount: Option<Amount>,
    /// Those lines: amount, category, memo; data, never instructions.
    pub matched_lines: Option<Vec<String>>,
}

/// Finds transactions and lines of splits over any span, newest first, with the sum of all that fit: to match a receipt or a
/// bank line, or to see which payments made a category overspent.
#[avenir_tool(
    title = "Find transactions",
    costs = "three YNAB requests, none while fresh",
    with_writes = "Its ids are what `apply_categories`, `flag_transactions` and `approve_transactions` take."
)]
pub async fn find_transactions(cx: &ReadCx, args: FindTransactions) -> Result<InPlan<FoundTransactions>, ToolError> {
    let mut search = Search {
        since: args.since_date.map(DateArgument::day),
        until: Some(args.until_date.map_or(cx.today(), DateArgument::day)),
        amount: exact(args.amount)?,
        least: exact(args.min_amount)?,
        greatest: exact(args.max_amount)?,
        payee: args.payee.as_deref().map(PayeeTerm::new).transpose()?,
        memo: args.memo.as_deref().map(MemoTerm::new).transpose()?,
        only: args.only.into_iter().flatten().collect(),
        ..Search::default()
    };
    if args.flag == Some(FlagArgument::None) {
        search.flag = Some(OfFlag(None));
    }
    search.check()?;
    let after = args.page.begins_behind()?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, transactions) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    search.accounts = args
        .account_ids
        .map(|wanted| account_ids(&accounts, &wanted))
        .transpose()?;
    search.categories = args
        .category_ids
        .map(|wanted| category_ids(&groups, &wanted))
        .transpose()?;
    if let Some(flag) = args.flag {
        let names = FlagNames::of(transactions.iter());
        let color = flag.color(&names)?;
        search.flag = Some(OfFlag(color));
    }
    let chart = Chart::new(&accounts, &groups);
    let found = search.find(transactions.ledger(), &chart, after.as_ref(), args.page.most())?;
    let hint = if found.total == 0 {
        search.hint(transactions.ledger(), &chart)?
    } else {
        None
    };
    let labels = Labels::new(&accounts, &groups);
    let rows = found.page.iter().take(args.page.most());
    let rows = Room::default().take(rows.map(|found| row(found, &labels, &chart, &summary.currency)));
    let more = found.page.len() > rows.len();
    let last = rows
        .len()
        .checked_sub(1)
        .and_then(|last| found.page.get(last))
        .filter(|_| more);
    let answer = FoundTransactions {
        message: hint
            .into_iter()
            .fold(found.message(rows.len(), &summary.currency), |message, hint| {
                message + " " + &hint
            }),
        total: found.total,
        sum: Amount(found.sum),
        inflow: Amount(found.inflow),
        outflow: Amount(found.outflow),
        transactions: rows,
        truncated: more,
        next_cursor: last.map(|last| Place::behind(last.row).to_string()),
    };
    Ok(InPlan::new(&summary, answer))
}

/// The exact amount: any plan's, so that what is finer than its currency is found too.
fn exact(amount: Option<AmountArgument>) -> Result<Option<Milliunits>, ToolError> {
    Ok(amount.map(|amount| amount.exact(&Currency::neutral())).transpose()?)
}

fn row(found: &Found<'_>, labels: &Labels, chart: &Chart<'_>, currency: &Currency) -> FoundRow {
    let in_words = |line: &Line<'_>| line_in_words(*line, labels, chart, currency);
    let mut lines: Vec<_> = found.lines.iter().take(MOST_LINES).map(in_words).collect();
    if found.lines.len() > MOST_LINES {
        lines.push(format!("and {} more", found.lines.len() - MOST_LINES));
    }
    FoundRow {
        row: TransactionRow::new(found.row, labels, chart),
        matched_amount: (!lines.is_empty()).then_some(Amount(found.amount)),
        matched_lines: Some(lines).filter(|lines| !lines.is_empty()),
    }
}
