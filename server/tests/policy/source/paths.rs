//! The names that a file's code uses: every path, those of `use` trees included, and every word.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: usize,
}

/// A path of two parts or more, or one part that is renamed, such as `use std as s`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) place: Place,
    /// From the crate's root where it begins with `crate`, `super`, `self` or the crate's own name; else as written. The
    /// last part may be `*`.
    pub(super) parts: Vec<String>,
    /// It gets another name here, so that what lies below it may be meant later.
    renamed: bool,
}

impl Named {
    /// Whether it names this or something below it, or makes it reachable under another name.
    pub(super) fn reaches(&self, target: &[&str]) -> bool {
        let all = self.parts.last().is_some_and(|last| last == "*");
        let parts = if all {
            &self.parts[..self.parts.len() - 1]
        } else {
            &self.parts[..]
        };
        let same = parts.iter().zip(target).all(|(part, wanted)| part == wanted);
        same && (parts.len() >= target.len() || all || self.renamed)
    }

    pub(super) fn text(&self) -> String {
        self.parts.join("::")
    }
}

/// The code of one file, without its tests.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) paths: Vec<Named>,
    /// Every identifier and every literal that is a float.
    pub(super) words: Vec<(Place, String)>,
    /// Macros that are called, without the exclamation mark.
    pub(super) macros: Vec<(Place, String)>,
    /// Texts, those of documentation included.
    pub(super) texts: Vec<(Place, String)>,
    /// Modules in files of their own that are there for tests only.
    pub(super) test_modules: Vec<Vec<String>>,
}

impl Code {
    /// Reads the code of a module.
    pub(super) fn read(text: &str, module: &[String]) -> Result<Self, proc_macro2::LexError> {
        let mut code = Self::default();
        code.walk(text.parse::<TokenStream>()?, module);
        Ok(code)
    }

    fn walk(&mut self, stream: TokenStream, module: &[String]) {
        let tokens = stream.into_iter().collect::<Vec<_>>();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if is_test_attribute(&tokens, at) {
                at = self.skip_item(&tokens, at + 2, module);
                continue;
            }
            at = match token {
                TokenTree::Ident(word) if *word == "extern" && is_own_name(&tokens[at..]) => at + 5,
                TokenTree::Ident(word) if *word == "mod" => self.module(&tokens, at, module),
                TokenTree::Ident(_) => self.path(&tokens, at, module),
                TokenTree::Group(group) => {
                    self.walk(group.stream(), module);
                    at + 1
                }
                TokenTree::Literal(literal) => {
                    if !is_tuple_index(&tokens, at) {
                        self.literal(&literal.to_string(), &place(token));
                    }
                    at + 1
                }
                TokenTree::Punct(_) => at + 1,
            };
        }
    }

    /// A module with its body in this file is another module for `super`.
    fn module(&mut self, tokens: &[TokenTree], at: usize, module: &[String]) -> usize {
        match (tokens.get(at + 1), tokens.get(at + 2)) {
            (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) if body.delimiter() == Delimiter::Brace => {
                self.walk(body.stream(), &[module, &[name.to_string()]].concat());
                at + 3
            }
            _ => at + 1,
        }
    }

    /// Notes the path that begins here, and gives the place behind it.
    fn path(&mut self, tokens: &[TokenTree], start: usize, module: &[String]) -> usize {
        let is_method = start > 0 && is_punct(tokens.get(start - 1), '.');
        let mut parts = Vec::new();
        let mut at = start;
        while let Some(TokenTree::Ident(word)) = tokens.get(at) {
            self.words.push((place(&tokens[at]), word.to_string()));
            parts.push(word.to_string());
            at += 1;
            if !is_colons(tokens, at) {
                break;
            }
            match tokens.get(at + 2) {
                Some(TokenTree::Ident(_)) => at += 2,
                Some(TokenTree::Group(tree)) if tree.delimiter() == Delimiter::Brace => {
                    self.tree(&parts, tree, module);
                    return at + 3;
                }
                Some(TokenTree::Punct(star)) if star.as_char() == '*' => {
                    parts.push("*".to_owned());
                    at += 3;
                    break;
                }
                _ => break,
            }
        }
        if is_punct(tokens.get(at), '!') && !is_punct(tokens.get(at + 1), '=') {
            self.macros
                .push((place(&tokens[start]), parts.last().cloned().unwrap_or_default()));
        }
        if !is_method {
            self.note(&parts, &tokens[start], tokens.get(at), module);
        }
        at.max(start + 1)
    }

    /// The paths of a `use` tree, each with what stands before the braces.
    fn tree(&mut self, before: &[String], tree: &Group, module: &[String]) {
        let tokens = tree.stream().into_iter().collect::<Vec<_>>();
        for branch in tokens.split(|token| is_punct(Some(token), ',')) {
            let Some(first) = branch.first() else { continue };
            let mut parts = before.to_vec();
            let mut at = 0;
            let mut inner = None;
            while let Some(token) = branch.get(at) {
                match token {
                    TokenTree::Ident(word) if *word == "as" => break,
                    TokenTree::Ident(word) => {
                        self.words.push((place(token), word.to_string()));
                        if *word != "self" || at > 0 {
                            parts.push(word.to_string());
                        }
                    }
                    TokenTree::Punct(star) if star.as_char() == '*' => parts.push("*".to_owned()),
                    TokenTree::Group(group) => inner = Some(group),
                    _ => {}
                }
                at += 1;
            }
            match inner {
                Some(group) => self.tree(&parts, group, module),
                None => self.note(&parts, first, branch.get(at), module),
            }
        }
    }

    fn note(&mut self, parts: &[String], first: &TokenTree, behind: Option<&TokenTree>, module: &[String]) {
        let renamed = matches!(behind, Some(TokenTree::Ident(word)) if *word == "as");
        if parts.len() > 1 || renamed {
            self.paths.push(Named {
                place: place(first),
                parts: from_root(parts, module),
                renamed,
            });
        }
    }

    fn literal(&mut self, literal: &str, place: &Place) {
        if literal.starts_with(|first: char| first.is_ascii_digit()) {
            let hexadecimal = literal.starts_with("0x");
            let is_float = literal.contains('.') || literal.ends_with("f64") || literal.ends_with("f32");
            if is_float && !hexadecimal {
                self.words.push((place.clone(), literal.to_owned()));
            }
        } else {
            self.texts.push((place.clone(), literal.to_owned()));
        }
    }

    /// The place behind an item that is there for tests only.
    fn skip_item(&mut self, tokens: &[TokenTree], mut at: usize, module: &[String]) -> usize {
        while is_punct(tokens.get(at), '#') {
            at += 2;
        }
        let words = tokens[at..].iter().map_while(|token| match token {
            TokenTree::Ident(word) => Some(word.to_string()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some("(…)".to_owned()),
            _ => None,
        });
        let words = words
            .skip_while(|word| matches!(word.as_str(), "pub" | "(…)"))
            .collect::<Vec<_>>();
        let kind = words.first().map_or("", String::as_str);
        let ends_at_semicolon =
            matches!(kind, "use" | "const" | "static" | "type") && words.get(1).is_none_or(|next| next != "fn");
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Punct(end) if end.as_char() == ';' => {
                    if let ("mod", Some(name)) = (kind, words.get(1)) {
                        self.test_modules.push([module, std::slice::from_ref(name)].concat());
                    }
                    break;
                }
                TokenTree::Group(body) if body.delimiter() == Delimiter::Brace && !ends_at_semicolon => break,
                _ => {}
            }
        }
        at
    }
}

/// The path from the crate's root, where that is known.
fn from_root(parts: &[String], module: &[String]) -> Vec<String> {
    let mut base = match parts.first().map(String::as_str) {
        Some("crate" | "avenir") => vec!["crate".to_owned()],
        Some("self" | "super") => module.to_vec(),
        _ => return parts.to_vec(),
    };
    for part in parts {
        match part.as_str() {
            "crate" | "avenir" if base.len() == 1 => {}
            "self" => {}
            "super" => {
                base.pop();
            }
            other => base.push(other.to_owned()),
        }
    }
    base
}

/// `#[cfg(test)]`, or another condition that tests alone meet.
fn is_test_attribute(tokens: &[TokenTree], at: usize) -> bool {
    let Some(TokenTree::Group(group)) = tokens.get(at + 1).filter(|_| is_punct(tokens.get(at), '#')) else {
        return false;
    };
    let text = group.stream().to_string().replace(' ', "");
    text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

/// `extern crate self as name`: the crate's own name, which is read as `crate`.
fn is_own_name(tokens: &[TokenTree]) -> bool {
    let words = tokens.iter().take(3).map(ToString::to_string).collect::<Vec<_>>();
    words == ["extern", "crate", "self"]
}

/// `0.1` in `pair.0.1` is no float, but the end of `..0.1` is one.
fn is_tuple_index(tokens: &[TokenTree], at: usize) -> bool {
    let dot = |back: usize| {
        at.checked_sub(back)
            .is_some_and(|place| is_punct(tokens.get(place), '.'))
    };
    dot(1) && !dot(2)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

fn place(token: &TokenTree) -> Place {
    Place {
        line: token.span().start().line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        let module = ["crate", "logic", "undo"].map(str::to_owned);
        let code = Code::read(text, &module).expect("tokens");
        code.paths.iter().map(Named::text).collect()
    }

    #[test]
    fn every_way_to_name_a_path_is_read() {
        for (text, expected) in [
            ("use crate::io::ynab;", "crate::io::ynab"),
            ("pub use avenir::io::ynab;", "crate::io::ynab"),
            ("fn f() { super::super::io::x(); }", "crate::io::x"),
            ("mod a { use super::super::b; }", "crate::logic::b"),
            ("fn f() -> Vec<crate::io::Meter> { todo() }", "crate::io::Meter"),
            ("macro_rules! m { ($x:expr) => { std::fs::read($x) } }", "std::fs::read"),
            ("use self::parts::*;", "crate::logic::undo::parts::*"),
            ("use std::env as surroundings;", "std::env"),
            ("fn f() { x.y(|| rand::random::<u8>()) }", "rand::random"),
        ] {
            assert!(paths(text).contains(&expected.to_owned()), "{text}: {:?}", paths(text));
        }
        assert_eq!(
            paths("use crate::{self, io::{self, ynab::{Meter as M, *}}, domain};"),
            [
                "crate::io",
                "crate::io::ynab::Meter",
                "crate::io::ynab::*",
                "crate::domain"
            ]
        );
    }

    #[test]
    fn comments_texts_and_tests_are_no_code() {
        for text in [
            "/// See [`crate::io`].\nfn f() {}",
            "// std::fs::read\nfn f() {}",
            "const A: &str = \"std::fs::read\";",
            "#[cfg(test)]\nmod tests { use std::fs::read; }",
            "#[cfg(test)]\nuse std::{fs, env};",
            "#[cfg(unix)]\n#[cfg(test)]\nmod tests { use std::fs::read; }",
            "#[cfg(test)]\n#[allow(unused)]\npub(crate) fn f() { std::fs::read(1) }",
            "#[cfg(all(test, unix))]\nconst X: &[u8] = &{ std::fs::read(1) };",
        ] {
            assert_eq!(paths(text), Vec::<String>::new(), "{text}");
        }
        let behind = paths("#[cfg(test)]\nmod tests;\n#[cfg(test)]\nconst fn f() {}\nfn g() { std::fs::read(1) }");
        assert_eq!(behind, ["std::fs::read"]);
    }

    #[test]
    fn a_path_reaches_what_lies_below_it_or_behind_a_star_or_another_name() {
        let reaches = |text: &str, target: &[&str]| {
            let code = Code::read(text, &["crate".to_owned()]).expect("tokens");
            code.paths.iter().any(|named| named.reaches(target))
        };
        for text in [
            "use std::fs::File;",
            "use std::fs;",
            "use std::*;",
            "use std as s;",
            "use std::fs as f;",
        ] {
            assert!(reaches(text, &["std", "fs"]), "{text}");
        }
        for text in [
            "use std::fmt;",
            "use std::fmt::*;",
            "use fs::File;",
            "use std::{io, env};",
        ] {
            assert!(!reaches(text, &["std", "fs"]), "{text}");
        }
    }

    #[test]
    fn words_macros_texts_and_test_modules_are_told_apart() {
        let module = ["crate".to_owned()];
        let text = "fn f(x: f64) { println!(\"{x}\"); a != b; 1.5; 0x1f; x.as_f64(); y.0.25; 0..0.75 }\n#[cfg(test)]\nmod tests;";
        let code = Code::read(text, &module).expect("tokens");
        let words = code.words.iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>();
        for word in ["f64", "1.5", "as_f64", "0.75"] {
            assert!(words.contains(&word), "{word}");
        }
        assert!(!words.contains(&"0x1f") && !words.contains(&"0.25"));
        assert_eq!(
            code.macros.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(),
            ["println"]
        );
        assert_eq!(
            code.texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
            ["\"{x}\""]
        );
        assert_eq!(code.test_modules, [["crate", "tests"]]);
    }
}
