//! A few values by key; when there are too many, the one that was not used for longest goes.

/// At most `limit` values, the last used at the end.
pub(super) struct Recent<K, V> {
    limit: usize,
    entries: Vec<(K, V)>,
}

impl<K: Clone + PartialEq, V: Clone> Recent<K, V> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            entries: Vec::new(),
        }
    }

    /// The value of the key, made when there is none.
    pub(super) fn get_or_make(&mut self, key: &K, make: impl FnOnce() -> V) -> V {
        let entry = match self.entries.iter().position(|(known, _)| known == key) {
            Some(place) => self.entries.remove(place),
            None => (key.clone(), make()),
        };
        let value = entry.1.clone();
        if self.entries.len() >= self.limit && !self.entries.is_empty() {
            self.entries.remove(0);
        }
        self.entries.push(entry);
        value
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_not_used_for_longest_goes() {
        let mut recent = Recent::new(2);
        assert_eq!(recent.get_or_make(&'a', || 1), 1);
        assert_eq!(recent.get_or_make(&'b', || 2), 2);
        assert_eq!(recent.get_or_make(&'a', || 10), 1);
        assert_eq!(recent.get_or_make(&'c', || 3), 3);
        assert_eq!(recent.values().copied().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(recent.get_or_make(&'b', || 20), 20);
        assert_eq!(recent.values().copied().collect::<Vec<_>>(), [3, 20]);
    }
}
