//! A row of months and what it comes to.

use crate::domain::currency::Currency;
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::percent::Percent;
use crate::logic::measured::mean;

/// What something cost in each of the months, and what that comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Spent less what came back, for each month; negative when more came back.
    pub spent: Vec<Milliunits>,
    /// All months together.
    pub total: Milliunits,
    /// The mean of the full months, rounded to the currency's decimals; none without one.
    pub mean: Option<Milliunits>,
    /// The last full month against the mean of the full months before it; none without those.
    pub change: Option<Change>,
}

/// How the last full month differs from those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// More (or less) spent.
    pub amount: Milliunits,
    /// The same as a part of the mean before; none where that is not above zero.
    pub percent: Option<Percent>,
}

impl Points {
    pub(super) fn of(spent: &[i128], currency: &Currency) -> Result<Self, MoneyError> {
        let fitting = |amount: &i128| i64::try_from(*amount).map(Milliunits::new);
        let spent = spent.iter().map(fitting).collect::<Result<Vec<_>, _>>();
        Self::through(spent.map_err(|_| MoneyError::Overflow)?, currency)
    }

    /// Several series as one.
    pub fn together<'p>(
        series: impl Iterator<Item = &'p Self>,
        months: usize,
        currency: &Currency,
    ) -> Result<Self, MoneyError> {
        let mut spent = vec![0_i128; months];
        for points in series {
            for (sum, amount) in spent.iter_mut().zip(&points.spent) {
                *sum += i128::from(amount.get());
            }
        }
        Self::of(&spent, currency)
    }

    fn through(spent: Vec<Milliunits>, currency: &Currency) -> Result<Self, MoneyError> {
        let full = spent.split_last().map_or([].as_slice(), |(_, full)| full);
        let usual = mean(full, currency)?;
        let change = match full.split_last() {
            Some((last, before)) => mean(before, currency)?
                .map(|usual| Change::from(usual, *last))
                .transpose()?,
            None => None,
        };
        Ok(Self {
            total: Milliunits::checked_sum(spent.iter().copied())?,
            mean: usual,
            change,
            spent,
        })
    }
}

impl Change {
    fn from(usual: Milliunits, last: Milliunits) -> Result<Self, MoneyError> {
        let amount = last.checked_sub(usual)?;
        let percent = usual.is_positive().then(|| Percent::of(amount, usual)).flatten();
        Ok(Self { amount, percent })
    }
}
