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
        match secret {
            Some(secret) if text.contains(secret) => text.replace(secret, "(token)"),
            _ => text,
        }
    }
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
