//! Where in a document something stands, written as a JSON path.

use std::fmt;

/// A place in a JSON document, such as `$.paths['/user'].get.responses['200']`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(String);

impl At {
    /// The whole document, `$`.
    pub fn root() -> Self {
        Self("$".to_owned())
    }

    /// The member `name` of the object at this place.
    #[must_use]
    pub fn key(&self, name: &str) -> Self {
        let plain = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if plain {
            Self(format!("{}.{name}", self.0))
        } else {
            Self(format!("{}['{name}']", self.0))
        }
    }

    /// The element at `index` of the list at this place.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        Self(format!("{}[{index}]", self.0))
    }
}

impl fmt::Display for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::At;

    #[test]
    fn plain_names_are_dotted_and_others_bracketed() {
        let at = At::root()
            .key("paths")
            .key("/user")
            .key("get")
            .key("parameters")
            .index(2);
        assert_eq!(at.to_string(), "$.paths['/user'].get.parameters[2]");
        assert_eq!(At::root().key("200").key("x-y").to_string(), "$['200']['x-y']");
    }
}
