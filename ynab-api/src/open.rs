//! Open enumerations: the values that the document knows, and any other kept as the text it came as.
//!
//! YNAB adds values without notice (a new account type, a new kind of target). A closed enumeration would then fail
//! the whole list around it; an open one reads the value, shows it and writes it back unchanged.

pub use crate::generated::open_enums::*;

/// Declares an open enumeration: `Name { Variant = "text", … }`.
macro_rules! open_enum {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(
                #[doc = concat!(" `", $text, "`.")]
                $variant,
            )*
            /// A value that the document does not know, as YNAB sent it.
            Other(::std::string::String),
        }

        impl $name {
            /// The values that the document knows, in its order.
            pub const KNOWN: &'static [&'static str] = &[$($text),*];

            /// The value as it stands in JSON.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(text) => text,
                }
            }
        }

        impl ::std::convert::From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::std::convert::Infallible;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Ok(Self::from(text))
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl ::serde::de::Visitor<'_> for Text {
                    type Value = $name;
                    fn expecting(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        formatter.write_str("text")
                    }
                    fn visit_str<E>(self, text: &str) -> Result<$name, E> {
                        Ok($name::from(text))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

pub(crate) use open_enum;

#[cfg(test)]
mod tests {
    use super::{AccountType, GoalType, TransactionFlagColor};

    #[test]
    fn known_and_unknown_values_survive_reading_and_writing() {
        for text in AccountType::KNOWN
            .iter()
            .chain(&["cryptoWallet", "", "Checking", "é\n\"x"])
        {
            let json = serde_json::to_string(text).unwrap();
            let value: AccountType = serde_json::from_str(&json).unwrap();
            assert_eq!(
                matches!(value, AccountType::Other(_)),
                !AccountType::KNOWN.contains(text),
                "{text}"
            );
            assert_eq!((value.as_str(), serde_json::to_string(&value).unwrap()), (*text, json));
            assert_eq!(AccountType::from(*text), value);
        }
    }

    #[test]
    fn only_text_is_a_value() {
        for json in ["4", "null", "{}", "[\"TB\"]", "true"] {
            assert!(serde_json::from_str::<GoalType>(json).is_err(), "{json}");
        }
        assert_eq!(
            TransactionFlagColor::KNOWN,
            ["red", "orange", "yellow", "green", "blue", "purple", ""]
        );
    }
}
