//! What a payoff plan says in sentences, and what it rests on.

use crate::domain::currency::Currency;
use crate::domain::money::MoneyError;
use crate::domain::plan::Account;

use super::{BudgetFrom, Debt, Payoff, Plan, Question, Source, Strategy};

/// The most names in one sentence.
const MOST_NAMES: usize = 5;

impl Strategy {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Avalanche => "avalanche",
            Self::Snowball => "snowball",
            Self::MinimumsOnly => "minimums_only",
        }
    }
}

impl Payoff<'_> {
    /// When the debts end and what they cost, and first what the person must be asked.
    pub fn message(&self, question: &Question<'_>, currency: &Currency) -> Result<String, MoneyError> {
        if self.debts.is_empty() {
            return Ok(match self.paid_in_full.len() {
                0 => "The plan has no open debts.".to_owned(),
                1 => "There is no debt to pay off: what the one card owes is set aside, or paid in full each month."
                    .to_owned(),
                cards => format!(
                    "There is no debt to pay off: what the {cards} cards owe is set aside, or paid in full each month."
                ),
            });
        }
        let mut sentences = Vec::new();
        if self.rates_are_missing() {
            let names = names(self.needs_rate().map(|debt| debt.account));
            sentences.push(format!(
                "Ask the person for the interest rate of {names} and give it in `overrides`: without it no avalanche is \
                 planned, and interest is a lower bound."
            ));
        }
        if self.budget.is_none() {
            sentences.push(
                "Ask the person what can be paid each month and give it as `monthly_budget`: YNAB knows neither minimum \
                 payments nor past ones."
                    .to_owned(),
            );
        }
        let shown = self.plans.iter().filter(|plan| plan.strategy != Strategy::MinimumsOnly);
        let shown: Vec<&Plan> = shown.collect();
        if let Some(first) = shown.first() {
            sentences.push(self.ends(first, question, currency));
        }
        if shown.len() > 1
            && let Some((interest, months)) = self.saved(Strategy::Avalanche, Strategy::Snowball)?
        {
            sentences.push(if interest.is_zero() && months == 0 {
                "Snowball costs the same.".to_owned()
            } else if interest.is_negative() {
                format!("Snowball costs {} less.", currency.plain(interest.checked_neg()?))
            } else {
                format!(
                    "Snowball costs {} more and takes {}.",
                    currency.plain(interest),
                    longer(months)
                )
            });
        }
        if let Some(first) = shown.first() {
            sentences.extend(self.against_minimums(first, question, currency)?);
        }
        Ok(sentences.join(" "))
    }

    fn ends(&self, plan: &Plan<'_>, question: &Question<'_>, currency: &Currency) -> String {
        let a_month = self
            .budget
            .map(|(amount, _)| currency.plain(amount))
            .unwrap_or_default();
        let order = plan.strategy.as_str();
        match plan.end {
            Some(end) => {
                let least = if self.rates_are_missing() { "at least " } else { "" };
                format!(
                    "With {a_month} a month the debts are paid off in {least}{}, by {}, with {least}{} interest ({order}).",
                    count(end.months.into(), "month"),
                    end.month.short(),
                    currency.plain(end.interest)
                )
            }
            None if plan.grows => format!(
                "With {a_month} a month the debts do not shrink: in {} no less would be owed than now ({order}).",
                count(question.max_months.into(), "month")
            ),
            None => format!(
                "With {a_month} a month the debts are not paid off within {} ({order}).",
                count(question.max_months.into(), "month")
            ),
        }
    }

    fn against_minimums(
        &self,
        plan: &Plan<'_>,
        question: &Question<'_>,
        currency: &Currency,
    ) -> Result<Option<String>, MoneyError> {
        let Some(minimums) = self.plan(Strategy::MinimumsOnly) else {
            return Ok(None);
        };
        if plan.end.is_none() || self.rates_are_missing() {
            return Ok(None);
        }
        Ok(match minimums.end {
            None if minimums.grows => Some("The minimum payments alone would never end them all.".to_owned()),
            None => Some(format!(
                "The minimum payments alone would not end them within {}.",
                count(question.max_months.into(), "month")
            )),
            Some(end) => self.saved(plan.strategy, Strategy::MinimumsOnly)?.map(|(interest, _)| {
                format!(
                    "The minimum payments alone take {} and cost {} more.",
                    count(end.months.into(), "month"),
                    currency.plain(interest)
                )
            }),
        })
    }

    /// What the figures rest on.
    pub fn notes(&self, question: &Question<'_>, currency: &Currency) -> Vec<String> {
        if self.debts.is_empty() {
            return Vec::new();
        }
        let mut notes = vec![format!(
            "Nothing new is charged. Each month adds the interest of the rate in force in it, then pays the minimums, then gives \
             what is left to one debt after the other, from {} on.",
            self.first_month.short()
        )];
        match self.budget {
            Some((amount, BudgetFrom::PastPayments)) => notes.push(format!(
                "The budget, {} a month, is what was paid on average in the last three full months; on cards, beyond what was bought with them.",
                currency.plain(amount)
            )),
            Some((amount, BudgetFrom::MinimumPayments)) => {
                notes.push(format!(
                    "The budget, {} a month, is the minimum payments together.",
                    currency.plain(amount)
                ));
            }
            Some((_, BudgetFrom::Given)) | None => {}
        }
        let already = self.debts.iter().filter(|debt| debt.paid_this_month.is_positive());
        if self.first_month.contains(question.today) && already.clone().next().is_some() {
            let names = names(already.map(|debt| debt.account));
            notes.push(format!(
                "This month's payments on {names} were made already and count against the month's budget."
            ));
        }
        let mut add = |words: &str, fits: &dyn Fn(&Debt) -> bool| {
            let debts = self.debts.iter().filter(|debt| fits(debt));
            if debts.clone().next().is_some() {
                notes.push(format!("{words}: {}.", names(debts.map(|debt| debt.account))));
            }
        };
        add("The minimum payment is not known and counts as 0", &|debt| {
            debt.minimums.source(debt.minimum) == Source::Missing
        });
        add(
            "The minimum payment does not cover the interest, so alone it never ends the debt",
            &|debt| debt.minimum_is_too_low(),
        );
        add("Escrow is paid on top of what is planned here", &|debt| {
            debt.escrow.is_positive()
        });
        let first_day = self.first_month.first_day();
        add("The rate changes later, on a date that YNAB knows", &|debt| {
            debt.rates.changes_after(first_day)
        });
        notes
    }
}

fn longer(months: i64) -> String {
    match months {
        0 => "as long".to_owned(),
        months if months < 0 => format!("{} less", count(-months, "month")),
        months => format!("{} longer", count(months, "month")),
    }
}

fn count(number: i64, thing: &str) -> String {
    if number == 1 {
        format!("1 {thing}")
    } else {
        format!("{number} {thing}s")
    }
}

fn names<'a>(accounts: impl Iterator<Item = &'a Account>) -> String {
    let all: Vec<String> = accounts.map(|account| account.name.to_string()).collect();
    let shown = all.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
