//! Targets of categories.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::confirm::{AfterWrite, Proposal, Question, Subject, Warning, WritePreview};
use crate::context::ReadCx;
use crate::domain::currency::Currency;
use crate::domain::effect::{Effect, Group};
use crate::domain::ids::CategoryId;
use crate::domain::money::Milliunits;
use crate::domain::month::DateArgument;
use crate::domain::number::AmountArgument;
use crate::domain::operation::EffectState;
use crate::domain::target::{self, TargetFrequency, TargetRequest};
use crate::error::ToolError;
use crate::logic::targets::{self, Wanted};
use crate::tool::avenir_tool;

/// Which category gets which target.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SetCategoryTarget {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Category id or exact name.
    pub category_id: String,
    /// How much; omitted, the target is removed.
    #[serde(default)]
    pub amount: Option<AmountArgument>,
    /// When it is due; not together with `frequency`.
    #[serde(default)]
    pub by_date: Option<DateArgument>,
    /// How often; without it or a date the kind stays (new: monthly).
    #[serde(default)]
    pub frequency: Option<TargetFrequency>,
    /// Set the whole amount aside each time, or only what is missing.
    #[serde(default)]
    pub needs_whole_amount: Option<bool>,
}

/// What a yes to a target is for: the category and the fields that are sent.
#[derive(Debug, Serialize)]
pub struct NewTarget {
    category: CategoryId,
    fields: Fields,
}

#[derive(Debug, Serialize)]
struct Fields {
    amount: Option<Milliunits>,
    date: Option<NaiveDate>,
    frequency: Option<TargetFrequency>,
    needs_whole_amount: Option<bool>,
}

impl Subject for NewTarget {}

impl From<&TargetRequest> for Fields {
    fn from(request: &TargetRequest) -> Self {
        match request {
            TargetRequest::Remove => Self {
                amount: None,
                date: None,
                frequency: None,
                needs_whole_amount: None,
            },
            TargetRequest::Set {
                amount,
                frequency,
                date,
                whole_amount,
            } => Self {
                amount: Some(*amount),
                date: *date,
                frequency: *frequency,
                needs_whole_amount: *whole_amount,
            },
        }
    }
}

/// A target before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryTarget {
    /// The category's id.
    pub category_id: String,
    /// The category's name.
    pub category: String,
    /// The target before, in words.
    pub before: String,
    /// The target after, in words: expected in a preview, as YNAB stored it once applied.
    pub after: String,
    /// Whether `undo_operation` can set the target before again.
    pub undoable: bool,
    #[serde(skip)]
    #[schemars(skip)]
    currency: Currency,
    #[serde(skip)]
    #[schemars(skip)]
    today: NaiveDate,
}

impl WritePreview for CategoryTarget {
    fn settle(&mut self, after: &AfterWrite) {
        for (effect, state) in &after.effects {
            if let (Effect::Target { after, .. }, EffectState::Applied) = (effect, state) {
                self.after = target::words(after.as_ref(), &self.currency);
                self.undoable = targets::no_way_back(effect, self.today).is_none();
            }
        }
    }
}

/// Sets a category's target (an amount, with a date or a frequency) or removes it. Asks the person first; a code counts only
/// after their own yes, never on your own initiative. `undo_operation` sets the target before, where YNAB's
/// API can; if not, the question says so.
#[avenir_tool(
    write,
    title = "Set a category's target",
    costs = "two YNAB requests, three more once agreed",
    subject = NewTarget,
    destructive = true,
    idempotent = true
)]
pub async fn set_category_target(
    cx: &ReadCx,
    args: SetCategoryTarget,
) -> Result<Proposal<NewTarget, CategoryTarget>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups, accounts) = tokio::try_join!(plan.summary(), plan.categories(), plan.accounts())?;
    let wanted = Wanted {
        amount: args.amount,
        by_date: args.by_date.map(DateArgument::day),
        frequency: args.frequency,
        needs_whole_amount: args.needs_whole_amount,
    };
    let currency = &summary.currency;
    let change = targets::set(&groups, &accounts, &args.category_id, &wanted, currency, cx.today())?;
    let (before, after) = (change.before_words(currency), change.after_words(currency));
    let name = change.category.name.to_string();
    let mut question = Question::new(format!("Set the target of {name}: {before} → {after}?"));
    if change.no_way_back.is_some() {
        question.warnings.push(Warning {
            text: format!("undo_operation cannot bring back the target before ({before}): only YNAB itself can."),
            about: vec![change.effect()],
        });
    }
    let effects = if change.is_same() {
        vec![]
    } else {
        vec![change.effect()]
    };
    Ok(Proposal {
        subject: NewTarget {
            category: change.category.id.clone(),
            fields: (&change.request).into(),
        },
        question,
        preview: CategoryTarget {
            category_id: change.category.id.to_string(),
            category: name,
            before,
            after,
            undoable: change.no_way_back.is_none(),
            currency: currency.clone(),
            today: cx.today(),
        },
        groups: effects
            .into_iter()
            .map(|effect| Group::new(vec![effect]).without_way_back(change.no_way_back.clone()))
            .collect(),
        nothing_to_do: "The target is already that one: nothing to do.".to_owned(),
        done: "Target set.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}
