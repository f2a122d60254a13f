//! What a household keeps of its income, month by month: income less what was spent, over the full months before today's.

mod words;

use std::cmp::Ordering;

use chrono::NaiveDate;

use crate::domain::currency::Currency;
use crate::domain::lines::Ledger;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::percent::Percent;
use crate::logic::flows::{Chart, Flow, Kinds};
use crate::logic::measured::{History, Measured, Tally, mean, median, median_percent};

/// What came in, went out and was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// To Ready to Assign.
    pub income: Milliunits,
    /// Money out, less refunds: negative as long as more was spent than came back.
    pub spending: Milliunits,
    /// Both together.
    pub saved: Milliunits,
    /// What was kept of the income; none without income.
    pub rate: Option<Percent>,
}

/// A month's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthSaved {
    /// The month.
    pub month: Month,
    /// What came in, went out and was kept.
    pub saved: Saved,
    /// The plan begins within it: it is in no total and no average.
    pub partial: bool,
}

/// Savings over some months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Savings {
    /// The oldest first.
    pub months: Vec<MonthSaved>,
    /// All complete months together.
    pub total: Saved,
    /// A month's mean.
    pub average_saved: Option<Milliunits>,
    /// The month in the middle.
    pub median_saved: Option<Milliunits>,
    /// The rate in the middle, of the months that have one.
    pub median_rate: Option<Percent>,
    /// The month of the highest rate; the oldest of several.
    pub best: Option<Month>,
    /// The month of the lowest rate; the oldest of several.
    pub worst: Option<Month>,
    /// Put into tracking accounts that are no debt.
    pub moved_to_tracking: Milliunits,
    /// Taken back from them.
    pub moved_from_tracking: Milliunits,
    /// Which months these are.
    pub measured: Measured,
    beside: Beside,
}

/// What is neither income nor spending, in the complete months.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Beside {
    /// Money in without a category.
    unsorted: Tally,
    openings: Tally,
    adjustments: Tally,
    /// Paid to tracked debts: this is spending, and told apart.
    repaid: Tally,
    borrowed: Tally,
    invested: Tally,
    withdrawn: Tally,
}

/// One month's sums; they are judged when they are answered.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    income: Tally,
    spending: Tally,
    beside: Beside,
}

impl Sums {
    fn add(&mut self, flow: Flow, amount: Milliunits) {
        let beside = &mut self.beside;
        match flow {
            Flow::Tracking | Flow::Within | Flow::Nothing => {}
            Flow::Income => self.income.add(amount),
            Flow::Spending | Flow::Refund => self.spending.add(amount),
            Flow::Debt if amount.is_negative() => {
                self.spending.add(amount);
                beside.repaid.add(amount);
            }
            Flow::Debt => beside.borrowed.add(amount),
            Flow::Asset if amount.is_negative() => beside.invested.add(amount),
            Flow::Asset => beside.withdrawn.add(amount),
            Flow::Opening => beside.openings.add(amount),
            Flow::Adjustment => beside.adjustments.add(amount),
            Flow::Unsorted => beside.unsorted.add(amount),
        }
    }

    fn join(&mut self, other: &Self) {
        self.income.join(other.income);
        self.spending.join(other.spending);
        let (beside, more) = (&mut self.beside, &other.beside);
        beside.unsorted.join(more.unsorted);
        beside.openings.join(more.openings);
        beside.adjustments.join(more.adjustments);
        beside.repaid.join(more.repaid);
        beside.borrowed.join(more.borrowed);
        beside.invested.join(more.invested);
        beside.withdrawn.join(more.withdrawn);
    }

    fn saved(&self) -> Result<Saved, MoneyError> {
        let (income, spending) = (self.income.amount()?, self.spending.amount()?);
        let saved = income.checked_add(spending)?;
        Ok(Saved {
            income,
            spending,
            saved,
            rate: Percent::of(saved, income).filter(|_| income.is_positive()),
        })
    }
}

/// What was kept in the last `count` full months before today's.
pub fn savings(
    chart: &Chart<'_>,
    ledger: Ledger<'_>,
    today: NaiveDate,
    count: u32,
    currency: &Currency,
) -> Result<Savings, MoneyError> {
    let mut history = History::<Sums>::new(today, count);
    let kinds = Kinds::new(chart, ledger);
    for line in ledger.entries().iter().filter(|line| kinds.on_budget(line.account)) {
        if let Some(sums) = history.month_of(line.date) {
            sums.add(kinds.flow(line), line.amount);
        }
    }
    let (measured, sums) = history.finish();
    let mut total = Sums::default();
    let mut months = Vec::with_capacity(sums.len());
    for (month, sums) in sums {
        let partial = measured.partial == Some(month);
        months.push(MonthSaved {
            month,
            saved: sums.saved()?,
            partial,
        });
        if !partial {
            total.join(&sums);
        }
    }
    let complete = months.iter().filter(|month| !month.partial);
    let saved: Vec<Milliunits> = complete.clone().map(|month| month.saved.saved).collect();
    let rates: Vec<Percent> = complete.clone().filter_map(|month| month.saved.rate).collect();
    let rated = complete.filter(|month| month.saved.rate.is_some());
    // Of equals, the first is the lowest and the last the highest: the other way round, that is the oldest.
    let best = rated.clone().rev().max_by(|one, other| by_rate(one, other));
    let worst = rated.min_by(|one, other| by_rate(one, other));
    Ok(Savings {
        total: total.saved()?,
        average_saved: mean(&saved, currency)?,
        median_saved: median(&saved, currency)?,
        median_rate: median_percent(&rates),
        best: best.map(|month| month.month),
        worst: worst.map(|month| month.month),
        moved_to_tracking: total.beside.invested.amount()?.checked_neg()?,
        moved_from_tracking: total.beside.withdrawn.amount()?,
        measured,
        beside: total.beside,
        months,
    })
}

/// Which month kept more of its income, to the last thousandth.
fn by_rate(one: &MonthSaved, other: &MonthSaved) -> Ordering {
    let across = |saved: &Saved, income: &Saved| i128::from(saved.saved.get()) * i128::from(income.income.get());
    across(&one.saved, &other.saved).cmp(&across(&other.saved, &one.saved))
}

#[cfg(test)]
mod tests;
