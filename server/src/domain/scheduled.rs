//! Scheduled transactions: what YNAB will enter by itself, and how often.

use std::sync::Arc;

use chrono::NaiveDate;

use super::flag::FlagColor;
use super::ids::{AccountId, CategoryId, PayeeId, ScheduledId};
use super::money::Milliunits;
use super::plan::SplitLine;

/// A scheduled transaction that is not deleted.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledTransaction {
    /// Its id.
    pub id: ScheduledId,
    /// The day of its first occurrence, which gives the rhythm its day.
    pub date_first: NaiveDate,
    /// The day of its next occurrence.
    pub date_next: NaiveDate,
    /// How often.
    pub frequency: Frequency,
    /// Its whole amount.
    pub amount: Milliunits,
    /// Its memo; empty text counts as none.
    pub memo: Option<Box<str>>,
    /// Its flag.
    pub flag: Option<FlagColor>,
    /// Its account.
    pub account_id: AccountId,
    /// Its payee.
    pub payee_id: Option<PayeeId>,
    /// Its payee's name.
    pub payee_name: Option<Arc<str>>,
    /// Its category; none for a split or a transfer within the plan.
    pub category_id: Option<CategoryId>,
    /// The account on the other side, when it is a transfer.
    pub transfer_account_id: Option<AccountId>,
    /// The lines of a split that are not deleted; empty when it is not split.
    pub lines: Box<[SplitLine]>,
}

impl ScheduledTransaction {
    /// The payee's name, made safe to show; empty when there is none.
    pub fn payee(&self) -> String {
        self.payee_name
            .as_deref()
            .map(super::text::visible_line)
            .unwrap_or_default()
    }
}

/// YNAB's rhythms of a scheduled transaction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Frequency {
    /// Once, on its next day.
    Never,
    /// Each day.
    Daily,
    /// Each week.
    Weekly,
    /// Every second week.
    EveryOtherWeek,
    /// On two days of each month.
    TwiceAMonth,
    /// Every fourth week.
    Every4Weeks,
    /// Each month.
    Monthly,
    /// Every second month.
    EveryOtherMonth,
    /// Every third month.
    Every3Months,
    /// Every fourth month.
    Every4Months,
    /// Every sixth month.
    TwiceAYear,
    /// Each year.
    Yearly,
    /// Every second year.
    EveryOtherYear,
    /// A rhythm this version does not know.
    Other(Arc<str>),
}

/// The rhythms that are known, with YNAB's words.
const WORDS: [(Frequency, &str); 13] = [
    (Frequency::Never, "never"),
    (Frequency::Daily, "daily"),
    (Frequency::Weekly, "weekly"),
    (Frequency::EveryOtherWeek, "everyOtherWeek"),
    (Frequency::TwiceAMonth, "twiceAMonth"),
    (Frequency::Every4Weeks, "every4Weeks"),
    (Frequency::Monthly, "monthly"),
    (Frequency::EveryOtherMonth, "everyOtherMonth"),
    (Frequency::Every3Months, "every3Months"),
    (Frequency::Every4Months, "every4Months"),
    (Frequency::TwiceAYear, "twiceAYear"),
    (Frequency::Yearly, "yearly"),
    (Frequency::EveryOtherYear, "everyOtherYear"),
];

impl Frequency {
    /// All that are known.
    pub fn known() -> impl Iterator<Item = Self> {
        WORDS.iter().map(|(frequency, _)| frequency.clone())
    }

    /// From YNAB's word.
    pub fn from_ynab(word: &str) -> Self {
        let known = WORDS.iter().find(|(_, known)| *known == word);
        known.map_or_else(|| Self::Other(word.into()), |(frequency, _)| frequency.clone())
    }

    /// YNAB's own word.
    pub fn as_str(&self) -> &str {
        if let Self::Other(word) = self {
            return word;
        }
        let known = WORDS.iter().find(|(frequency, _)| frequency == self);
        known.map_or("never", |(_, word)| word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rhythm_keeps_its_word_and_a_new_one_too() {
        for frequency in Frequency::known() {
            assert_eq!(Frequency::from_ynab(frequency.as_str()), frequency);
        }
        let known = Frequency::known().map(|frequency| frequency.as_str().to_owned());
        assert_eq!(known.collect::<std::collections::HashSet<_>>().len(), 13);
        assert_eq!(Frequency::from_ynab("everyBlueMoon").as_str(), "everyBlueMoon");
    }
}
