//! An account reconciled with its bank.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Question, Status, Subject, Warning, WritePreview};
use crate::context::ReadCx;
use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::domain::money::Milliunits;
use crate::domain::month::DateArgument;
use crate::domain::number::{Amount, AmountArgument};
use crate::domain::operation::EffectState;
use crate::domain::plan::Account;
use crate::domain::row::Row;
use crate::error::ToolError;
use crate::logic::create;
use crate::logic::reconcile::{self, Diagnosis};
use crate::logic::transactions;
use crate::logic::wording::{Labels, described};
use crate::tool::avenir_tool;
use crate::tools::diagnose::{Analysis, DuplicatePair, UnclearedRow, disagreement, finding};

/// Rows in one request.
const ROWS_IN_A_REQUEST: usize = 200;

/// Which account is reconciled, and with what.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ReconcileAccount {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Account id or exact name.
    pub account_id: String,
    /// What the bank says is in it; a debt is negative.
    pub bank_balance: AmountArgument,
    /// Adds a transaction of the difference; only if the person accepts it.
    #[serde(default)]
    pub adjust: bool,
    /// The day of that balance; later rows are left out.
    #[serde(default)]
    pub as_of: Option<DateArgument>,
}

/// What a yes to a reconciliation is for.
#[derive(Debug, Serialize)]
pub struct Reconciliation {
    account: AccountId,
    balance: Milliunits,
    adjust: Option<Milliunits>,
}

impl Subject for Reconciliation {}

/// A reconciliation.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReconciledAccount {
    /// The account's name.
    pub account: String,
    /// The account beside its bank, before.
    pub analysis: Analysis,
    /// The newest transactions that the bank has not confirmed, at most 50.
    pub uncleared: Vec<UnclearedRow>,
    /// The newest pairs that may be one transaction entered twice, the older first; at most 50.
    pub possible_duplicates: Vec<DuplicatePair>,
    /// The adjustment that is added, if one is.
    pub adjustment: Option<Amount>,
    /// How many transactions were marked reconciled; only once applied.
    pub reconciled: Option<usize>,
    /// The account's cleared balance after, read from YNAB once applied.
    pub cleared_balance_after: Option<Amount>,
    #[serde(skip)]
    #[schemars(skip)]
    account_id: AccountId,
    #[serde(skip)]
    #[schemars(skip)]
    stopped: Option<Status>,
}

impl WritePreview for ReconciledAccount {
    fn settle(&mut self, after: &AfterWrite) {
        let marked = after
            .effects
            .iter()
            .filter(|(effect, state)| effect.kind() == "cleared" && *state == EffectState::Applied);
        self.reconciled = Some(marked.count());
        self.cleared_balance_after = after
            .account(&self.account_id)
            .map(|account| Amount(account.cleared_balance));
    }

    fn stopped(&self) -> Option<Status> {
        self.stopped
    }
}

/// Reconciles an account with its bank's balance: where they agree, cleared transactions become reconciled. A difference
/// changes nothing and is explained; `adjust` only when the person accepts an adjustment. Asks the person first; a code
/// counts only after their own yes, never on your own initiative. `undo_operation` takes it back. YNAB's own
/// date of the last reconciliation stays.
#[avenir_tool(
    write,
    title = "Reconcile an account with the bank",
    costs = "three YNAB requests, none while fresh, and six once agreed",
    subject = Reconciliation,
    destructive = true,
    idempotent = false
)]
pub async fn reconcile_account(
    cx: &ReadCx,
    args: ReconcileAccount,
) -> Result<Proposal<Reconciliation, ReconciledAccount>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, all) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let account = create::open_account(&accounts, &args.account_id)?;
    let currency = &summary.currency;
    let bank_balance = args.bank_balance.exact(currency)?;
    let as_of = args.as_of.map(DateArgument::day);
    reconcile::check_day(as_of, cx.today())?;
    let found = reconcile::diagnose(account, all.ledger(), bank_balance, as_of, cx.today())?;
    let differs = found.difference != Milliunits::ZERO;
    let day = as_of.unwrap_or(cx.today());
    let adjustment = if differs && args.adjust {
        let ready_to_assign = transactions::ready_to_assign(&groups);
        Some(reconcile::adjustment(
            account,
            found.difference,
            ready_to_assign,
            (day, cx.today()),
        )?)
    } else {
        None
    };
    let stops = differs && !args.adjust;
    let alike = adjustment
        .as_ref()
        .map(|row| reconcile::alike(row, all.iter()))
        .unwrap_or_default();
    let asked = Asked {
        account,
        found: &found,
        as_of,
        adjustment: adjustment.as_ref(),
    };
    let question = question(&asked, &Labels::new(&accounts, &groups), currency);
    let group = reconcile::group(adjustment.clone(), alike, &found.to_reconcile).filter(|_| !stops);
    let nothing_to_do = if stops {
        format!("Nothing was changed. {}", finding(&found, currency))
    } else {
        "Already reconciled: nothing to do.".to_owned()
    };
    Ok(Proposal {
        subject: Reconciliation {
            account: account.id.clone(),
            balance: bank_balance,
            adjust: Some(found.difference).filter(|_| args.adjust && differs),
        },
        question,
        preview: ReconciledAccount {
            account: account.name.to_string(),
            analysis: Analysis::new(account, &found),
            uncleared: UnclearedRow::of(&found),
            possible_duplicates: DuplicatePair::of(&found),
            adjustment: Some(Amount(found.difference)).filter(|_| args.adjust && differs),
            reconciled: None,
            cleared_balance_after: None,
            account_id: account.id.clone(),
            stopped: stops.then_some(Status::DifferenceFound),
        },
        groups: group.into_iter().collect(),
        nothing_to_do,
        done: "Reconciled.".to_owned(),
        month_after: None,
        accounts_after: true,
        undo_of: None,
        plan: summary,
    })
}

/// What the person is asked about.
struct Asked<'a> {
    account: &'a Account,
    found: &'a Diagnosis<'a>,
    as_of: Option<NaiveDate>,
    adjustment: Option<&'a Row>,
}

/// The seed's question, with what the yes rests on in lines of their own.
fn question(asked: &Asked<'_>, labels: &Labels, currency: &Currency) -> Question {
    let Asked {
        account,
        found,
        as_of,
        adjustment,
    } = asked;
    let count = found.to_reconcile.len();
    let and = match adjustment {
        Some(row) => format!(" and add a balance adjustment of {}", currency.plain(row.amount)),
        None => String::new(),
    };
    let mut question = Question::new(format!(
        "Reconcile {}: mark {count} cleared transaction(s) reconciled{and}?",
        account.name
    ));
    let rows = found.to_reconcile.iter().map(|row| described(row, currency));
    question.lines = rows.collect();
    let (on, up_to) = match as_of {
        Some(day) => (format!(" on {day}"), " up to that day"),
        None => (String::new(), ""),
    };
    question.facts.push(format!(
        "The bank says {}{on}; the cleared transactions{up_to} add up to {}.",
        currency.plain(found.bank_balance),
        currency.plain(found.cleared_balance)
    ));
    if let Some(row) = adjustment {
        let goes = match &row.category_id {
            Some(id) => format!("goes to {}", labels.category(id)),
            None => "has no category".to_owned(),
        };
        question
            .facts
            .push(format!("The adjustment is dated {} and {goes}.", row.date));
    }
    if found.other_sign {
        question.facts.push(
            "The bank's balance is that of the cleared transactions with the other sign: what is owed is negative."
                .to_owned(),
        );
    }
    if count > ROWS_IN_A_REQUEST {
        question.facts.push(format!(
            "They are marked in {} requests of up to {ROWS_IN_A_REQUEST}; if YNAB refuses one, all are put back.",
            count.div_ceil(ROWS_IN_A_REQUEST)
        ));
    }
    let line = |text: String| Warning {
        text,
        about: Vec::new(),
    };
    if !found.not_approved.is_empty() {
        question.warnings.push(line(format!(
            "{} more cleared transaction(s) are not approved, and YNAB does not reconcile those: approve them first to include them.",
            found.not_approved.len()
        )));
    }
    question.warnings.extend(disagreement(found, currency).map(line));
    question
}
