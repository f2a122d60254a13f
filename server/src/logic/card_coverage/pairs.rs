//! Which payment category belongs to which card, by name.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::names::name_key;
use crate::domain::plan::{Account, Category, GroupRole};

use super::is_card;

/// Cards, open and closed, with their payment categories.
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    categories: HashMap<&'a AccountId, &'a Category>,
    accounts: HashMap<&'a CategoryId, &'a Account>,
    /// The names, as they compare, that several cards or several categories have.
    repeated: HashSet<String>,
}

impl<'a> Pairs<'a> {
    /// Matches each card with the one category that has its name: letter by letter first, then without regard to case and
    /// pictures; open cards and visible categories before the others, since a closed card often leaves its name to the next.
    pub fn new(accounts: &'a [Account], categories: &'a [Category]) -> Self {
        let mut cards: Vec<(&Account, String)> = keyed(accounts.iter().filter(|card| is_card(card)), |card| &card.name);
        let of_cards = categories
            .iter()
            .filter(|category| category.role == GroupRole::CardPayments);
        let mut payments: Vec<(&Category, String)> = keyed(of_cards, |category| &category.name);
        let mut pairs = Self {
            categories: HashMap::new(),
            accounts: HashMap::new(),
            repeated: repeated(&cards).chain(repeated(&payments)).collect(),
        };
        for (open_only, visible_only) in [(true, true), (true, false), (false, false)] {
            for exact in [true, false] {
                pairs.match_step(&cards, &payments, open_only, visible_only, exact);
                cards.retain(|(card, _)| !pairs.categories.contains_key(&card.id));
                payments.retain(|(payment, _)| !pairs.accounts.contains_key(&payment.id));
            }
        }
        pairs
    }

    /// The payment category of a card.
    pub fn payment_of(&self, card: &AccountId) -> Option<&'a Category> {
        self.categories.get(card).copied()
    }

    /// The card of a payment category.
    pub fn account_of(&self, category: &CategoryId) -> Option<&'a Account> {
        self.accounts.get(category).copied()
    }

    /// Whether other cards, or several payment categories, have this card's name.
    pub fn is_named_more_than_once(&self, card: &Account) -> bool {
        self.repeated.contains(&name_key(card.name.raw()))
    }

    fn match_step(
        &mut self,
        cards: &[(&'a Account, String)],
        payments: &[(&'a Category, String)],
        open_only: bool,
        visible_only: bool,
        exact: bool,
    ) {
        let mut named: BTreeMap<&str, (Vec<&'a Account>, Vec<&'a Category>)> = BTreeMap::new();
        for (card, key) in cards.iter().filter(|(card, _)| !(open_only && card.closed)) {
            let name = if exact { card.name.raw() } else { key };
            named.entry(name).or_default().0.push(card);
        }
        for (payment, key) in payments.iter().filter(|(payment, _)| !(visible_only && payment.hidden)) {
            let name = if exact { payment.name.raw() } else { key };
            named.entry(name).or_default().1.push(payment);
        }
        for (name, (cards, payments)) in named {
            if let ([card], [payment], false) = (cards.as_slice(), payments.as_slice(), name.is_empty()) {
                self.categories.insert(&card.id, payment);
                self.accounts.insert(&payment.id, card);
            }
        }
    }
}

fn keyed<'a, T>(
    things: impl Iterator<Item = &'a T>,
    name: impl Fn(&T) -> &crate::domain::text::Untrusted,
) -> Vec<(&'a T, String)> {
    things.map(|thing| (thing, name_key(name(thing).raw()))).collect()
}

fn repeated<T>(keyed: &[(T, String)]) -> impl Iterator<Item = String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, key) in keyed {
        *counts.entry(key).or_default() += 1;
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(key, _)| key.to_owned())
}
