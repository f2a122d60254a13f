//! New names and groups of categories.

use super::*;
use crate::logic::samples::{category_id, group_id, groups, groups_with};

fn told<T>(result: Result<T, ToolError>) -> String {
    result.err().unwrap().to_string()
}

#[test]
fn a_name_is_taken_as_it_shows_and_no_longer_than_fifty_characters() {
    let groups = groups();
    let new = create(&groups, "leisure", "  Kino 🎬 ").unwrap();
    assert_eq!((new.name.as_str(), new.group.id.as_str()), ("Kino 🎬", "leisure"));
    assert_eq!(
        new.effect(),
        Effect::NewCategory {
            category_id: None,
            group_id: group_id("leisure"),
            name: "Kino 🎬".to_owned()
        }
    );
    assert!(create(&groups, "Leisure", &"ß".repeat(50)).is_ok());
    assert_eq!(
        told(create(&groups, "leisure", &"ß".repeat(51))),
        "Nothing was sent to YNAB: the name has 51 characters, and YNAB takes 50 for a category."
    );
    for bad in ["", " ", "a\nb", "a\u{202e}b"] {
        assert!(create(&groups, "leisure", bad).is_err(), "{bad:?}");
    }
}

#[test]
fn a_name_is_taken_within_its_group_whatever_its_case_and_pictures() {
    let groups = groups_with("piano", |category| category.hidden = true);
    for (name, found) in [
        ("TENNIS", "Tennis"),
        ("🎾 tennis", "Tennis"),
        ("Piano", "Piano (hidden)"),
    ] {
        let id = found.split(' ').next().unwrap().to_lowercase();
        assert_eq!(
            told(create(&groups, "leisure", name)),
            format!(
                "Nothing was sent to YNAB: Leisure has a category {found} already, id {id}: use that one, or another name."
            )
        );
        assert!(create(&groups, "everyday", name).is_ok());
    }
}

#[test]
fn names_of_pictures_alone_are_told_apart_by_their_pictures() {
    let groups = groups_with("tennis", |category| category.name = "🎾".into());
    assert!(create(&groups, "leisure", "🎾").is_err());
    assert!(create(&groups, "leisure", "🎹").is_ok());
}

#[test]
fn a_change_is_of_the_name_of_the_group_or_of_both_in_one() {
    let groups = groups();
    let name = Effect::CategoryName {
        category_id: category_id("tennis"),
        before: "Tennis".to_owned(),
        after: "Sport".to_owned(),
    };
    let group = Effect::CategoryGroup {
        category_id: category_id("tennis"),
        before: group_id("leisure"),
        after: group_id("everyday"),
    };
    let effects = |name, group| update(&groups, "tennis", name, group).unwrap().effects();
    assert_eq!(effects(Some("Sport"), None), std::slice::from_ref(&name));
    assert_eq!(effects(None, Some("everyday")), std::slice::from_ref(&group));
    assert_eq!(effects(Some("Sport"), Some("everyday")), [name, group]);
    assert_eq!(effects(Some("Tennis"), Some("leisure")), []);
    assert!(
        !effects(Some("TENNIS"), None).is_empty(),
        "its own name in another case is free"
    );
    assert_eq!(
        told(update(&groups, "tennis", None, None)),
        "Nothing was sent to YNAB: give a new `name`, a new `category_group_id`, or both."
    );
}

#[test]
fn a_category_does_not_move_to_where_its_name_is_taken() {
    let groups = groups_with("food", |category| category.name = "tennis".into());
    assert!(
        told(update(&groups, "piano", Some("Rent"), Some("everyday"))).contains("Everyday has a category Rent already")
    );
    let text = told(update(&groups, "tennis", None, Some("everyday")));
    assert!(
        text.contains("Everyday has a category tennis already, id food"),
        "{text}"
    );
}

#[test]
fn groups_and_categories_of_ynabs_own_stay() {
    let groups = groups_with("piano", |category| category.hidden = true);
    for own in ["cards", "own"] {
        assert!(told(create(&groups, own, "New")).contains("is a group of YNAB's own"));
        assert!(told(update(&groups, "tennis", None, Some(own))).contains("is a group of YNAB's own"));
    }
    for (category, why) in [
        ("visa", "Visa pays a credit card and is named after its account"),
        ("uncategorized", "Uncategorized is YNAB's own category"),
        ("piano", "category Piano is hidden: show it in YNAB first"),
    ] {
        assert_eq!(
            told(update(&groups, category, Some("New"), None)),
            format!("Nothing was sent to YNAB: {why}.")
        );
    }
}
