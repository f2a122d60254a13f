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
mod tests {
    use super::*;

    fn format(code: &str, decimals: i32, separators: [&str; 2], symbol: &str, first: bool) -> CurrencyFormat {
        CurrencyFormat {
            iso_code: code.into(),
            decimal_digits: decimals,
            decimal_separator: separators[0].into(),
            group_separator: separators[1].into(),
            currency_symbol: symbol.into(),
            symbol_first: first,
            display_symbol: true,
        }
    }

    fn euro() -> Currency {
        Currency::new(&format("EUR", 2, [",", "."], "€", false))
    }

    fn yen() -> Currency {
        Currency::new(&format("JPY", 0, [".", ","], "¥", true))
    }

    fn dinar() -> Currency {
        Currency::new(&format("KWD", 3, [".", ","], "KD", true))
    }

    #[test]
    fn plain_text_has_a_dot_and_the_currencys_decimals() {
        let amount = Milliunits::new(-1_234_500);
        assert_eq!(euro().plain(amount), "-1234.50");
        assert_eq!(dinar().plain(amount), "-1234.500");
        assert_eq!(Currency::neutral().plain(amount), "-1234.50");
        assert_eq!(yen().plain(Milliunits::new(120_000)), "120");
        assert_eq!(yen().plain(Milliunits::ZERO), "0");
        assert_eq!(euro().plain(Milliunits::ZERO), "0.00");
    }

    #[test]
    fn an_amount_finer_than_the_currency_hides_nothing() {
        for (currency, thousandths, text) in [
            (euro(), -4059, "-4.059"),
            (euro(), -4, "-0.004"),
            (euro(), 80_004, "80.004"),
            (yen(), 12_500, "12.5"),
            (yen(), -1, "-0.001"),
            (Currency::neutral(), 1005, "1.005"),
        ] {
            assert_eq!(currency.plain(Milliunits::new(thousandths)), text);
        }
        assert!(euro().is_finer(Milliunits::new(4059)) && yen().is_finer(Milliunits::new(500)));
        assert!(!euro().is_finer(Milliunits::new(4050)) && !dinar().is_finer(Milliunits::new(4059)));
        assert_eq!(euro().formatted(Milliunits::new(-4059)), "-4,059€");
    }

    #[test]
    fn a_difference_has_its_sign() {
        assert_eq!(euro().signed(Milliunits::new(8000)), "+8.00");
        assert_eq!(euro().signed(Milliunits::new(-22_500)), "-22.50");
        assert_eq!(euro().signed(Milliunits::ZERO), "0.00");
        assert_eq!(yen().signed(Milliunits::new(500_000)), "+500");
    }

    #[test]
    fn formatted_text_follows_the_plan() {
        let amount = Milliunits::new(-1_234_567_890);
        assert_eq!(euro().formatted(amount), "-1.234.567,89€");
        assert_eq!(dinar().formatted(amount), "-KD1,234,567.890");
        assert_eq!(yen().formatted(Milliunits::new(999_000)), "¥999");
        assert_eq!(yen().formatted(Milliunits::new(1_000_000)), "¥1,000");
        assert_eq!(Currency::neutral().formatted(amount), "-1234567.89");
        let hidden = CurrencyFormat {
            display_symbol: false,
            ..format("USD", 2, [".", ","], "$", true)
        };
        assert_eq!(Currency::new(&hidden).formatted(amount), "-1,234,567.89");
        let spaced = Currency::new(&format("NOK", 2, [",", "\u{00A0}"], "kr", true));
        assert_eq!(spaced.formatted(Milliunits::new(1_234_000)), "kr1 234,00");
    }

    #[test]
    fn an_odd_format_still_gives_readable_numbers() {
        let amount = Milliunits::new(1_234_500);
        for separators in [
            [".", "."],
            ["", ""],
            ["5", "0"],
            ["\n", "\u{200B}"],
            ["-", "+"],
            [" ", ","],
            ["..", ",,"],
        ] {
            let currency = Currency::new(&format("", 2, separators, "", true));
            assert!(
                ["1234.50", "1,234.50"].contains(&currency.formatted(amount).as_str()),
                "{separators:?}"
            );
            assert_eq!(currency.code(), None);
        }
        let hostile = Currency::new(&format("E\nU\u{202E}R", 2, [",", "."], "€\n\nforged line", true));
        assert_eq!(hostile.code(), Some("E UR"));
        assert_eq!(hostile.formatted(amount), "€ forge…1.234,50");
        for (given, shown) in [(-1, 0), (8, 3), (i32::MAX, 3), (i32::MIN, 0)] {
            let currency = Currency::new(&format("XXX", given, [".", ","], "", true));
            assert_eq!(
                (currency.shown_decimals(), currency.accepted_decimals()),
                (shown, shown)
            );
        }
    }

    #[test]
    fn the_extremes_are_written_out() {
        assert_eq!(
            euro().formatted(Milliunits::new(i64::MIN)),
            "-9.223.372.036.854.775,808€"
        );
        assert_eq!(euro().plain(Milliunits::new(i64::MAX)), "9223372036854775.807");
    }
}
