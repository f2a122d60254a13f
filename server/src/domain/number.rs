//! Money as JSON numbers and decimal text, and back, without losing a thousandth. The only module where `f64` appears: JSON
//! readers and writers know no other number with decimals.
//!
//! Why it is exact. A double keeps any decimal of up to 15 significant digits apart from its neighbours, and the shortest
//! text that reads back as the same double is then that decimal itself. So a number that arrives is turned into its
//! shortest text and read digit by digit, and one of more digits is refused; a number that leaves is one exact integer
//! divided by 1000, rounded once, and written as its shortest text.

mod forms;

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

use self::forms::{groups_one_thousand, is_digits, other_form};
use super::{
    currency::Currency,
    money::{Milliunits, PER_UNIT},
    schema::{number, schema},
    text::quoted,
};

/// The most significant digits a double is sure to keep.
const MOST_DIGITS: usize = 15;

/// An amount in an answer: an exact JSON number in currency units, `1234.56` or `400`, never `-0`.
///
/// Whole units are written as an integer and are exact at any size; with decimals the number is exact up to 10^15
/// thousandths, and beyond that it is the double nearest to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Amount(pub Milliunits);

schema!(Amount, number());

impl From<Milliunits> for Amount {
    fn from(amount: Milliunits) -> Self {
        Self(amount)
    }
}

impl Amount {
    /// The amount, for an answer that leaves out what is nothing.
    pub fn unless_zero(amount: Milliunits) -> Option<Self> {
        (!amount.is_zero()).then_some(Self(amount))
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let thousandths = self.0.get();
        if thousandths % PER_UNIT == 0 {
            return serializer.serialize_i64(thousandths / PER_UNIT);
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "nothing is lost up to 2^53; what lies beyond is documented"
        )]
        serializer.serialize_f64(thousandths as f64 / PER_UNIT as f64)
    }
}

/// An amount as an agent sends it, in currency units: a JSON number, or the same number as text. Kept as the exact decimal
/// until the plan's currency is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AmountArgument {
    decimal: Decimal,
    /// The text has a single dot with three digits after it, as a number grouped by thousands would: `12.500`.
    looks_grouped: bool,
}

schema!(AmountArgument, number());

/// Why an amount is refused. Every message says what to write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    /// Not a number at all, or with a sign of currency, a space or an exponent.
    #[error(
        "{shown} is not an amount: write a plain number such as 12.50 or -3, without currency sign, spaces or exponent"
    )]
    NotAnAmount {
        /// What was sent, as far as it shows, in quotes.
        shown: String,
    },
    /// Its separator can be read in two ways.
    #[error("{shown} can be read as {grouped} or as {decimal}: write the one that is meant")]
    Ambiguous {
        /// What was sent, in quotes.
        shown: String,
        /// What it says if the separator groups thousands.
        grouped: String,
        /// What it says if the separator starts the decimals.
        decimal: String,
    },
    /// It has thousands separators or a decimal comma.
    #[error("{shown} has a thousands separator or a decimal comma: write {meant}")]
    Separator {
        /// What was sent, in quotes.
        shown: String,
        /// The same number in the accepted form.
        meant: String,
    },
    /// It has more digits than an amount has.
    #[error("{shown} has more than 15 digits: write the amount with its own decimals only, such as 12.50")]
    TooManyDigits {
        /// What was sent, in quotes.
        shown: String,
    },
    /// It is beyond a thousand million units.
    #[error("{shown} is out of range: amounts go from -1000000000 to 1000000000")]
    OutOfRange {
        /// What was sent, in quotes.
        shown: String,
    },
    /// It is finer than the currency.
    #[error("{shown} is finer than {currency}: use {allowed}, such as {example}")]
    TooFine {
        /// The amount, in quotes.
        shown: String,
        /// The currency's code, or words for it.
        currency: String,
        /// How many decimals may be used, in words.
        allowed: &'static str,
        /// An amount with as many decimals as may be used.
        example: &'static str,
    },
}

impl AmountArgument {
    /// Reads decimal text: an optional sign, digits, and a dot before decimals. Any other form is refused, with the form to
    /// use.
    pub fn parse(text: &str) -> Result<Self, AmountError> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (units, decimals) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
        if !is_digits(units) || !is_digits(decimals) {
            return Err(other_form(text));
        }
        let decimal = Decimal::read(text.starts_with('-'), units, decimals).map_err(|bad| bad.named(text))?;
        Ok(Self {
            decimal,
            looks_grouped: unsigned.contains('.') && groups_one_thousand(units, decimals),
        })
    }

    /// The exact amount in a plan of this currency. Decimals that the currency does not have are refused, and so is text
    /// such as `12.500` where the currency has fewer than three.
    pub fn exact(&self, currency: &Currency) -> Result<Milliunits, AmountError> {
        let accepted = currency.accepted_decimals();
        if self.looks_grouped && accepted < 3 {
            return Err(self.ambiguous());
        }
        self.decimal.thousandths(accepted).ok_or_else(|| {
            let (allowed, example) = match accepted {
                0 => ("no decimals", "12"),
                1 => ("at most 1 decimal", "12.5"),
                2 => ("at most 2 decimals", "12.50"),
                _ => ("at most 3 decimals", "12.500"),
            };
            AmountError::TooFine {
                shown: quoted(&self.decimal.to_string()),
                currency: currency.code().unwrap_or("YNAB counts money").to_owned(),
                allowed,
                example,
            }
        })
    }

    /// The amount as text, for another to pass on before the plan's currency is known.
    ///
    /// # Errors
    /// Text such as `12.500`: as a plain number it would lose the zeros that make it ambiguous. What has three decimals of its
    /// own, such as `12.345`, is told as it is: where the currency has fewer, it is refused there.
    pub fn told(&self) -> Result<String, AmountError> {
        if self.looks_grouped && self.decimal.decimals < 3 {
            return Err(self.ambiguous());
        }
        Ok(self.decimal.to_string())
    }

    fn ambiguous(&self) -> AmountError {
        let written = self.decimal.written_with(3);
        AmountError::Ambiguous {
            grouped: written.replace('.', ""),
            decimal: self.decimal.to_string(),
            shown: quoted(&written),
        }
    }

    fn from_double(number: f64) -> Result<Self, AmountError> {
        if !number.is_finite() {
            return Err(AmountError::NotAnAmount {
                shown: quoted(&number.to_string()),
            });
        }
        if number.abs() > 1e9 {
            return Err(AmountError::OutOfRange {
                shown: quoted(&format!("{number:e}")),
            });
        }
        // A double is never written with an exponent here, and always with the fewest digits that read back as itself.
        let argument = Self::parse(&number.to_string())?;
        Ok(Self {
            looks_grouped: false,
            ..argument
        })
    }

    fn from_integer(number: i128) -> Result<Self, AmountError> {
        Self::parse(&number.to_string())
    }
}

impl<'de> Deserialize<'de> for AmountArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AmountVisitor;

        impl Visitor<'_> for AmountVisitor {
            type Value = AmountArgument;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an amount as a number, such as 12.50 or -3")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                AmountArgument::from_integer(number.into()).map_err(E::custom)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                AmountArgument::from_integer(number.into()).map_err(E::custom)
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Self::Value, E> {
                AmountArgument::from_double(number).map_err(E::custom)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                AmountArgument::parse(text).map_err(E::custom)
            }
        }

        deserializer.deserialize_any(AmountVisitor)
    }
}

/// A decimal number in its shortest form: `coefficient` divided by ten to the power of `decimals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    coefficient: i64,
    decimals: u8,
}

/// Why digits are not an amount, before the text they came from is known.
enum BadDigits {
    TooMany,
    OutOfRange,
}

impl BadDigits {
    fn named(self, text: &str) -> AmountError {
        match self {
            Self::TooMany => AmountError::TooManyDigits { shown: quoted(text) },
            Self::OutOfRange => AmountError::OutOfRange { shown: quoted(text) },
        }
    }
}

impl Decimal {
    fn read(negative: bool, units: &str, decimals: &str) -> Result<Self, BadDigits> {
        let units = units.trim_start_matches('0');
        let most = Milliunits::MAX_ARGUMENT.get() / PER_UNIT;
        if units.len() > most.to_string().len() {
            return Err(BadDigits::OutOfRange);
        }
        let significant = if units.is_empty() {
            decimals.trim_start_matches('0')
        } else {
            decimals
        };
        if units.len() + significant.len() > MOST_DIGITS || decimals.len() > MOST_DIGITS {
            return Err(BadDigits::TooMany);
        }
        let decimals = decimals.trim_end_matches('0');
        let digits = format!("0{units}{decimals}")
            .parse::<i64>()
            .map_err(|_| BadDigits::TooMany)?;
        let places = u8::try_from(decimals.len()).map_err(|_| BadDigits::TooMany)?;
        if i128::from(digits) > i128::from(most) * 10_i128.pow(places.into()) {
            return Err(BadDigits::OutOfRange);
        }
        Ok(Self {
            coefficient: if negative { -digits } else { digits },
            decimals: places,
        })
    }

    /// The number in thousandths, if it has no more than `accepted` decimals (three is the most).
    fn thousandths(self, accepted: u8) -> Option<Milliunits> {
        if self.decimals > accepted {
            return None;
        }
        let power = 3_u8.checked_sub(self.decimals)?;
        self.coefficient
            .checked_mul(10_i64.pow(power.into()))
            .map(Milliunits::new)
    }

    /// The number with at least so many decimals.
    fn written_with(self, least_decimals: u8) -> String {
        let decimals = usize::from(self.decimals.max(least_decimals));
        let missing = decimals - usize::from(self.decimals);
        let digits = format!(
            "{:0>width$}{:0<missing$}",
            self.coefficient.unsigned_abs(),
            "",
            width = decimals + 1 - missing
        );
        let (units, decimals) = digits.split_at(digits.len() - decimals);
        let sign = if self.coefficient < 0 { "-" } else { "" };
        if decimals.is_empty() {
            format!("{sign}{units}")
        } else {
            format!("{sign}{units}.{decimals}")
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.written_with(0))
    }
}

#[cfg(test)]
mod tests;
