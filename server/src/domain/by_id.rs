//! Maps and sets by id, for passes over a whole history: their hash is made for speed. YNAB hands the ids out, so nobody
//! can choose them to collide.

use std::collections::{HashMap, HashSet};

/// A map by id.
pub type ById<Id, Value> = HashMap<Id, Value, foldhash::fast::RandomState>;

/// A set of ids.
pub type Ids<Id> = HashSet<Id, foldhash::fast::RandomState>;
