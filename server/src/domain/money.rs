//! Money as YNAB counts it: whole thousandths of a currency unit, added and subtracted with overflow checked.

use serde::{Deserialize, Serialize};

/// Thousandths in one currency unit. YNAB's milliunit is this in every currency, those without decimals included.
pub const PER_UNIT: i64 = 1000;

/// An amount in thousandths of a currency unit; negative is money out.
///
/// It has no JSON schema on purpose: an answer shows [`Amount`](super::number::Amount), never this. Its serialized form,
/// a plain integer, is for the journal and for fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Milliunits(i64);

/// A computation on money that has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// The result does not fit in 64 bits.
    #[error("an amount is too large to be added up")]
    Overflow,
}

impl Milliunits {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// The largest amount, in either direction, that an argument may name: a thousand million units.
    pub const MAX_ARGUMENT: Self = Self(1_000_000_000 * PER_UNIT);

    /// An amount of so many thousandths.
    pub const fn new(thousandths: i64) -> Self {
        Self(thousandths)
    }

    /// The thousandths.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// This amount and another together.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    /// This amount less another.
    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).map(Self).ok_or(MoneyError::Overflow)
    }

    /// The same amount in the other direction.
    pub fn checked_neg(self) -> Result<Self, MoneyError> {
        self.0.checked_neg().map(Self).ok_or(MoneyError::Overflow)
    }

    /// The amount without its direction.
    pub fn checked_abs(self) -> Result<Self, MoneyError> {
        self.0.checked_abs().map(Self).ok_or(MoneyError::Overflow)
    }

    /// All of the amounts together; nothing gives zero. Only the total must fit: a partial sum may be larger, so the
    /// order of the amounts does not decide.
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        // More amounts than fit in memory would be needed to exceed 128 bits.
        let total = amounts
            .into_iter()
            .fold(0_i128, |total, amount| total.saturating_add(i128::from(amount.0)));
        i64::try_from(total).map(Self).map_err(|_| MoneyError::Overflow)
    }

    /// -1 for money out, 0 for none, 1 for money in.
    pub const fn signum(self) -> i64 {
        self.0.signum()
    }

    /// Whether this is no money at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether this is money out.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Whether this is money in.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// How many decimals the amount needs to be written exactly: 0 to 3.
    pub const fn exact_decimals(self) -> u8 {
        if self.0 % 1000 == 0 {
            0
        } else if self.0 % 100 == 0 {
            1
        } else if self.0 % 10 == 0 {
            2
        } else {
            3
        }
    }

    /// The exact amount as text in currency units: a dot, no grouping, no symbol, and as many decimals as it needs but at
    /// least `least_decimals` (three is the most there are). Zero has no sign.
    pub fn exact_text(self, least_decimals: u8) -> String {
        let sign = if self.is_negative() { "-" } else { "" };
        let (units, decimals) = self.written_parts(least_decimals);
        if decimals.is_empty() {
            format!("{sign}{units}")
        } else {
            format!("{sign}{units}.{decimals}")
        }
    }

    /// The digits before the decimal point and those after it, without sign.
    fn written_parts(self, least_decimals: u8) -> (String, String) {
        let per_unit = PER_UNIT.unsigned_abs();
        let (units, thousandths) = (self.0.unsigned_abs() / per_unit, self.0.unsigned_abs() % per_unit);
        let mut decimals = format!("{thousandths:03}");
        decimals.truncate(usize::from(self.exact_decimals().max(least_decimals)));
        (units.to_string(), decimals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn arithmetic_is_exact_and_refuses_to_overflow() {
        let (eighty, thirty) = (Milliunits::new(80_000), Milliunits::new(30_000));
        assert_eq!(eighty.checked_add(thirty), Ok(Milliunits::new(110_000)));
        assert_eq!(thirty.checked_sub(eighty), Ok(Milliunits::new(-50_000)));
        assert_eq!(thirty.checked_neg(), Ok(Milliunits::new(-30_000)));
        let (most, least) = (Milliunits::new(i64::MAX), Milliunits::new(i64::MIN));
        assert_eq!(most.checked_add(Milliunits::new(1)), Err(MoneyError::Overflow));
        assert_eq!(least.checked_sub(Milliunits::new(1)), Err(MoneyError::Overflow));
        assert_eq!(least.checked_neg(), Err(MoneyError::Overflow));
        assert_eq!(least.checked_abs(), Err(MoneyError::Overflow));
    }

    #[test]
    fn a_sum_is_judged_by_its_total_and_not_by_its_order() {
        let (most, one) = (Milliunits::new(i64::MAX), Milliunits::new(1));
        assert_eq!(Milliunits::checked_sum([]), Ok(Milliunits::ZERO));
        assert_eq!(Milliunits::checked_sum([most, one, Milliunits::new(-1)]), Ok(most));
        assert_eq!(Milliunits::checked_sum([most, one]), Err(MoneyError::Overflow));
    }

    #[test]
    fn text_is_exact_and_zero_has_no_sign() {
        for (thousandths, least_decimals, text) in [
            (0, 0, "0"),
            (0, 2, "0.00"),
            (-4, 2, "-0.004"),
            (-4059, 2, "-4.059"),
            (1005, 2, "1.005"),
            (125, 2, "0.125"),
            (-22_500, 2, "-22.50"),
            (1000, 0, "1"),
            (12_500, 0, "12.5"),
            (2_147_483_648_000, 2, "2147483648.00"),
            (1500, 9, "1.500"),
            (i64::MIN, 3, "-9223372036854775.808"),
        ] {
            assert_eq!(Milliunits::new(thousandths).exact_text(least_decimals), text);
        }
    }

    #[test]
    fn its_serialized_form_is_the_integer() {
        assert_eq!(serde_json::to_string(&Milliunits::new(-80_004)).unwrap(), "-80004");
        assert_eq!(
            serde_json::from_str::<Milliunits>("2147483648000").unwrap(),
            Milliunits::new(2_147_483_648_000)
        );
        assert!(serde_json::from_str::<Milliunits>("1.5").is_err());
    }

    proptest! {
        #[test]
        fn exact_text_reads_back_as_the_same_thousandths(thousandths: i64, least_decimals in 0_u8..4) {
            let text = Milliunits::new(thousandths).exact_text(least_decimals);
            let (units, decimals) = text.split_once('.').unwrap_or((&text, ""));
            prop_assert!(decimals.len() >= usize::from(least_decimals));
            let digits = format!("{units}{decimals:0<3}");
            prop_assert_eq!(digits.parse::<i128>().unwrap(), i128::from(thousandths));
        }
    }
}
