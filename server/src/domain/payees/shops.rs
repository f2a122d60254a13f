//! Labels, each read once for as long as a history is kept: it has many rows and few shops, and reading a label takes a
//! thousand times as long as looking at a row.

use std::sync::{Arc, Mutex, PoisonError};

use crate::domain::by_id::ById;

use super::normalised;

/// A shop, in the order in which shops were met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shop(u32);

impl Shop {
    /// Its place in a list of what is known of each.
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// The labels met so far, and the shops they name.
#[derive(Debug, Default)]
pub struct Shops(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    labels: ById<Arc<str>, Option<Shop>>,
    names: ById<String, Shop>,
}

impl Shops {
    /// The shop that each label names; none where it names none.
    pub fn named(&self, labels: &[Arc<str>]) -> Box<[Option<Shop>]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        labels.iter().map(|label| known.named(label)).collect()
    }
}

impl Known {
    fn named(&mut self, label: &Arc<str>) -> Option<Shop> {
        if let Some(known) = self.labels.get(label) {
            return *known;
        }
        let name = normalised(label);
        // More shops than fit into a number are as good as none.
        let next = u32::try_from(self.names.len()).ok().map(Shop);
        let shop = next
            .filter(|_| !name.is_empty())
            .map(|next| *self.names.entry(name).or_insert(next));
        self.labels.insert(Arc::clone(label), shop);
        shop
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Shops;

    #[test]
    fn labels_of_one_shop_are_one_and_noise_is_none() {
        let shops = Shops::default();
        let named = |labels: &[&str]| shops.named(&labels.iter().copied().map(Arc::from).collect::<Vec<_>>());
        let first = named(&["Market", "Bakery", "12/03", ""]);
        assert_eq!(
            first.iter().map(Option::is_some).collect::<Vec<_>>(),
            [true, true, false, false]
        );
        assert_ne!(first[0], first[1]);
        // What is asked for later is known by then.
        assert_eq!(
            *named(&["CB MARKET 12/03", "Bakery", "Márket"]),
            [first[0], first[1], first[0]]
        );
    }
}
