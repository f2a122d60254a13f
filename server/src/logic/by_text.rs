//! What is known of texts that many rows share, found by where a text stands in memory: the ids and names of a history are
//! kept once each, and looking at an address is cheaper than reading a text again for every row.

use std::marker::PhantomData;

use crate::domain::by_id::ById;

/// Something for each text, worked out when the text is first met in its place.
#[derive(Debug)]
pub struct ByText<'a, Value> {
    known: ById<(usize, usize), Value>,
    texts: PhantomData<&'a str>,
}

impl<Value> Default for ByText<'_, Value> {
    fn default() -> Self {
        Self {
            known: ById::default(),
            texts: PhantomData,
        }
    }
}

impl<'a, Value: Copy> ByText<'a, Value> {
    /// The value of a text. Texts live as long as this map, so that no other can come to stand in the place of one.
    pub fn of(&mut self, text: &'a str, find: impl FnOnce(&'a str) -> Value) -> Value {
        let place = (text.as_ptr().addr(), text.len());
        *self.known.entry(place).or_insert_with(|| find(text))
    }
}

#[cfg(test)]
mod tests {
    use super::ByText;

    #[test]
    fn a_text_is_read_once_in_each_place() {
        let (one, same) = ("market".to_owned(), "market".to_owned());
        let mut lengths = ByText::default();
        let mut read = 0;
        for text in [&one, &one, &same, &one] {
            let length = lengths.of(text, |text| {
                read += 1;
                text.len()
            });
            assert_eq!(length, 6);
        }
        assert_eq!(read, 2);
        // A part of a text begins in its place and is another.
        assert_eq!(lengths.of(one.get(..3).unwrap(), str::len), 3);
    }
}
