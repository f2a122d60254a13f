//! How long the cash at hand would last without any income, at the pace of the full months before today's.

mod words;

use chrono::NaiveDate;

use crate::domain::by_id::Ids;
use crate::domain::currency::Currency;
use crate::domain::ids::CategoryId;
use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::names::{self, Named};
use crate::domain::percent::{Hundredths, rounded};
use crate::domain::plan::{Account, CategoryGroup, GroupRole};
use crate::error::ToolError;
use crate::logic::flows::{Chart, Flow, Kinds};
use crate::logic::measured::{History, Measured, Tally, mean, median};

/// Groups that one call may name.
const MOST_GROUPS: usize = 50;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The person's day.
    pub today: NaiveDate,
    /// Full months to measure.
    pub months: u32,
    /// Groups whose spending is counted apart.
    pub essential: Vec<&'a CategoryGroup>,
    /// Whether savings accounts are at hand.
    pub include_savings: bool,
}

/// A month's spending, and how long the cash lasts at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The mean, negative; above zero when refunds were more than what was spent.
    pub mean: Milliunits,
    /// Months at the mean; none when nothing is spent.
    pub mean_lasts: Option<Hundredths>,
    /// The month in the middle, which one large purchase does not move.
    pub median: Milliunits,
    /// Months at the month in the middle; none when nothing is spent.
    pub median_lasts: Option<Hundredths>,
}

/// How long the cash lasts.
#[derive(Clone, Debug, PartialEq)]
pub struct Runway<'a> {
    /// Cash less what is owed on cards.
    pub liquid: Milliunits,
    /// The cards' part of it, negative where something is owed.
    pub owed_on_cards: Milliunits,
    /// All spending; none without a complete month.
    pub spending: Option<Pace>,
    /// Spending of the essential groups; none when no group was named, or without a complete month.
    pub essential: Option<Pace>,
    /// The accounts that are counted, in YNAB's order.
    pub accounts: Vec<&'a Account>,
    /// Open accounts that are not.
    pub left_out: Vec<&'a Account>,
    /// Which months these are.
    pub measured: Measured,
    savings_left_out: bool,
    unsorted: Tally,
}

/// One month's sums.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    all: Tally,
    essential: Tally,
    unsorted: Tally,
}

/// The groups that ids or names mean, each once, hidden ones among them; YNAB's own are none.
pub fn essential<'a>(groups: &'a [CategoryGroup], wanted: &[String]) -> Result<Vec<&'a CategoryGroup>, ToolError> {
    if wanted.len() > MOST_GROUPS {
        return ToolError::nothing_sent(&format!(
            "{} groups are more than a call takes ({MOST_GROUPS})",
            wanted.len()
        ));
    }
    let own = groups.iter().filter(|group| group.role == GroupRole::Ordinary);
    let mut found: Vec<&CategoryGroup> = Vec::new();
    let mut problems = Vec::new();
    for wanted in wanted {
        match names::find_one("category group", wanted, own.clone(), |group| Named {
            id: group.id.as_str(),
            name: group.name.raw(),
            context: None,
        }) {
            Ok(group) if found.iter().any(|known| known.id == group.id) => {}
            Ok(group) => found.push(group),
            Err(error) => problems.push(error.to_string()),
        }
    }
    if problems.is_empty() {
        Ok(found)
    } else {
        Err(ToolError::Rows(problems))
    }
}

/// How long the cash at hand lasts.
pub fn runway<'a>(
    chart: &Chart<'a>,
    ledger: Ledger<'_>,
    question: &Question<'_>,
    currency: &Currency,
) -> Result<Runway<'a>, MoneyError> {
    let open = chart.accounts().iter().filter(|account| !account.closed);
    let counts = |account: &&Account| {
        let savings = account.kind == "savings" && !question.include_savings;
        account.on_budget && (account.is_card() || (account.is_cash() && !savings))
    };
    let (accounts, left_out): (Vec<_>, Vec<_>) = open.partition(counts);
    let liquid = Milliunits::checked_sum(accounts.iter().map(|account| account.balance))?;
    let cards = accounts.iter().filter(|account| account.is_card());
    let owed_on_cards = Milliunits::checked_sum(cards.map(|account| account.balance))?;

    let categories = question.essential.iter().flat_map(|group| &group.categories);
    let essential: Ids<&CategoryId> = categories.map(|category| &category.id).collect();
    let mut history = History::<Sums>::new(question.today, question.months);
    let kinds = Kinds::new(chart, ledger);
    let is_essential: Vec<bool> = ledger.categories().iter().map(|id| essential.contains(id)).collect();
    for line in ledger.entries().iter().filter(|line| kinds.on_budget(line.account)) {
        let Some(sums) = history.month_of(line.date) else {
            continue;
        };
        let (flow, amount) = (kinds.flow(line), line.amount);
        // What a tracked debt pays out is borrowed: it makes no month cheaper.
        if flow.is_spent() || (flow == Flow::Debt && amount.is_negative()) {
            sums.all.add(amount);
            if line.category.and_then(|category| category.of(&is_essential)) == Some(true) {
                sums.essential.add(amount);
            }
        } else if flow == Flow::Unsorted {
            sums.unsorted.add(amount);
        }
    }
    let (measured, months) = history.finish();
    let complete = months.iter().filter(|(month, _)| measured.partial != Some(*month));
    let mut unsorted = Tally::default();
    complete.clone().for_each(|(_, sums)| unsorted.join(sums.unsorted));
    let pace = |of: fn(&Sums) -> Tally| {
        let amounts = complete.clone().map(|(_, sums)| of(sums).amount());
        Pace::of(&amounts.collect::<Result<Vec<_>, _>>()?, liquid, currency)
    };
    Ok(Runway {
        liquid,
        owed_on_cards,
        spending: pace(|sums| sums.all)?,
        essential: if question.essential.is_empty() {
            None
        } else {
            pace(|sums| sums.essential)?
        },
        savings_left_out: left_out
            .iter()
            .any(|account| account.on_budget && account.kind == "savings"),
        accounts,
        left_out,
        measured,
        unsorted,
    })
}

impl Pace {
    fn of(months: &[Milliunits], liquid: Milliunits, currency: &Currency) -> Result<Option<Self>, MoneyError> {
        let (Some(mean), Some(median)) = (mean(months, currency)?, median(months, currency)?) else {
            return Ok(None);
        };
        Ok(Some(Self {
            mean,
            mean_lasts: lasts(liquid, mean)?,
            median,
            median_lasts: lasts(liquid, median)?,
        }))
    }
}

/// Months that the cash lasts at a month's spending, to a tenth; none when nothing is spent.
fn lasts(liquid: Milliunits, spending: Milliunits) -> Result<Option<Hundredths>, MoneyError> {
    if !spending.is_negative() {
        return Ok(None);
    }
    let tenths = rounded(i128::from(liquid.get()) * 10, -i128::from(spending.get())).unwrap_or_default();
    let hundredths = i64::try_from(tenths.max(0) * 10).map_err(|_| MoneyError::Overflow)?;
    Ok(Some(Hundredths::new(hundredths)))
}

#[cfg(test)]
mod tests;
