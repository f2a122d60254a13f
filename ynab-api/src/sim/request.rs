//! What a request asks: address, query and body, decoded.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde_json::Value;

use super::error::Refusal;

/// The query of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Query(BTreeMap<String, String>);

impl Query {
    /// The query in `a=1&b=2`; of a name given twice the last counts.
    pub(crate) fn parse(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        let pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        Self(
            pairs
                .map(|(name, value)| (decoded(name, true), decoded(value, true)))
                .collect(),
        )
    }

    /// The parameter, unless it is missing or empty.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// A day.
    pub(crate) fn date(&self, name: &str) -> Result<Option<NaiveDate>, Refusal> {
        let parse = |text: &str| {
            let date = Some(text)
                .filter(|text| text.len() == 10)
                .and_then(|text| text.parse().ok());
            date.ok_or_else(|| Refusal::invalid(format!("{name} is not a date such as 2026-11-30")))
        };
        self.text(name).map(parse).transpose()
    }

    /// What the client already knows of.
    pub(crate) fn knowledge(&self) -> Result<Option<i64>, Refusal> {
        let parse = |text: &str| {
            text.parse()
                .map_err(|_| Refusal::invalid("last_knowledge_of_server is not a whole number"))
        };
        self.text("last_knowledge_of_server").map(parse).transpose()
    }
}

/// The segments of a path below `/v1`, each decoded by itself, so that an encoded slash stays inside its segment.
pub(crate) fn segments(path: &str) -> Option<Vec<String>> {
    let below = path.strip_prefix("/v1/")?;
    Some(below.split('/').map(|segment| decoded(segment, false)).collect())
}

/// Percent signs (and, in a query, plus signs) undone; what is no UTF-8 becomes the replacement character.
fn decoded(text: &str, plus_is_space: bool) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let escaped = match (byte, ahead.next(), ahead.next()) {
            (b'%', Some(high), Some(low)) => hex(high).zip(hex(low)).map(|(high, low)| high * 16 + low),
            _ => None,
        };
        match escaped {
            Some(escaped) => {
                bytes.push(escaped);
                rest = ahead;
            }
            None if byte == b'+' && plus_is_space => bytes.push(b' '),
            None => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

/// The body as JSON; an empty one is null.
pub(crate) fn body(bytes: &[u8]) -> Result<Value, Refusal> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(bytes).map_err(|_| Refusal::invalid("the body is not JSON"))
}

#[cfg(test)]
mod tests {
    use super::{Query, segments};

    #[test]
    fn an_encoded_slash_stays_in_its_segment() {
        assert_eq!(segments("/v1/plans/a%2F..%2Fb").unwrap(), ["plans", "a/../b"]);
        assert_eq!(segments("/v1/plans/50%").unwrap(), ["plans", "50%"]);
        assert_eq!(segments("/v2/plans"), None);
    }

    #[test]
    fn a_query_is_decoded_and_checked() {
        let query = Query::parse("since_date=2026-01-02&type=&last_knowledge_of_server=7&note=a+b%26c");
        assert_eq!(query.date("since_date").unwrap().unwrap().to_string(), "2026-01-02");
        assert_eq!(query.text("type"), None);
        assert_eq!(query.knowledge().unwrap(), Some(7));
        assert_eq!(query.text("note"), Some("a b&c"));
        assert_eq!(
            Query::parse("since_date=gestern")
                .date("since_date")
                .unwrap_err()
                .status,
            400
        );
        assert_eq!(
            Query::parse("last_knowledge_of_server=x")
                .knowledge()
                .unwrap_err()
                .status,
            400
        );
    }
}
