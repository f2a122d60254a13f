//! How a plan writes an amount: the formatted and decimal companions of every amount in an answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A plan's currency format, with YNAB's field names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrencyFormat {
    /// ISO 4217 code.
    pub iso_code: String,
    /// How a sample amount looks.
    pub example_format: String,
    /// Decimals shown: 0, 2 or 3.
    pub decimal_digits: u8,
    /// Between the whole part and the decimals.
    pub decimal_separator: String,
    /// Whether the symbol stands before the number.
    pub symbol_first: bool,
    /// Between groups of three digits.
    pub group_separator: String,
    /// The symbol.
    pub currency_symbol: String,
    /// Whether the symbol is shown at all.
    pub display_symbol: bool,
}

impl CurrencyFormat {
    /// Euro as a German reader writes it: `-1.234,56€`.
    pub fn euro() -> Self {
        Self::new("EUR", "123.456,78", 2, ",", ".", "€", false)
    }

    /// US dollar: `-$1,234.56`.
    pub fn dollar() -> Self {
        Self::new("USD", "123,456.78", 2, ".", ",", "$", true)
    }

    /// Yen, without decimals: `-¥1,235`.
    pub fn yen() -> Self {
        Self::new("JPY", "123,456", 0, "", ",", "¥", true)
    }

    /// Kuwaiti dinar, with three decimals: `-1,234.567د.ك`.
    pub fn dinar() -> Self {
        Self::new("KWD", "123,456.789", 3, ".", ",", "د.ك", false)
    }

    fn new(iso: &str, example: &str, digits: u8, decimal: &str, group: &str, symbol: &str, first: bool) -> Self {
        Self {
            iso_code: iso.into(),
            example_format: example.into(),
            decimal_digits: digits,
            decimal_separator: decimal.into(),
            symbol_first: first,
            group_separator: group.into(),
            currency_symbol: symbol.into(),
            display_symbol: true,
        }
    }
}

/// An amount as its plan writes it, made only when it is printed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Formatted<'a> {
    /// Milliunits.
    pub amount: i64,
    /// The plan's format; without one a plain number with two decimals.
    pub format: Option<&'a CurrencyFormat>,
}

impl fmt::Display for Formatted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.format.map_or(2, |format| format.decimal_digits.min(3));
        let (decimal, group) = match self.format {
            Some(format) => (format.decimal_separator.as_str(), format.group_separator.as_str()),
            None => (".", ""),
        };
        let scale = 10_u64.pow(u32::from(3 - digits));
        let units = (self.amount.unsigned_abs() + scale / 2) / scale;
        let one = 10_u64.pow(u32::from(digits));
        let symbol = self.format.filter(|format| format.display_symbol);
        if self.amount < 0 && units > 0 {
            out.write_str("-")?;
        }
        if let Some(format) = symbol.filter(|format| format.symbol_first) {
            out.write_str(&format.currency_symbol)?;
        }
        write_grouped(out, units / one, group)?;
        if digits > 0 {
            write!(out, "{decimal}{:0width$}", units % one, width = usize::from(digits))?;
        }
        match symbol.filter(|format| !format.symbol_first) {
            Some(format) => out.write_str(&format.currency_symbol),
            None => Ok(()),
        }
    }
}

impl Serialize for Formatted<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn write_grouped(out: &mut fmt::Formatter<'_>, number: u64, group: &str) -> fmt::Result {
    let (rest, last) = (number / 1000, number % 1000);
    if rest == 0 {
        return write!(out, "{last}");
    }
    write_grouped(out, rest, group)?;
    write!(out, "{group}{last:03}")
}

/// The amount in currency units, as YNAB's decimal companions give it.
#[expect(
    clippy::cast_precision_loss,
    reason = "YNAB sends a double here; amounts past 2^53 milliunits are not money"
)]
pub(crate) fn decimal(amount: i64) -> f64 {
    amount as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::{CurrencyFormat, Formatted};

    fn written(amount: i64, format: &CurrencyFormat) -> String {
        Formatted {
            amount,
            format: Some(format),
        }
        .to_string()
    }

    #[test]
    fn each_currency_keeps_its_own_decimals_and_symbol() {
        assert_eq!(written(-1_234_560, &CurrencyFormat::euro()), "-1.234,56€");
        assert_eq!(written(1_234_567_890, &CurrencyFormat::dollar()), "$1,234,567.89");
        assert_eq!(written(-1_234_567, &CurrencyFormat::yen()), "-¥1,235");
        assert_eq!(written(5, &CurrencyFormat::dinar()), "0.005د.ك");
        assert_eq!(
            Formatted {
                amount: -4059,
                format: None
            }
            .to_string(),
            "-4.06"
        );
    }

    #[test]
    fn nothing_left_after_rounding_has_no_sign() {
        assert_eq!(written(-4, &CurrencyFormat::dollar()), "$0.00");
        assert_eq!(
            written(i64::MIN, &CurrencyFormat::dollar()),
            "-$9,223,372,036,854,775.81"
        );
    }
}
