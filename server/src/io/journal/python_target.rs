//! Targets as the Python version wrote them down: the fields that set the target before, and the target after in its words.

use chrono::NaiveDate;
use serde::Deserialize;

use crate::domain::effect::Effect;
use crate::domain::ids::CategoryId;
use crate::domain::money::Milliunits;
use crate::domain::target::{Target, TargetFrequency, TargetKind};

/// `{"category_id","undo":{goal fields},"after":words}`.
#[derive(Deserialize)]
pub struct TargetSet {
    category_id: CategoryId,
    undo: Fields,
    after: String,
}

#[derive(Deserialize)]
struct Fields {
    #[serde(rename = "goal_target")]
    amount: Option<Milliunits>,
    #[serde(rename = "goal_target_date")]
    date: Option<NaiveDate>,
    #[serde(rename = "goal_frequency")]
    frequency: Option<TargetFrequency>,
    #[serde(rename = "goal_needs_whole_amount")]
    whole: Option<bool>,
}

/// The change; nothing when its words are none of the Python version's.
pub fn effect(details: TargetSet) -> Option<Effect> {
    let after = read(&details.after)?;
    let Fields {
        amount,
        date,
        frequency,
        whole,
    } = details.undo;
    let before = amount.and_then(|amount| match (date, frequency) {
        (Some(date), _) => Some(Target::by_date(amount, date, whole)),
        (None, Some(frequency)) => Some(Target::repeating(amount, frequency, whole)),
        // An amount alone kept the kind.
        (None, None) => after.clone().map(|after| Target { amount, ..after }),
    });
    Some(Effect::Target {
        category_id: details.category_id,
        before,
        after,
        request: None,
        card: false,
    })
}

/// `no target`, `150.00 by 2026-12-01`, `150.00 each month` or `150.00 (monthly funding)`.
#[expect(
    clippy::option_option,
    reason = "words that are not understood differ from no target"
)]
fn read(words: &str) -> Option<Option<Target>> {
    if words == "no target" {
        return Some(None);
    }
    let (amount, rest) = words.split_once(' ')?;
    let amount = milliunits(amount)?;
    let repeating = |frequency| Target::repeating(amount, frequency, None);
    let monthly = |kind| Target::monthly(kind, amount);
    let balance = |kind| Target {
        cadence: None,
        every: None,
        ..monthly(kind)
    };
    let target = match rest {
        "each month" => repeating(TargetFrequency::Monthly),
        "each week" => repeating(TargetFrequency::Weekly),
        "each year" => repeating(TargetFrequency::Yearly),
        "(monthly funding)" => monthly(TargetKind::MonthlyFunding),
        "(debt payment)" => monthly(TargetKind::Debt),
        "(target balance)" => balance(TargetKind::Balance),
        "(target balance by date)" => balance(TargetKind::BalanceByDate),
        _ => Target::by_date(amount, rest.strip_prefix("by ")?.parse().ok()?, None),
    };
    Some(Some(target))
}

/// An amount with two decimals, as Python writes it.
fn milliunits(text: &str) -> Option<Milliunits> {
    let (units, hundredths) = text.split_once('.')?;
    let digits: String = [units, hundredths].concat();
    let hundredths: i64 = digits.parse().ok().filter(|_| hundredths.len() == 2)?;
    hundredths.checked_mul(10).map(Milliunits::new)
}
