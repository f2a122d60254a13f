//! What a plan says, without identifiers, tombstones and knowledge: two plans with equal content read the same to a person.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::sim::ids::derived;
use crate::sim::model::{Line, Plan, Role, Transaction};

impl Plan {
    /// The plan's content as JSON in a fixed order. Rows are told apart by what they say, not by who they are; an empty
    /// flag is no flag, the internal category is no category, and payees without a row are left out.
    pub fn content(&self) -> Value {
        let mut transactions: Vec<Value> = self
            .transactions
            .iter()
            .filter(|row| !row.deleted)
            .map(|row| self.row_content(row))
            .collect();
        transactions.sort_by_key(ToString::to_string);
        let mut scheduled: Vec<Value> = self
            .scheduled
            .iter()
            .filter(|row| !row.deleted)
            .map(|row| {
                json!([
                    self.account_name(row.account_id),
                    row.date_first,
                    row.date_next,
                    row.frequency.word(),
                    row.amount,
                    self.payee_name(row.payee_id),
                    self.category_name(row.category_id),
                    row.memo,
                    row.flag.as_ref().filter(|flag| !flag.is_empty()),
                ])
            })
            .collect();
        scheduled.sort_by_key(ToString::to_string);
        json!({
            "plan": self.name,
            "accounts": self.accounts.iter().filter(|row| !row.deleted).map(|row| {
                let (cleared, uncleared) = self.balances(row.id).unwrap_or_default();
                json!([row.name, row.kind.word(), row.closed, row.note, cleared, uncleared])
            }).collect::<Vec<_>>(),
            "categories": self.categories.iter().filter(|row| !row.deleted).map(|row| {
                let group = self.groups.get(&row.group_id).map(|group| &group.name);
                json!([group, row.name, row.hidden, row.note, row.target])
            }).collect::<Vec<_>>(),
            "assigned": self.assigned.iter().flat_map(|(month, amounts)| amounts.iter().map(move |(id, amount)| {
                json!([month, self.category_name(Some(*id)), amount])
            })).collect::<Vec<_>>(),
            "transactions": transactions,
            "scheduled": scheduled,
        })
    }

    /// A short text that is equal for equal [`Plan::content`].
    pub fn digest(&self) -> String {
        derived(&[&self.content().to_string()]).simple().to_string()
    }

    fn row_content(&self, row: &Transaction) -> Value {
        json!([
            self.account_name(row.account_id),
            row.date,
            row.amount,
            self.payee_name(row.payee_id),
            self.category_name(row.category_id),
            row.memo,
            row.cleared.word(),
            row.approved,
            row.flag.as_ref().filter(|flag| !flag.is_empty()),
            row.import_id,
            row.live_lines().map(|line| self.line_content(line)).collect::<Vec<_>>(),
        ])
    }

    fn line_content(&self, line: &Line) -> Value {
        json!([
            line.amount,
            self.payee_name(line.payee_id),
            self.category_name(line.category_id),
            line.memo
        ])
    }

    fn account_name(&self, id: Uuid) -> Option<&str> {
        self.accounts.get(&id).map(|account| account.name.as_str())
    }

    fn payee_name(&self, id: Option<Uuid>) -> Option<&str> {
        self.payees.get(&id?).map(|payee| payee.name.as_str())
    }

    fn category_name(&self, id: Option<Uuid>) -> Option<String> {
        let category = self
            .categories
            .get(&id?)
            .filter(|category| category.role != Role::Uncategorized)?;
        let group = self
            .groups
            .get(&category.group_id)
            .map_or("", |group| group.name.as_str());
        Some(format!("{group}: {}", category.name))
    }
}
