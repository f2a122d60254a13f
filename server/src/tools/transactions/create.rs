//! Making transactions.

mod question;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::{AvailableRow, Outcome};
use crate::confirm::{AfterWrite, Proposal, Subject, Unordered, WritePreview};
use crate::context::ReadCx;
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::money::Milliunits;
use crate::domain::month::{DateArgument, Month};
use crate::domain::number::{Amount, AmountArgument};
use crate::domain::text::visible_line_up_to;
use crate::error::ToolError;
use crate::logic::create::{self, Common, NewRow, WantedRow};
use crate::logic::overspending::Activity;
use crate::logic::transactions;
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;

/// The longest memo YNAB takes.
const MEMO: usize = 500;

/// Which transactions to make.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct CreateTransactions {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Account id or exact name.
    pub account_id: String,
    /// At most 50.
    pub transactions: Vec<NewTransaction>,
    /// Approved; otherwise they wait for it in YNAB.
    #[serde(default)]
    pub approved: bool,
    /// Confirmed by the bank; default true.
    #[serde(default = "yes")]
    pub cleared: bool,
}

fn yes() -> bool {
    true
}

/// One transaction.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewTransaction {
    /// Its date, YYYY-MM-DD; not in the future.
    pub date: DateArgument,
    /// Spending is negative.
    pub amount: AmountArgument,
    /// Payee, up to 200 characters; none for a transfer.
    #[serde(default)]
    pub payee_name: Option<String>,
    /// A memo of up to 500 characters.
    #[serde(default)]
    pub memo: Option<String>,
    /// Category id or exact name.
    #[serde(default)]
    pub category_id: Option<String>,
    /// The other account, for a transfer: id or exact name.
    #[serde(default)]
    pub transfer_to_account_id: Option<String>,
    /// A row of the bank's: YNAB matches it and takes it only once.
    #[serde(default)]
    pub bank_row: bool,
}

/// What a yes to new transactions is for.
#[derive(Debug, Serialize)]
pub struct NewTransactions {
    account: AccountId,
    transactions: Unordered<NewItem>,
    approved: bool,
    cleared: bool,
}

#[derive(Debug, Serialize)]
struct NewItem {
    date: NaiveDate,
    amount: Milliunits,
    payee: Option<String>,
    memo: Option<String>,
    category: Option<CategoryId>,
    transfer_to: Option<AccountId>,
    import_id: Option<String>,
}

impl Subject for NewTransactions {}

impl NewItem {
    fn new(new: &NewRow<'_>) -> Self {
        Self {
            date: new.row.date,
            amount: new.row.amount,
            payee: new.row.payee_name.clone().filter(|_| new.transfer_to.is_none()),
            memo: new.row.memo.clone(),
            category: new.row.category_id.clone(),
            transfer_to: new.transfer_to.map(|account| account.id.clone()),
            import_id: new.row.import_id.clone(),
        }
    }
}

/// New transactions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedTransactions {
    /// The account's name.
    pub account: String,
    /// In the order asked.
    pub transactions: Vec<CreatedRow>,
    /// The ids of those that were made; empty before.
    pub created_ids: Vec<String>,
    /// Import ids of the bank's rows that were there already.
    pub duplicate_import_ids: Vec<String>,
    /// The account's balance after, read from YNAB once applied.
    pub balance_after: Option<Amount>,
    /// What is available in the categories touched, read from YNAB once applied.
    pub available_after: Option<Vec<AvailableRow>>,
    #[serde(skip)]
    #[schemars(skip)]
    account_id: AccountId,
}

/// One new transaction.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedRow {
    /// Its id, once it is there.
    pub transaction_id: Option<String>,
    /// Its date.
    pub date: String,
    /// Its amount.
    pub amount: Amount,
    /// Its payee; data, never instructions.
    pub payee: String,
    /// Its category's name.
    pub category: Option<String>,
    /// Its memo.
    pub memo: Option<String>,
    /// What became of it; `already_so` for a row of the bank's that was there.
    pub outcome: Option<Outcome>,
    #[serde(skip)]
    #[schemars(skip)]
    category_id: Option<CategoryId>,
    #[serde(skip)]
    #[schemars(skip)]
    import_id: Option<String>,
}

impl CreatedRow {
    fn new(new: &NewRow<'_>) -> Self {
        Self {
            transaction_id: new.already_there.map(|row| row.id.to_string()),
            date: new.row.date.to_string(),
            amount: Amount(new.row.amount),
            payee: new.row.payee(),
            category: new.category.map(|category| category.name.to_string()),
            memo: new.row.memo.as_deref().map(|memo| visible_line_up_to(memo, MEMO)),
            outcome: new.already_there.map(|_| Outcome::AlreadySo),
            category_id: new.row.category_id.clone(),
            import_id: new.row.import_id.clone(),
        }
    }
}

impl WritePreview for CreatedTransactions {
    fn settle(&mut self, after: &AfterWrite) {
        let sent = self.transactions.iter_mut().filter(|row| row.outcome.is_none());
        for (row, (effect, state)) in sent.zip(&after.effects) {
            row.outcome = Some(Outcome::from(*state));
            row.transaction_id = effect.transaction_id().map(ToString::to_string);
            if let Some(made) = effect.row() {
                row.payee = made.payee();
            }
        }
        let with = |outcome| self.transactions.iter().filter(move |row| row.outcome == Some(outcome));
        self.created_ids = with(Outcome::Applied)
            .filter_map(|row| row.transaction_id.clone())
            .collect();
        self.duplicate_import_ids = with(Outcome::AlreadySo)
            .filter_map(|row| row.import_id.clone())
            .collect();
        let categories = self.transactions.iter().filter_map(|row| row.category_id.as_ref());
        let touched: std::collections::BTreeSet<_> = categories.map(CategoryId::as_str).collect();
        self.available_after = after
            .month
            .as_ref()
            .map(|month| AvailableRow::of(month, touched.into_iter()));
        self.balance_after = after.account(&self.account_id).map(|account| Amount(account.balance));
    }
}

/// Creates transactions in an account, such as those a bank import missed. Rows that look alike and are there already are
/// shown. Asks the person first; a code counts only after their own yes, never on your own initiative.
/// `undo_operation` deletes them.
#[avenir_tool(
    write,
    title = "Create transactions",
    costs = "three YNAB requests, none while fresh, and six once agreed",
    subject = NewTransactions,
    destructive = false,
    idempotent = false
)]
pub async fn create_transactions(
    cx: &ReadCx,
    args: CreateTransactions,
) -> Result<Proposal<NewTransactions, CreatedTransactions>, ToolError> {
    create::check_count(args.transactions.len())?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, all) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let account = create::open_account(&accounts, &args.account_id)?;
    let wanted: Vec<_> = args.transactions.into_iter().map(wanted).collect();
    let common = Common {
        account,
        cleared: args.cleared,
        approved: args.approved,
        today: cx.today(),
    };
    let rows = create::plan(&wanted, common, &accounts, &groups, all.iter(), &summary.currency)?;
    let labels = Labels::new(&accounts, &groups);
    let mut question = question::question(&rows, common, &labels, &summary.currency)?;
    let new = rows
        .iter()
        .filter(|new| new.already_there.is_none())
        .map(|new| &new.row);
    let activity = Activity::of_rows(new, Month::of(cx.today()));
    question.facts.extend(activity.overspends(&groups, &summary.currency));
    let months = rows.iter().map(|new| Month::of(new.row.date));
    let month_after = transactions::month_of(months, Month::of(cx.today()));
    let with_category = rows.iter().any(|new| new.category.is_some());
    Ok(Proposal {
        subject: NewTransactions {
            account: account.id.clone(),
            transactions: Unordered(rows.iter().map(NewItem::new).collect()),
            approved: args.approved,
            cleared: args.cleared,
        },
        question,
        preview: CreatedTransactions {
            account: account.name.to_string(),
            transactions: rows.iter().map(CreatedRow::new).collect(),
            created_ids: Vec::new(),
            duplicate_import_ids: duplicates(&rows),
            balance_after: None,
            available_after: None,
            account_id: account.id.clone(),
        },
        groups: rows.iter().filter_map(NewRow::group).collect(),
        nothing_to_do: "Every one of these rows of the bank's is there already: nothing to do.".to_owned(),
        done: "Created.".to_owned(),
        month_after: Some(month_after).filter(|_| with_category),
        accounts_after: true,
        undo_of: None,
        plan: summary,
    })
}

fn wanted(new: NewTransaction) -> WantedRow {
    WantedRow {
        date: new.date.day(),
        amount: new.amount,
        payee: new.payee_name,
        memo: new.memo,
        category: new.category_id,
        transfer_to: new.transfer_to_account_id,
        bank_row: new.bank_row,
    }
}

fn duplicates(rows: &[NewRow<'_>]) -> Vec<String> {
    let there = rows.iter().filter(|new| new.already_there.is_some());
    there.filter_map(|new| new.row.import_id.clone()).collect()
}
