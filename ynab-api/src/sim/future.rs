//! How YNAB may look tomorrow: more fields, words nobody knows yet, nulls wherever the document allows them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What every answer shows of the future.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Future {
    /// Each object has fields the document does not name.
    pub unknown_fields: bool,
    /// Each word of a fixed list is one the document does not name.
    pub unknown_words: bool,
    /// Each field that may be null is.
    pub nulls: bool,
}

/// Fields with words from a list.
const WORDS: [&str; 7] = [
    "type",
    "cleared",
    "flag_color",
    "goal_type",
    "debt_transaction_type",
    "frequency",
    "iso_code",
];

/// Fields that may be null, other than those that say what a row belongs to.
const NULLABLE: [&str; 38] = [
    "note",
    "memo",
    "payee_id",
    "payee_name",
    "flag_color",
    "flag_name",
    "matched_transaction_id",
    "import_id",
    "import_payee_name",
    "import_payee_name_original",
    "debt_transaction_type",
    "category_name",
    "last_reconciled_at",
    "debt_interest_rates",
    "debt_minimum_payments",
    "debt_escrow_amounts",
    "goal_type",
    "goal_needs_whole_amount",
    "goal_day",
    "goal_cadence",
    "goal_cadence_frequency",
    "goal_creation_month",
    "goal_target",
    "goal_target_formatted",
    "goal_target_currency",
    "goal_target_date",
    "goal_percentage_complete",
    "goal_months_to_budget",
    "goal_under_funded",
    "goal_under_funded_formatted",
    "goal_under_funded_currency",
    "goal_overall_funded",
    "goal_overall_left",
    "goal_snoozed_at",
    "age_of_money",
    "date_format",
    "currency_format",
    "moved_at",
];

impl Future {
    /// Whether anything is switched on.
    pub(crate) fn is_on(self) -> bool {
        self != Self::default()
    }

    /// An answer's body as it may come tomorrow.
    pub(crate) fn show(self, body: Vec<u8>) -> Vec<u8> {
        let Ok(mut value) = serde_json::from_slice(&body) else {
            return body;
        };
        self.change(&mut value);
        value.to_string().into_bytes()
    }

    fn change(self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.change(item)),
            Value::Object(fields) => self.change_fields(fields),
            _ => {}
        }
    }

    fn change_fields(self, fields: &mut Map<String, Value>) {
        for (name, value) in fields.iter_mut() {
            let mixed_name = fields_may_be_mixed(name, value);
            if self.unknown_words && WORDS.contains(&name.as_str()) && value.is_string() {
                *value = json!("somethingNew");
            }
            if self.nulls && NULLABLE.contains(&name.as_str()) && !mixed_name {
                *value = Value::Null;
            }
            self.change(value);
        }
        // Objects whose keys are dates hold numbers only; a new field there would not be one of them.
        let dated = !fields.is_empty() && fields.keys().all(|name| name.starts_with(|c: char| c.is_ascii_digit()));
        if self.unknown_fields && !dated {
            fields.insert("brand_new_field".to_owned(), json!({ "nested": [1, null, "text"] }));
            fields.insert("another_new_amount".to_owned(), json!(-1.5));
        }
    }
}

/// The name of a category is nullable in a transaction but not in a mixed row; text there stays.
fn fields_may_be_mixed(name: &str, value: &Value) -> bool {
    name == "category_name" && value.as_str() == Some("Uncategorized")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Future;

    #[test]
    fn each_switch_changes_its_part() {
        let body = json!({ "data": { "account": { "type": "cash", "note": "x", "debt_interest_rates": {} } } });
        let all = Future {
            unknown_fields: true,
            unknown_words: true,
            nulls: true,
        };
        let shown: Value = serde_json::from_slice(&all.show(body.to_string().into_bytes())).unwrap();
        let account = &shown["data"]["account"];
        assert_eq!(account["type"], "somethingNew");
        assert_eq!(account["note"], Value::Null);
        assert!(account["brand_new_field"].is_object());
        assert!(!Future::default().is_on());
    }
}
