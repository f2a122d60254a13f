//! Where YNAB answers: a URL that a token may be sent to.

use std::fmt;

use reqwest::Url;

use crate::ClientError;

/// The host names that mean this machine.
const THIS_MACHINE: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// The base of all requests: https, or http on this machine; a scheme, a host, maybe a port and a path, nothing more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    url: Url,
}

impl Address {
    /// Reads one; white space around it and slashes at its end do not count.
    pub fn parse(text: &str) -> Result<Self, ClientError> {
        let url = Url::parse(text.trim().trim_end_matches('/')).map_err(|_| ClientError::BadUrl)?;
        let plain =
            url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
        if !plain || url.host_str().is_none_or(str::is_empty) {
            return Err(ClientError::BadUrl);
        }
        let address = Self { url };
        match address.url.scheme() {
            "https" => Ok(address),
            "http" if address.is_this_machine() => Ok(address),
            _ => Err(ClientError::InsecureUrl),
        }
    }

    /// Whether it names this machine, and so not YNAB.
    pub fn is_this_machine(&self) -> bool {
        self.url.host_str().is_some_and(|host| THIS_MACHINE.contains(&host))
    }

    /// Whether requests to it are not encrypted; only on this machine.
    pub(crate) fn is_unencrypted(&self) -> bool {
        self.url.scheme() == "http"
    }

    /// Its path, without a slash at the end.
    pub(crate) fn path(&self) -> &str {
        self.url.path().trim_end_matches('/')
    }

    /// The whole, without a slash at the end.
    pub fn as_str(&self) -> &str {
        self.url.as_str().trim_end_matches('/')
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::YNAB_URL;

    #[test]
    fn ynab_itself_is_an_address_and_not_this_machine() {
        let ynab = Address::parse(YNAB_URL).unwrap();
        assert_eq!(ynab.as_str(), YNAB_URL);
        assert!(!ynab.is_this_machine());
    }

    #[test]
    fn only_https_and_this_machine_get_the_token() {
        for (text, whole, this_machine) in [
            ("https://api.ynab.com/v1", "https://api.ynab.com/v1", false),
            ("https://api.ynab.com/v1///", "https://api.ynab.com/v1", false),
            (" https://localhost/v1\n", "https://localhost/v1", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", true),
            ("http://LOCALHOST:1/v1", "http://localhost:1/v1", true),
            ("http://[::1]:1/v1", "http://[::1]:1/v1", true),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!(
                (address.as_str(), address.is_this_machine()),
                (whole, this_machine),
                "{text}"
            );
        }
        for text in [
            "http://api.ynab.com/v1",
            "http://localhost.example/v1",
            "http://0.0.0.0/",
            "ftp://127.0.0.1/v1",
        ] {
            assert_eq!(Address::parse(text), Err(ClientError::InsecureUrl), "{text}");
        }
        for text in [
            "",
            "api.ynab.com",
            "https://",
            "https://a:b@c/v1",
            "http://127.0.0.1@c/v1",
            "https://a/?x=1",
            "https://a/#x",
        ] {
            assert_eq!(Address::parse(text), Err(ClientError::BadUrl), "{text}");
        }
    }
}
