//! Long lists of transactions a page at a time, newest first. A page begins behind a row and not at a number, so that rows
//! which come or go between two pages make none of the others come twice or never.

use std::cmp::Reverse;
use std::fmt;

use chrono::NaiveDate;

use crate::domain::ids::TransactionId;
use crate::domain::month::DateArgument;
use crate::domain::plan::Transaction;
use crate::domain::text::SHOWN_CHARACTERS;
use crate::error::ToolError;

/// The most bytes that the rows of one answer take, names and numbers together.
pub const ROOM: usize = 26_000;

/// The most bytes of one shown text.
const LONGEST_TEXT: usize = SHOWN_CHARACTERS * 4;

/// A place in a list: behind this row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    date: NaiveDate,
    id: TransactionId,
}

impl Place {
    /// Behind a row.
    pub fn behind(row: &Transaction) -> Self {
        Self {
            date: row.date,
            id: row.id.clone(),
        }
    }

    /// Reads a place as an answer gave it.
    ///
    /// # Errors
    /// What no answer gave.
    pub fn read(cursor: &str) -> Result<Self, ToolError> {
        let (day, id) = cursor.split_once('.').unwrap_or_default();
        match (DateArgument::parse(day), TransactionId::parse(id)) {
            (Ok(day), Ok(id)) => Ok(Self { date: day.day(), id }),
            _ => Err(ToolError::refused(
                "Nothing was read: `cursor` is none that this tool gave: pass `next_cursor` of the page before as it is, or leave \
                 it out for the first page.",
            )),
        }
    }

    /// Whether the row stands behind it.
    pub fn is_before(&self, row: &Transaction) -> bool {
        (Reverse(self.date), &self.id) < newest_first(row)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.date, self.id)
    }
}

/// The order of lists: newest first, and by id within a day.
pub fn newest_first(row: &Transaction) -> (Reverse<NaiveDate>, &TransactionId) {
    (Reverse(row.date), &row.id)
}

/// The first rows behind a place, in order, at most so many and one more if there is one.
pub fn behind<'a>(rows: Vec<&'a Transaction>, place: Option<&Place>, most: usize) -> Vec<&'a Transaction> {
    behind_by(rows, |row| row, place, most)
}

/// The same of what stands for rows.
pub fn behind_by<'a, Item>(
    mut items: Vec<Item>,
    row: impl Fn(&Item) -> &'a Transaction,
    place: Option<&Place>,
    most: usize,
) -> Vec<Item> {
    if let Some(place) = place {
        items.retain(|item| place.is_before(row(item)));
    }
    let in_order = |one: &Item, other: &Item| newest_first(row(one)).cmp(&newest_first(row(other)));
    if items.len() > most + 1 {
        // Only the page is sorted, however long the list.
        items.select_nth_unstable_by(most, in_order);
        items.truncate(most + 1);
    }
    items.sort_unstable_by(in_order);
    items
}

/// How many rows of these sizes fit: one at least.
pub fn fitting(sizes: impl IntoIterator<Item = usize>, room: usize) -> usize {
    let mut taken = 0_usize;
    let fits = |size: &usize| {
        taken = taken.saturating_add(*size);
        taken <= room
    };
    sizes.into_iter().take_while(fits).count().max(1)
}

/// How many bytes a text takes when it is shown, at most.
pub fn shown_size(text: &str) -> usize {
    text.len().min(LONGEST_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::samples::{row_id, transaction};

    fn row(id: &str, date: &str) -> Transaction {
        Transaction {
            date: date.parse().unwrap(),
            ..transaction(id)
        }
    }

    #[test]
    fn a_place_is_read_back_as_it_was_given_and_nothing_else_is_one() {
        let place = Place::behind(&row("r-1_2026-10-01", "2026-09-12"));
        assert_eq!(place.to_string(), "2026-09-12.r-1_2026-10-01");
        assert_eq!(Place::read(&place.to_string()).unwrap(), place);
        // Valid Base64 of `offset:50`, an older form.
        for bad in [
            "b2Zmc2V0OjUw",
            "",
            ".",
            "2026-09-12",
            "2026-09-12.",
            "2026-09-12.a b",
            " 2026-09-12.a",
            "2026-09-12.a\n",
            "2026-02-30.a",
            "2026-9-12.a",
            "2026-09-12.a.b",
        ] {
            let text = Place::read(bad).unwrap_err().to_string();
            assert!(text.starts_with("Nothing was read: `cursor` is none"), "{bad}: {text}");
        }
    }

    #[test]
    fn pages_follow_each_other_without_a_gap_whatever_comes_and_goes() {
        let days = ["2026-09-12", "2026-09-11", "2026-09-13", "2026-09-12", "2026-09-12"];
        let rows: Vec<_> = ["a", "b", "c", "d", "e"]
            .into_iter()
            .zip(days)
            .map(|(id, day)| row(id, day))
            .collect();
        let ids = |rows: &[&Transaction]| rows.iter().map(|row| row.id.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(ids(&behind(rows.iter().collect(), None, 9)), ["c", "a", "d", "e", "b"]);
        let first = behind(rows.iter().collect(), None, 2);
        assert_eq!(ids(&first), ["c", "a", "d"]);
        let place = Place::behind(first[1]);
        // A newer row came, and the one behind which the page begins is gone.
        let fresh = row("f", "2026-09-14");
        let later: Vec<_> = rows
            .iter()
            .filter(|row| row.id != row_id("a"))
            .chain([&fresh])
            .collect();
        assert_eq!(ids(&behind(later, Some(&place), 2)), ["d", "e", "b"]);
        let end = Place::read("2000-01-01.z").unwrap();
        assert!(behind(rows.iter().collect(), Some(&end), 2).is_empty());
    }

    #[test]
    fn as_many_rows_fit_as_there_is_room_for_and_one_always() {
        assert_eq!(fitting([10, 10, 10], 25), 2);
        assert_eq!(fitting([10, 10, 5], 25), 3);
        assert_eq!(fitting([50], 25), 1);
        assert_eq!(shown_size("é"), 2);
        assert_eq!(shown_size(&"a".repeat(1000)), 320);
    }
}
