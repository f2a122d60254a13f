//! Categories of transactions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::{AvailableRow, ChangedTransaction};
use crate::confirm::{AfterWrite, Proposal, Question, Subject, Unordered, WritePreview};
use crate::context::ReadCx;
use crate::domain::effect::Effect;
use crate::domain::ids::{CategoryId, TransactionId};
use crate::domain::month::Month;
use crate::domain::operation::EffectState;
use crate::error::ToolError;
use crate::logic::amounts::available_in;
use crate::logic::overspending::Activity;
use crate::logic::transactions::{self, Changed};
use crate::logic::wording::Labels;
use crate::tool::avenir_tool;

/// Which transactions get which category.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ApplyCategories {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// One for each transaction, at most 200.
    pub assignments: Vec<Assignment>,
}

/// One transaction's category.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Assignment {
    /// Transaction id.
    pub transaction_id: String,
    /// Category id or exact name.
    pub category_id: String,
}

/// What a yes to new categories is for: each transaction and its category after.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct NewCategories(Unordered<NewCategory>);

#[derive(Debug, Serialize)]
struct NewCategory {
    transaction: TransactionId,
    category: Option<CategoryId>,
}

impl Subject for NewCategories {}

/// Categories before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AppliedCategories {
    /// What changes, in the order asked.
    pub changes: Vec<CategoryChange>,
    /// How many already have their category.
    pub unchanged_count: usize,
    /// What is available this month in the categories that gain or lose a transaction, read from YNAB once applied.
    pub available_after: Option<Vec<AvailableRow>>,
}

/// One transaction's category before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryChange {
    /// The transaction.
    #[serde(flatten)]
    pub transaction: ChangedTransaction,
    /// Its category before; absent when it has none.
    pub from_category_id: Option<String>,
    /// The name of its category before.
    pub from_category: Option<String>,
    /// Its category after.
    pub to_category_id: Option<String>,
    /// The name of its category after.
    pub to_category: Option<String>,
}

impl CategoryChange {
    fn new(changed: &Changed<'_>, labels: &Labels) -> Self {
        let (before, after) = match &changed.effect {
            Effect::Category { before, after, .. } => (before.as_ref(), after.as_ref()),
            _ => (None, None),
        };
        Self {
            transaction: ChangedTransaction::new(changed),
            from_category_id: before.map(ToString::to_string),
            from_category: before.map(|id| labels.category(id)),
            to_category_id: after.map(ToString::to_string),
            to_category: after.map(|id| labels.category(id)),
        }
    }
}

impl CategoryChange {
    /// Takes over the category that YNAB stored, where it is another than was asked for.
    fn stored(&mut self, after: &AfterWrite) {
        let stored = after.effects.iter().find_map(|(effect, state)| match effect {
            Effect::Category {
                transaction_id, after, ..
            } if transaction_id.as_str() == self.transaction.transaction_id && *state == EffectState::Applied => {
                Some(after)
            }
            _ => None,
        });
        let Some(stored) = stored.map(|id| id.as_ref().map(ToString::to_string)) else {
            return;
        };
        if stored != self.to_category_id {
            let month = after.month.as_ref();
            self.to_category = stored.as_deref().map(|id| {
                let known = available_in(month, id);
                known.map_or_else(|| id.to_owned(), |category| category.name.to_string())
            });
            self.to_category_id = stored;
        }
    }
}

impl WritePreview for AppliedCategories {
    fn settle(&mut self, after: &AfterWrite) {
        for change in &mut self.changes {
            change.transaction.settle(after);
            change.stored(after);
        }
        let sides = self
            .changes
            .iter()
            .flat_map(|change| [&change.from_category_id, &change.to_category_id]);
        let touched = sides.flatten().collect::<std::collections::BTreeSet<_>>();
        let touched = touched.into_iter().map(String::as_str);
        self.available_after = after.month.as_ref().map(|month| AvailableRow::of(month, touched));
    }
}

/// Gives transactions a category. Asks the person first; a code counts only after their own yes, never on
/// your own initiative. Does not approve them. `undo_operation` takes it back.
#[avenir_tool(
    write,
    title = "Assign categories to transactions",
    costs = "three YNAB requests, none while fresh, and five once agreed",
    subject = NewCategories,
    destructive = true,
    idempotent = true
)]
pub async fn apply_categories(
    cx: &ReadCx,
    args: ApplyCategories,
) -> Result<Proposal<NewCategories, AppliedCategories>, ToolError> {
    let rows = args.assignments.iter().map(|row| row.transaction_id.as_str());
    let ids = transactions::read_ids(rows, "assignment")?;
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, accounts, groups, all) =
        tokio::try_join!(plan.summary(), plan.accounts(), plan.categories(), plan.transactions())?;
    let categories = args.assignments.into_iter().map(|row| row.category_id);
    let wanted: Vec<_> = ids.into_iter().zip(categories).collect();
    let changes = transactions::categorize(&wanted, |id| all.get(id), &groups, &accounts)?;
    let labels = Labels::new(&accounts, &groups);
    let mut question = Question::new(format!("Recategorise {} transaction(s)?", changes.changed.len()));
    let line = |change: &Changed<'_>| labels.line(change.transaction, &change.effect, &summary.currency);
    question.lines = changes.changed.iter().map(line).collect();
    let moved = changes
        .changed
        .iter()
        .map(|change| (change.transaction, &change.effect));
    let activity = Activity::of_changes(moved, Month::of(cx.today()));
    question.facts.extend(activity.overspends(&groups, &summary.currency));
    let subject = changes.changed.iter().filter_map(|change| match &change.effect {
        Effect::Category {
            transaction_id, after, ..
        } => Some(NewCategory {
            transaction: transaction_id.clone(),
            category: after.clone(),
        }),
        _ => None,
    });
    let months = changes.changed.iter().map(|change| Month::of(change.transaction.date));
    Ok(Proposal {
        subject: NewCategories(Unordered(subject.collect())),
        question,
        preview: AppliedCategories {
            changes: changes
                .changed
                .iter()
                .map(|change| CategoryChange::new(change, &labels))
                .collect(),
            unchanged_count: changes.unchanged,
            available_after: None,
        },
        groups: changes.groups(),
        nothing_to_do: "Every transaction already has that category: nothing to do.".to_owned(),
        done: "Applied.".to_owned(),
        month_after: Some(transactions::month_of(months, Month::of(cx.today()))),
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
