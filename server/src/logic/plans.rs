//! Which plan is meant.

use crate::domain::ids::PlanId;
use crate::domain::names::{self, NameError, Named};
use crate::domain::plan::PlanSummary;
use crate::domain::text::quoted;
use crate::error::ToolError;

/// What a `plan_id` argument, or its absence, says before any request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// A real id: 8-4-4-4-12 hexadecimal digits, as all of YNAB's are.
    Id(PlanId),
    /// Nothing was said: the only plan.
    Only,
    /// The plan that the person used last in YNAB.
    LastUsed,
    /// An id or a name to look up in the list.
    Named(String),
}

/// Reads the argument. `default` and an absent one mean the configured plan, if there is one.
pub fn meant(asked: Option<&str>, configured: Option<&str>) -> Meant {
    match asked
        .map(str::trim)
        .filter(|text| !text.is_empty() && *text != "default")
    {
        Some("last-used") => Meant::LastUsed,
        Some(text) => id_or_name(text),
        None => match configured.map(str::trim).filter(|text| !text.is_empty()) {
            Some("last-used") => Meant::LastUsed,
            Some(text) => id_or_name(text),
            None => Meant::Only,
        },
    }
}

fn id_or_name(text: &str) -> Meant {
    let lengths = text.split('-').map(str::len);
    let hexadecimal = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    if hexadecimal
        && lengths.eq([8, 4, 4, 4, 12])
        && let Ok(id) = PlanId::parse(&text.to_ascii_lowercase())
    {
        return Meant::Id(id);
    }
    Meant::Named(text.to_owned())
}

/// The only plan.
pub fn only(plans: &[PlanSummary]) -> Result<PlanId, ToolError> {
    match plans {
        [plan] => Ok(plan.id.clone()),
        [] => Err(ToolError::refused(
            "Nothing was read: this YNAB account holds no plan. Make one in YNAB first.",
        )),
        several => Err(ToolError::Refused(format!(
            "Nothing was read: there are several plans, so say which one in `plan_id` (an id, a name, or `last-used`).{}",
            listed(several)
        ))),
    }
}

/// The plan with this id or name; case and emoji are ignored.
pub fn named(plans: &[PlanSummary], wanted: &str) -> Result<PlanId, ToolError> {
    match names::find_one("plan", wanted, plans, described) {
        Ok(plan) => Ok(plan.id.clone()),
        Err(NameError::Several { .. }) => Err(ToolError::Refused(format!(
            "Nothing was read: several plans are named like {}; give an id.{}",
            quoted(wanted),
            listed(plans)
        ))),
        Err(NameError::None { .. }) => Err(ToolError::Refused(format!(
            "Nothing was read: no plan has the id or name {}.{}",
            quoted(wanted),
            listed(plans)
        ))),
    }
}

/// The plan with this id.
pub fn by_id(plans: &[PlanSummary], id: &PlanId) -> Result<PlanSummary, ToolError> {
    plans.iter().find(|plan| plan.id == *id).cloned().ok_or_else(|| {
        ToolError::Refused(format!(
            "Nothing was changed: no plan has the id {id}.{}",
            listed(plans)
        ))
    })
}

/// The plan meant, as far as a list at hand tells. Which plan was used last only YNAB knows, unless there is only one.
pub fn at_hand<'a>(plans: &'a [PlanSummary], meant: &Meant) -> Option<&'a PlanSummary> {
    let id = match meant {
        Meant::Id(id) => id.clone(),
        Meant::Named(name) => named(plans, name).ok()?,
        Meant::Only | Meant::LastUsed => only(plans).ok()?,
    };
    plans.iter().find(|plan| plan.id == id)
}

fn described(plan: &PlanSummary) -> Named<'_> {
    Named {
        id: plan.id.as_str(),
        name: plan.name.raw(),
        context: plan.currency.code(),
    }
}

fn listed(plans: &[PlanSummary]) -> String {
    let line = |plan: &PlanSummary| {
        let currency = plan.currency.code().map(|code| format!(", {code}")).unwrap_or_default();
        format!("\n- {} ({}{currency})", plan.name, plan.id)
    };
    plans.iter().map(line).collect()
}
