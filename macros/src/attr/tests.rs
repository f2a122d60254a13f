//! How the arguments are read, and that one mistake is reported once.

use super::ToolAttr;
use crate::errors::Errors;

const ALL: &str = "`write`, `title`, `with_writes`, `costs`, `subject`, `unconfirmed`, `destructive`, `idempotent`";

fn read(arguments: &str) -> (ToolAttr, Vec<String>) {
    let mut errors = Errors::default();
    let attr = ToolAttr::parse(arguments.parse().expect("tokens"), &mut errors);
    (attr, errors.messages())
}

#[test]
fn nothing_is_nothing() {
    let (attr, messages) = read("");
    assert!(messages.is_empty());
    assert!(attr.write.is_none() && attr.title.is_none());
}

#[test]
fn a_type_may_hold_commas() {
    let (attr, messages) = read("subject = Pair<Before, After>, write");
    assert_eq!(messages, [""; 0]);
    assert!(attr.subject.and_then(|subject| subject.value).is_some());
    assert!(attr.write.is_some());
}

#[test]
fn an_unknown_argument_is_named_with_the_known_ones() {
    let (attr, messages) = read("titel = \"Plans, all\", write");
    assert_eq!(
        messages,
        [format!(
            "there is no argument `titel`. Did you mean `title`? The arguments are {ALL}"
        )]
    );
    assert!(attr.write.is_some(), "reading goes on after it");

    let (_, messages) = read("description = \"Plans\"");
    assert_eq!(
        messages,
        [format!("there is no argument `description`. The arguments are {ALL}")]
    );
}

#[test]
fn a_keyword_or_a_path_is_an_unknown_argument() {
    let (_, messages) = read("type = MoneyMove, async, subject::new");
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert_eq!(
        messages[0],
        format!("there is no argument `type`. The arguments are {ALL}")
    );
    assert_eq!(
        messages[1],
        format!("there is no argument `async`. The arguments are {ALL}")
    );
    assert!(messages[2].starts_with("`subject` takes a type"), "{messages:?}");
}

#[test]
fn a_value_without_a_name() {
    let (attr, messages) = read("\"List plans\", write");
    assert_eq!(
        messages,
        [format!(
            "an argument starts with its name: write `title = \"…\"`; the names are {ALL}"
        )]
    );
    assert!(attr.write.is_some());
}

#[test]
fn a_duplicate_is_reported_and_the_first_one_counts() {
    let (attr, messages) = read("title = \"One\", write, title = \"Two\", write");
    assert_eq!(
        messages,
        [
            "`title` is given twice: keep one of the two",
            "`write` is given twice: keep one of the two"
        ]
    );
    assert_eq!(
        attr.title
            .and_then(|title| title.value)
            .map(|text| text.value())
            .as_deref(),
        Some("One")
    );
}

#[test]
fn a_text_is_a_text_in_quotes() {
    for value in [
        "3",
        "Plans",
        "b\"Plans\"",
        "concat!(\"List\", \"plans\")",
        "\"List\" + \"plans\"",
        "",
    ] {
        let (attr, messages) = read(&format!("title = {value}, write"));
        assert_eq!(
            messages,
            ["`title` takes a text in quotes: write `title = \"…\"`"],
            "{value}"
        );
        assert!(
            attr.title.is_some_and(|title| title.value.is_none()),
            "{value}: given, without a value"
        );
        assert!(attr.write.is_some(), "{value}");
    }
    assert_eq!(
        read("title").1,
        ["`title` takes a text in quotes: write `title = \"…\"`"]
    );
    assert_eq!(
        read("title(\"Plans\")").1,
        ["`title` takes a text in quotes: write `title = \"…\"`"]
    );
    assert_eq!(
        read("title: \"Plans\"").1,
        ["`title` takes a text in quotes: write `title = \"…\"`"]
    );
}

#[test]
fn a_subject_is_a_type() {
    let message = "`subject` takes a type: write `subject = MoneyMove`, with the type the tool's proposal is made of";
    for value in ["\"MoneyMove\"", "3", "", "MoneyMove {}"] {
        assert_eq!(read(&format!("subject = {value}, write")).1, [message], "{value}");
    }
}

#[test]
fn write_takes_no_value() {
    let message = "`write` takes no value: write `write` alone for a tool that writes, and leave it out for a read";
    for written in ["write = true", "write = false", "write(confirmed)"] {
        let (attr, messages) = read(&format!("{written}, title = \"Plans\""));
        assert_eq!(messages, [message], "{written}");
        assert!(attr.write.is_some() && attr.title.is_some(), "{written}");
    }
}

#[test]
fn a_forgotten_comma_is_reported_alone() {
    let (attr, messages) = read("write title = \"Plans\" destructive = true");
    assert_eq!(
        messages,
        ["arguments are separated by commas: write `,` before this one"; 2]
    );
    assert!(attr.write.is_some() && attr.title.is_some() && attr.destructive.is_some());
}

#[test]
fn a_comma_too_many_is_reported_and_reading_goes_on() {
    let (attr, messages) = read("write,, title = \"Plans\"");
    assert_eq!(
        messages,
        [format!(
            "an argument starts with its name: write `title = \"…\"`; the names are {ALL}"
        )]
    );
    assert!(attr.title.is_some());
}
