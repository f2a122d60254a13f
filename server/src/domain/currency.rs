//! How texts write a plan's money: its code and number of decimals, and neutrally when YNAB does not say.

use super::{money::Milliunits, text::visible_line_up_to};

/// Decimals beyond thousandths do not exist in YNAB.
const MOST_DECIMALS: u8 = 3;

/// The most characters of a code that are shown.
const LONGEST_CODE: usize = 8;

/// The currency of a plan. It always exists: without a format from YNAB it is [neutral](Self::neutral).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Currency {
    code: Option<String>,
    decimals: Option<u8>,
}

impl Currency {
    /// The currency of a plan for which YNAB gives no format: no code, two decimals or a third where it counts.
    pub fn neutral() -> Self {
        Self {
            code: None,
            decimals: None,
        }
    }

    /// The currency YNAB describes by its ISO 4217 code, such as `EUR`, and its decimals: 0, 2 or 3. Nothing is refused: the
    /// code is made safe to show, and decimals that YNAB cannot hold are those it can.
    pub fn new(iso_code: &str, decimal_digits: i32) -> Self {
        Self {
            code: Some(visible_line_up_to(iso_code, LONGEST_CODE)).filter(|code| !code.is_empty()),
            decimals: Some(
                u8::try_from(decimal_digits.max(0))
                    .unwrap_or(MOST_DECIMALS)
                    .min(MOST_DECIMALS),
            ),
        }
    }

    /// The code, such as `EUR`, if the plan has one.
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// The decimals an amount is shown with, unless it needs more to be exact.
    pub fn shown_decimals(&self) -> u8 {
        self.decimals.unwrap_or(2)
    }

    /// The most decimals an amount may be given with: those of the currency, or thousandths when it is unknown.
    pub fn accepted_decimals(&self) -> u8 {
        self.decimals.unwrap_or(MOST_DECIMALS)
    }

    /// Whether the amount is finer than the currency: a part of a cent, which some tools and imports leave behind.
    pub fn is_finer(&self, amount: Milliunits) -> bool {
        amount.exact_decimals() > self.accepted_decimals()
    }

    /// Whether the amount is something, and less than the currency's smallest coin in either direction.
    pub fn is_less_than_a_coin(&self, amount: Milliunits) -> bool {
        let coin = 10_u64.pow(u32::from(MOST_DECIMALS.saturating_sub(self.accepted_decimals())));
        !amount.is_zero() && amount.get().unsigned_abs() < coin
    }

    /// The amount as every sentence writes it, of questions and of answers: a dot, the currency's decimals, no grouping, no symbol, never `-0.00`. An amount
    /// finer than the currency shows all its decimals.
    pub fn plain(&self, amount: Milliunits) -> String {
        amount.exact_text(self.shown_decimals())
    }

    /// A difference as every sentence writes it: `+8.00`, `-22.50`, and `0.00` without a sign.
    pub fn signed(&self, amount: Milliunits) -> String {
        let plain = self.plain(amount);
        if amount.is_positive() {
            format!("+{plain}")
        } else {
            plain
        }
    }
}

#[cfg(test)]
mod tests;
