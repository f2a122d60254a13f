//! Amounts cut into exact parts: over the days of a month, or over accounts.

use crate::domain::money::{Milliunits, MoneyError};

/// What falls on the `day`-th (from 1) of so many days when a total is spread evenly over them. The parts are multiples of
/// `unit` thousandths, the currency's smallest coin, and together they are the total; what is finer than a coin falls on
/// the last day.
pub(super) fn part(total: Milliunits, day: u32, days: u32, unit: i64) -> Result<Milliunits, MoneyError> {
    let (day, days, unit) = (i64::from(day), i64::from(days), unit.max(1));
    if day < 1 || day > days {
        return Ok(Milliunits::ZERO);
    }
    let (coins, dust) = (total.get() / unit, total.get() % unit);
    let (each, rest) = (coins / days, coins % days);
    // The rest is smaller than the number of days, so nothing here can overflow.
    let coins = each + rest * day / days - rest * (day - 1) / days;
    let dust = if day == days { dust } else { 0 };
    coins
        .checked_mul(unit)
        .and_then(|part| part.checked_add(dust))
        .map(Milliunits::new)
        .ok_or(MoneyError::Overflow)
}

/// The total cut in proportion to weights into multiples of `unit`: exactly the total again, whatever the weights' signs.
/// What is finer than a coin goes where the last of the weight is. Weights that come to nothing give it all to the first.
pub(super) fn shares(total: Milliunits, weights: &[Milliunits], unit: i64) -> Result<Vec<Milliunits>, MoneyError> {
    let all = weights.iter().map(|weight| i128::from(weight.get())).sum::<i128>();
    let unit = i128::from(unit.max(1));
    let coins = i128::from(total.get()) / unit;
    let mut before = 0_i128;
    let mut given = 0_i128;
    let mut shares = Vec::with_capacity(weights.len());
    for (at, weight) in weights.iter().enumerate() {
        before += i128::from(weight.get());
        let until = if all == 0 || before == all {
            i128::from(total.get())
        } else {
            before.checked_mul(coins).ok_or(MoneyError::Overflow)? / all * unit
        };
        let share = if all == 0 && at > 0 { 0 } else { until - given };
        given += share;
        shares.push(
            i64::try_from(share)
                .map(Milliunits::new)
                .map_err(|_| MoneyError::Overflow)?,
        );
    }
    Ok(shares)
}

/// The mean of a total over so many months in whole coins, halves away from zero; over no month it is nothing.
pub(super) fn mean(total: Milliunits, months: u32, unit: i64) -> Result<Milliunits, MoneyError> {
    if months == 0 {
        return Ok(Milliunits::ZERO);
    }
    let by = i128::from(months) * i128::from(unit.max(1));
    let total = i128::from(total.get());
    let coins = (total.abs() * 2 + by) / (by * 2) * total.signum();
    i64::try_from(coins * i128::from(unit.max(1)))
        .map(Milliunits::new)
        .map_err(|_| MoneyError::Overflow)
}
