//! The person's access token. It has no `Debug` and no `Display`, and no error holds it.

use reqwest::header::HeaderValue;

/// A bearer token, ready to be a header that prints as sensitive.
#[derive(Clone)]
pub struct Token(HeaderValue);

/// Why a text is no token. Neither case shows the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Nothing, or only white space.
    #[error("the YNAB access token is empty")]
    Empty,
    /// White space inside, a control character, or anything beyond ASCII.
    #[error(
        "the YNAB access token holds a character that no token has, such as a space, a line break or a quote mark of a word processor"
    )]
    BadCharacter,
}

impl Token {
    /// Takes a token; white space around it is dropped.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TokenError::Empty);
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::BadCharacter);
        }
        let mut header = HeaderValue::from_str(&format!("Bearer {text}")).map_err(|_| TokenError::BadCharacter)?;
        header.set_sensitive(true);
        Ok(Self(header))
    }

    pub(crate) fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    /// `text` without the token, for words from outside: whatever answers a request has seen the token.
    pub(crate) fn redacted(&self, text: String) -> String {
        let secret = self.0.to_str().ok().and_then(|header| header.strip_prefix("Bearer "));
        let Some(secret) = secret else { return text };
        let (mut told, mut rest) = (String::new(), text.as_str());
        while let Some((from, to)) = place_of(secret, rest) {
            told.push_str(rest.get(..from).unwrap_or_default());
            told.push_str("(token)");
            rest = rest.get(to..).unwrap_or_default();
        }
        told + rest
    }
}

/// Where the secret stands in the text, as bytes from and to. What does not show, or is no sign that a token has, is passed over: it
/// would only keep the secret from being found until it is taken out for being shown.
fn place_of(secret: &str, text: &str) -> Option<(usize, usize)> {
    let graphic = |(_, sign): &(usize, char)| sign.is_ascii_graphic();
    let (places, signs): (Vec<usize>, String) = text.char_indices().filter(graphic).unzip();
    let first = signs.find(secret)?;
    let last = first + secret.len().checked_sub(1)?;
    Some((*places.get(first)?, places.get(last)? + 1))
}

#[cfg(test)]
mod tests {
    use super::{Token, TokenError};

    fn problem(text: &str) -> Option<TokenError> {
        Token::new(text).err()
    }

    #[test]
    fn surrounding_white_space_is_dropped() {
        let header = Token::new(" \tcanary-token\r\n").map(|token| token.header()).unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer canary-token");
        assert_eq!(format!("{header:?}"), "Sensitive");
    }

    #[test]
    fn words_from_outside_lose_the_token_also_where_something_hides_it() {
        let redacted = |token: &str, text: &str| Token::new(token).unwrap().redacted(text.to_owned());
        for (text, expected) in [
            ("", ""),
            ("no such thing", "no such thing"),
            ("bad canary-1!", "bad (token)!"),
            ("bad ca\u{200b}nary\u{ad}-\u{fe0f}1!", "bad (token)!"),
            ("canary-1canary-1", "(token)(token)"),
            ("é canary\n-1 é", "é (token) é"),
            ("canary-2", "canary-2"),
        ] {
            assert_eq!(redacted("canary-1", text), expected, "{text:?}");
        }
        // A token that stands in what replaces it ends all the same.
        assert_eq!(redacted("token", "a token"), "a (token)");
    }

    #[test]
    fn what_a_header_cannot_carry_is_refused_without_showing_it() {
        assert_eq!(problem(""), Some(TokenError::Empty));
        assert_eq!(problem(" \n"), Some(TokenError::Empty));
        for text in [
            "canary\ntoken",
            "canary token",
            "canary\u{0}",
            "canary\u{7f}",
            "canary\u{a0}x",
            "“canary”",
        ] {
            assert_eq!(problem(text), Some(TokenError::BadCharacter), "{text:?}");
        }
        assert!(!TokenError::BadCharacter.to_string().contains("canary"));
    }
}
