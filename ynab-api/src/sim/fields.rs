//! Reading a request's body: every field is absent, null or a value, and each of the three means something else.

use chrono::NaiveDate;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::error::Refusal;

/// The largest amount taken, in milliunits: a trillion units. Sums of many stay far from overflow.
const LARGEST: u64 = 1_000_000_000_000_000;

/// A field of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given<T> {
    /// Not sent: leave it as it is.
    Absent,
    /// Sent as null: clear it.
    Null,
    /// Sent with a value.
    Value(T),
}

impl<T> Given<T> {
    /// The value, if one was sent.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// What the field holds afterwards, when it held `held` before.
    pub fn over(self, held: Option<T>) -> Option<T> {
        match self {
            Self::Absent => held,
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }

    /// Whether the field was sent, as null or with a value.
    pub fn is_given(&self) -> bool {
        !matches!(self, Self::Absent)
    }

    fn refine<U>(self, refine: impl FnOnce(T) -> Result<U, Refusal>) -> Result<Given<U>, Refusal> {
        Ok(match self {
            Self::Absent => Given::Absent,
            Self::Null => Given::Null,
            Self::Value(value) => Given::Value(refine(value)?),
        })
    }
}

/// An object of a request.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    /// The object, or a refusal.
    pub fn of(value: &'a Value) -> Result<Self, Refusal> {
        value
            .as_object()
            .map(Self)
            .ok_or_else(|| Refusal::invalid("an object is expected"))
    }

    /// The object under a name, which must be there.
    pub fn object(self, name: &str) -> Result<Fields<'a>, Refusal> {
        self.0
            .get(name)
            .ok_or_else(|| Refusal::invalid(format!("{name} is missing")))
            .and_then(Fields::of)
    }

    /// The field as it came.
    pub fn raw(self, name: &str) -> Given<&'a Value> {
        match self.0.get(name) {
            None => Given::Absent,
            Some(Value::Null) => Given::Null,
            Some(value) => Given::Value(value),
        }
    }

    /// A whole number; a decimal or a number in quotes is refused.
    pub fn integer(self, name: &str) -> Result<Given<i64>, Refusal> {
        self.raw(name).refine(|value| match value.as_i64() {
            Some(number) if number.unsigned_abs() <= LARGEST => Ok(number),
            Some(_) => Err(Refusal::invalid(format!("{name} is too large"))),
            None => Err(Refusal::invalid(format!("{name} is not a whole number of milliunits"))),
        })
    }

    /// True or false.
    pub fn boolean(self, name: &str) -> Result<Given<bool>, Refusal> {
        self.raw(name).refine(|value| {
            value
                .as_bool()
                .ok_or_else(|| Refusal::invalid(format!("{name} is not true or false")))
        })
    }

    /// Text of at most `limit` characters.
    pub fn text(self, name: &str, limit: usize) -> Result<Given<String>, Refusal> {
        self.raw(name).refine(|value| {
            let text = value
                .as_str()
                .ok_or_else(|| Refusal::invalid(format!("{name} is not text")))?;
            if text.chars().count() > limit {
                return Err(Refusal::invalid(format!("{name} is longer than {limit} characters")));
            }
            Ok(text.to_owned())
        })
    }

    /// An identifier of an account, category, payee or group.
    pub fn uuid(self, name: &str) -> Result<Given<Uuid>, Refusal> {
        self.raw(name).refine(|value| {
            let parsed = value.as_str().and_then(|text| text.parse().ok());
            parsed.ok_or_else(|| Refusal::invalid(format!("{name} is not an id")))
        })
    }

    /// A day such as `2026-11-30`.
    pub fn date(self, name: &str) -> Result<Given<NaiveDate>, Refusal> {
        self.raw(name).refine(|value| {
            let parsed = value
                .as_str()
                .filter(|text| text.len() == 10)
                .and_then(|text| text.parse().ok());
            parsed.ok_or_else(|| Refusal::invalid(format!("{name} is not a date such as 2026-11-30")))
        })
    }

    /// A list.
    pub fn list(self, name: &str) -> Result<Given<&'a [Value]>, Refusal> {
        self.raw(name).refine(|value| {
            value
                .as_array()
                .map(Vec::as_slice)
                .ok_or_else(|| Refusal::invalid(format!("{name} is not a list")))
        })
    }
}

/// A field that may not be null and must be there.
pub fn required<T>(given: Given<T>, name: &str) -> Result<T, Refusal> {
    given
        .value()
        .ok_or_else(|| Refusal::invalid(format!("{name} is missing")))
}

/// A field that may be left out but not null.
pub fn not_null<T>(given: Given<T>, name: &str) -> Result<Option<T>, Refusal> {
    match given {
        Given::Null => Err(Refusal::invalid(format!("{name} cannot be null"))),
        Given::Absent => Ok(None),
        Given::Value(value) => Ok(Some(value)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Fields, Given};

    #[test]
    fn absent_null_and_value_are_told_apart() {
        let body = json!({ "memo": null, "amount": -5, "name": "Käse" });
        let fields = Fields::of(&body).unwrap();
        assert_eq!(fields.text("memo", 10).unwrap(), Given::Null);
        assert_eq!(fields.text("payee_name", 10).unwrap(), Given::Absent);
        assert_eq!(fields.integer("amount").unwrap(), Given::Value(-5));
        assert_eq!(fields.text("name", 4).unwrap(), Given::Value("Käse".to_owned()));
        assert!(fields.text("name", 3).is_err());
    }

    #[test]
    fn decimals_and_quoted_numbers_are_no_amounts() {
        let body = json!({ "decimal": 1.0, "quoted": "1", "date": "2026-1-1" });
        let fields = Fields::of(&body).unwrap();
        assert_eq!(fields.integer("decimal").unwrap_err().status, 400);
        assert_eq!(fields.integer("quoted").unwrap_err().status, 400);
        assert_eq!(fields.date("date").unwrap_err().status, 400);
    }
}
