//! The two digests of a proposal: what the yes is for, and what it rests on.

use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::proposal::Warning;
use crate::domain::effect::{Effect, Group};
use crate::domain::hex::hex;
use crate::domain::ids::PlanId;

/// A list whose order does not matter: written sorted by its items' own canonical text, duplicates kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unordered<T>(pub Vec<T>);

impl<T: Serialize> Serialize for Unordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut items = self
            .0
            .iter()
            .map(|item| serde_json::to_value(item).map(|value| (canonical(&value), value)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(S::Error::custom)?;
        items.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut list = serializer.serialize_seq(Some(items.len()))?;
        for (_, item) in &items {
            list.serialize_element(item)?;
        }
        list.end()
    }
}

/// What of a warning is digested.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Line(&'a str),
    Of(&'a [Effect]),
}

/// SHA-256, lower-case hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of any value, by its canonical text.
    pub fn of(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        let text = canonical(&serde_json::to_value(value)?);
        Ok(Self(hex(&Sha256::digest(text.as_bytes()))))
    }

    /// What the yes is for: `[plan_id, subject]` (confirmation seed).
    pub fn of_subject(plan: &PlanId, subject: &impl Serialize) -> Result<Self, serde_json::Error> {
        Self::of(&(plan, subject))
    }

    /// What the yes rests on: the ids and the values before and after of every effect, and every warning; not available
    /// amounts, names, counts or dates, so that a renamed payee or a bank import elsewhere blocks nobody.
    pub fn of_basis(groups: &[Group], warnings: &[Warning]) -> Result<Self, serde_json::Error> {
        let groups = groups.iter().map(|group| &group.effects).collect();
        let warnings = warnings.iter().map(|warning| match warning.about.as_slice() {
            [] => Told::Line(&warning.text),
            effects => Told::Of(effects),
        });
        Self::of(&(Unordered(groups), warnings.collect::<Vec<_>>()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// JSON with sorted keys and no white space.
pub fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut members = members.iter().collect::<Vec<_>>();
            members.sort_by_key(|(name, _)| name.as_str());
            let members = members
                .into_iter()
                .map(|(name, member)| format!("{}:{}", Value::from(name.as_str()), canonical(member)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_canonical_text_sorts_keys_and_has_no_space() {
        assert_eq!(
            canonical(&json!({"b": [1, {"z": null, "a": "é\n"}], "a": -2.5})),
            "{\"a\":-2.5,\"b\":[1,{\"a\":\"é\\n\",\"z\":null}]}"
        );
    }

    #[test]
    fn the_fingerprint_is_the_sha_256_of_plan_and_subject() {
        let plan = PlanId::parse("p1").unwrap();
        let fingerprint = Fingerprint::of_subject(&plan, &json!({"b": 1, "a": "x"})).unwrap();
        // printf '%s' '["p1",{"a":"x","b":1}]' | sha256sum
        assert_eq!(
            fingerprint.as_str(),
            "bd0128a611edc8be3b7d05b5571809c27827ad9fa54e228a939be6824dfd1030"
        );
    }

    #[test]
    fn a_warning_counts_by_what_it_tells_of_and_else_by_its_line() {
        let warning = |text: &str, after: Option<bool>| Warning {
            text: text.to_owned(),
            about: after.map(|after| approved(!after, after)).into_iter().collect(),
        };
        let of = |warnings: &[Warning]| Fingerprint::of_basis(&[], warnings).unwrap();
        assert_eq!(
            of(&[warning("Shop", Some(true))]),
            of(&[warning("Corner shop", Some(true))])
        );
        assert_ne!(of(&[warning("Shop", Some(true))]), of(&[warning("Shop", Some(false))]));
        assert_ne!(of(&[warning("Shop", None)]), of(&[warning("Corner shop", None)]));
        assert_ne!(of(&[]), of(&[warning("Shop", Some(true))]));
    }

    fn approved(before: bool, after: bool) -> Effect {
        let transaction_id = crate::domain::ids::TransactionId::parse("t1").unwrap();
        Effect::Approved {
            transaction_id,
            before,
            after,
        }
    }

    #[test]
    fn an_unordered_list_ignores_order_and_keeps_duplicates() {
        let of = |items: Vec<Value>| Fingerprint::of(&Unordered(items)).unwrap();
        assert_eq!(
            of(vec![json!({"a": 1}), json!({"b": 2})]),
            of(vec![json!({"b": 2}), json!({"a": 1})])
        );
        assert_ne!(of(vec![json!(1)]), of(vec![json!(1), json!(1)]));
        assert_ne!(of(vec![json!([1, 2])]), of(vec![json!([2, 1])]));
    }
}
