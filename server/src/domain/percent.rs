//! Percentages and confidences, computed on whole numbers and rounded half away from zero: no floating point decides a digit.

use serde::{Serialize, Serializer};

use super::money::Milliunits;
use super::number::Amount;
use super::schema::{number, schema};

/// Divides, rounded half away from zero; none when the divisor is zero.
pub fn rounded(dividend: i128, divisor: i128) -> Option<i128> {
    if divisor == 0 {
        return None;
    }
    let (dividend, divisor) = if divisor < 0 {
        (dividend.checked_neg()?, divisor.checked_neg()?)
    } else {
        (dividend, divisor)
    };
    let (whole, rest) = (dividend / divisor, dividend % divisor);
    let away = if rest.unsigned_abs() >= (divisor.unsigned_abs() - rest.unsigned_abs()) {
        dividend.signum()
    } else {
        0
    };
    whole.checked_add(away)
}

/// A percentage in tenths of a percent; shown as a number with one decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Percent(i64);

schema!(Percent, number());

impl Percent {
    /// Of so many tenths of a percent.
    pub const fn of_tenths(tenths: i64) -> Self {
        Self(tenths)
    }

    /// How much `part` is of `whole`; none when `whole` is zero or the figure does not fit.
    pub fn of(part: Milliunits, whole: Milliunits) -> Option<Self> {
        let tenths = rounded(i128::from(part.get()) * 1000, i128::from(whole.get()))?;
        i64::try_from(tenths).ok().map(Self)
    }

    /// Tenths of a percent.
    pub const fn tenths(self) -> i64 {
        self.0
    }

    /// As text: one decimal, a dot, no sign on zero, no percent sign.
    pub fn text(self) -> String {
        Milliunits::new(self.0.saturating_mul(100)).exact_text(1)
    }
}

impl Serialize for Percent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Amount(Milliunits::new(self.0.saturating_mul(100))).serialize(serializer)
    }
}

/// A share of one in hundredths, such as a confidence; shown as a number with two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hundredths(i64);

schema!(Hundredths, number());

impl Hundredths {
    /// Of so many hundredths.
    pub const fn new(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// Hundredths.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Amount(Milliunits::new(self.0.saturating_mul(10))).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::to_string;

    use super::*;

    fn percent(part: i64, whole: i64) -> Option<String> {
        Percent::of(Milliunits::new(part), Milliunits::new(whole)).map(|percent| to_string(&percent).unwrap())
    }

    #[test]
    fn a_half_goes_away_from_zero_and_nothing_is_no_percentage() {
        assert_eq!(percent(1, 3).as_deref(), Some("33.3"));
        assert_eq!(percent(2, 3).as_deref(), Some("66.7"));
        assert_eq!(percent(1, 2000).as_deref(), Some("0.1"));
        assert_eq!(percent(-1, 2000).as_deref(), Some("-0.1"));
        assert_eq!(percent(1, 2001).as_deref(), Some("0"));
        assert_eq!(percent(5, -5).as_deref(), Some("-100"));
        assert_eq!(percent(3, 0), None);
        assert_eq!(percent(i64::MAX, 1), None);
        assert_eq!(Percent::of_tenths(-5).text(), "-0.5");
        assert_eq!(Percent::of_tenths(0).text(), "0.0");
        assert_eq!(to_string(&Hundredths::new(92)).unwrap(), "0.92");
        assert_eq!(to_string(&Hundredths::new(100)).unwrap(), "1");
    }

    proptest! {
        #[test]
        fn what_is_rounded_is_never_further_than_a_half_away(dividend in -1_000_000_i128..1_000_000, divisor in 1_i128..10_000) {
            let whole = rounded(dividend, divisor).unwrap();
            let off = (whole * divisor - dividend).abs() * 2;
            prop_assert!(off <= divisor);
            prop_assert!(off < divisor || whole.abs() * divisor > dividend.abs());
            prop_assert_eq!(rounded(-dividend, divisor).unwrap(), -whole);
            prop_assert_eq!(rounded(dividend, -divisor).unwrap(), -whole);
        }
    }
}
