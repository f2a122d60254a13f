//! The address of what a plan holds, read.

use crate::domain::text::visible_line_up_to;

/// What stands for the plan in a family's address.
const VARIABLE: &str = "{plan_id}";

/// The most bytes an address has: a long name, each of its characters percent-encoded.
const LONGEST: usize = 4_096;

/// The plan that an address of the family names: an id, a name, a word, or nothing for the only plan.
pub(super) fn plan_in(family: &str, uri: &str) -> Option<String> {
    let (before, after) = family.split_once(VARIABLE)?;
    let plan = uri.strip_prefix(before)?.strip_suffix(after)?;
    // What would not show has to be percent-encoded, as in any address; a query or a fragment makes it another address.
    let plain = uri.len() <= LONGEST && visible_line_up_to(uri, usize::MAX) == uri && !plan.contains(['/', '?', '#']);
    plain.then(|| percent_decoded(plan)).flatten()
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
            bytes.push(high << 4 | low);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// A hexadecimal digit's value.
fn digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}

#[cfg(test)]
mod tests {
    use super::plan_in;

    const FAMILY: &str = "ynab://plans/{plan_id}/accounts";

    fn plan(middle: &str) -> Option<String> {
        plan_in(FAMILY, &format!("ynab://plans/{middle}/accounts"))
    }

    #[test]
    fn a_plan_is_read_from_its_address_decoded() {
        for (written, meant) in [
            ("last-used", "last-used"),
            ("", ""),
            ("My%20Home", "My Home"),
            ("My Home", "My Home"),
            ("100%25", "100%"),
            ("a%2Fb%3f%23", "a/b?#"),
            ("a+b", "a+b"),
            ("%E6%97%A5%e6%9c%ac", "日本"),
            ("日本", "日本"),
            ("a%0Ab%00", "a\nb\0"),
            ("{plan_id}", "{plan_id}"),
        ] {
            assert_eq!(plan(written).as_deref(), Some(meant), "{written}");
        }
    }

    #[test]
    fn what_is_no_address_of_the_family_names_no_plan() {
        for written in [
            "a/b",
            "a?b",
            "a#b",
            "%",
            "%4",
            "%zz",
            "%+1",
            "%FF",
            "%C3",
            "a\nb",
            "a\u{202e}b",
        ] {
            assert_eq!(plan(written), None, "{written:?}");
        }
        assert_eq!(plan(&"a".repeat(5_000)), None);
        for uri in [
            "ynab://plans/accounts",
            "ynab://plans/a/accounts/",
            "ynab://plans/a/payees",
            "YNAB://plans/a/accounts",
            " ynab://plans/a/accounts",
            "ynab:/plans/a/accounts",
            "",
        ] {
            assert_eq!(plan_in(FAMILY, uri), None, "{uri}");
        }
    }
}
