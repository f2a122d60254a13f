//! Why something has no category: YNAB wants none, or there is none.

use super::{CategoryKind, Facts, OtherSide, Set};

/// Why there is no category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCategory {
    /// Each line has its own.
    Split,
    /// It is money that moves within the plan.
    Transfer,
    /// It is on a tracking account.
    TrackingAccount,
    /// It is an account's first balance.
    OpeningBalance,
    /// YNAB wants one, and there is none.
    Uncategorized,
}

impl NoCategory {
    /// The word of answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Split => "split",
            Self::Transfer => "transfer",
            Self::TrackingAccount => "tracking_account",
            Self::OpeningBalance => "opening_balance",
            Self::Uncategorized => "uncategorized",
        }
    }
}

impl Facts {
    /// Why the line has no category; none when it has one, be it one that is there no longer.
    pub(super) fn no_category(&self) -> Option<NoCategory> {
        if self.category.is_some_and(|kind| kind != CategoryKind::Uncategorized) {
            return None;
        }
        Some(match self.transfer {
            // The other account may be deleted; a transfer to one of the plan has no category.
            Some(OtherSide::Within | OtherSide::Deleted) => NoCategory::Transfer,
            _ if !self.on_budget => NoCategory::TrackingAccount,
            _ if self.set == Some(Set::First) => NoCategory::OpeningBalance,
            _ => NoCategory::Uncategorized,
        })
    }
}
