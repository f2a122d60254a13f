//! Reading an answer's body, of which nothing is kept when the caller has it already.

use bytes::Bytes;
use reqwest::Response;

/// What a body turned out to be.
#[derive(Debug, PartialEq)]
pub(crate) enum Body {
    /// All of it.
    Whole(Bytes),
    /// Byte for byte the one that was known.
    Same,
    /// The first bytes of one that goes on.
    TooLarge(Bytes),
}

/// Reads a body of at most so many bytes. As long as it is like the `known` one, it is compared and not copied.
pub(crate) async fn read(response: &mut Response, longest: usize, known: Option<&Bytes>) -> reqwest::Result<Body> {
    let announced = response.content_length();
    let announced = announced.and_then(|length| usize::try_from(length).ok());
    let mut reading = Reading::new(known, announced.unwrap_or_default().min(longest));
    while let Some(chunk) = response.chunk().await? {
        if reading.so_far().len().saturating_add(chunk.len()) > longest {
            return Ok(Body::TooLarge(Bytes::copy_from_slice(reading.so_far())));
        }
        reading.add(&chunk);
    }
    Ok(reading.end())
}

/// A body as far as it was read.
struct Reading<'a> {
    known: Option<&'a Bytes>,
    /// How many bytes were like the known ones, before the first that was not.
    alike: usize,
    /// What was read, once there was a difference.
    other: Option<Vec<u8>>,
    /// As long as the body says it is.
    room: usize,
}

impl<'a> Reading<'a> {
    fn new(known: Option<&'a Bytes>, room: usize) -> Self {
        Self {
            known,
            alike: 0,
            other: None,
            room,
        }
    }

    fn known(&self) -> &'a [u8] {
        self.known.map(AsRef::as_ref).unwrap_or_default()
    }

    fn so_far(&self) -> &[u8] {
        match &self.other {
            Some(bytes) => bytes,
            None => self.known().get(..self.alike).unwrap_or_default(),
        }
    }

    fn add(&mut self, chunk: &[u8]) {
        let rest = self.known().get(self.alike..).unwrap_or_default();
        match &mut self.other {
            None if rest.starts_with(chunk) => self.alike += chunk.len(),
            None => {
                let so_far = self.so_far();
                let mut bytes = Vec::with_capacity(self.room.max(so_far.len() + chunk.len()));
                bytes.extend_from_slice(so_far);
                bytes.extend_from_slice(chunk);
                self.other = Some(bytes);
            }
            Some(bytes) => bytes.extend_from_slice(chunk),
        }
    }

    fn end(self) -> Body {
        match (self.other, self.known) {
            (Some(bytes), _) => Body::Whole(bytes.into()),
            (None, Some(known)) if known.len() == self.alike => Body::Same,
            (None, Some(known)) => Body::Whole(known.slice(..self.alike.min(known.len()))),
            (None, None) => Body::Whole(Bytes::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read_of(chunks: &[Vec<u8>], known: Option<&Bytes>, room: usize) -> Body {
        let mut reading = Reading::new(known, room);
        let mut length = 0;
        for chunk in chunks {
            reading.add(chunk);
            length += chunk.len();
            assert_eq!(reading.so_far().len(), length);
        }
        reading.end()
    }

    #[test]
    fn a_part_of_the_known_body_or_more_than_it_is_another() {
        let known = Bytes::from_static(b"abc");
        let read = |chunks: &[&str]| {
            let chunks: Vec<_> = chunks.iter().map(|chunk| chunk.as_bytes().to_vec()).collect();
            read_of(&chunks, Some(&known), 0)
        };
        assert_eq!(read(&["a", "", "bc"]), Body::Same);
        assert_eq!(read(&["ab"]), Body::Whole("ab".into()));
        assert_eq!(read(&["abc", "d"]), Body::Whole("abcd".into()));
        assert_eq!(read(&["ab", "x", "c"]), Body::Whole("abxc".into()));
        assert_eq!(read(&[]), Body::Whole(Bytes::new()));
        assert_eq!(read_of(&[], Some(&Bytes::new()), 0), Body::Same);
        assert_eq!(read_of(&[], None, 0), Body::Whole(Bytes::new()));
    }

    proptest! {
        #[test]
        fn it_is_the_same_only_when_every_byte_is(
            chunks in prop::collection::vec(prop::collection::vec(0_u8..2, 0..4), 0..5),
            known in prop::option::of(prop::collection::vec(0_u8..2, 0..8).prop_map(Bytes::from)),
            room in 0_usize..20,
        ) {
            let whole = Bytes::from(chunks.concat());
            let expected = if known.as_ref() == Some(&whole) { Body::Same } else { Body::Whole(whole) };
            prop_assert_eq!(read_of(&chunks, known.as_ref(), room), expected);
        }
    }
}
