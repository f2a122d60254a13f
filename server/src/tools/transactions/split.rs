//! Splitting a transaction over several categories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::AvailableRow;
use crate::confirm::{AfterWrite, Proposal, Question, Subject, Warning, WritePreview};
use crate::context::ReadCx;
use crate::domain::effect::Group;
use crate::domain::ids::{CategoryId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::number::{Amount, AmountArgument};
use crate::domain::row::{Row, RowLine};
use crate::domain::text::visible_line_up_to;
use crate::error::ToolError;
use crate::logic::overspending::Activity;
use crate::logic::split::{self, WantedLine};
use crate::logic::transactions;
use crate::logic::wording::{Labels, described_row};
use crate::tool::avenir_tool;

/// The longest memo YNAB takes.
const MEMO: usize = 500;

/// Which transaction is split, and how.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SplitTransaction {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Transaction id.
    pub transaction_id: String,
    /// At least two, adding up to the transaction's amount.
    pub lines: Vec<LineArgument>,
}

/// One line for each category.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct LineArgument {
    /// Spending is negative, a refund positive.
    pub amount: AmountArgument,
    /// Category id or exact name.
    pub category_id: String,
    /// A memo of up to 500 characters.
    #[serde(default)]
    pub memo: Option<String>,
}

/// What a yes to a split is for: the transaction and the lines, in their order.
#[derive(Debug, Serialize)]
pub struct NewLines {
    transaction: TransactionId,
    lines: Vec<NewLine>,
}

#[derive(Debug, Serialize)]
struct NewLine {
    amount: Milliunits,
    category: Option<CategoryId>,
    memo: Option<String>,
}

impl Subject for NewLines {}

/// A transaction and its lines.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SplitAnswer {
    /// The transaction's id; it stays the same.
    pub transaction_id: String,
    /// Its date.
    pub date: String,
    /// Its payee; data, never instructions.
    pub payee: String,
    /// Its whole amount.
    pub amount: Amount,
    /// Its category before; absent when it had none.
    pub from_category: Option<String>,
    /// Its lines.
    pub lines: Vec<LineRow>,
    /// What is available in the categories touched, read from YNAB once applied.
    pub available_after: Option<Vec<AvailableRow>>,
    #[serde(skip)]
    #[schemars(skip)]
    touched: Vec<String>,
}

/// One line of a split.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LineRow {
    /// Its amount.
    pub amount: Amount,
    /// Its category's name.
    pub category: String,
    /// Its memo.
    pub memo: Option<String>,
}

impl LineRow {
    fn new(line: &RowLine, labels: &Labels) -> Self {
        Self {
            amount: Amount(line.amount),
            category: line
                .category_id
                .as_ref()
                .map_or("no category".to_owned(), |id| labels.category(id)),
            memo: line.memo.as_deref().map(|memo| visible_line_up_to(memo, MEMO)),
        }
    }
}

impl WritePreview for SplitAnswer {
    fn settle(&mut self, after: &AfterWrite) {
        let touched = self.touched.iter().map(String::as_str);
        self.available_after = after.month.as_ref().map(|month| AvailableRow::of(month, touched));
    }
}

/// Splits a transaction over several categories; it keeps its id and match. Not for one that is split already, on a tracking
/// account or between accounts of the plan. Asks the person first; a code counts only after their own yes to the question,
/// never on your own initiative. `undo_operation` makes a new plain transaction, without the match.
#[avenir_tool(
    write,
    title = "Split a transaction across categories",
    costs = "three YNAB requests, none while fresh, and five once agreed",
    subject = NewLines,
    destructive = true,
    idempotent = false
)]
pub async fn split_transaction(
    cx: &ReadCx,
    args: SplitTransaction,
) -> Result<Proposal<NewLines, SplitAnswer>, ToolError> {
    let id = TransactionId::parse(&args.transaction_id)?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, all) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let transaction = transactions::one(&id, |id| all.get(id))?;
    let wanted = args.lines.into_iter().map(|line| WantedLine {
        amount: line.amount,
        category: line.category_id,
        memo: line.memo,
    });
    let wanted: Vec<_> = wanted.collect();
    let currency = &summary.currency;
    let split = split::plan(transaction, &wanted, &groups, &accounts, currency)?;
    let labels = Labels::new(&accounts, &groups);
    let row = Row::of(transaction);
    let rows: Vec<_> = split.lines.iter().map(|line| LineRow::new(line, &labels)).collect();
    let mut question = Question::new(format!(
        "Split {} into {} lines?",
        described_row(&row, currency),
        split.lines.len()
    ));
    question.lines = rows
        .iter()
        .map(|line| {
            let memo = line
                .memo
                .as_deref()
                .map(|memo| format!(" ({memo})"))
                .unwrap_or_default();
            format!("{} {}{memo}", currency.plain(line.amount.0), line.category)
        })
        .collect();
    let other_side = transaction.transfer_transaction_id.as_ref().and_then(|id| all.get(id));
    let no_way_back = split.no_way_back(other_side, &groups);
    question.warnings.push(Warning {
        text: match &no_way_back {
            None => {
                "Undoing it makes a new transaction in its place: its id and its match with the bank are lost then."
                    .to_owned()
            }
            Some(why) => format!("undo_operation cannot take it back ({why}): only YNAB itself can."),
        },
        about: Vec::new(),
    });
    let effect = split.effect();
    let activity = Activity::of_changes([(transaction, &effect)].into_iter(), Month::of(cx.today()));
    question.facts.extend(activity.overspends(&groups, currency));
    let touched = effect.categories().into_iter().map(ToString::to_string).collect();
    Ok(Proposal {
        subject: NewLines {
            transaction: id,
            lines: split
                .lines
                .iter()
                .cloned()
                .map(|line| NewLine {
                    amount: line.amount,
                    category: line.category_id,
                    memo: line.memo,
                })
                .collect(),
        },
        question,
        preview: SplitAnswer {
            transaction_id: transaction.id.to_string(),
            date: transaction.date.to_string(),
            payee: transaction.payee(),
            amount: Amount(transaction.amount),
            from_category: row.category_id.as_ref().map(|id| labels.category(id)),
            lines: rows,
            available_after: None,
            touched,
        },
        groups: vec![Group::new(vec![effect]).without_way_back(no_way_back)],
        nothing_to_do: String::new(),
        done: "Split.".to_owned(),
        month_after: Some(Month::of(transaction.date)),
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
