//! What an argument of a prompt or of an address may become, while a person types it.

use crate::context::ReadCx;
use crate::domain::names::Named;
use crate::domain::plan::{Account, PlanSummary};
use crate::domain::text::quoted;
use crate::error::ToolError;
use crate::logic::completing::{months, names_and_ids};
use crate::logic::plans::{Meant, meant};
use crate::prompts::{self, Kind, listed};
use crate::resources::{PLAN_ID, RESOURCES};

/// An argument of a prompt.
///
/// # Errors
/// A prompt or an argument that is not there, with those that are.
pub fn of_prompt(prompt: &str, argument: &str) -> Result<Kind, String> {
    let prompt = prompts::find(prompt)?;
    let found = prompt.arguments.iter().find(|known| known.name == argument);
    found.map(|known| known.kind).ok_or_else(|| {
        format!(
            "{} is not an argument of `{}`. {}",
            quoted(argument),
            prompt.name,
            prompt.takes()
        )
    })
}

/// A variable in the address of a family of resources.
///
/// # Errors
/// An address or a variable that is not there, with those that are.
pub fn of_address(template: &str, variable: &str) -> Result<Kind, String> {
    let mut families = RESOURCES.iter().filter(|resource| resource.is_template());
    if !families.clone().any(|family| family.uri == template) {
        let known = listed(families.by_ref().map(|family| family.uri));
        return Err(format!(
            "No address with a variable is {}. There are {known}",
            quoted(template)
        ));
    }
    if variable != PLAN_ID {
        return Err(format!(
            "{} is not a variable of this address. It has `{PLAN_ID}`",
            quoted(variable)
        ));
    }
    Ok(Kind::Plan)
}

/// All values that fit what was typed. `plan` is what the same form says of the plan so far.
///
/// A person types letter by letter: copies serve, and YNAB is asked only where one is too old or not there.
pub async fn values(cx: ReadCx, kind: Kind, typed: String, plan: Option<String>) -> Result<Vec<String>, ToolError> {
    Ok(match kind {
        Kind::Plan => {
            let plans = cx.plans().await?;
            let all = plans.iter().map(|plan| (named_plan(plan), true)).collect::<Vec<_>>();
            // A plan may be called `default`, or like the id of another.
            names_and_ids(&typed, &all, |name| {
                meant(Some(name), None) == Meant::Named(name.to_owned())
            })
        }
        Kind::Account => {
            let Some(plan) = cx.plan_at_hand(plan.as_deref()).await? else {
                return Ok(Vec::new());
            };
            let accounts = cx.plan_with_id(plan.id).accounts().await?;
            let all = accounts.iter().map(|account| (named_account(account), !account.closed));
            names_and_ids(&typed, &all.collect::<Vec<_>>(), |_| true)
        }
        Kind::Month => {
            // `current` is a month whether the plan can be read or not.
            let plan = cx.plan_at_hand(plan.as_deref()).await.unwrap_or_default();
            let (first, last) = plan.map_or((None, None), |plan| (plan.first_month, plan.last_month));
            months(&typed, first, last)
        }
        Kind::Amount => Vec::new(),
    })
}

fn named_plan(plan: &PlanSummary) -> Named<'_> {
    Named {
        id: plan.id.as_str(),
        name: plan.name.raw(),
        context: None,
    }
}

fn named_account(account: &Account) -> Named<'_> {
    Named {
        id: account.id.as_str(),
        name: account.name.raw(),
        context: None,
    }
}
