use super::*;

fn euro() -> Currency {
    Currency::new("EUR", 2)
}

fn yen() -> Currency {
    Currency::new("JPY", 0)
}

fn dinar() -> Currency {
    Currency::new("KWD", 3)
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
}

#[test]
fn a_difference_has_its_sign() {
    assert_eq!(euro().signed(Milliunits::new(8000)), "+8.00");
    assert_eq!(euro().signed(Milliunits::new(-22_500)), "-22.50");
    assert_eq!(euro().signed(Milliunits::ZERO), "0.00");
    assert_eq!(yen().signed(Milliunits::new(500_000)), "+500");
}

#[test]
fn odd_codes_and_decimals_still_give_readable_numbers() {
    let hostile = Currency::new("E\nU\u{202E}R", 2);
    assert_eq!(hostile.code(), Some("E UR"));
    assert_eq!(hostile.plain(Milliunits::new(1_234_500)), "1234.50");
    assert_eq!(Currency::new("EUR\n\nforged line", 2).code(), Some("EUR for…"));
    assert_eq!(Currency::new("\u{200B}", 2).code(), None);
    for (given, shown) in [(-1, 0), (8, 3), (i32::MAX, 3), (i32::MIN, 0)] {
        let currency = Currency::new("XXX", given);
        assert_eq!(
            (currency.shown_decimals(), currency.accepted_decimals()),
            (shown, shown)
        );
    }
}

#[test]
fn the_extremes_are_written_out() {
    assert_eq!(euro().plain(Milliunits::new(i64::MIN)), "-9223372036854775.808");
    assert_eq!(euro().plain(Milliunits::new(i64::MAX)), "9223372036854775.807");
}
