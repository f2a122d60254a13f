//! The sentences a person wants to hear about their cards.

use crate::domain::currency::Currency;

use super::{CardCoverage, Orphan, Standing};

/// The most names in one sentence.
const MOST_NAMES: usize = 3;

impl CardCoverage<'_> {
    /// What is covered, what is missing and where, what stands unused, and what became debt this month.
    pub fn message(&self, currency: &Currency) -> String {
        let mut sentences = vec![self.covered(currency)];
        sentences.extend(self.stuck(currency));
        sentences.extend(self.not_compared());
        sentences.extend(self.became_debt(currency));
        sentences.join(" ")
    }

    fn covered(&self, currency: &Currency) -> String {
        let unmatched = self.unmatched().count();
        let compared = self.cards.len() - unmatched;
        let lacking: Vec<String> = self
            .short_cards()
            .map(|(card, short)| format!("{} lacks {}", card.account.name, currency.plain(short)))
            .collect();
        let owed = if unmatched == 0 {
            format!(": the {} owed is set aside", currency.plain(self.owed))
        } else {
            String::new()
        };
        match (compared, lacking.as_slice()) {
            (0, _) if unmatched == 0 => "The plan has no open credit card.".to_owned(),
            (0, _) => "No card could be compared with its payment category.".to_owned(),
            (1, []) => format!("The card is covered{owed}."),
            (_, []) => format!("All {compared} cards are covered{owed}."),
            (1, [only]) => format!("The card is not covered: {only}."),
            (_, [only]) => format!("1 of {compared} cards is not covered: {only}."),
            (_, several) => {
                let (count, all) = (several.len(), currency.plain(self.short_on_cards));
                format!(
                    "{count} of {compared} cards are not covered, {all} in all: {}.",
                    listed(several)
                )
            }
        }
    }

    fn stuck(&self, currency: &Currency) -> Option<String> {
        let open = self.cards.iter().filter_map(|card| match card.standing {
            Standing::MoreThanOwed(more) => Some(format!("{} {}", card.account.name, currency.plain(more))),
            _ => None,
        });
        let orphans = self
            .orphans
            .iter()
            .filter(|(category, _)| category.available.is_positive());
        let orphans = orphans.map(|(category, why)| {
            let why = match why {
                Orphan::ClosedCard => "closed card",
                Orphan::NoCard => "no such card",
            };
            format!("{} ({why}) {}", category.name, currency.plain(category.available))
        });
        let all: Vec<String> = open.chain(orphans).collect();
        let stuck = currency.plain(self.stuck);
        (!all.is_empty()).then(|| {
            format!(
                "{stuck} more than is owed stands in payment categories and can be moved: {}.",
                listed(&all)
            )
        })
    }

    fn not_compared(&self) -> Option<String> {
        let names: Vec<String> = self.unmatched().map(|card| card.account.name.to_string()).collect();
        (!names.is_empty()).then(|| {
            format!(
                "Not compared, since no single payment category has the name: {}.",
                listed(&names)
            )
        })
    }

    fn became_debt(&self, currency: &Currency) -> Option<String> {
        let names: Vec<String> = self
            .overspending
            .iter()
            .map(|row| row.category.name.to_string())
            .collect();
        let amount = currency.plain(self.overspent_on_cards);
        (!names.is_empty()).then(|| {
            format!(
                "Overspending of up to {amount} on cards became debt this month: cover {} first.",
                listed(&names)
            )
        })
    }
}

fn listed(items: &[String]) -> String {
    let shown = items.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
