//! Labels, each read once: a history has many rows and few shops.

use crate::domain::by_id::ById;

use super::normalised;

/// A shop, in the order in which shops were met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shop(usize);

/// The labels met so far, and the shops they name.
#[derive(Debug, Default)]
pub struct Shops<'a> {
    labels: ById<&'a str, Option<Shop>>,
    names: ById<String, Shop>,
}

impl<'a> Shops<'a> {
    /// The shop that a label names; none when it names none.
    pub fn named(&mut self, label: &'a str) -> Option<Shop> {
        if let Some(known) = self.labels.get(label) {
            return *known;
        }
        let name = normalised(label);
        let next = Shop(self.names.len());
        let shop = (!name.is_empty()).then(|| *self.names.entry(name).or_insert(next));
        self.labels.insert(label, shop);
        shop
    }
}

#[cfg(test)]
mod tests {
    use super::Shops;

    #[test]
    fn labels_of_one_shop_are_one_and_noise_is_none() {
        let mut shops = Shops::default();
        let market = shops.named("Market");
        assert_eq!(shops.named("CB MARKET 12/03"), market);
        assert_eq!(shops.named("Márket"), market);
        assert_ne!(shops.named("Bakery"), market);
        assert_eq!((shops.named("12/03"), shops.named("")), (None, None));
    }
}
