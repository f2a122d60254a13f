use super::*;
use proptest::prelude::*;

#[test]
fn one_line_comes_out() {
    for (text, line) in [
        ("Market", "Market"),
        ("  a \t b  ", "a b"),
        ("a\nb\r\nc\u{0B}d\u{0C}e", "a b c d e"),
        ("a\u{85}b\u{2028}c\u{2029}d", "a b c d"),
        ("a\u{1C}b\u{1F}c\u{0}d\u{7F}e\u{9F}f", "a b c d e f"),
        ("a\u{A0}\u{3000}\u{202F}b", "a b"),
        ("a\u{1B}[31mb", "a [31mb"),
        ("", ""),
        (" \n ", ""),
        ("→ ‘quoted’ … ½ €", "→ ‘quoted’ … ½ €"),
        (
            "Überweisung Straße 東京 עברית العربية",
            "Überweisung Straße 東京 עברית العربية",
        ),
    ] {
        assert_eq!(visible_line(text), line, "{text:?}");
    }
}

#[test]
fn what_does_not_show_is_gone() {
    for unseen in [
        // Zero-width, bidirectional, soft hyphen, joiners, interlinear notes.
        '\u{200B}',
        '\u{200C}',
        '\u{200D}',
        '\u{200E}',
        '\u{200F}',
        '\u{202A}',
        '\u{202E}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{061C}',
        '\u{FEFF}',
        '\u{00AD}',
        '\u{180E}',
        '\u{FFF9}',
        '\u{FFFB}',
        // Letters and marks without ink.
        '\u{034F}',
        '\u{115F}',
        '\u{1160}',
        '\u{17B4}',
        '\u{17B5}',
        '\u{180B}',
        '\u{180F}',
        '\u{2800}',
        '\u{3164}',
        '\u{FFA0}',
        '\u{1D159}',
        '\u{1D173}',
        '\u{1BCA0}',
        '\u{16FE4}',
        '\u{13441}',
        // Variation selectors and tags.
        '\u{FE00}',
        '\u{FE0E}',
        '\u{FE0F}',
        '\u{E0001}',
        '\u{E0041}',
        '\u{E007F}',
        '\u{E0100}',
        '\u{E01EF}',
        '\u{E0FFF}',
        // Private use, unassigned, noncharacters.
        '\u{E000}',
        '\u{F8FF}',
        '\u{F0000}',
        '\u{10FFFD}',
        '\u{0378}',
        '\u{2065}',
        '\u{FFF0}',
        '\u{FDD0}',
        '\u{FFFE}',
        '\u{10FFFF}',
    ] {
        assert_eq!(
            visible_line(&format!("a{unseen}b")),
            "ab",
            "U+{:04X}",
            u32::from(unseen)
        );
        assert_eq!(visible_line(&String::from(unseen)), "", "U+{:04X}", u32::from(unseen));
        assert!(
            one_visible_line(&format!("a{unseen}b")).is_err(),
            "U+{:04X}",
            u32::from(unseen)
        );
    }
}

#[test]
fn a_character_carries_three_marks_and_a_mark_needs_a_character() {
    assert_eq!(
        visible_line(&format!("a{}b", "\u{0336}".repeat(500))),
        "a\u{336}\u{336}\u{336}b"
    );
    assert_eq!(visible_line("\u{0338}a \u{20DD}b"), "a b");
    assert_eq!(visible_line("a\n\u{0301}b"), "a b");
    // An invisible character between marks does not start the count again.
    assert_eq!(
        visible_line("a\u{301}\u{301}\u{200B}\u{301}\u{34F}\u{301}"),
        "a\u{301}\u{301}\u{301}"
    );
    for whole in ["é", "e\u{301}", "ệ", "นี้", "क्षि", "שָׁ", "が"] {
        assert_eq!(visible_line(whole), whole);
        assert_eq!(one_visible_line(whole), Ok(whole));
    }
}

#[test]
fn emoji_stay_readable() {
    for (text, line) in [
        ("🍕 Pizza", "🍕 Pizza"),
        ("✈\u{FE0F} Travel", "✈ Travel"),
        ("👨\u{200D}👩\u{200D}👧 Family", "👨👩👧 Family"),
        ("👍🏽", "👍🏽"),
        ("🇩🇪", "🇩🇪"),
        ("1\u{FE0F}\u{20E3} first", "1\u{20E3} first"),
    ] {
        assert_eq!(visible_line(text), line);
        assert_eq!(one_visible_line(text), Ok(text));
    }
}

#[test]
fn a_long_line_ends_in_an_ellipsis_within_the_limit() {
    let eighty = "x".repeat(80);
    assert_eq!(visible_line(&eighty), eighty);
    assert_eq!(visible_line(&format!("{eighty} \n ")), eighty);
    assert_eq!(visible_line(&"x".repeat(81)), format!("{}…", "x".repeat(79)));
    assert_eq!(visible_line(&"é".repeat(81)).chars().count(), 80);
    assert_eq!(visible_line_up_to("abc def", 5), "abc…");
    assert_eq!(visible_line_up_to("abcdef", 3), "ab…");
    assert_eq!(visible_line_up_to("abcdef", 1), "…");
    assert_eq!(visible_line_up_to("abcdef", 0), "");
    assert_eq!(visible_line_up_to("", 0), "");
}

#[test]
fn a_cut_leaves_whole_characters() {
    assert_eq!(visible_line_up_to("abce\u{301}f", 5), "abc…");
    assert_eq!(visible_line_up_to("abce\u{301}f", 6), "abce\u{301}f");
    assert_eq!(visible_line_up_to("abc👍🏽f", 5), "abc…");
    assert_eq!(visible_line_up_to("a\u{301}\u{301}\u{301}b", 3), "…");
}

#[test]
fn untrusted_text_shows_its_line_and_keeps_its_letters() {
    let name = Untrusted::new("Caf\u{E9}\n\u{202E}Bar");
    assert_eq!(name.raw(), "Caf\u{E9}\n\u{202E}Bar");
    assert_eq!(name.to_string(), "Café Bar");
    assert_eq!(format!("{name:?}"), "Untrusted(\"Café Bar\")");
    assert_eq!(format!("{name:>10}|"), "  Café Bar|");
    assert_eq!(serde_json::to_string(&name).unwrap(), "\"Café Bar\"");
    let read: Untrusted = serde_json::from_str("\"a\\nb\"").unwrap();
    assert_eq!(read.raw(), "a\nb");
    assert!(Untrusted::from("\u{200B}\n").is_blank() && !Untrusted::from("a").is_blank());
    assert_eq!(Untrusted::new("m".repeat(500)).line_up_to(500).len(), 500);
}

#[test]
fn a_chosen_name_must_show_on_one_line() {
    assert_eq!(one_visible_line("  Pets & Co. "), Ok("Pets & Co."));
    for blank in ["", "   "] {
        assert_eq!(one_visible_line(blank), Err(TextError::Blank));
    }
    for (name, character) in [
        ("a\nb", "U+000A"),
        ("a\u{202E}b", "U+202E"),
        ("a\u{A0}b", "U+00A0"),
        ("a  b", "U+0020"),
        ("\u{301}a", "U+0301"),
        ("a\u{301}\u{301}\u{301}\u{301}", "U+0301"),
        ("a\u{FE0F}b", "U+FE0F"),
        ("✈\u{FE0F}\u{FE0F}", "U+FE0F"),
        ("👨\u{200D}a", "U+200D"),
        ("👨\u{200D}", "U+200D"),
        ("\u{200B}", "U+200B"),
    ] {
        let refusal = one_visible_line(name).unwrap_err();
        assert_eq!(
            refusal,
            TextError::Unshown {
                shown: quoted(name),
                character: character.into()
            },
            "{name:?}"
        );
        assert!(!refusal.to_string().contains('\n'));
    }
}

#[test]
fn a_text_of_megabytes_is_read_only_as_far_as_it_shows() {
    let long = "\u{200B}y".repeat(2_000_000);
    assert_eq!(visible_line(&long), format!("{}…", "y".repeat(79)));
}

/// Characters that could hide, turn round or add something, listed apart from the rules under test.
fn is_hostile(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(u32::from(character),
            0xAD | 0x34F | 0x61C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F | 0x2028..=0x202E
            | 0x2060..=0x206F | 0x2800 | 0x3164 | 0xE000..=0xF8FF | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB
            | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A | 0xE_0000..=0x10_FFFF)
}

/// Text in which the hard characters are as frequent as letters.
fn hard_text() -> impl Strategy<Value = String> {
    let hard = prop::sample::select(vec![
        ' ',
        '\n',
        '\t',
        '\u{200B}',
        '\u{200D}',
        '\u{202E}',
        '\u{FE0F}',
        '\u{34F}',
        '\u{301}',
        '\u{20E3}',
        '\u{93E}',
        '\u{2028}',
        '\u{3164}',
        '\u{E0041}',
        '👨',
        '🏽',
        '✈',
        '1',
        'a',
        'ß',
        '…',
    ]);
    prop::collection::vec(prop_oneof![hard, any::<char>()], 0..200).prop_map(String::from_iter)
}

#[test]
fn a_name_with_a_control_in_it_is_refused_wherever_it_stands() {
    for name in ["\u{1F468}\0", "a\0b", "\0a", "a\u{85}b", "a\u{2028}", "a\tb"] {
        assert!(one_visible_line(name).is_err(), "{name:?}");
    }
}

proptest! {
    #[test]
    fn a_plain_text_shows_as_the_long_way_shows_it(text in "[ -~]{0,12}|[ -~é\u{200b}]{0,6}", limit in 0_usize..14) {
        prop_assert_eq!(visible_line_up_to(&text, limit), line_of(&text, limit));
    }

    #[test]
    fn a_visible_line_is_one_visible_line(text in hard_text(), limit in 0_usize..100) {
        let line = visible_line_up_to(&text, limit);
        prop_assert!(!line.contains(is_hostile), "{:?}", line);
        prop_assert!(line.chars().count() <= limit);
        prop_assert_eq!(line.trim(), &line);
        prop_assert!(!line.contains("  "));
        prop_assert_eq!(visible_line_up_to(&line, limit), line);
    }

    #[test]
    fn marks_never_pile_up(text in hard_text()) {
        let mut marks = 0;
        for character in visible_line(&text).chars() {
            marks = if matches!(character, '\u{301}' | '\u{20E3}' | '\u{93E}') { marks + 1 } else { 0 };
            prop_assert!(marks <= 3);
        }
    }

    #[test]
    fn a_name_that_is_taken_shows_as_it_is(text in hard_text()) {
        if let Ok(name) = one_visible_line(&text) {
            let shown = visible_line_up_to(name, usize::MAX);
            let sent: String = name.chars().filter(|character| !matches!(character, '\u{FE0F}' | '\u{200D}')).collect();
            prop_assert_eq!(shown, sent);
        }
    }
}
