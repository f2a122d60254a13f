use super::*;
use proptest::prelude::*;

type Thing = (&'static str, &'static str, &'static str);

fn describe(thing: &Thing) -> Named<'_> {
    Named {
        id: thing.0,
        name: thing.1,
        context: Some(thing.2).filter(|group| !group.is_empty()),
    }
}

fn find<'a>(wanted: &str, things: &'a [Thing]) -> Result<&'a str, NameError> {
    find_one("category", wanted, things, describe).map(|thing| thing.0)
}

const PLAN: &[Thing] = &[
    ("c1", "🍕 Restaurants", "Fun"),
    ("c2", "Groceries", "Everyday"),
    ("c3", "Other", "Fun"),
    ("c4", "Other", "Everyday"),
    ("c5", "other", "Work"),
    ("c6", "✈\u{FE0F} Reise\nkasse", "Fun"),
    ("c7", "🍕", "Fun"),
    ("c8", "🎉", "Fun"),
    ("c9", "Straßenbahn", "Everyday"),
    ("c10", "İstanbul", "Fun"),
    ("c11", "Cafe\u{301}", "Fun"),
    ("c2x", "c2", "Trap"),
    ("c12", "A+", "Marks"),
    ("c13", "A", "Marks"),
];

#[test]
fn an_id_wins_over_a_name() {
    assert_eq!(find("c2", PLAN), Ok("c2"));
    assert_eq!(find("c2x", PLAN), Ok("c2x"));
}

#[test]
fn a_name_is_found_without_its_case_emoji_and_spaces() {
    for (wanted, id) in [
        ("🍕 Restaurants", "c1"),
        ("restaurants", "c1"),
        ("RESTAURANTS 🎂", "c1"),
        ("  groceries ", "c2"),
        ("other", "c5"),
        ("✈ Reise kasse", "c6"),
        ("reise kasse", "c6"),
        ("🍕", "c7"),
        ("🎉\u{FE0F}", "c8"),
        ("STRASSENBAHN", "c9"),
        ("straẞenbahn", "c9"),
        ("istanbul", "c10"),
        ("ISTANBUL", "c10"),
        ("ıstanbul", "c10"),
        ("café", "c11"),
        ("CAFÉ", "c11"),
        ("ｇｒｏｃｅｒｉｅｓ", "c2"),
        ("a+", "c12"),
        ("a", "c13"),
    ] {
        assert_eq!(find(wanted, PLAN), Ok(id), "{wanted}");
    }
}

#[test]
fn several_things_are_listed_and_never_chosen_between() {
    let error = find("Other", PLAN).unwrap_err();
    assert_eq!(
        error.to_string(),
        "‘Other’ fits more than one category: ‘Other’ (Fun), id c3; ‘Other’ (Everyday), id c4. Give the id of the one that \
         is meant"
    );
    let NameError::Several { candidates, more, .. } = find("OTHER", PLAN).unwrap_err() else {
        panic!()
    };
    assert_eq!((candidates.len(), more), (3, 0));
    let many: Vec<Thing> = std::iter::repeat_n(("x", "Same", ""), 25).collect();
    let error = find("same", &many).unwrap_err().to_string();
    assert!(
        error.ends_with("‘Same’, id x; … and 15 more. Give the id of the one that is meant"),
        "{error}"
    );
}

#[test]
fn nothing_is_answered_with_similar_names() {
    let similar = |wanted| match find(wanted, PLAN).unwrap_err() {
        NameError::None { similar, .. } => similar.into_iter().map(|thing| thing.id).collect::<Vec<_>>(),
        NameError::Several { .. } => panic!("{wanted} fits several"),
    };
    assert_eq!(similar("Restaurant"), ["c1"]);
    assert_eq!(similar("Grocerys"), ["c2"]);
    assert_eq!(similar("Reise"), ["c6"]);
    assert_eq!(similar("kasse für Bücher"), ["c6"]);
    assert!(similar("Holidays").is_empty());
    assert!(similar("").is_empty() && similar("\u{200B}").is_empty() && similar("🎂").is_empty());
    let error = find("Holi\ndays", PLAN).unwrap_err().to_string();
    assert_eq!(error, "no category has the id or name ‘Holi days’");
    let many: Vec<Thing> = std::iter::repeat_n(("x", "Same name", ""), 25).collect();
    let NameError::None { similar, .. } = find("Same", &many).unwrap_err() else {
        panic!()
    };
    assert_eq!(similar.len(), 5);
}

fn payee(thing: &(String, String)) -> Named<'_> {
    Named {
        id: &thing.0,
        name: &thing.1,
        context: None,
    }
}

#[test]
fn a_long_name_is_found_by_what_was_shown_of_it() {
    let long = "n".repeat(90);
    let things = [("c1".to_owned(), long.clone()), ("c2".to_owned(), format!("{long}m"))];
    let shown = visible_line(&long);
    let find = |wanted, things| find_one("payee", wanted, things, payee).map(|thing| thing.0.as_str());
    assert_eq!(find(&long, &things[..]), Ok("c1"));
    // Both are shown alike, so neither is chosen.
    assert!(matches!(find(&shown, &things[..]), Err(NameError::Several { .. })));
    assert_eq!(find(&shown, &things[..1]), Ok("c1"));
}

#[test]
fn hostile_names_add_no_line_to_an_error() {
    let things = [("c1", "a\nb\u{202E}", "g\nh"), ("c2", "A\u{2028}B", "")];
    let error = find("A b", &things).unwrap_err().to_string();
    assert!(error.contains("‘a b’ (g h), id c1; ‘A B’, id c2."), "{error}");
    assert!(!find("x\ny", &things).unwrap_err().to_string().contains('\n'));
}

#[test]
fn words_that_begin_alike_are_similar() {
    assert_eq!(
        similar_names("grocery", ["🛒 Groceries", "Rent", "Grow"].into_iter()),
        ["🛒 Groceries"]
    );
    assert_eq!(
        similar_names("rewee", ["REWE", "REWE", "Kaufland"].into_iter()),
        ["REWE"]
    );
    assert_eq!(similar_names("", ["REWE"].into_iter()), [""; 0]);
}

#[test]
fn typing_errors_are_counted() {
    for (one, other, count) in [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "", 3),
        ("kitten", "sitting", 3),
        ("über", "uber", 1),
    ] {
        assert_eq!(edits(one, other), count, "{one} {other}");
    }
}

proptest! {
    #[test]
    fn a_plain_name_has_the_key_that_the_long_way_gives(name in "[ -~]{0,12}|[ -~éß]{0,6}") {
        prop_assert_eq!(name_key(&name), folded_key(&name));
    }

    #[test]
    fn a_key_ignores_case_pictures_and_spaces(words in prop::collection::vec("[a-zäéßıiσςжђ0-9.+&€-]{1,8}", 1..4)) {
        let key = name_key(&words.join(" "));
        prop_assert_eq!(&key, &name_key(&words.join("  ").to_uppercase()));
        prop_assert_eq!(&key, &name_key(&format!("\u{200B} 🍕\u{FE0F}{} 👨\u{200D}👩🏽\n", words.join("\u{A0}"))));
        prop_assert_eq!(&key, &name_key(&words.join(" ").nfd().collect::<String>()));
        prop_assert_eq!(&key, &name_key(&key));
    }

    #[test]
    fn a_thing_is_found_by_its_own_name_and_by_what_is_shown_of_it(name in any::<String>(), other in any::<String>()) {
        let things = [(String::from("id"), name)];
        let find = |wanted: &str| find_one("payee", wanted, &things, payee).map(|thing| thing.0.as_str());
        let name = things[0].1.as_str();
        prop_assert_eq!(find(name), Ok("id"));
        let shown = visible_line(name);
        prop_assert_eq!(find(&shown).is_ok(), !shown.is_empty() || name.is_empty());
        prop_assert!(find(&other).map_or_else(|error| !error.to_string().contains('\n'), |id| id == "id"));
    }
}
