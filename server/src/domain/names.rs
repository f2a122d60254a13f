//! Finding a thing by its id or by its name, as a person or an agent would write it.
//!
//! Wherever an id is taken, a name that fits exactly one thing is taken too. Names are compared in steps, the strictest
//! first, and the first step at which anything fits decides: letter by letter, then as they show, then without regard to
//! case and emoji. Several things that fit at that step are never chosen between.

use std::collections::BTreeSet;
use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::text::{is_emoji, is_plain, quoted, visible_line, visible_line_up_to};

/// The most things an error lists when a name fits several.
const MOST_CANDIDATES: usize = 10;

/// The most similar names an error lists when none fits.
const MOST_SIMILAR: usize = 5;

/// A thing as far as finding it needs: what tells it apart and how it is called.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its name, as it came.
    pub name: &'a str,
    /// What tells it from another of the same name, such as its group or currency, as it came.
    pub context: Option<&'a str>,
}

/// One of the things an error lists; its texts are safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its id.
    pub id: String,
    /// Its name as it shows.
    pub name: String,
    /// What tells it from another of the same name, as it shows.
    pub context: Option<String>,
}

/// Why there is not exactly one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// The name fits several things.
    Several {
        /// What was looked for, such as `category`.
        kind: &'static str,
        /// The name as far as it shows, in quotes.
        shown: String,
        /// The things, the first ten of them.
        candidates: Vec<Candidate>,
        /// How many more there are.
        more: usize,
    },
    /// Nothing has that id or name.
    None {
        /// What was looked for, such as `category`.
        kind: &'static str,
        /// The text as far as it shows, in quotes.
        shown: String,
        /// Things with a similar name, at most five, the most similar first.
        similar: Vec<Candidate>,
    },
}

/// Finds the one thing with this id, else the one with this name. `kind` is the word for such a thing.
pub fn find_one<'a, T>(
    kind: &'static str,
    wanted: &str,
    things: impl IntoIterator<Item = &'a T>,
    describe: impl Fn(&'a T) -> Named<'a>,
) -> Result<&'a T, NameError> {
    let things: Vec<(&T, Named)> = things.into_iter().map(|thing| (thing, describe(thing))).collect();
    if let Some((thing, _)) = things.iter().find(|(_, named)| named.id == wanted) {
        return Ok(thing);
    }
    let as_shown = visible_line_up_to(wanted, usize::MAX);
    let key = name_key(wanted);
    let steps: [&dyn Fn(&str) -> bool; 3] = [
        &|name| name == wanted,
        &|name| visible_line_up_to(name, usize::MAX) == as_shown || visible_line(name) == as_shown,
        &|name| name_key(name) == key,
    ];
    let last_step = if key.is_empty() { 2 } else { 3 };
    for fits in steps.iter().take(if as_shown.is_empty() { 1 } else { last_step }) {
        let fitting: Vec<&(&T, Named)> = things.iter().filter(|(_, named)| fits(named.name)).collect();
        match fitting.as_slice() {
            [] => {}
            [(thing, _)] => return Ok(thing),
            several => {
                return Err(NameError::Several {
                    kind,
                    shown: quoted(wanted),
                    candidates: several
                        .iter()
                        .take(MOST_CANDIDATES)
                        .map(|(_, named)| Candidate::of(*named))
                        .collect(),
                    more: several.len().saturating_sub(MOST_CANDIDATES),
                });
            }
        }
    }
    let similar = most_similar(&key, things.iter().map(|(_, named)| *named));
    Err(NameError::None {
        kind,
        shown: quoted(wanted),
        similar,
    })
}

/// The form in which names are compared when case and emoji do not matter.
///
/// Full case folding: `ß`, `ẞ` and `SS` are one, and so are the four letters i of Turkish. A letter and its accent are one
/// character or two depending on the keyboard, and wide letters are letters: both are made alike. Pictures, and characters
/// that show nothing, are left out; letters, digits, punctuation and signs such as `+` and `€` stay. A name of pictures
/// alone has an empty key.
pub fn name_key(name: &str) -> String {
    if is_plain(name) {
        return name.to_ascii_lowercase();
    }
    folded_key(name)
}

fn folded_key(name: &str) -> String {
    let without_pictures: String = name.chars().filter(|&character| !is_picture(character)).collect();
    let line = visible_line_up_to(&without_pictures, usize::MAX);
    let upper = line.nfkc().flat_map(char::to_uppercase);
    let folded: String = upper.flat_map(char::to_lowercase).nfc().collect();
    let folded = folded.replace('ß', "ss").replace("i\u{307}", "i");
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the character is a picture, or a part of one that shows only together with it.
fn is_picture(character: char) -> bool {
    is_emoji(character) || character == '\u{20E3}' || character.general_category() == GeneralCategory::OtherSymbol
}

/// The things whose names are most like the wanted one.
fn most_similar<'a>(wanted: &str, things: impl Iterator<Item = Named<'a>>) -> Vec<Candidate> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut scored: Vec<(usize, Named)> = things
        .filter_map(|named| Some((distance(wanted, &name_key(named.name))?, named)))
        .collect();
    scored.sort_by_key(|(distance, named)| (*distance, named.name));
    scored
        .into_iter()
        .take(MOST_SIMILAR)
        .map(|(_, named)| Candidate::of(named))
        .collect()
}

/// The names that are most like the wanted one, each once and as far as it shows, at most five.
pub fn similar_names<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let each_once: BTreeSet<&str> = names.collect();
    let named = each_once.into_iter().map(|name| Named {
        id: "",
        name,
        context: None,
    });
    let similar = most_similar(&name_key(wanted), named);
    similar.into_iter().map(|candidate| candidate.name).collect()
}

/// How far a name is from the wanted one, or nothing when they have nothing to do with each other: first those in which one
/// holds the other, then those that share a word, then those within a few typing errors.
fn distance(wanted: &str, name: &str) -> Option<usize> {
    const SHARED_WORD: usize = 1000;
    const TYPING_ERROR: usize = 2000;
    let is_word = |word: &&str| word.chars().count() > 2;
    if name.is_empty() {
        return None;
    }
    if name.contains(wanted) || (is_word(&name) && wanted.contains(name)) {
        return Some(name.len().abs_diff(wanted.len()).min(SHARED_WORD - 1));
    }
    if name
        .split(' ')
        .filter(is_word)
        .any(|word| wanted.split(' ').any(|other| other == word))
    {
        return Some(SHARED_WORD + name.len().abs_diff(wanted.len()).min(SHARED_WORD - 1));
    }
    if words_begin_alike(wanted, name) {
        return Some(SHARED_WORD + name.len().abs_diff(wanted.len()).min(SHARED_WORD - 1));
    }
    let length = wanted.chars().count();
    let errors = length / 4 + 1;
    // Names whose lengths alone are further apart need no closer look.
    if length.abs_diff(name.chars().count()) > errors {
        return None;
    }
    Some(edits(wanted, name))
        .filter(|&edits| edits <= errors)
        .map(|edits| TYPING_ERROR + edits)
}

/// Whether a word of the one begins as a word of the other does, as `grocery` and `groceries`.
fn words_begin_alike(wanted: &str, name: &str) -> bool {
    const LETTERS: usize = 5;
    let alike = |one: &str, other: &str| {
        one.chars()
            .zip(other.chars())
            .take_while(|(one, other)| one == other)
            .count()
    };
    wanted
        .split(' ')
        .any(|one| name.split(' ').any(|other| alike(one, other) >= LETTERS))
}

/// The least number of letters to add, drop or exchange to make one text the other.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.chars().enumerate() {
        let mut left = row + 1;
        let mut line = vec![left];
        for (&other_letter, pair) in other.iter().zip(above.windows(2)) {
            let &[diagonal, up] = pair else { continue };
            left = (diagonal + usize::from(letter != other_letter))
                .min(up + 1)
                .min(left + 1);
            line.push(left);
        }
        above = line;
    }
    above.last().copied().unwrap_or_default()
}

impl Candidate {
    fn of(named: Named<'_>) -> Self {
        Self {
            id: visible_line(named.id),
            name: visible_line(named.name),
            context: named.context.map(visible_line).filter(|context| !context.is_empty()),
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "‘{}’", self.name)?;
        if let Some(context) = &self.context {
            write!(formatter, " ({context})")?;
        }
        write!(formatter, ", id {}", self.id)
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Several {
                kind,
                shown,
                candidates,
                more,
            } => {
                write!(formatter, "{shown} fits more than one {kind}: {}", listed(candidates))?;
                if *more > 0 {
                    write!(formatter, "; … and {more} more")?;
                }
                formatter.write_str(". Give the id of the one that is meant")
            }
            Self::None { kind, shown, similar } if similar.is_empty() => {
                write!(formatter, "no {kind} has the id or name {shown}")
            }
            Self::None { kind, shown, similar } => {
                write!(
                    formatter,
                    "no {kind} has the id or name {shown}. Similar: {}",
                    listed(similar)
                )
            }
        }
    }
}

impl std::error::Error for NameError {}

fn listed(candidates: &[Candidate]) -> String {
    candidates
        .iter()
        .map(Candidate::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests;
