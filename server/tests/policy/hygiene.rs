//! What every file of the project keeps to: a length that a reader holds, nothing unfinished, no word that belongs elsewhere.

use crate::tree::{TextFile, text_files};

/// The longest hand-written file.
const LINES: usize = 500;

/// Written by a program, each reproducible by one command.
const GENERATED: [&str; 3] = ["ynab-api/src/generated.rs", "spec/ynab.json", "Cargo.lock"];

/// Marks of unfinished work. Written in halves, so that this file is not found.
const MARKS: [&str; 6] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("HA", "CK"),
    concat!("to", "do!("),
    concat!("unimple", "mented!("),
    concat!("#[ig", "nore]"),
];

/// Where people keep their files, and how some call the one who writes: nothing of it is the project's.
const ELSEWHERE: [&str; 8] = [
    concat!("/ho", "me/"),
    concat!("/Use", "rs/"),
    concat!("C:", "\\Users"),
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("shared/", "design"),
    concat!("sub", "agent"),
    concat!("-----BEGIN ", "PRIVATE"),
];

/// Written by a program, or an example of what a compiler refuses, whose body does not matter.
fn is_spared(file: &TextFile) -> bool {
    let below = ["/snapshots/", "/tests/ui/", "/tests/expand/"];
    GENERATED.contains(&file.path.as_str()) || below.iter().any(|folder| file.path.contains(folder))
}

fn too_long(file: &TextFile) -> Option<String> {
    let lines = file.text.lines().count();
    (file.path.ends_with(".rs") && lines > LINES).then(|| format!("{}: {lines} lines of {LINES}", file.path))
}

/// Lines with one of the words, which begin and end where other letters end and begin.
fn with_words<'a>(file: &'a TextFile, words: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    file.text.lines().enumerate().filter_map(|(number, line)| {
        let word = words.iter().find(|word| has_word(line, word))?;
        Some(format!("{}:{}: {word}", file.path, number + 1))
    })
}

fn has_word(line: &str, word: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    line.match_indices(word).any(|(start, found)| {
        let starts_inside = word.starts_with(char::is_alphanumeric) && is_letter(line[..start].chars().next_back());
        let ends_inside =
            word.ends_with(char::is_alphanumeric) && is_letter(line[start + found.len()..].chars().next());
        !starts_inside && !ends_inside
    })
}

fn file(path: &str, text: String) -> TextFile {
    TextFile {
        path: path.to_owned(),
        text,
    }
}

#[test]
fn the_detectors_find_what_must_not_be() {
    assert!(too_long(&file("server/src/a.rs", "\n".repeat(LINES + 1))).is_some());
    assert!(too_long(&file("server/src/a.rs", "\n".repeat(LINES))).is_none());
    assert!(is_spared(&file("ynab-api/src/generated.rs", String::new())));
    for mark in MARKS {
        let text = format!("fn a() {{\n    // {mark} later\n}}");
        assert_eq!(with_words(&file("a.rs", text), &MARKS).count(), 1, "{mark}");
    }
    for word in ELSEWHERE {
        let text = format!("const PATH: &str = \"{word}someone\";");
        let found = with_words(&file("a.rs", text), &ELSEWHERE).count();
        // A word that ends in a letter is another word when letters follow.
        let is_whole = !word.ends_with(char::is_alphanumeric);
        assert_eq!(found, usize::from(is_whole), "{word}");
        assert_eq!(
            with_words(&file("a.rs", format!("see {word} there")), &ELSEWHERE).count(),
            1,
            "{word}"
        );
    }
    let passing = "the method todo_list, at_home/, and HACKNEY";
    assert_eq!(with_words(&file("a.md", passing.to_owned()), &MARKS).count(), 0);
}

#[test]
fn no_hand_written_file_is_longer_than_a_reader_holds() {
    let files = text_files("");
    let found = files
        .iter()
        .filter(|file| !is_spared(file))
        .filter_map(too_long)
        .collect::<Vec<_>>();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_is_unfinished_and_no_word_belongs_elsewhere() {
    let files = text_files("");
    let own = files.iter().filter(|file| !is_spared(file));
    let found = own.flat_map(|file| with_words(file, &MARKS).chain(with_words(file, &ELSEWHERE)));
    let found = found.collect::<Vec<_>>();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The lines of a clippy configuration that forbid something without a reason.
fn unreasoned(configuration: &str) -> Vec<&str> {
    let entries = configuration.lines().filter(|line| line.contains("path = \""));
    entries.filter(|line| !line.contains("reason = \"")).collect()
}

#[test]
fn the_servers_bans_give_reasons_and_keep_the_keys_of_the_workspace() {
    assert_eq!(
        unreasoned("{ path = \"a\" },\n{ path = \"b\", reason = \"c\" },"),
        ["{ path = \"a\" },"]
    );
    let files = text_files("");
    let text = |path: &str| {
        &files
            .iter()
            .find(|file| file.path == path)
            .expect("a configuration")
            .text
    };
    let (root, server) = (text(".clippy.toml"), text("server/.clippy.toml"));
    assert_eq!(unreasoned(server), [""; 0]);
    // Clippy reads the nearest file alone.
    let lacking = root
        .lines()
        .filter(|key| !server.lines().any(|line| line == *key))
        .collect::<Vec<_>>();
    assert!(!root.is_empty() && lacking.is_empty(), "{lacking:?}");
}
