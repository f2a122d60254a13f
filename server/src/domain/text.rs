//! Foreign text made safe to show: whatever a bank, an agent or a person typed comes out as one visible line.
//!
//! A question to the person is read line by line, so a name must not be able to add a line, hide a part of itself, turn the
//! reading direction round or paint over its neighbours. The rules, by kind of character:
//!
//! - white space, control characters and line or paragraph separators become one space; the ends are trimmed;
//! - format characters (zero-width, bidirectional, joiners), variation selectors, tags and letters that show nothing are
//!   removed, and so are private-use and unassigned characters, which show whatever a font likes;
//! - a combining mark needs a character to sit on, and three are the most that one carries;
//! - what is longer than the limit ends in `…`, cut between characters that belong together.
//!
//! Emoji survive, but the joiners and selectors between their parts do not: a family shows as its members, `✈️` as `✈`.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};

use super::schema::{schema, text};

/// The most characters a shown line has, unless it is asked for otherwise.
pub const SHOWN_CHARACTERS: usize = 80;

/// The most combining marks one character keeps.
const MARKS_PER_CHARACTER: usize = 3;

/// Text from a bank, an agent or YNAB: kept as it came, shown only as one visible line.
///
/// `Display`, `Serialize` and `Debug` give the safe line; [`raw`](Self::raw) is for comparing and for sending to YNAB.
/// Serializing loses what the line leaves out, so what must be restored exactly is stored as its raw text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize)]
#[serde(transparent)]
pub struct Untrusted(String);

schema!(Untrusted, text());

impl Untrusted {
    /// Takes any text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text as it came. Never to be shown.
    pub fn raw(&self) -> &str {
        &self.0
    }

    /// The text as it came, given away. Never to be shown.
    pub fn into_raw(self) -> String {
        self.0
    }

    /// One visible line of at most `limit` characters, for text that may be longer than a name, such as a memo.
    pub fn line_up_to(&self, limit: usize) -> String {
        visible_line_up_to(&self.0, limit)
    }

    /// Whether nothing of the text would show.
    pub fn is_blank(&self) -> bool {
        visible_line_up_to(&self.0, 1).is_empty()
    }
}

impl From<String> for Untrusted {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Untrusted {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Untrusted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&shown_up_to(&self.0, SHOWN_CHARACTERS))
    }
}

impl fmt::Debug for Untrusted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Untrusted")
            .field(&visible_line(&self.0))
            .finish()
    }
}

impl Serialize for Untrusted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&shown_up_to(&self.0, SHOWN_CHARACTERS))
    }
}

/// Why a name that an agent chose is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing of it would show.
    #[error("a name needs at least one visible character")]
    Blank,
    /// Something in it would not show, or not on one line.
    #[error(
        "the name {shown} holds {character}, which does not show on one line; use visible characters and single spaces"
    )]
    Unshown {
        /// The name as far as it shows, in quotes.
        shown: String,
        /// The first character at fault, such as `U+200B`.
        character: String,
    },
}

/// One visible line of at most [`SHOWN_CHARACTERS`] characters.
pub fn visible_line(text: &str) -> String {
    visible_line_up_to(text, SHOWN_CHARACTERS)
}

/// One visible line of at most `limit` characters.
pub fn visible_line_up_to(text: &str, limit: usize) -> String {
    shown_up_to(text, limit).into_owned()
}

/// The same, of which most need not be made anew.
fn shown_up_to(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit && is_plain(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(line_of(text, limit))
    }
}

/// Whether the text is letters, digits and signs of ASCII with single spaces between them, as most names are: it shows as it
/// is, and nobody needs to look up what its characters are.
pub(super) fn is_plain(text: &str) -> bool {
    let mut before = b' ';
    let plain = text.bytes().all(|byte| {
        let fine = byte.is_ascii_graphic() || (byte == b' ' && before != b' ');
        before = byte;
        fine
    });
    plain && (before != b' ' || text.is_empty())
}

fn line_of(text: &str, limit: usize) -> String {
    let mut line = Line::default();
    for character in text.chars() {
        line.take(character);
        // A text may be megabytes long; what is past the limit only needs to be known to exist.
        if line.characters.len() > limit {
            return line.cut(limit);
        }
    }
    line.characters.into_iter().collect()
}

/// Visible text in the quotes that questions and errors use: `‘Groceries’`.
pub fn quoted(text: &str) -> String {
    format!("‘{}’", visible_line(text))
}

/// The name an agent chose, trimmed, if every character of it shows on one line; otherwise the reason it is refused.
///
/// What the person confirms is then what is sent. Unlike a shown line, a name keeps the joiners and presentation selectors
/// inside emoji, which show as part of the picture. Its length is not judged here: YNAB's limits differ by field.
pub fn one_visible_line(name: &str) -> Result<&str, TextError> {
    let name = name.trim_matches(' ');
    let mut line = Line::default();
    let mut before = None;
    let mut rest = name.chars();
    while let Some(character) = rest.next() {
        // A line break or another control shows as a space, but is not one.
        let as_it_is = character == ' ' || !matches!(role(character), Role::Space);
        let kept = line.take(character) && as_it_is;
        let part_of_emoji = before.is_some_and(|before| belongs_to_emoji(before, character, rest.clone().next()));
        if !kept && !part_of_emoji {
            return Err(TextError::Unshown {
                shown: quoted(name),
                character: format!("U+{:04X}", u32::from(character)),
            });
        }
        before = Some(character);
    }
    if line.characters.is_empty() {
        Err(TextError::Blank)
    } else {
        Ok(name)
    }
}

/// A line under construction: every character in it shows.
#[derive(Default)]
struct Line {
    characters: Vec<char>,
    /// A space is written only once something follows it.
    space_due: bool,
    /// Combining marks on the last character.
    marks: usize,
}

impl Line {
    /// Adds the character as far as it shows; tells whether anything of it did, a first space included.
    fn take(&mut self, character: char) -> bool {
        match role(character) {
            Role::Space => {
                let first = !self.space_due && !self.characters.is_empty();
                self.space_due = first || self.space_due;
                first
            }
            Role::Unseen => false,
            Role::Mark => {
                let carried = !self.space_due && !self.characters.is_empty() && self.marks < MARKS_PER_CHARACTER;
                if carried {
                    self.marks += 1;
                    self.characters.push(character);
                }
                carried
            }
            Role::Seen => {
                if self.space_due {
                    self.characters.push(' ');
                }
                self.space_due = false;
                self.marks = 0;
                self.characters.push(character);
                true
            }
        }
    }

    /// The line shortened to `limit` characters, the last of them `…`.
    fn cut(mut self, limit: usize) -> String {
        let kept = limit.saturating_sub(1);
        let removed = self.characters.split_off(kept.min(self.characters.len()));
        if removed.first().is_some_and(|&first| continues(first)) {
            while self.characters.pop().is_some_and(continues) {}
        }
        while self.characters.last() == Some(&' ') {
            self.characters.pop();
        }
        self.characters.extend((limit > 0).then_some('…'));
        self.characters.into_iter().collect()
    }
}

/// What a character does to a line.
enum Role {
    Space,
    Unseen,
    Mark,
    Seen,
}

fn role(character: char) -> Role {
    // Most names are plain, and the tables of Unicode are slow.
    if character.is_ascii_graphic() {
        return Role::Seen;
    }
    if character.is_whitespace() {
        return Role::Space;
    }
    if shows_nothing(character) {
        return Role::Unseen;
    }
    match character.general_category() {
        GeneralCategory::Control | GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => Role::Space,
        GeneralCategory::Format
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate
        | GeneralCategory::Unassigned => Role::Unseen,
        GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::EnclosingMark => Role::Mark,
        _ => Role::Seen,
    }
}

/// Letters, marks and symbols that leave no ink though their category says they should: Unicode's default-ignorable ones
/// that are not format characters, and those that are drawn as a blank.
fn shows_nothing(character: char) -> bool {
    matches!(
        u32::from(character),
        0x034F                      // combining grapheme joiner
            | 0x115F | 0x1160       // Hangul fillers
            | 0x3164 | 0xFFA0
            | 0x17B4 | 0x17B5       // Khmer inherent vowels
            | 0x180B..=0x180F       // Mongolian variation selectors
            | 0x2800                // blank Braille pattern
            | 0xFE00..=0xFE0F       // variation selectors
            | 0x1_107F              // Brahmi number joiner
            | 0x1_3441 | 0x1_3442   // blank hieroglyphs
            | 0x1_6FE4              // Khitan filler
            | 0x1_D159              // musical null note head
            | 0xE_0000..=0xE_0FFF   // tags and the other variation selectors
    )
}

/// Whether the character is drawn onto the one before it, so that a cut must not come between them.
fn continues(character: char) -> bool {
    matches!(role(character), Role::Mark) || is_skin_tone(character)
}

/// Whether `character`, which shows nothing itself, completes an emoji: the presentation selector after one, or the joiner
/// between two.
fn belongs_to_emoji(before: char, character: char, after: Option<char>) -> bool {
    match character {
        '\u{FE0F}' => is_emoji(before) || (before.is_emoji_char() && after == Some('\u{20E3}')),
        '\u{200D}' => (is_emoji(before) || before == '\u{FE0F}') && after.is_some_and(is_emoji),
        _ => false,
    }
}

/// Whether the character is a picture by itself. Digits, `#` and `*` are so only in keycaps.
pub(super) fn is_emoji(character: char) -> bool {
    !character.is_ascii() && (character.is_emoji_char() || is_skin_tone(character))
}

fn is_skin_tone(character: char) -> bool {
    ('\u{1F3FB}'..='\u{1F3FF}').contains(&character)
}

#[cfg(test)]
mod tests;
