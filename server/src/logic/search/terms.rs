//! Parts of texts to look for, ready to compare.

use std::sync::Arc;

use crate::domain::names::{name_key, similar_names};
use crate::domain::text::quoted;
use crate::error::ToolError;
use crate::logic::payees;

/// Part of a payee's name.
#[derive(Clone, Debug)]
pub struct PayeeTerm {
    key: String,
    label: String,
    /// As the agent sent it.
    raw: String,
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
            raw: term.to_owned(),
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

    /// That it fits none of the payees, with those that are like it; nothing where it fits one.
    pub fn fits_none_of(&self, payees: &[Arc<str>]) -> Option<String> {
        if payees.iter().any(|payee| self.fits(payee)) {
            return None;
        }
        let similar = similar_names(&self.raw, payees.iter().map(AsRef::as_ref));
        let similar = if similar.is_empty() {
            String::new()
        } else {
            format!("; similar: {}", similar.join(", "))
        };
        Some(format!("No payee's name holds {}{similar}.", quoted(&self.raw)))
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
        if memo.chars().all(is_simple) {
            return self.fits_simple(memo);
        }
        name_key(memo).contains(&self.key)
    }

    /// The same for text of simple letters, which most memos are: nothing is copied. Any white space is one space.
    fn fits_simple(&self, memo: &str) -> bool {
        let Some(first) = self.key.chars().next() else {
            return false;
        };
        let starts = memo.char_indices().filter(|(_, letter)| small(*letter) == first);
        let mut starts = starts.map(|(at, _)| memo.get(at..).unwrap_or_default());
        starts.any(|rest| begins_with(rest, &self.key))
    }
}

/// Whether a letter is compared by its small form alone: those of English and of most languages with accents, but for the few
/// that stand for others.
fn is_simple(letter: char) -> bool {
    const STAND_FOR_OTHERS: [char; 9] = ['ß', 'ĸ', 'İ', 'ı', 'Ĳ', 'ĳ', 'Ŀ', 'ŀ', 'ŉ'];
    letter.is_ascii() || (('\u{c0}'..='\u{17e}').contains(&letter) && !STAND_FOR_OTHERS.contains(&letter))
}

/// The small form of a simple letter.
fn small(letter: char) -> char {
    if letter.is_ascii() {
        letter.to_ascii_lowercase()
    } else {
        letter.to_lowercase().next().unwrap_or(letter)
    }
}

/// Whether simple text begins with a key, case ignored and with white space of any length for a space.
fn begins_with(text: &str, key: &str) -> bool {
    let mut text = text.chars().peekable();
    for wanted in key.chars() {
        if wanted != ' ' {
            if text.next().map(small) != Some(wanted) {
                return false;
            }
            continue;
        }
        if text.next_if(|letter| is_blank(*letter)).is_none() {
            return false;
        }
        while text.next_if(|letter| is_blank(*letter)).is_some() {}
    }
    true
}

/// What shows as a space; other control characters show as nothing in between words and are blanks too.
fn is_blank(letter: char) -> bool {
    letter == ' ' || letter.is_ascii_control()
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
        fn simple_memos_are_compared_as_all_others(
            memo in "[\\x00-\\x7f\u{a0}-\u{17f}aäAÄ ]{0,24}",
            term in "[\\x00-\\x7f\u{c0}-\u{17f}aäAÄ ]{1,3}",
        ) {
            if name_key(&term).is_empty() {
                return Ok(());
            }
            let fits = MemoTerm::new(&term).unwrap().fits(&memo);
            prop_assert_eq!(fits, name_key(&memo).contains(&name_key(&term)));
        }
    }
}
