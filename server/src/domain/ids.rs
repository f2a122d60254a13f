//! Ids of YNAB's things and of our operations: opaque text of safe characters, so that none changes the path of a request.
//!
//! YNAB's ids are mostly UUIDs, but an upcoming scheduled transaction has a UUID with a date, and other forms may come; only
//! the characters are checked. A slash, dot, percent sign or space never gets in.

use std::{borrow::Borrow, fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    schema::{schema, text},
    text::quoted,
};

/// The most bytes an id has.
const LONGEST: usize = 128;

/// The words that stand for a plan without being its id.
const PLAN_WORDS: [&str; 2] = ["last-used", "default"];

/// A text that is not an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadId {
    /// It is empty, too long, or has characters an id never has.
    #[error(
        "{shown} is not the id of {kind}: an id has up to 128 letters, digits, `-` and `_`, and starts with a letter or digit"
    )]
    Form {
        /// What it should have been the id of, with its article.
        kind: &'static str,
        /// The text as far as it shows, in quotes.
        shown: String,
    },
    /// It stands for whichever plan was used last, and not for one plan.
    #[error("{shown} is not the id of one plan")]
    Word {
        /// The word, in quotes.
        shown: String,
    },
}

/// Defines one kind of id after another: each holds shared text, is cheap to clone, and is made by `parse` alone.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident, $kind:literal, $check:path;)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// Checks the characters and the length. Whether YNAB knows the id is another question.
            pub fn parse(text: &str) -> Result<Self, BadId> {
                $check($kind, text)?;
                Ok(Self(text.into()))
            }

            /// The id as YNAB writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<Self, BadId> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }

        schema!($name, text());
    )+};
}

ids! {
    /// The real id of one plan. Made only where a call's plan is resolved and where stored data is read back, never from an
    /// argument directly; the words that stand for the plan used last are refused, so nothing can be kept under them.
    PlanId, "a plan", one_plan;

    /// The id of an account.
    AccountId, "an account", safe;

    /// The id of a category.
    CategoryId, "a category", safe;

    /// The id of a category group.
    CategoryGroupId, "a category group", safe;

    /// The id of a payee.
    PayeeId, "a payee", safe;

    /// The id of a transaction or of a line of a split one.
    TransactionId, "a transaction", safe;

    /// The id of a scheduled transaction.
    ScheduledId, "a scheduled transaction", safe;

    /// The id of an operation: a confirmed change in the journal. Ours, not YNAB's.
    OperationId, "an operation", safe;
}

fn safe(kind: &'static str, text: &str) -> Result<(), BadId> {
    let mut bytes = text.bytes();
    let starts_well = bytes.next().is_some_and(|first| first.is_ascii_alphanumeric());
    let goes_on_well = bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    if starts_well && goes_on_well && text.len() <= LONGEST {
        Ok(())
    } else {
        Err(BadId::Form {
            kind,
            shown: quoted(text),
        })
    }
}

fn one_plan(kind: &'static str, text: &str) -> Result<(), BadId> {
    if PLAN_WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Err(BadId::Word { shown: quoted(text) });
    }
    safe(kind, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn ids_of_every_known_form_are_taken() {
        for id in [
            "0f2c8a7e-1111-4222-8333-444455556666",
            "0f2c8a7e-1111-4222-8333-444455556666_2026-10-01",
            "t_1",
            "7",
            &"a".repeat(128),
        ] {
            assert_eq!(TransactionId::parse(id).unwrap().as_str(), id);
        }
    }

    #[test]
    fn what_could_change_a_path_is_refused() {
        for id in [
            "",
            ".",
            "..",
            "p1/months/2026-11-01",
            "a.b",
            "a%2fb",
            "a b",
            "a\n",
            "a?x=1",
            "a#b",
            "a\\b",
            "-a",
            "_a",
            "é",
            "a\u{200B}",
            "٣",
            &"a".repeat(129),
        ] {
            assert!(matches!(AccountId::parse(id), Err(BadId::Form { .. })), "{id:?}");
            assert!(matches!(PlanId::parse(id), Err(BadId::Form { .. })), "{id:?}");
        }
    }

    #[test]
    fn the_refusal_shows_the_text_on_one_line() {
        let message = CategoryId::parse("a\nb\u{202E}c").unwrap_err().to_string();
        assert!(message.starts_with("‘a bc’ is not the id of a category: "), "{message}");
    }

    #[test]
    fn a_word_for_some_plan_is_not_the_id_of_one() {
        for word in ["last-used", "default", "LAST-USED"] {
            assert_eq!(PlanId::parse(word), Err(BadId::Word { shown: quoted(word) }));
            assert!(serde_json::from_value::<PlanId>(word.into()).is_err());
        }
        assert!(PayeeId::parse("default").is_ok());
    }

    #[test]
    fn ids_are_text_when_stored_and_looked_up() {
        let id = PayeeId::parse("p-1").unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"p-1\"");
        assert_eq!(serde_json::from_str::<PayeeId>("\"p-1\"").unwrap(), id);
        assert!(serde_json::from_str::<PayeeId>("\"p/1\"").is_err());
        let names = HashMap::from([(id, "Market")]);
        assert_eq!(names.get("p-1"), Some(&"Market"));
    }

    proptest! {
        #[test]
        fn an_id_that_is_taken_is_one_path_segment(text in ".{0,140}") {
            if let Ok(id) = TransactionId::parse(&text) {
                prop_assert_eq!(id.as_str(), &text);
                prop_assert!(!text.contains(['/', '.', '%', '?', '#', '\\', ' ']));
            }
        }
    }
}
