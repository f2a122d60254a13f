//! The room that the lists of an answer have together, whatever their names are and however many rows were asked for.

use serde::Serialize;
use serde_json::Value;

use super::paging::ROOM;

/// What is left of an answer's room.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// In bytes.
    bytes: usize,
    /// How many rows were left out.
    left_out: usize,
}

impl Default for Room {
    /// That of a whole answer.
    fn default() -> Self {
        Self::of(ROOM)
    }
}

impl Room {
    /// So many bytes.
    pub fn of(bytes: usize) -> Self {
        Self { bytes, left_out: 0 }
    }

    /// The first rows of a list, as many as there is room for; what they take is not there for the next list.
    pub fn take<Row: Serialize>(&mut self, rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
        self.first(usize::MAX, rows)
    }

    /// The same, but at most so many of them.
    pub fn first<Row: Serialize>(&mut self, most: usize, rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
        let mut rows = rows.into_iter();
        let mut taken: Vec<Row> = rows.by_ref().take(most).collect();
        self.left_out += rows.count();
        // Nearly every list is far smaller than its room: then what it takes at most is enough to know.
        let all = serde_json::to_vec(&taken).map_or(usize::MAX, |text| text.len());
        if let Some(left) = self.bytes.checked_sub(all) {
            self.bytes = left;
            return taken;
        }
        let fits = |row: &&Row| {
            // A comma stands between two rows.
            let left = self.bytes.checked_sub(size(*row).saturating_add(1));
            self.bytes = left.unwrap_or(0);
            left.is_some()
        };
        let fitting = taken.iter().take_while(fits).count();
        self.left_out += taken.len() - fitting;
        taken.truncate(fitting);
        taken
    }

    /// How many rows of all lists were left out; none where none was.
    pub fn left_out(self) -> Option<usize> {
        Some(self.left_out).filter(|left_out| *left_out > 0)
    }
}

/// The bytes of a row in an answer, which leaves out members that hold nothing.
fn size(row: &impl Serialize) -> usize {
    match serde_json::to_value(row) {
        Ok(Value::Object(mut members)) => {
            members.retain(|_, member| !member.is_null());
            Value::Object(members).to_string().len()
        }
        Ok(other) => other.to_string().len(),
        Err(_) => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_hold_nothing_take_no_room() {
        let row = serde_json::json!({"a": 1, "b": null});
        assert_eq!(size(&row), r#"{"a":1}"#.len());
        assert_eq!(size(&[1, 2]), "[1,2]".len());
    }

    #[test]
    fn lists_share_the_room_and_the_first_row_that_does_not_fit_ends_them() {
        let mut room = Room::of(12);
        assert_eq!(room.take(["abc", "d"]), ["abc", "d"]);
        assert_eq!(room.left_out(), None);
        assert_eq!(room.take(["ef", "", ""]), [""; 0]);
        assert_eq!(room.take([""]), [""; 0]);
        assert_eq!(room.left_out(), Some(4));
        assert_eq!(Room::default().take(std::iter::repeat_n("a", 10_000)).len(), ROOM / 4);
    }
}
