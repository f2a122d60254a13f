//! Path parameters are text and stay text: nothing in an id can lead a request to another path.

use std::fmt::Write as _;

/// Percent-encodes all but the unreserved characters, so that no separator of any URL parser is left.
pub(crate) fn encode_path(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// Whether `path` is `template` with something in each parameter's place, below `base`.
///
/// URL parsers take `.` and `..` for directions even when they are encoded, and an empty segment may name another
/// resource; each of them leaves a path that does not fit.
pub(crate) fn fits(base: &str, template: &str, path: &str) -> bool {
    let Some(below) = path.strip_prefix(base) else {
        return false;
    };
    let mut segments = below.split('/');
    let fitting = template.split('/').all(|expected| {
        segments.next().is_some_and(|segment| {
            if expected.starts_with('{') {
                !segment.is_empty()
            } else {
                segment == expected
            }
        })
    });
    fitting && segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reqwest::Url;

    use super::{encode_path, fits};

    const TEMPLATE: &str = "/plans/{plan_id}/months/{month}";

    fn path_of(plan: &str, month: &str) -> String {
        let url = format!(
            "http://127.0.0.1:1/v1/plans/{}/months/{}",
            encode_path(plan),
            encode_path(month)
        );
        Url::parse(&url).map(|url| url.path().to_owned()).unwrap()
    }

    #[test]
    fn ordinary_ids_fit_and_are_not_changed() {
        let path = path_of("6f0a2f53-3d3c-4f0e-9d42-0fbb0c1f7d11", "2026-07-01");
        assert_eq!(path, "/v1/plans/6f0a2f53-3d3c-4f0e-9d42-0fbb0c1f7d11/months/2026-07-01");
        assert!(fits("/v1", TEMPLATE, &path));
    }

    #[test]
    fn separators_stay_inside_their_segment() {
        for (id, encoded) in [
            ("a/b", "a%2Fb"),
            ("a\\b", "a%5Cb"),
            ("a%2Fb", "a%252Fb"),
            ("%2e%2e", "%252e%252e"),
            ("..%2f..", "..%252f.."),
            ("a?b#c", "a%3Fb%23c"),
            ("x/../y", "x%2F..%2Fy"),
            ("a\tb\n", "a%09b%0A"),
            ("é", "%C3%A9"),
            ("...", "..."),
        ] {
            let path = path_of(id, "current");
            assert_eq!(path, format!("/v1/plans/{encoded}/months/current"));
            assert!(fits("/v1", TEMPLATE, &path), "{id}");
        }
    }

    #[test]
    fn directions_and_emptiness_do_not_fit() {
        for (plan, month) in [
            ("", "m"),
            ("p", ""),
            (".", "m"),
            ("..", "m"),
            ("p", "."),
            ("p", ".."),
            ("..", ".."),
        ] {
            assert!(!fits("/v1", TEMPLATE, &path_of(plan, month)), "{plan:?} {month:?}");
        }
    }

    /// The text that a percent-encoded segment stands for.
    fn decoded(segment: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = segment.bytes();
        while let Some(byte) = rest.next() {
            let mut encoded =
                || u8::from_str_radix(&rest.by_ref().take(2).map(char::from).collect::<String>(), 16).unwrap();
            bytes.push(if byte == b'%' { encoded() } else { byte });
        }
        String::from_utf8(bytes).unwrap()
    }

    proptest! {
        #[test]
        fn whatever_the_ids_are_the_path_holds_them_or_does_not_fit(plan in ".{0,6}|[./\\\\%?#]{0,6}", month in "[./\\\\2eE%]{0,4}") {
            let path = path_of(&plan, &month);
            if fits("/v1", TEMPLATE, &path) {
                let segments: Vec<String> = path.split('/').map(decoded).collect();
                prop_assert_eq!(segments, ["", "v1", "plans", &plan, "months", &month]);
            } else {
                let swallowed = |id: &str| ["", ".", ".."].contains(&id);
                prop_assert!(swallowed(&plan) || swallowed(&month));
            }
        }
    }
}
