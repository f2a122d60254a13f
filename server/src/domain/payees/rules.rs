//! The rules by which labels are read, from their table.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::shapes::Shape;

/// The table of rules that this program carries.
pub(super) const TABLE: &str = include_str!("rules.txt");

/// The rules of the table. A test holds that every line of it can be read.
pub(super) static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::read(TABLE).0);

/// Words, each with its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern(Vec<Shape>);

impl Pattern {
    fn read(text: &str) -> Option<Self> {
        let words: Option<Vec<_>> = text.split(' ').map(Shape::read).collect();
        words.map(Self)
    }

    /// Whether some words begin with it.
    fn begins(&self, words: &[String]) -> bool {
        words.len() >= self.0.len() && self.0.iter().zip(words).all(|(shape, word)| shape.fits(bare(word)))
    }
}

/// A word without the sign that only divides it from the next.
pub(super) fn bare(word: &str) -> &str {
    let bare = word.trim_end_matches([',', ';']);
    if bare.is_empty() { word } else { bare }
}

/// Patterns of one kind, found by the word they begin with.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    by_first_word: HashMap<String, Vec<Pattern>>,
    others: Vec<Pattern>,
}

impl Patterns {
    fn add(&mut self, pattern: Pattern) {
        let first = pattern.0.first().and_then(Shape::only);
        let list = match first {
            Some(word) => self.by_first_word.entry(word).or_default(),
            None => &mut self.others,
        };
        list.push(pattern);
    }

    /// How long the patterns are with which some words begin.
    pub(super) fn lengths<'a>(&'a self, words: &'a [String]) -> impl Iterator<Item = usize> + 'a {
        let first = words.first().map(|word| bare(word));
        let known = first.and_then(|word| self.by_first_word.get(word));
        let letter = first.and_then(|word| word.chars().next());
        let others = self.others.iter().filter(move |pattern| {
            let first = pattern.0.first();
            letter.is_some_and(|letter| first.is_some_and(|shape| shape.may_begin(letter)))
        });
        let fitting = known.into_iter().flatten().chain(others);
        fitting
            .filter(|pattern| pattern.begins(words))
            .map(|pattern| pattern.0.len())
    }

    /// How long the longest pattern is with which some words begin.
    pub(super) fn longest(&self, words: &[String]) -> Option<usize> {
        self.lengths(words).max()
    }
}

/// The table, by kind.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub(super) begin: Patterns,
    pub(super) cut: Patterns,
    pub(super) noise: Patterns,
    pub(super) number: Patterns,
    pub(super) later: Patterns,
    pub(super) keep: HashSet<String>,
    pub(super) star: HashSet<String>,
    pub(super) orders: HashSet<String>,
    pub(super) end: HashSet<String>,
    pub(super) region: HashSet<String>,
}

impl Rules {
    /// Reads a table; lines that cannot be read are left out, and told by their numbers.
    pub(super) fn read(table: &str) -> (Self, Vec<usize>) {
        let mut rules = Self::default();
        let mut unread = Vec::new();
        for (number, line) in table.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') && !rules.take(line) {
                unread.push(number + 1);
            }
        }
        (rules, unread)
    }

    /// Takes one rule; tells whether it could be read.
    fn take(&mut self, line: &str) -> bool {
        let Some((kind, text)) = line.split_once(' ') else {
            return false;
        };
        let plain = !text.chars().any(char::is_lowercase) && text.trim() == text;
        let words = match kind {
            "keep" => &mut self.keep,
            "star" => &mut self.star,
            "orders" => &mut self.orders,
            "end" => &mut self.end,
            "region" => &mut self.region,
            _ => return self.take_pattern(kind, text),
        };
        plain && words.insert(text.to_owned())
    }

    fn take_pattern(&mut self, kind: &str, text: &str) -> bool {
        let patterns = match kind {
            "begin" => &mut self.begin,
            "cut" => &mut self.cut,
            "noise" => &mut self.noise,
            "number" => &mut self.number,
            "later" => &mut self.later,
            _ => return false,
        };
        let Some(pattern) = Pattern::read(text) else {
            return false;
        };
        patterns.add(pattern);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Rules, TABLE};

    #[test]
    fn every_line_of_the_table_is_a_rule() {
        assert_eq!(Rules::read(TABLE).1, [0_usize; 0]);
    }

    #[test]
    fn a_line_that_is_no_rule_is_told() {
        let (rules, unread) = Rules::read("# words\nbegin CB\nbegan CB\nnoise x\nend GmbH\n\nend\nkeep 365\nkeep 365");
        assert_eq!(unread, [3, 4, 5, 7, 9]);
        assert!(rules.keep.contains("365") && rules.end.is_empty());
    }
}
