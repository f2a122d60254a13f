//! The coloured flag of a transaction.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::Visitor};

use super::{
    schema::{one_of, schema},
    text::{Untrusted, quoted},
};

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

/// The words an argument may be.
const WORDS: [&str; 7] = ["red", "orange", "yellow", "green", "blue", "purple", "none"];

/// A text that is no flag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{shown} is not a flag: use red, orange, yellow, green, blue, purple, or none to remove it")]
pub struct FlagError {
    /// The text as far as it shows, in quotes.
    shown: String,
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

/// The flag an agent wants a transaction to have: one of the six colours, or none. Absent, null and empty mean none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FlagArgument(Option<FlagColor>);

schema!(FlagArgument, one_of(&WORDS));

impl FlagArgument {
    /// Reads a colour in any case, or `none`, or nothing.
    pub fn parse(text: &str) -> Result<Self, FlagError> {
        if text.is_empty() || text.eq_ignore_ascii_case("none") || text == "null" {
            return Ok(Self(None));
        }
        FlagColor::known(text)
            .map(|color| Self(Some(color)))
            .ok_or_else(|| FlagError { shown: quoted(text) })
    }

    /// The colour, or nothing to remove the flag.
    pub fn color(self) -> Option<FlagColor> {
        self.0
    }
}

impl<'de> Deserialize<'de> for FlagArgument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FlagVisitor;

        impl Visitor<'_> for FlagVisitor {
            type Value = FlagArgument;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a flag colour or none")
            }

            fn visit_unit<E: serde::de::Error>(self) -> Result<Self::Value, E> {
                Ok(FlagArgument(None))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                FlagArgument::parse(text).map_err(E::custom)
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

    #[test]
    fn every_colour_is_read_back_from_its_own_word() {
        for word in WORDS.into_iter().filter(|word| *word != "none") {
            let color = FlagArgument::parse(word).unwrap().color().unwrap();
            assert_eq!(color.to_string(), word);
            assert_eq!(serde_json::from_value::<FlagColor>(word.into()).unwrap(), color);
            assert_eq!(FlagArgument::parse(&word.to_uppercase()).unwrap().color(), Some(color));
        }
    }

    #[test]
    fn an_argument_may_remove_the_flag_and_may_not_invent_a_colour() {
        for json in ["null", "\"\"", "\"none\"", "\"None\"", "\"null\""] {
            assert_eq!(
                serde_json::from_str::<FlagArgument>(json).unwrap().color(),
                None,
                "{json}"
            );
        }
        for json in ["\"teal\"", "\"red \"", "5", "[]"] {
            assert!(serde_json::from_str::<FlagArgument>(json).is_err(), "{json}");
        }
        let refusal = FlagArgument::parse("te\nal").unwrap_err().to_string();
        assert!(refusal.starts_with("‘te al’ is not a flag"), "{refusal}");
    }
}
