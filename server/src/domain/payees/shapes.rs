//! The shape of a word, as the rules write it: capitals, digits and signs for themselves, small letters for kinds of
//! characters, `~` for more of the same.

/// What one place of a word may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Itself(char),
    Digit,
    Letter,
    Either,
}

impl Kind {
    fn of(character: char) -> Option<Self> {
        match character {
            'd' => Some(Self::Digit),
            'a' => Some(Self::Letter),
            'w' => Some(Self::Either),
            _ if character.is_lowercase() || character.is_whitespace() => None,
            _ => Some(Self::Itself(character)),
        }
    }

    fn fits(self, character: char) -> bool {
        match self {
            Self::Itself(own) => own == character,
            Self::Digit => character.is_ascii_digit(),
            Self::Letter => character.is_ascii_uppercase(),
            Self::Either => character.is_ascii_digit() || character.is_ascii_uppercase(),
        }
    }
}

/// One place of a shape: a kind, once or as often as it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    kind: Kind,
    more: bool,
}

/// The shape of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape(Vec<Place>);

impl Shape {
    /// Reads a shape; none when it is written in no way that means something.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut places: Vec<Place> = Vec::new();
        for character in text.chars() {
            if character == '~' {
                let last = places.last_mut().filter(|last| !last.more)?;
                last.more = true;
            } else {
                let kind = Kind::of(character)?;
                places.push(Place { kind, more: false });
            }
        }
        (!places.is_empty()).then_some(Self(places))
    }

    /// Whether the whole word has this shape.
    pub(super) fn fits(&self, word: &str) -> bool {
        rest_fits(&self.0, word)
    }

    /// The word that alone has this shape; none when several have.
    pub(super) fn only(&self) -> Option<String> {
        let own = |place: &Place| match place {
            Place {
                kind: Kind::Itself(own),
                more: false,
            } => Some(*own),
            _ => None,
        };
        self.0.iter().map(own).collect()
    }

    /// The characters that a word of this shape may begin with.
    pub(super) fn first_letters(&self) -> impl Iterator<Item = char> {
        let kind = self.0.first().map(|first| first.kind);
        let own = match kind {
            Some(Kind::Itself(own)) => Some(own),
            _ => None,
        };
        let of_kind = ('0'..='9').chain('A'..='Z');
        let of_kind = of_kind.filter(move |letter| own.is_none() && kind.is_some_and(|kind| kind.fits(*letter)));
        own.into_iter().chain(of_kind)
    }
}

fn rest_fits(places: &[Place], word: &str) -> bool {
    let Some((place, others)) = places.split_first() else {
        return word.is_empty();
    };
    let mut rest = word.chars();
    if !rest.next().is_some_and(|character| place.kind.fits(character)) {
        return false;
    }
    // Shapes are short, and so are words: trying each way costs little.
    rest_fits(others, rest.as_str()) || (place.more && rest_fits(places, rest.as_str()))
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn a_shape_fits_whole_words_only() {
        for (shape, fitting, others) in [
            (
                "dd/dd",
                &["12/01", "99/99"][..],
                &["1/01", "12/011", "12-01", "AB/CD"][..],
            ),
            ("dddd~*~d~", &["525130******2", "1234*5"], &["123*4", "1234*", "12345"]),
            ("ddddd~", &["12345", "123456789"], &["1234", "12345A", "A12345"]),
            ("X~dddd", &["X1234", "XXXX1234"], &["1234", "X123", "XA1234"]),
            ("aaddw~", &["FR7630006", "DE12A"], &["FR76", "F176A"]),
            ("+d~", &["+4930"], &["4930", "+"]),
            ("STORE", &["STORE"], &["STORES", "STOR"]),
        ] {
            let shape = Shape::read(shape).unwrap();
            for word in fitting {
                assert!(shape.fits(word), "{shape:?} {word}");
            }
            for word in others {
                assert!(!shape.fits(word), "{shape:?} {word}");
            }
        }
    }

    #[test]
    fn what_means_nothing_is_no_shape() {
        for text in ["", "~", "x", "d~~", "d d"] {
            assert_eq!(Shape::read(text), None, "{text:?}");
        }
        assert_eq!(Shape::read("IBAN:").unwrap().only().as_deref(), Some("IBAN:"));
        assert_eq!(Shape::read("dd").unwrap().only(), None);
    }
}
