//! How a plan writes its money: number of decimals, symbol, separators; and neutrally when YNAB does not say.

use super::{money::Milliunits, text::visible_line_up_to};

/// Decimals beyond thousandths do not exist in YNAB.
const MOST_DECIMALS: u8 = 3;

/// The most characters of a code or symbol that are shown.
const LONGEST_SYMBOL: usize = 8;

/// A plan's currency format as YNAB describes it, not yet looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrencyFormat {
    /// ISO 4217 code, such as `EUR`.
    pub iso_code: String,
    /// Decimals that amounts have: 0, 2 or 3.
    pub decimal_digits: i32,
    /// What stands between units and decimals.
    pub decimal_separator: String,
    /// What stands between thousands; may be empty.
    pub group_separator: String,
    /// The symbol, such as `€` or `kr`.
    pub currency_symbol: String,
    /// Whether the symbol stands before the number.
    pub symbol_first: bool,
    /// Whether the symbol is shown at all.
    pub display_symbol: bool,
}

/// The currency of a plan. It always exists: without a format from YNAB it is [neutral](Self::neutral).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Currency {
    code: Option<String>,
    decimals: Option<u8>,
    decimal_separator: char,
    group_separator: Option<char>,
    symbol: Option<Symbol>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Symbol {
    text: String,
    first: bool,
}

impl Currency {
    /// The currency of a plan for which YNAB gives no format: no code, no symbol, two decimals or a third where it counts.
    pub fn neutral() -> Self {
        Self {
            code: None,
            decimals: None,
            decimal_separator: '.',
            group_separator: None,
            symbol: None,
        }
    }

    /// The currency YNAB describes. Nothing is refused: a separator that would make a number unreadable is replaced, and
    /// texts are made safe to show.
    pub fn new(format: &CurrencyFormat) -> Self {
        let mut decimal_separator = separator(&format.decimal_separator).unwrap_or('.');
        let mut group_separator = separator(&format.group_separator);
        if group_separator == Some(decimal_separator) || decimal_separator == ' ' {
            (decimal_separator, group_separator) = ('.', None);
        }
        let symbol = Some(visible_line_up_to(&format.currency_symbol, LONGEST_SYMBOL))
            .filter(|symbol| format.display_symbol && !symbol.is_empty())
            .map(|text| Symbol {
                text,
                first: format.symbol_first,
            });
        Self {
            code: Some(visible_line_up_to(&format.iso_code, LONGEST_SYMBOL)).filter(|code| !code.is_empty()),
            decimals: Some(
                u8::try_from(format.decimal_digits.max(0))
                    .unwrap_or(MOST_DECIMALS)
                    .min(MOST_DECIMALS),
            ),
            decimal_separator,
            group_separator,
            symbol,
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

    /// The amount as questions write it: a dot, the currency's decimals, no grouping, no symbol, never `-0.00`. An amount
    /// finer than the currency shows all its decimals.
    pub fn plain(&self, amount: Milliunits) -> String {
        amount.exact_text(self.shown_decimals())
    }

    /// The amount as questions write a difference: `+8.00`, `-22.50`, and `0.00` without a sign.
    pub fn signed(&self, amount: Milliunits) -> String {
        let plain = self.plain(amount);
        if amount.is_positive() {
            format!("+{plain}")
        } else {
            plain
        }
    }

    /// The amount as the person's YNAB writes it: `-1.234,50€`. The sign stands first, before a leading symbol too. An
    /// amount finer than the currency shows all its decimals.
    pub fn formatted(&self, amount: Milliunits) -> String {
        let (units, decimals) = amount.written_parts(self.shown_decimals());
        let mut number = self.grouped(&units);
        if !decimals.is_empty() {
            number.push(self.decimal_separator);
            number.push_str(&decimals);
        }
        let sign = if amount.is_negative() { "-" } else { "" };
        match &self.symbol {
            Some(Symbol { text, first: true }) => format!("{sign}{text}{number}"),
            Some(Symbol { text, first: false }) => format!("{sign}{number}{text}"),
            None => format!("{sign}{number}"),
        }
    }

    fn grouped(&self, units: &str) -> String {
        let Some(separator) = self.group_separator else {
            return units.to_owned();
        };
        let mut grouped = String::with_capacity(units.len() * 2);
        for (place, digit) in units.chars().enumerate() {
            if place > 0 && (units.len() - place).is_multiple_of(3) {
                grouped.push(separator);
            }
            grouped.push(digit);
        }
        grouped
    }
}

/// The one character a separator may be: white space of any kind as a space, else a visible one that cannot be taken for a
/// part of the number.
fn separator(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    if character.is_whitespace() {
        return (!character.is_control()).then_some(' ');
    }
    let shown = !visible_line_up_to(text, 1).is_empty();
    (shown && !character.is_alphanumeric() && !matches!(character, '-' | '+' | '−')).then_some(character)
}

#[cfg(test)]
mod tests;
