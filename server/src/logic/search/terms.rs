//! Parts of texts to look for, ready to compare.

use crate::domain::names::name_key;
use crate::error::ToolError;
use crate::logic::payees;

/// Part of a payee's name.
#[derive(Clone, Debug)]
pub struct PayeeTerm {
    key: String,
    label: String,
}

impl PayeeTerm {
    /// From what the agent sends.
    ///
    /// # Errors
    /// A term with nothing in it to compare, which would fit everything.
    pub fn new(term: &str) -> Result<Self, ToolError> {
        let found = Self {
            key: name_key(term),
            label: payees::normalised(term),
        };
        if found.key.is_empty() && found.label.is_empty() {
            return Err(ToolError::refused(
                "Nothing was read: `payee` holds nothing to look for; give a part of the name, such as MARKET.",
            ));
        }
        Ok(found)
    }

    /// Whether a payee's name, or the shop that it names, holds the term.
    pub fn fits(&self, payee: &str) -> bool {
        let by_name = !self.key.is_empty() && name_key(payee).contains(&self.key);
        by_name || (!self.label.is_empty() && payees::normalised(payee).contains(&self.label))
    }
}

/// Part of a memo. Case does not matter, nor do pictures, unless there is nothing else to look for.
#[derive(Clone, Debug)]
pub struct MemoTerm {
    key: String,
    raw: String,
}

impl MemoTerm {
    /// From what the agent sends.
    ///
    /// # Errors
    /// A term with nothing in it to compare, which would fit everything.
    pub fn new(term: &str) -> Result<Self, ToolError> {
        let found = Self {
            key: name_key(term),
            raw: term.trim().to_owned(),
        };
        if found.raw.is_empty() {
            return Err(ToolError::refused(
                "Nothing was read: `memo` holds nothing to look for; give a part of the memo.",
            ));
        }
        Ok(found)
    }

    /// Whether a memo holds the term.
    pub fn fits(&self, memo: &str) -> bool {
        if self.key.is_empty() {
            return memo.contains(&self.raw);
        }
        if memo.is_ascii() {
            return self.key.is_ascii() && self.fits_ascii(memo.as_bytes());
        }
        name_key(memo).contains(&self.key)
    }

    /// The same for text of plain letters, which most memos are: nothing is copied. Any white space is one space.
    fn fits_ascii(&self, memo: &[u8]) -> bool {
        let key = self.key.as_bytes();
        let Some(first) = key.first() else { return false };
        let begins = |byte: &u8| byte.to_ascii_lowercase() == *first;
        let starts = memo.iter().enumerate().filter(|(_, byte)| begins(byte));
        let mut starts = starts.map(|(at, _)| memo.get(at..).unwrap_or_default());
        starts.any(|rest| begins_with(rest, key))
    }
}

/// Whether plain text begins with a key, case ignored and with white space of any length for a space.
fn begins_with(mut text: &[u8], key: &[u8]) -> bool {
    for wanted in key {
        let Some((first, rest)) = text.split_first() else {
            return false;
        };
        if *wanted == b' ' {
            let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
            if blanks == 0 {
                return false;
            }
            text = text.get(blanks..).unwrap_or_default();
        } else if first.to_ascii_lowercase() == *wanted {
            text = rest;
        } else {
            return false;
        }
    }
    true
}

/// What shows as a space; other control characters show as nothing in between words and are blanks too.
fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_control()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_memo_is_found_by_a_part_of_it_whatever_its_case() {
        let fits = |term: &str, memo: &str| MemoTerm::new(term).unwrap().fits(memo);
        assert!(fits("invoice 12", "Paid INVOICE  12, thanks"));
        assert!(fits("straße", "Hauptstrasse 4"));
        assert!(fits("CAFÉ", "cafe\u{301} with Ann"));
        assert!(fits("🎁", "for Ann 🎁"));
        assert!(fits("gift 🎁", "a gift"));
        assert!(!fits("🎁", "for Ann"));
        assert!(!fits("invoice 13", "invoice 12"));
        for nothing in ["", "  ", "\n"] {
            let refusal = MemoTerm::new(nothing).unwrap_err().to_string();
            assert!(refusal.starts_with("Nothing was read: `memo`"), "{refusal}");
        }
    }

    proptest! {
        #[test]
        fn plain_memos_are_compared_as_all_others(memo in "[\\x00-\\x7f]{0,24}", term in "[\\x00-\\x7f]{1,4}") {
            prop_assume!(!name_key(&term).is_empty());
            let fits = MemoTerm::new(&term).unwrap().fits(&memo);
            prop_assert_eq!(fits, name_key(&memo).contains(&name_key(&term)));
        }
    }
}
