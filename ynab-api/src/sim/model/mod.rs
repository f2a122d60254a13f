//! The state of an invented YNAB: a person with plans, and everything a plan holds.

mod entities;
mod plan;
mod target;
mod transaction;
mod world;

pub use entities::{Account, AccountKind, Category, Group, Location, Movement, MovementGroup, Payee, Role};
pub(crate) use plan::midday;
pub use plan::{OwnRows, Plan};
pub use target::{Target, TargetKind};
pub use transaction::{Cleared, HiddenImport, Line, PendingImport, Scheduled, Transaction};
pub use world::World;

/// Makes a struct with `deleted` and `changed` fields a table's row.
macro_rules! record {
    ($kind:ty, $key:ty) => {
        impl crate::sim::table::Record for $kind {
            type Key = $key;
            fn key(&self) -> &$key {
                &self.id
            }
            fn changed(&self) -> i64 {
                self.changed
            }
            fn stamp(&mut self, knowledge: i64) {
                self.changed = knowledge;
            }
            fn deleted(&self) -> bool {
                self.deleted
            }
        }
    };
}
pub(crate) use record;

/// Makes an enumeration of fixed words that YNAB writes.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$variant_doc])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// All of them, in the document's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word YNAB uses.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The one YNAB means by this word.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}
pub(crate) use words;
