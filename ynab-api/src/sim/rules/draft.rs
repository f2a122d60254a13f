//! What a request wants of a transaction, read and checked before anything changes.

use chrono::NaiveDate;
use serde_json::Value;
use uuid::Uuid;

use super::{IMPORT_ID_LIMIT, MEMO_LIMIT, PAYEE_NAME_LIMIT, live_account, live_category};
use crate::sim::calendar::months_after;
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, Given, not_null};
use crate::sim::model::{Account, Cleared, Plan, Role, Transaction};
use crate::sim::reads::Moment;

/// The colours YNAB knows.
const FLAGS: [&str; 7] = ["red", "orange", "yellow", "green", "blue", "purple", ""];

/// The payee a request wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PayeeWish {
    /// Leave it.
    Keep,
    /// None.
    None,
    /// This one.
    Id(Uuid),
    /// The one with this name, made if need be.
    Name(String),
}

/// The fields of a transaction in a request.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub account_id: Option<Uuid>,
    pub date: Option<NaiveDate>,
    pub amount: Option<i64>,
    pub payee: PayeeWish,
    pub category: Given<Uuid>,
    pub memo: Given<String>,
    pub cleared: Option<Cleared>,
    pub approved: Option<bool>,
    pub flag: Given<String>,
    pub import_id: Option<String>,
    pub lines: Vec<LineDraft>,
}

/// A line of a split in a request.
#[derive(Debug, Clone)]
pub(super) struct LineDraft {
    pub amount: i64,
    pub payee: PayeeWish,
    pub category: Option<Uuid>,
    pub memo: Option<String>,
}

impl Draft {
    /// Reads the fields; formats and lengths are checked here, meaning is not.
    pub(super) fn read(fields: Fields<'_>) -> Result<Self, Refusal> {
        let lines = fields.list("subtransactions")?.value().unwrap_or_default();
        Ok(Self {
            account_id: not_null(fields.uuid("account_id")?, "account_id")?,
            date: not_null(fields.date("date")?, "date")?,
            amount: not_null(fields.integer("amount")?, "amount")?,
            payee: read_payee(fields)?,
            category: fields.uuid("category_id")?,
            memo: fields.text("memo", MEMO_LIMIT)?,
            cleared: read_cleared(fields)?,
            approved: not_null(fields.boolean("approved")?, "approved")?,
            flag: read_flag(fields)?,
            import_id: fields
                .text("import_id", IMPORT_ID_LIMIT)?
                .value()
                .filter(|id| !id.is_empty()),
            lines: lines.iter().map(LineDraft::read).collect::<Result<_, _>>()?,
        })
    }

    /// Checks the draft as a new transaction.
    pub(super) fn check_new(&self, plan: &Plan, moment: Moment) -> Result<(), Refusal> {
        let account = self
            .account_id
            .ok_or_else(|| Refusal::invalid("account_id is missing"))?;
        let account = live_account(plan, account)?;
        let date = self.date.ok_or_else(|| Refusal::invalid("date is missing"))?;
        let amount = self.amount.ok_or_else(|| Refusal::invalid("amount is missing"))?;
        if account.closed {
            return Err(Refusal::invalid("the account is closed"));
        }
        check_date(date, moment)?;
        self.check_meaning(plan, account, None)?;
        let target = self.transfer_target(plan, None);
        self.check_lines(plan, account, target, amount)
    }

    /// Checks the draft as a change of a transaction.
    pub(super) fn check_change(&self, plan: &Plan, held: &Transaction, moment: Moment) -> Result<(), Refusal> {
        let account = live_account(plan, self.account_id.unwrap_or(held.account_id))?;
        if account.closed && account.id != held.account_id {
            return Err(Refusal::invalid("the account is closed"));
        }
        if let Some(date) = self.date.filter(|date| *date != held.date && !held.is_split()) {
            check_date(date, moment)?;
        }
        self.check_meaning(plan, account, Some(held))?;
        self.check_ties(plan, account, held)?;
        if held.is_split() {
            let ignored = self.lines.is_empty() || moment.quirks.split_change_ignored;
            return if ignored {
                Ok(())
            } else {
                Err(Refusal::invalid("the lines of a split cannot be changed"))
            };
        }
        let target = self.transfer_target(plan, Some(held));
        self.check_lines(plan, account, target, self.amount.unwrap_or(held.amount))
    }

    /// A split cannot become what a split cannot be, and what hangs on a split stays where it is.
    fn check_ties(&self, plan: &Plan, account: &Account, held: &Transaction) -> Result<(), Refusal> {
        let target = self.transfer_target(plan, Some(held));
        if plan.hangs_on_split(held) && (account.id != held.account_id || target != held.transfer_account_id) {
            return Err(Refusal::invalid(
                "the other side of a split keeps its account and payee",
            ));
        }
        if !held.is_split() {
            return Ok(());
        }
        let within = target
            .and_then(|id| plan.accounts.get(&id))
            .is_some_and(|other| other.on_budget);
        if within || !account.on_budget {
            return Err(Refusal::invalid(
                "a split is neither on a tracking account nor a transfer within the plan",
            ));
        }
        if held
            .live_lines()
            .any(|line| line.transfer_account_id == Some(account.id))
        {
            return Err(Refusal::invalid("an account cannot transfer to itself"));
        }
        Ok(())
    }

    fn check_meaning(&self, plan: &Plan, account: &Account, held: Option<&Transaction>) -> Result<(), Refusal> {
        if let Given::Value(category) = self.category {
            check_category(plan, account, category)?;
        }
        check_payee(plan, &self.payee)?;
        if self.transfer_target(plan, held) == Some(account.id) {
            return Err(Refusal::invalid("an account cannot transfer to itself"));
        }
        Ok(())
    }

    fn check_lines(&self, plan: &Plan, account: &Account, target: Option<Uuid>, amount: i64) -> Result<(), Refusal> {
        if self.lines.is_empty() {
            return Ok(());
        }
        if !account.on_budget {
            return Err(Refusal::invalid("a tracking account takes no split"));
        }
        if target
            .and_then(|id| plan.accounts.get(&id))
            .is_some_and(|other| other.on_budget)
        {
            return Err(Refusal::invalid("a transfer between plan accounts takes no split"));
        }
        for line in &self.lines {
            if let Some(category) = line.category {
                check_category(plan, account, category)?;
            }
            check_payee(plan, &line.payee)?;
            if wished_account(plan, &line.payee) == Some(account.id) {
                return Err(Refusal::invalid("an account cannot transfer to itself"));
            }
        }
        let sum = self
            .lines
            .iter()
            .try_fold(0_i64, |sum, line| sum.checked_add(line.amount));
        if sum != Some(amount) {
            return Err(Refusal::invalid(
                "the lines do not add up to the amount of the transaction",
            ));
        }
        Ok(())
    }

    fn transfer_target(&self, plan: &Plan, held: Option<&Transaction>) -> Option<Uuid> {
        match &self.payee {
            PayeeWish::Keep => held.and_then(|held| held.transfer_account_id),
            wish => wished_account(plan, wish),
        }
    }
}

impl LineDraft {
    fn read(value: &Value) -> Result<Self, Refusal> {
        let fields = Fields::of(value)?;
        let amount = not_null(fields.integer("amount")?, "amount")?;
        Ok(Self {
            amount: amount.ok_or_else(|| Refusal::invalid("the amount of a line is missing"))?,
            payee: match read_payee(fields)? {
                PayeeWish::Keep => PayeeWish::None,
                wish => wish,
            },
            category: fields.uuid("category_id")?.value(),
            memo: fields.text("memo", MEMO_LIMIT)?.value(),
        })
    }
}

/// A given id wins; a name counts where the id is null or not given.
pub(super) fn read_payee(fields: Fields<'_>) -> Result<PayeeWish, Refusal> {
    let id = fields.uuid("payee_id")?;
    let name = fields.text("payee_name", PAYEE_NAME_LIMIT)?;
    let named = |name: String| {
        let name = name.trim();
        if name.is_empty() {
            PayeeWish::None
        } else {
            PayeeWish::Name(name.to_owned())
        }
    };
    Ok(match (id, name) {
        (Given::Value(id), _) => PayeeWish::Id(id),
        (_, Given::Value(name)) => named(name),
        (Given::Absent, Given::Absent) => PayeeWish::Keep,
        (Given::Null, _) | (_, Given::Null) => PayeeWish::None,
    })
}

pub(super) fn read_flag(fields: Fields<'_>) -> Result<Given<String>, Refusal> {
    let flag = fields.text("flag_color", MEMO_LIMIT)?;
    match &flag {
        Given::Value(color) if !FLAGS.contains(&color.as_str()) => {
            Err(Refusal::invalid("flag_color is not a colour of a flag"))
        }
        _ => Ok(flag),
    }
}

fn read_cleared(fields: Fields<'_>) -> Result<Option<Cleared>, Refusal> {
    let word = not_null(fields.text("cleared", MEMO_LIMIT)?, "cleared")?;
    let named = |word: String| Cleared::named(&word).ok_or_else(|| Refusal::invalid("cleared is not a known status"));
    word.map(named).transpose()
}

fn check_date(date: NaiveDate, moment: Moment) -> Result<(), Refusal> {
    let today = moment.today();
    if date > today || date < months_after(today, -60) {
        return Err(Refusal::invalid("date must lie between five years ago and today"));
    }
    Ok(())
}

/// A category must be one of the plan's, and income cannot go to a card.
pub(super) fn check_category(plan: &Plan, account: &Account, category: Uuid) -> Result<(), Refusal> {
    let category = live_category(plan, category)?;
    if category.role == Role::ReadyToAssign && account.kind.is_card() {
        return Err(Refusal::invalid("the request is not valid"));
    }
    Ok(())
}

pub(super) fn check_payee(plan: &Plan, wish: &PayeeWish) -> Result<(), Refusal> {
    match wish {
        PayeeWish::Id(id) => {
            let payee = plan.payees.live(id);
            let payee = payee.ok_or_else(|| Refusal::invalid("payee_id is not a payee of this plan"))?;
            let target = payee.transfer_account_id.and_then(|id| plan.accounts.get(&id));
            if target.is_some_and(|account| account.closed || account.deleted) {
                return Err(Refusal::invalid("the account transferred to is closed"));
            }
            Ok(())
        }
        PayeeWish::Name(name) if is_reserved(name) => {
            Err(Refusal::invalid("payee_name is one that YNAB keeps for transfers"))
        }
        _ => Ok(()),
    }
}

/// Names that only transfer payees have.
pub(super) fn is_reserved(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with("transfer :") || name.starts_with("transfer:")
}

/// The account a wished payee stands for.
pub(super) fn wished_account(plan: &Plan, wish: &PayeeWish) -> Option<Uuid> {
    match wish {
        PayeeWish::Id(id) => plan.payees.get(id).and_then(|payee| payee.transfer_account_id),
        _ => None,
    }
}
