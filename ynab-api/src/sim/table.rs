//! Rows in the order they were made, found by their key. A row is never taken out: what is deleted stays as a tombstone.

use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a table needs to know of a row.
pub trait Record {
    /// What the row is found by.
    type Key: Clone + Eq + Hash;
    /// The row's key; it never changes.
    fn key(&self) -> &Self::Key;
    /// The server knowledge at which the row last changed.
    fn changed(&self) -> i64;
    /// Notes that the row changed.
    fn stamp(&mut self, knowledge: i64);
    /// Whether only a tombstone is left.
    fn deleted(&self) -> bool;
}

/// The rows of one kind.
#[derive(Debug, Clone)]
pub struct Table<T: Record> {
    rows: Vec<T>,
    places: HashMap<T::Key, usize>,
}

impl<T: Record> Default for Table<T> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<T: Record> Table<T> {
    /// The row with this key, tombstones included.
    pub fn get(&self, key: &T::Key) -> Option<&T> {
        self.places.get(key).and_then(|place| self.rows.get(*place))
    }

    /// The row with this key, unless it is deleted.
    pub fn live(&self, key: &T::Key) -> Option<&T> {
        self.get(key).filter(|row| !row.deleted())
    }

    /// Where the row stands; it keeps its place for ever.
    pub fn place(&self, key: &T::Key) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// The row at a place.
    pub fn at(&self, place: usize) -> Option<&T> {
        self.rows.get(place)
    }

    /// All rows in the order they were made, tombstones included.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.rows.iter()
    }

    /// How many rows there are, tombstones included.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there has never been a row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the row, or puts it in the place of the one with its key; stamped with `knowledge`.
    pub(crate) fn put(&mut self, mut row: T, knowledge: i64) {
        row.stamp(knowledge);
        if let Some(held) = self.place(row.key()).and_then(|place| self.rows.get_mut(place)) {
            *held = row;
        } else {
            self.places.insert(row.key().clone(), self.rows.len());
            self.rows.push(row);
        }
    }

    /// Changes the row with this key and stamps it; says whether there was one.
    pub(crate) fn edit(&mut self, key: &T::Key, knowledge: i64, change: impl FnOnce(&mut T)) -> bool {
        let Some(row) = self.place(key).and_then(|place| self.rows.get_mut(place)) else {
            return false;
        };
        change(row);
        row.stamp(knowledge);
        true
    }
}

impl<'a, T: Record> IntoIterator for &'a Table<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Record + Serialize> Serialize for Table<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows.serialize(serializer)
    }
}

impl<'de, T: Record + Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<T>::deserialize(deserializer)?;
        let places = rows
            .iter()
            .enumerate()
            .map(|(place, row)| (row.key().clone(), place))
            .collect();
        Ok(Self { rows, places })
    }
}
