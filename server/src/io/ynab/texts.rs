//! Ids and names that many transactions have in common, each kept in memory once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use crate::domain::ids::{AccountId, BadId, CategoryId, PayeeId};

/// The texts met so far.
#[derive(Clone, Default)]
pub(super) struct Texts {
    accounts: HashMap<Uuid, AccountId>,
    categories: HashMap<Uuid, CategoryId>,
    payees: HashMap<Uuid, PayeeId>,
    names: HashSet<Arc<str>>,
}

impl Texts {
    pub(super) fn account(&mut self, id: Uuid) -> Result<AccountId, BadId> {
        once(&mut self.accounts, id, AccountId::parse)
    }

    pub(super) fn category(&mut self, id: Uuid) -> Result<CategoryId, BadId> {
        once(&mut self.categories, id, CategoryId::parse)
    }

    pub(super) fn payee(&mut self, id: Uuid) -> Result<PayeeId, BadId> {
        once(&mut self.payees, id, PayeeId::parse)
    }

    /// The name, shared with all that have the same.
    pub(super) fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let name: Arc<str> = name.into();
        self.names.insert(Arc::clone(&name));
        name
    }
}

/// The id of ours for one of YNAB's, written out when first met.
fn once<I: Clone>(
    known: &mut HashMap<Uuid, I>,
    id: Uuid,
    parse: impl FnOnce(&str) -> Result<I, BadId>,
) -> Result<I, BadId> {
    if let Some(known) = known.get(&id) {
        return Ok(known.clone());
    }
    let parsed = written(id, parse)?;
    known.insert(id, parsed.clone());
    Ok(parsed)
}

/// The id of ours for one of YNAB's.
pub(super) fn written<I>(id: Uuid, parse: impl FnOnce(&str) -> Result<I, BadId>) -> Result<I, BadId> {
    parse(id.hyphenated().encode_lower(&mut Uuid::encode_buffer()))
}
