//! The room that the lists of an answer have together, whatever their names are and however many rows were asked for.

use serde::Serialize;
use serde_json::Value;

use super::paging::ROOM;

/// What is left of an answer's room, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Room(usize);

impl Default for Room {
    /// That of a whole answer.
    fn default() -> Self {
        Self(ROOM)
    }
}

impl Room {
    /// So many bytes.
    pub fn of(bytes: usize) -> Self {
        Self(bytes)
    }

    /// The first rows of a list, as many as there is room for; what they take is not there for the next list.
    pub fn take<Row: Serialize>(&mut self, rows: impl IntoIterator<Item = Row>) -> Vec<Row> {
        let fits = |row: &Row| {
            // A comma stands between two rows.
            let left = self.0.checked_sub(size(row).saturating_add(1));
            self.0 = left.unwrap_or(0);
            left.is_some()
        };
        rows.into_iter().take_while(fits).collect()
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
        let mut room = Room(12);
        assert_eq!(room.take(["abc", "d"]), ["abc", "d"]);
        assert_eq!(room.take(["ef", "", ""]), [""; 0]);
        assert_eq!(room.take([""]), [""; 0]);
        assert_eq!(Room::default().take(std::iter::repeat_n("a", 10_000)).len(), ROOM / 4);
    }
}
