//! The access token: where it comes from, and a wrapper that no log, error or answer can show.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::error::TokenError;
use crate::io::files;

/// A person's access token for YNAB. It cannot be printed: it has neither `Debug` nor `Display`.
#[derive(Clone)]
pub struct AccessToken(String);

impl AccessToken {
    /// Takes the text as it was given; white space around it is left out.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The text, to be hashed; never to be shown.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

/// Where the token is to be found.
#[derive(Clone)]
pub enum TokenSource {
    /// It was given, by `YNAB_API_KEY`.
    Value(AccessToken),
    /// It is in a file, named by `YNAB_API_KEY_FILE`, which is read when the token is first needed.
    File(PathBuf),
    /// It was given nowhere.
    Missing,
}

/// A token that requests can carry.
pub(super) struct UsableToken {
    pub(super) text: AccessToken,
    pub(super) bearer: ynab_api::Token,
}

impl TokenSource {
    /// The token, if there is one that requests can carry.
    pub(super) fn read(&self) -> Result<UsableToken, TokenError> {
        let (text, origin) = match self {
            Self::Value(token) => (token.clone(), "YNAB_API_KEY".to_owned()),
            Self::File(path) => (read(path)?, path.display().to_string()),
            Self::Missing => return Err(TokenError::Missing),
        };
        match ynab_api::Token::new(&text.0) {
            Ok(bearer) => Ok(UsableToken { text, bearer }),
            Err(ynab_api::TokenError::Empty) => Err(TokenError::Empty { origin }),
            Err(ynab_api::TokenError::BadCharacter) => Err(TokenError::Characters { origin }),
        }
    }
}

fn read(path: &Path) -> Result<AccessToken, TokenError> {
    let unreadable = |cause: String| TokenError::Unreadable {
        path: path.to_owned(),
        cause,
    };
    let file = files::open_to_read(path).map_err(|error| unreadable(error.to_string()))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = file
            .metadata()
            .map_err(|error| unreadable(error.to_string()))?
            .permissions()
            .mode();
        if mode & 0o077 != 0 {
            return Err(TokenError::OpenToOthers { path: path.to_owned() });
        }
    }
    let mut text = String::new();
    let read = file.take(LONGEST_FILE + 1).read_to_string(&mut text);
    read.map_err(|error| unreadable(error.to_string()))?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(unreadable("it is too long for a token".to_owned()));
    }
    Ok(AccessToken::new(&text))
}

/// The most bytes a file with nothing but a token has; a wrong path may lead to anything.
const LONGEST_FILE: u64 = 64 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    const CANARY: &str = "canary-6f1b";

    fn error(source: &TokenSource) -> TokenError {
        match source.read() {
            Ok(_) => panic!("a token"),
            Err(error) => error,
        }
    }

    fn file(text: &[u8], mode: u32) -> (tempfile::TempDir, TokenSource) {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        (folder, TokenSource::File(path))
    }

    #[test]
    fn white_space_around_a_token_is_left_out() {
        let given = TokenSource::Value(AccessToken::new(" canary-6f1b\r\n"));
        assert_eq!(given.read().unwrap_or_else(|_| panic!()).text.expose(), CANARY);
        let (_folder, kept) = file(b"\ncanary-6f1b\n", 0o600);
        assert_eq!(kept.read().unwrap_or_else(|_| panic!()).text.expose(), CANARY);
    }

    #[test]
    fn a_token_that_no_header_can_carry_is_refused_without_showing_it() {
        for bad in [
            "canary-6f1b\nX-Other: 1",
            "canary 6f1b",
            "canary-6f1b\u{0}",
            "canary-6f1bé",
            "canary\t6f1b",
        ] {
            let refused = error(&TokenSource::Value(AccessToken::new(bad)));
            assert_eq!(
                refused,
                TokenError::Characters {
                    origin: "YNAB_API_KEY".to_owned()
                }
            );
            assert!(!refused.to_string().contains("canary") && !format!("{refused:?}").contains("canary"));
        }
        assert_eq!(
            error(&TokenSource::Value(AccessToken::new(" \n"))),
            TokenError::Empty {
                origin: "YNAB_API_KEY".into()
            }
        );
    }

    #[test]
    fn a_file_that_others_can_read_is_refused_and_the_remedy_told() {
        for mode in [0o640, 0o604, 0o602, 0o660, 0o777] {
            let (_folder, open) = file(b"canary-6f1b", mode);
            let refused = error(&open);
            assert!(matches!(&refused, TokenError::OpenToOthers { .. }), "{mode:o}");
            assert!(refused.to_string().contains("chmod 600 "), "{refused}");
            assert!(!refused.to_string().contains("canary"));
        }
        let (_folder, private) = file(b"canary-6f1b", 0o400);
        assert!(private.read().is_ok());
    }

    #[test]
    fn a_file_that_is_none_or_holds_no_text_is_refused() {
        let missing = TokenSource::File(PathBuf::from("/nonexistent/token"));
        assert!(matches!(error(&missing), TokenError::Unreadable { .. }));
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(
            error(&TokenSource::File(folder.path().to_owned())),
            TokenError::Unreadable { .. }
        ));
        let (_folder, garbled) = file(b"\xff\xfe", 0o600);
        assert!(matches!(error(&garbled), TokenError::Unreadable { .. }));
        let (_folder, long) = file(&vec![b'a'; 70_000], 0o600);
        assert!(matches!(error(&long), TokenError::Unreadable { .. }));
        let (_folder, empty) = file(b"\n", 0o600);
        assert!(matches!(error(&empty), TokenError::Empty { .. }));
    }

    #[test]
    fn without_a_token_the_message_names_every_way_on() {
        let text = error(&TokenSource::Missing).to_string();
        for way in [
            "YNAB_API_KEY",
            "YNAB_API_KEY_FILE",
            "https://app.ynab.com/settings/developer",
            "--demo",
        ] {
            assert!(text.contains(way), "{text}");
        }
    }
}
