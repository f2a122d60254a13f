//! Where an id or a name lies in memory, as a quick stand-in for it in a pass over a whole history.
//!
//! The rows of a history share the texts of their ids and names, so one text mostly lies in one place. What was found out of a
//! text can be kept by its place, which is hashed much faster than the text; a text that lies in two places is merely looked at
//! twice.

use std::marker::PhantomData;

/// The place of a text, for as long as the text lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address<'a> {
    start: usize,
    length: usize,
    text: PhantomData<&'a str>,
}

impl<'a> Address<'a> {
    /// Of this text: two texts in one place are the same.
    pub fn of(text: &'a str) -> Self {
        Self {
            start: text.as_ptr().addr(),
            length: text.len(),
            text: PhantomData,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Address;

    #[test]
    fn a_shared_text_is_in_one_place_and_another_text_in_another() {
        let (one, same_words): (Arc<str>, Arc<str>) = ("food".into(), "food".into());
        let shared = Arc::clone(&one);
        assert_eq!(Address::of(&one), Address::of(&shared));
        assert_ne!(Address::of(&one), Address::of(&same_words));
        assert_ne!(
            Address::of(&one),
            Address::of(one.get(..3).unwrap()),
            "a part of it is not it"
        );
    }
}
