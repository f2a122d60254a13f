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
