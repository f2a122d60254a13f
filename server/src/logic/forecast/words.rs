//! The conclusion of a forecast in a sentence or two.

use std::fmt::Write as _;

use super::{Forecast, Side};
use crate::domain::currency::Currency;
use crate::domain::month::Month;

/// Whether the money lasts, until when, and how low it gets.
pub fn message(forecast: &Forecast<'_>, until: Month, currency: &Currency) -> String {
    let check = "Check the assumptions with the person.";
    let (who, they) = match forecast.side {
        Side::Cash => ("Cash accounts", "they"),
        Side::Assets => ("The accounts", "they"),
        Side::Nothing => {
            return if forecast.accounts.is_empty() {
                "There is no open account in the plan to forecast.".to_owned()
            } else {
                let end = forecast.months.last().map(|month| month.all.end).unwrap_or_default();
                format!(
                    "Only debts were asked for: they go from {} to {} by the end of {}. {check}",
                    currency.plain(forecast.start),
                    currency.plain(end),
                    until.short()
                )
            };
        }
    };
    let lowest = format!(
        "{} on {}",
        currency.plain(forecast.cash.lowest),
        forecast.cash.lowest_on
    );
    let mut text = match (forecast.cash.below_zero_on, forecast.first_shortfall) {
        (Some(day), Some(month)) => {
            format!(
                "{who} go below zero together in {} (on {day}); at the lowest {they} hold {lowest}.",
                month.short()
            )
        }
        _ => format!(
            "{who} stay at or above zero together until the end of {}; at the lowest {they} hold {lowest}.",
            until.short()
        ),
    };
    if let Some((account, day)) = forecast.first_below {
        let _ = write!(text, " {} alone is below zero first, on {day}.", account.name);
    }
    format!("{text} {check}")
}
