use super::*;
use proptest::prelude::*;

fn currency(code: &str, decimals: i32) -> Currency {
    Currency::new(code, decimals)
}

/// The amount as the release program reads it: JSON text, a JSON value, then the argument.
fn sent(json: &str) -> Result<AmountArgument, String> {
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    let by_value = serde_json::from_value::<AmountArgument>(value).map_err(|error| error.to_string());
    let direct = serde_json::from_str::<AmountArgument>(json).map_err(|error| error.to_string());
    assert_eq!(by_value.is_ok(), direct.is_ok(), "{json}");
    if let (Ok(by_value), Ok(direct)) = (&by_value, &direct) {
        assert_eq!(by_value, direct, "{json}");
    }
    by_value
}

fn in_euro(json: &str) -> Result<i64, String> {
    let exact = sent(json)?
        .exact(&currency("EUR", 2))
        .map_err(|error| error.to_string())?;
    Ok(exact.get())
}

#[test]
fn numbers_and_text_are_read_exactly() {
    for (json, thousandths) in [
        ("65.02", 65_020),
        ("12.50", 12_500),
        ("12.5", 12_500),
        ("\"12.50\"", 12_500),
        ("-3", -3000),
        ("\"-3\"", -3000),
        ("\"+8.00\"", 8000),
        ("0", 0),
        ("-0", 0),
        ("-0.0", 0),
        ("\"-0.00\"", 0),
        ("\"0.29\"", 290),
        ("1.1", 1100),
        ("4.35", 4350),
        ("1e3", 1_000_000),
        ("12.5000000000000000000000", 12_500),
        ("\"007\"", 7000),
        ("1000000000", 1_000_000_000_000),
        ("-1000000000.00", -1_000_000_000_000),
        ("999999999.99", 999_999_999_990),
        ("\"999999999.99\"", 999_999_999_990),
    ] {
        assert_eq!(in_euro(json), Ok(thousandths), "{json}");
    }
}

#[test]
fn text_of_two_readings_is_refused_with_both() {
    let refusal = |json| in_euro(json).unwrap_err();
    assert_eq!(
        refusal("\"12,500\""),
        "‘12,500’ can be read as 12500 or as 12.500: write the one that is meant"
    );
    assert_eq!(
        refusal("\"-12,500\""),
        "‘-12,500’ can be read as -12500 or as -12.500: write the one that is meant"
    );
    assert_eq!(
        refusal("\"12.500\""),
        "‘12.500’ can be read as 12500 or as 12.5: write the one that is meant"
    );
    assert_eq!(
        refusal("\"-1.230\""),
        "‘-1.230’ can be read as -1230 or as -1.23: write the one that is meant"
    );
    // A number says which it is, and so does a currency with three decimals.
    assert_eq!(in_euro("12.500"), Ok(12_500));
    assert_eq!(
        sent("\"12.500\"").unwrap().exact(&currency("KWD", 3)),
        Ok(Milliunits::new(12_500))
    );
    // Not groups of a thousand: one reading only.
    assert_eq!(in_euro("\"0.500\""), Ok(500));
    assert_eq!(in_euro("\"1234.500\""), Ok(1_234_500));
}

#[test]
fn separators_are_refused_with_the_form_to_write() {
    for (text, meant) in [
        ("12,50", "12.50"),
        ("-12,5", "-12.5"),
        ("0,500", "0.500"),
        ("1234,500", "1234.500"),
        ("1.234,50", "1234.50"),
        ("1,234.50", "1234.50"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("1.234.567,89", "1234567.89"),
        ("12,34,567.5", "1234567.5"),
    ] {
        let refusal = AmountArgument::parse(text).unwrap_err();
        assert_eq!(
            refusal,
            AmountError::Separator {
                shown: quoted(text),
                meant: meant.into()
            }
        );
    }
}

#[test]
fn what_is_no_plain_number_is_refused() {
    for text in [
        "",
        " ",
        "12 ",
        " 12",
        "12\n",
        ".5",
        "5.",
        "-",
        "+",
        "--3",
        "+-3",
        "1e3",
        "1E3",
        "1e-2",
        "0x10",
        "NaN",
        "inf",
        "Infinity",
        "-Infinity",
        "€12",
        "12€",
        "12 000",
        "1'000",
        "1_000",
        "1.2.3",
        "1,2,3",
        "1.2,3.4",
        "1,,2",
        "−5",
        "١٢",
        "twelve",
        "12.5.",
        "null",
        "12\u{200B}",
        "\u{FF11}",
    ] {
        let refusal = AmountArgument::parse(text).unwrap_err();
        assert_eq!(refusal, AmountError::NotAnAmount { shown: quoted(text) }, "{text:?}");
    }
    for json in ["null", "true", "[]", "{}", "[1]"] {
        assert!(sent(json).is_err(), "{json}");
    }
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(
            AmountArgument::from_double(number),
            Err(AmountError::NotAnAmount { .. })
        ));
    }
}

#[test]
fn more_than_fifteen_digits_are_refused() {
    for json in [
        "0.30000000000000004",
        "\"0.1234567890123456\"",
        "\"12.50000000000000\"",
        "\"123456789.1234567\"",
        "65.02000000000001",
        "1e-20",
    ] {
        assert!(sent(json).unwrap_err().contains("has more than 15 digits"), "{json}");
    }
    assert!(sent("\"0.123456789012345\"").is_ok());
    assert!(sent("0.123456789012345").is_ok());
}

#[test]
fn amounts_out_of_range_are_refused() {
    for json in [
        "1000000000.01",
        "\"1000000000.01\"",
        "-1000000001",
        "\"10000000000\"",
        "\"99999999999999999999999999\"",
        "18446744073709551615",
        "-9223372036854775808",
        "1e300",
        "-1e10",
    ] {
        assert!(sent(json).unwrap_err().contains("is out of range"), "{json}");
    }
}

#[test]
fn decimals_the_currency_does_not_have_are_refused() {
    let exact = |json, decimals| {
        sent(json)
            .unwrap()
            .exact(&currency("XYZ", decimals))
            .map_err(|error| error.to_string())
    };
    assert_eq!(exact("1.005", 3), Ok(Milliunits::new(1005)));
    assert_eq!(exact("12.00", 0), Ok(Milliunits::new(12_000)));
    assert_eq!(exact("\"12.00\"", 0), Ok(Milliunits::new(12_000)));
    assert_eq!(
        exact("1.005", 2).unwrap_err(),
        "‘1.005’ is finer than XYZ: use at most 2 decimals, such as 12.50"
    );
    assert_eq!(
        exact("-0.5", 0).unwrap_err(),
        "‘-0.5’ is finer than XYZ: use no decimals, such as 12"
    );
    assert_eq!(
        exact("0.0005", 3).unwrap_err(),
        "‘0.0005’ is finer than XYZ: use at most 3 decimals, such as 12.500"
    );
    let neutral = Currency::neutral();
    assert_eq!(sent("1.005").unwrap().exact(&neutral), Ok(Milliunits::new(1005)));
    let refusal = sent("1.0005").unwrap().exact(&neutral).unwrap_err().to_string();
    assert_eq!(
        refusal,
        "‘1.0005’ is finer than YNAB counts money: use at most 3 decimals, such as 12.500"
    );
}

#[test]
fn a_refusal_shows_hostile_text_on_one_line() {
    let refusal = AmountArgument::parse("1\n2\u{202E}3").unwrap_err().to_string();
    assert!(refusal.starts_with("‘1 23’ is not an amount"), "{refusal}");
}

#[test]
fn answers_hold_the_exact_number() {
    for (thousandths, json) in [
        (1_234_560, "1234.56"),
        (400_000, "400"),
        (0, "0"),
        (-4, "-0.004"),
        (65_020, "65.02"),
        (-22_500, "-22.5"),
        (2_147_483_648_010, "2147483648.01"),
        (999_999_999_999_999, "999999999999.999"),
        (9_223_372_036_854_775_000, "9223372036854775"),
    ] {
        let amount = Amount(Milliunits::new(thousandths));
        assert_eq!(serde_json::to_string(&amount).unwrap(), json);
        assert_eq!(serde_json::to_value(amount).unwrap().to_string(), json);
    }
}

#[test]
fn both_are_plain_numbers_to_a_client() {
    for schema in [schemars::schema_for!(Amount), schemars::schema_for!(AmountArgument)] {
        assert_eq!(schema.get("type"), Some(&"number".into()));
        assert_eq!(schema.get("format"), None);
    }
}

proptest! {
    #[test]
    fn an_answer_is_exact_up_to_a_million_million_units(thousandths in -1_000_000_000_000_000_i64..=1_000_000_000_000_000) {
        let amount = Milliunits::new(thousandths);
        prop_assert_eq!(serde_json::to_string(&Amount(amount)).unwrap(), amount.exact_text(0));
    }

    #[test]
    fn what_is_answered_can_be_sent_back(thousandths in -1_000_000_000_000_i64..=1_000_000_000_000) {
        let amount = Milliunits::new(thousandths);
        let json = serde_json::to_string(&Amount(amount)).unwrap();
        let argument = sent(&json).unwrap();
        prop_assert_eq!(argument.exact(&currency("KWD", 3)), Ok(amount));
        let text = AmountArgument::parse(&amount.exact_text(0)).unwrap();
        prop_assert_eq!(text.exact(&currency("KWD", 3)), Ok(amount));
        prop_assert_eq!(text.decimal, argument.decimal);
        prop_assert_eq!(text.decimal.to_string(), amount.exact_text(0));
    }

    #[test]
    fn a_number_of_fifteen_digits_is_read_as_it_was_written(
        digits in -999_999_999_999_999_i64..=999_999_999_999_999,
        decimals in 6_u8..=15,
    ) {
        let text = Decimal { coefficient: digits, decimals }.to_string();
        let written = AmountArgument::parse(&text).map(|argument| argument.decimal);
        prop_assert!(written.is_ok());
        prop_assert_eq!(AmountArgument::from_double(text.parse().unwrap()).map(|argument| argument.decimal), written);
    }

    #[test]
    fn any_double_is_read_as_itself_or_refused(number in prop_oneof![any::<f64>(), -2e9..2e9, -10.0..10.0]) {
        if let Ok(argument) = AmountArgument::from_double(number) {
            prop_assert_eq!(argument.decimal.to_string(), (number + 0.0).to_string());
        }
    }

    #[test]
    fn reading_text_never_panics(text in "\\PC{0,20}|[-+]?[0-9]{0,12}[.,]?[0-9]{0,4}[.,]?[0-9]{0,20}") {
        if let Ok(argument) = AmountArgument::parse(&text) {
            let normal = argument.decimal.to_string();
            prop_assert_eq!(AmountArgument::parse(&normal).unwrap().decimal, argument.decimal);
        }
    }
}
