//! The coloured flag of a transaction.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, de::Visitor};

use super::names::name_key;
use super::plan::Transaction;
use super::schema::{schema, text};
use super::text::{Untrusted, quoted};

/// The colour of a flag. No flag at all is `None` around it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(from = "Untrusted")]
pub enum FlagColor {
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// A colour that YNAB has and this version does not know; kept as it came.
    Other(Untrusted),
}

/// The words for the six colours.
const COLORS: &str = "red, orange, yellow, green, blue, purple";

/// A text that is no flag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{shown} is not a flag of this plan: use {COLORS}{names}, or none to remove it")]
pub struct FlagError {
    /// The text as far as it shows, in quotes.
    shown: String,
    /// The names that the plan has, each after a comma.
    names: String,
}

impl FlagColor {
    /// A flag as YNAB sends it: an empty text is no flag, and an unknown colour is kept.
    pub fn from_ynab(text: Option<&str>) -> Option<Self> {
        text.filter(|text| !text.is_empty())
            .map(|text| Self::known(text).unwrap_or_else(|| Self::Other(text.into())))
    }

    /// The colour as it is sent to YNAB. An unknown one is foreign text: show the `Display` form instead.
    pub fn raw(&self) -> &str {
        match self {
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Purple => "purple",
            Self::Other(text) => text.raw(),
        }
    }

    fn known(text: &str) -> Option<Self> {
        let colors = [
            Self::Red,
            Self::Orange,
            Self::Yellow,
            Self::Green,
            Self::Blue,
            Self::Purple,
        ];
        colors.into_iter().find(|color| color.raw().eq_ignore_ascii_case(text))
    }
}

impl From<Untrusted> for FlagColor {
    fn from(text: Untrusted) -> Self {
        Self::known(text.raw()).unwrap_or(Self::Other(text))
    }
}

impl fmt::Display for FlagColor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(text) => text.fmt(formatter),
            known => formatter.pad(known.raw()),
        }
    }
}

/// As it is sent and recorded, so that an undo puts back exactly what was there. Answers show the `Display` form: there is
/// no schema for this one.
impl Serialize for FlagColor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.raw())
    }
}

/// The names that a person gave to the colours of a plan. YNAB tells a colour's name only with the transactions that have it.
#[derive(Debug, Clone, Default)]
pub struct FlagNames(BTreeMap<FlagColor, Arc<str>>);

impl FlagNames {
    /// Of a plan's transactions.
    pub fn of<'a>(transactions: impl IntoIterator<Item = &'a Transaction>) -> Self {
        let named = transactions.into_iter().filter_map(|row| {
            let name = row.flag_name.as_ref()?;
            Some((row.flag.clone()?, Arc::clone(name)))
        });
        Self(named.collect())
    }

    /// A colour with its name, if it has one: `red ‘To check’`.
    pub fn shown(&self, color: &FlagColor) -> String {
        match self.0.get(color) {
            Some(name) => format!("{color} {}", quoted(name)),
            None => color.to_string(),
        }
    }

    /// The one colour that has the name, case and emoji ignored.
    fn color(&self, name: &str) -> Option<&FlagColor> {
        let key = name_key(name);
        // Names of pictures alone have no key, and are one only when they are the same.
        let same = |other: &str| other == name || (!key.is_empty() && name_key(other) == key);
        let mut having = self.0.iter().filter(|(_, other)| same(other));
        match (having.next(), having.next()) {
            (Some((color, _)), None) => Some(color),
            _ => None,
        }
    }
}

/// The flag an agent wants a transaction to have: one of the six colours, the plan's own name for one, or none. Absent, null
/// and empty mean none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum FlagArgument {
    /// No flag.
    #[default]
    None,
    /// The flag of this colour.
    Color(FlagColor),
    /// The flag that has this name in the plan.
    Named(Untrusted),
}

schema!(FlagArgument, text());

impl FlagArgument {
    /// Reads a colour in any case, or `none`, or nothing; anything else is taken for a name.
    pub fn parse(text: &str) -> Self {
        if text.is_empty() || text.eq_ignore_ascii_case("none") || text == "null" {
            return Self::None;
        }
        FlagColor::known(text).map_or_else(|| Self::Named(text.into()), Self::Color)
    }

    /// The colour, or nothing to remove the flag.
    pub fn color(self, names: &FlagNames) -> Result<Option<FlagColor>, FlagError> {
        match self {
            Self::None => Ok(None),
            Self::Color(color) => Ok(Some(color)),
            Self::Named(name) => names.color(name.raw()).cloned().map(Some).ok_or_else(|| FlagError {
                shown: quoted(name.raw()),
                names: names
                    .0
                    .keys()
                    .fold(String::new(), |list, color| list + ", " + &names.shown(color)),
            }),
        }
    }
}

impl<'de> Deserialize<'de> for FlagArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlagVisitor;

        impl Visitor<'_> for FlagVisitor {
            type Value = FlagArgument;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a flag's colour or name, or none")
            }

            fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
                Ok(FlagArgument::None)
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(FlagArgument::parse(text))
            }
        }

        deserializer.deserialize_any(FlagVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_flag_is_no_flag_and_an_unknown_one_is_kept() {
        assert_eq!(FlagColor::from_ynab(None), None);
        assert_eq!(FlagColor::from_ynab(Some("")), None);
        assert_eq!(FlagColor::from_ynab(Some("purple")), Some(FlagColor::Purple));
        let odd = FlagColor::from_ynab(Some("te\nal")).unwrap();
        assert_eq!((odd.raw(), odd.to_string()), ("te\nal", "te al".to_owned()));
        assert_eq!(serde_json::to_string(&odd).unwrap(), "\"te\\nal\"");
    }

    fn color(text: &str) -> Result<Option<FlagColor>, String> {
        let names = [
            (FlagColor::Red, "To check 🔎"),
            (FlagColor::Blue, "Trip"),
            (FlagColor::Green, "trip"),
        ];
        let names = FlagNames(names.map(|(color, name)| (color, name.into())).into());
        FlagArgument::parse(text)
            .color(&names)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn every_colour_is_read_back_from_its_own_word() {
        for word in COLORS.split(", ") {
            let read = color(word).unwrap().unwrap();
            assert_eq!(read.to_string(), word);
            assert_eq!(serde_json::from_value::<FlagColor>(word.into()).unwrap(), read);
            assert_eq!(color(&word.to_uppercase()), Ok(Some(read)));
        }
    }

    #[test]
    fn an_argument_may_remove_the_flag() {
        for json in ["null", "\"\"", "\"none\"", "\"None\"", "\"null\""] {
            let argument = serde_json::from_str::<FlagArgument>(json).unwrap();
            assert_eq!(argument, FlagArgument::None, "{json}");
        }
        for json in ["5", "[]", "true"] {
            assert!(serde_json::from_str::<FlagArgument>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn names_of_pictures_alone_are_told_apart() {
        let names = FlagNames([(FlagColor::Red, "🔥".into())].into());
        assert_eq!(names.color("🔥"), Some(&FlagColor::Red));
        assert_eq!(names.color("💧"), None);
    }

    #[test]
    fn a_name_means_the_one_colour_that_has_it_and_none_is_invented() {
        assert_eq!(color("to CHECK"), Ok(Some(FlagColor::Red)));
        for unclear in ["trip", "te\nal", "red "] {
            let refusal = color(unclear).unwrap_err();
            assert!(
                refusal.ends_with(
                    " is not a flag of this plan: use red, orange, yellow, green, blue, purple, red ‘To check 🔎’, green ‘trip’, \
                     blue ‘Trip’, or none to remove it"
                ),
                "{refusal}"
            );
        }
        assert!(color("te\nal").unwrap_err().starts_with("‘te al’"));
    }
}
