//! What a bank's label says of the shop: the label without payment words, card numbers, dates and references.

/// Words that only say how something was paid, when they begin a label.
const PAYMENT_WORDS: [&str; 4] = ["CB", "CARTE", "VIR", "VIREMENT"];

/// The label in the form in which two labels of one shop are compared.
///
/// In this order: upper case and single spaces; an `IBAN:` and all after it; one payment word at the beginning, with what
/// says how it was transferred; an invoice number at the end; masked cards, dates and long numbers anywhere.
pub fn normalised(label: &str) -> String {
    let upper = collapsed(&label.to_uppercase());
    let text = without_iban(&upper);
    let text = without_payment_word(text);
    let text = without_invoice(text);
    collapsed(&without_noise(text))
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_iban(text: &str) -> &str {
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find("IBAN")).map(|at| at + from) {
        let after = text.get(at + 4..).unwrap_or_default();
        if after.trim_start().starts_with(':') {
            let before = text.get(..at).unwrap_or_default().trim_end();
            return before.strip_suffix('-').unwrap_or(before).trim_end();
        }
        from = at + 4;
    }
    text
}

fn without_payment_word(text: &str) -> &str {
    let Some((first, rest)) = text.split_once(' ') else {
        return text;
    };
    if first == "PRLV" {
        return rest.strip_prefix("SEPA ").unwrap_or(rest);
    }
    if !PAYMENT_WORDS.contains(&first) {
        return text;
    }
    if first.starts_with("VIR") {
        return rest
            .strip_prefix("INST ")
            .or_else(|| rest.strip_prefix("SEPA "))
            .unwrap_or(rest);
    }
    rest
}

/// ` FACT 123456` and all after it.
fn without_invoice(text: &str) -> &str {
    let mut from = 0;
    while let Some(at) = text
        .get(from..)
        .and_then(|rest| rest.find(" FACT "))
        .map(|at| at + from)
    {
        let after = text.get(at + 6..).unwrap_or_default();
        let digits = after.chars().take_while(char::is_ascii_digit).count();
        let next = after.chars().nth(digits);
        if digits == 6 && !next.is_some_and(is_word) {
            return text.get(..at).unwrap_or_default();
        }
        from = at + 1;
    }
    text
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Runs of digits that are noise: four or more before stars, a date of two or three parts, five or more alone.
fn without_noise(text: &str) -> String {
    let letters = text.chars().collect::<Vec<_>>();
    let mut kept = String::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let starts_word = at == 0 || !letters.get(at - 1).copied().is_some_and(is_word);
        let noise = if starts_word && letter.is_ascii_digit() {
            noise_at(&letters, at)
        } else {
            0
        };
        if noise == 0 {
            kept.push(*letter);
            at += 1;
        } else {
            at += noise;
        }
    }
    kept
}

/// How many characters of noise begin here; none is 0.
fn noise_at(letters: &[char], at: usize) -> usize {
    let run = |from: usize, of: fn(&char) -> bool| letters.iter().skip(from).take_while(|letter| of(letter)).count();
    let ends_word = |at: usize| !letters.get(at).copied().is_some_and(is_word);
    let digits = run(at, char::is_ascii_digit);
    let stars = run(at + digits, |letter| *letter == '*');
    if digits >= 4 && stars > 0 {
        return digits + stars + run(at + digits + stars, char::is_ascii_digit);
    }
    if digits == 2 && letters.get(at + 2) == Some(&'/') && run(at + 3, char::is_ascii_digit) == 2 {
        let year = run(at + 6, char::is_ascii_digit);
        if letters.get(at + 5) == Some(&'/') && (2..=4).contains(&year) && ends_word(at + 6 + year) {
            return 6 + year;
        }
        if ends_word(at + 5) {
            return 5;
        }
    }
    if digits >= 5 && ends_word(at + digits) {
        digits
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::normalised;

    #[test]
    fn labels_of_one_shop_become_alike() {
        for (label, expected) in [
            ("CB ACME OUTDOOR FACT 110126 525130******2", "ACME OUTDOOR"),
            ("VIR INST GARAGE", "GARAGE"),
            ("PRLV SEPA  Foo", "FOO"),
            ("CB VIR SEPA Bob", "VIR SEPA BOB"),
            ("CARTE BLEUE SHOP", "BLEUE SHOP"),
            ("CB", "CB"),
            ("VIR SEPA", "SEPA"),
            ("FACT 110126 X", "FACT X"),
            ("XIBAN: Y", "X"),
            ("12/01", ""),
            ("1234*", ""),
            ("SHOP 1234", "SHOP 1234"),
            ("ONLINE STORE 1234567890", "ONLINE STORE"),
            ("a FACT 12345 B", "A FACT B"),
            ("X FACT 123456B", "X FACT 123456B"),
            ("SHOP 12/01/26 PARIS", "SHOP PARIS"),
            ("INSURER - PRELEV - IBAN: FR76 1", "INSURER - PRELEV"),
            ("NETFLIX.COM 866-579-7172", "NETFLIX.COM 866-579-7172"),
            ("AMZN MKTP US*2K4", "AMZN MKTP US*2K4"),
            ("straße", "STRASSE"),
        ] {
            assert_eq!(normalised(label), expected, "{label}");
        }
    }
}
