//! Targets that are behind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{InPlan, ReadCx};
use crate::domain::currency::Currency;
use crate::domain::month::{Month, MonthArgument};
use crate::domain::number::Amount;
use crate::domain::text::Untrusted;
use crate::error::ToolError;
use crate::logic::room::Room;
use crate::logic::underfunded::{self, Behind, GroupNeeds, Urgency, target_words};
use crate::tool::avenir_tool;

/// The most groups and the most names that are answered.
const MOST_ROWS: usize = 40;

/// Which month of which plan, and how many rows.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GetUnderfundedTargets {
    /// Id or name; optional with one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// `current` (the default), YYYY-MM or YYYY-MM-01.
    #[serde(default)]
    pub month: MonthArgument,
    /// The most targets; default 50.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 100))]
    pub limit: u32,
}

fn fifty() -> u32 {
    50
}

/// A month's targets.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnderfundedTargets {
    /// The conclusion.
    pub message: String,
    /// The month.
    pub month: Month,
    /// Those behind, in the order in which Ready to Assign is given out: by date, then repeating ones, then others.
    pub targets: Vec<TargetRow>,
    /// How many more are behind than are listed.
    pub more: usize,
    /// The same by group, in the plan's order, whatever the limit; at most 40.
    pub groups: Vec<GroupRow>,
    /// What all of them need this month.
    pub needed: Amount,
    /// Ready to Assign; negative when more was assigned than there is.
    pub ready_to_assign: Amount,
    /// Whether that covers all of it.
    pub enough: bool,
    /// What it covers.
    pub covered: Amount,
    /// What is then missing.
    pub short_by: Amount,
    /// How many targets need nothing this month.
    pub on_track: usize,
    /// Categories whose target is snoozed, in none of the figures; at most 40.
    pub snoozed: Vec<Untrusted>,
    /// How many categories are overspent, cards left out.
    pub overspent_count: usize,
    /// By how much together; a target's need may hold it too.
    pub overspent: Amount,
    /// How many cards lack money; for the current month only.
    pub short_card_count: Option<usize>,
    /// How much they lack.
    pub short_on_cards: Option<Amount>,
    /// How many targets of card payment categories are behind; they are in none of the figures above.
    pub card_target_count: usize,
    /// What those need.
    pub card_targets_needed: Amount,
    /// Rows of these lists that are left out; absent when none is.
    pub left_out: Option<usize>,
}

/// A target that is behind.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TargetRow {
    /// The category's id.
    pub category_id: String,
    /// The category's name.
    pub name: Untrusted,
    /// Its group.
    pub group: Untrusted,
    /// The target in words, with its rhythm.
    pub target: String,
    /// The date it is due, as YYYY-MM-DD.
    pub due: Option<String>,
    /// To assign this month to stay on track.
    pub needed: Amount,
    /// What of that Ready to Assign has left for it, those before it served first.
    pub could_fund: Amount,
    /// Still missing over the target's whole period.
    pub left: Option<Amount>,
    /// Percent of the whole that is funded.
    pub percent_complete: Option<i64>,
    /// Months left to its date.
    pub months_left: Option<i64>,
    /// What presses.
    pub urgency: UrgencyWord,
}

/// What presses.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UrgencyWord {
    /// A date on which it is due.
    DueDate,
    /// It comes again each month or week.
    Repeating,
    /// Neither.
    Other,
}

/// The targets of a group that are behind.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GroupRow {
    /// The group.
    pub group: Untrusted,
    /// How many are behind.
    pub behind: usize,
    /// What they need.
    pub needed: Amount,
    /// What of that Ready to Assign covers.
    pub could_fund: Amount,
}

/// Which targets are behind, and does Ready to Assign cover them? Each with what it needs this month and what it could get,
/// totals by group, overspending and short cards beside. Snoozed targets and card payments are not in the sums.
#[avenir_tool(title = "Underfunded targets", costs = "three YNAB requests, none while fresh")]
pub async fn get_underfunded_targets(
    cx: &ReadCx,
    args: GetUnderfundedTargets,
) -> Result<InPlan<UnderfundedTargets>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let wanted = cx.month(args.month);
    let (summary, month, groups, accounts) =
        tokio::try_join!(plan.summary(), plan.month(wanted), plan.categories(), plan.accounts())?;
    let is_current = wanted == cx.month(MonthArgument::Current);
    let found = underfunded::underfunded(&month, &groups, is_current.then_some(accounts.as_slice()))?;
    let limit = args.limit as usize;
    let targets = found
        .behind
        .iter()
        .take(limit)
        .map(|row| target(row, &summary.currency));
    let snoozed = found.snoozed.iter().map(|category| category.name.clone());
    let mut room = Room::default();
    let groups = room.first(MOST_ROWS, found.groups.iter().map(group));
    let targets = room.take(targets);
    let snoozed = room.first(MOST_ROWS, snoozed);
    let answer = UnderfundedTargets {
        message: found.message(month.month, &summary.currency),
        month: month.month,
        more: found.behind.len().saturating_sub(targets.len()),
        targets,
        groups,
        needed: Amount(found.needed),
        ready_to_assign: Amount(found.ready_to_assign),
        enough: found.is_enough(),
        covered: Amount(found.covered),
        short_by: Amount(found.short_by),
        on_track: found.on_track,
        snoozed,
        overspent_count: found.overspent.count,
        overspent: Amount(found.overspent.amount),
        short_card_count: found.short_cards.map(|cards| cards.count),
        short_on_cards: found.short_cards.map(|cards| Amount(cards.amount)),
        card_target_count: found.card_targets.count,
        card_targets_needed: Amount(found.card_targets.amount),
        left_out: room.left_out(),
    };
    Ok(InPlan::new(&summary, answer))
}

fn target(row: &Behind<'_>, currency: &Currency) -> TargetRow {
    TargetRow {
        category_id: row.category.id.to_string(),
        name: row.category.name.clone(),
        group: row.category.group_name.clone(),
        target: target_words(row.category, currency),
        due: row.due.map(|day| day.to_string()),
        needed: Amount(row.needed),
        could_fund: Amount(row.could_fund),
        left: row.progress.overall_left.map(Amount),
        percent_complete: row.progress.percent_complete,
        months_left: row.progress.months_left,
        urgency: match row.urgency {
            Urgency::DueDate => UrgencyWord::DueDate,
            Urgency::Repeating => UrgencyWord::Repeating,
            Urgency::Other => UrgencyWord::Other,
        },
    }
}

fn group(group: &GroupNeeds<'_>) -> GroupRow {
    GroupRow {
        group: group.name.clone(),
        behind: group.targets,
        needed: Amount(group.needed),
        could_fund: Amount(group.could_fund),
    }
}
