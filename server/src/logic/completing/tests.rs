use super::*;

fn completed(typed: &str, names: &[(&'static str, &'static str)]) -> Vec<String> {
    let all = names.iter().map(|&(id, name)| (named(id, name), true));
    names_and_ids(typed, &all.collect::<Vec<_>>(), |_| true)
}

fn named<'a>(id: &'a str, name: &'a str) -> Named<'a> {
    Named {
        id,
        name,
        context: None,
    }
}

const PLANS: [(&str, &str); 3] = [("a1", "My Home"), ("b2", "🏠 Home"), ("c3", "Straße")];

#[test]
fn nothing_typed_gives_all_names_and_then_all_ids() {
    for typed in ["", "  "] {
        assert_eq!(
            completed(typed, &PLANS),
            ["My Home", "🏠 Home", "Straße", "a1", "b2", "c3"]
        );
    }
}

#[test]
fn what_begins_with_it_comes_before_what_contains_it_whatever_the_case() {
    assert_eq!(completed("hOm", &PLANS), ["🏠 Home", "My Home"]);
    assert_eq!(completed("STRASS", &PLANS), ["Straße"]);
    assert_eq!(completed("🏠", &PLANS), ["🏠 Home"]);
    assert_eq!(completed("B2", &PLANS), ["b2"]);
    assert_eq!(completed("3", &PLANS), ["c3"]);
    assert_eq!(completed("nothing like it", &PLANS), [""; 0]);
}

#[test]
fn a_name_that_does_not_tell_two_apart_gives_their_ids() {
    let twins = [
        ("a1", "Home"),
        ("b2", "Home\u{200b}"),
        ("c3", "\u{200b}"),
        ("d4", "home"),
    ];
    assert_eq!(completed("hom", &twins), ["home", "a1", "b2"]);
    assert_eq!(completed("", &twins), ["home", "a1", "b2", "c3", "d4"]);
}

#[test]
fn a_name_is_not_offered_where_it_is_no_name_and_what_is_not_offered_still_counts() {
    let all = [
        (named("a1", "default"), true),
        (named("b2", "Cash"), true),
        (named("c3", "Cash"), false),
    ];
    let values = names_and_ids("", &all, |name| name != "default");
    assert_eq!(values, ["a1", "b2"]);
}

#[test]
fn a_name_is_offered_as_it_shows() {
    assert_eq!(completed("a", &[("x1", "a\nb\u{202e}c")]), ["a bc"]);
}

#[test]
fn months_come_latest_first_after_the_current_one() {
    let month = |text: &str| Month::parse(text).ok();
    let (first, last) = (month("2025-12-01"), month("2026-02-01"));
    let all = ["current", "2026-02-01", "2026-01-01", "2025-12-01"];
    assert_eq!(months("", first, last), all);
    assert_eq!(months("2026", first, last), all[1..3]);
    assert_eq!(months("-12-", first, last), all[3..]);
    assert_eq!(months("CUR", first, last), all[..1]);
    assert_eq!(months("2024", first, last), [""; 0]);
    assert_eq!(months("", None, last), all[..1]);
    assert_eq!(months("", last, first), all[..1], "no month lies between");
}
