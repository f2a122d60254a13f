//! The rules by which labels are read, from their table.

use std::sync::LazyLock;

use super::shapes::Shape;
use crate::domain::by_id::{ById, Ids};

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

/// Patterns of one kind, found by the word they begin with, or by its first letter.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    by_first_word: ById<String, Vec<Pattern>>,
    /// Those whose first word has several forms, under each letter that it may begin with.
    by_first_letter: ById<char, Vec<Pattern>>,
}

impl Patterns {
    fn add(&mut self, pattern: Pattern) {
        let Some(first) = pattern.0.first() else { return };
        if let Some(word) = first.only() {
            self.by_first_word.entry(word).or_default().push(pattern);
            return;
        }
        for letter in first.first_letters() {
            self.by_first_letter.entry(letter).or_default().push(pattern.clone());
        }
    }

    /// How long the patterns are with which some words begin.
    pub(super) fn lengths<'a>(&'a self, words: &'a [String]) -> impl Iterator<Item = usize> + 'a {
        let first = words.first().map(|word| bare(word));
        let known = first.and_then(|word| self.by_first_word.get(word));
        let letter = first.and_then(|word| word.chars().next());
        let others = letter.and_then(|letter| self.by_first_letter.get(&letter));
        let fitting = known.into_iter().chain(others).flatten();
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
    pub(super) keep: Ids<String>,
    pub(super) star: Ids<String>,
    pub(super) orders: Ids<String>,
    pub(super) end: Ids<String>,
    pub(super) region: Ids<String>,
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
