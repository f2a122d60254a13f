//! The categories of a plan.

use super::*;
use crate::domain::plan::TargetProgress;
use crate::domain::target::{Target, TargetFrequency, TargetKind};
use crate::logic::samples::{category_id, group, groups};

/// The sample groups, with income, a hidden category, a hidden group and a note.
fn plan() -> Vec<CategoryGroup> {
    let mut groups = groups();
    let mut own = group("own", GroupRole::Internal, &["ready", "uncategorized"]);
    own.categories[0].name = "Inflow: Ready to Assign".into();
    groups[3] = own;
    groups[0].categories[1].hidden = true;
    groups[1].categories[0].note = Some("Market on Saturdays\nno sweets".to_owned());
    let mut wedding = group("wedding", GroupRole::Ordinary, &["party"]);
    wedding.hidden = true;
    groups.push(wedding);
    groups
}

/// The month of these groups, everything spent in food.
fn month(groups: &[CategoryGroup]) -> MonthDetail {
    let mut categories: Vec<_> = groups.iter().flat_map(|group| group.categories.clone()).collect();
    for category in &mut categories {
        category.available = Milliunits::new(i64::from(category.role == GroupRole::Internal) * 900_000);
        if category.id == category_id("food") {
            (category.assigned, category.activity) = (Milliunits::new(5_000), Milliunits::new(-2_000));
            category.available = Milliunits::new(3_000);
        }
    }
    MonthDetail {
        month: Month::parse("2026-09").unwrap(),
        income: Milliunits::ZERO,
        assigned: Milliunits::ZERO,
        activity: Milliunits::ZERO,
        ready_to_assign: Milliunits::ZERO,
        age_of_money: None,
        categories,
    }
}

fn ids(wanted: &Wanted<'_>) -> Result<(Vec<String>, usize), String> {
    let groups = plan();
    let month = month(&groups);
    let found = list(&groups, &month, wanted).map_err(|error| error.to_string())?;
    let ids = found.rows.iter().map(|row| row.category.id.to_string());
    Ok((ids.collect(), found.hidden_left_out))
}

fn searched(search: &str) -> (Vec<String>, usize) {
    let wanted = Wanted {
        search: Some(search),
        ..Wanted::default()
    };
    ids(&wanted).unwrap()
}

#[test]
fn hidden_ones_and_those_of_hidden_groups_are_left_out_and_counted() {
    let (shown, left_out) = ids(&Wanted::default()).unwrap();
    assert_eq!(shown, ["tennis", "food", "rent", "visa", "ready"]);
    assert_eq!(left_out, 2);
    let all = Wanted {
        hidden: true,
        ..Wanted::default()
    };
    let (shown, left_out) = ids(&all).unwrap();
    assert_eq!(shown, ["tennis", "piano", "food", "rent", "visa", "ready", "party"]);
    assert_eq!(left_out, 0);
    let groups = plan();
    let month = month(&groups);
    let found = list(&groups, &month, &all).unwrap();
    let hidden: Vec<_> = found.rows.iter().map(|row| row.hidden).collect();
    assert_eq!(hidden, [false, true, false, false, false, false, true]);
}

#[test]
fn a_search_looks_at_categories_and_groups_whatever_the_case_and_says_what_is_hidden() {
    assert_eq!(searched("FOO"), (vec!["food".to_owned()], 0));
    assert_eq!(searched("everyday"), (vec!["food".to_owned(), "rent".to_owned()], 0));
    assert_eq!(searched("piano"), (vec![], 1));
    assert_eq!(searched("uncategorized"), (vec![], 0));
    let pictures = Wanted {
        search: Some("🎬"),
        ..Wanted::default()
    };
    assert_eq!(ids(&pictures), Ok((vec![], 0)));
    let nothing = Wanted {
        search: Some("\u{200b}"),
        ..Wanted::default()
    };
    assert_eq!(
        ids(&nothing),
        Err("Nothing was read: `search` holds nothing to look for; give a part of the name.".to_owned())
    );
}

#[test]
fn a_group_is_found_by_id_or_name_and_an_unknown_one_is_refused() {
    let of = |group: &str| {
        ids(&Wanted {
            group: Some(group),
            ..Wanted::default()
        })
    };
    assert_eq!(of("everyday"), of("Everyday"));
    assert_eq!(of("everyday").unwrap().0, ["food", "rent"]);
    assert_eq!(of("wedding"), Ok((vec![], 1)));
    let refusal = of("Everydoy").unwrap_err();
    assert!(
        refusal.contains("no category group") && refusal.contains("‘Everyday’"),
        "{refusal}"
    );
}

#[test]
fn figures_are_those_of_the_month_and_ready_to_assign_has_none() {
    let groups = plan();
    let month = month(&groups);
    let found = list(&groups, &month, &Wanted::default()).unwrap();
    let row = |id: &str| {
        *found
            .rows
            .iter()
            .find(|row| row.category.id == category_id(id))
            .unwrap()
    };
    assert_eq!(row("food").figures.unwrap().activity, Milliunits::new(-2_000));
    assert_eq!(row("food").kind, Kind::Spending);
    assert_eq!(row("visa").kind, Kind::CardPayment);
    assert_eq!((row("ready").kind, row("ready").figures), (Kind::ReadyToAssign, None));
    assert_eq!(found.zero, 3);
    assert_eq!(
        found.message(),
        "5 categories, 3 without any amount in 2026-09. 2 hidden ones are left out."
    );
    assert_eq!(row("food").note().as_deref(), Some("Market on Saturdays no sweets"));
    assert_eq!(row("rent").note(), None);
}

#[test]
fn a_category_that_the_month_does_not_know_has_no_figures_and_is_not_called_zero() {
    let groups = plan();
    let mut month = month(&groups);
    month.categories.retain(|category| category.id != category_id("rent"));
    let found = list(&groups, &month, &Wanted::default()).unwrap();
    let rent = found
        .rows
        .iter()
        .find(|row| row.category.id == category_id("rent"))
        .unwrap();
    assert_eq!((rent.figures, found.zero), (None, 2));
}

#[test]
fn a_target_is_told_in_words_with_what_it_still_needs_in_the_month() {
    let mut groups = plan();
    let yen = 45_000_000;
    let target = Target::repeating(Milliunits::new(yen), TargetFrequency::Monthly, Some(true));
    groups[1].categories[0].target = Some(Box::new(target));
    groups[1].categories[0].progress = Some(Box::new(TargetProgress {
        kind: TargetKind::Spending,
        under_funded: Some(Milliunits::new(1_500)),
        overall_funded: None,
        overall_left: None,
        percent_complete: None,
        months_left: None,
        snoozed: false,
    }));
    let month = month(&groups);
    let found = list(&groups, &month, &Wanted::default()).unwrap();
    let food = found
        .rows
        .iter()
        .find(|row| row.category.id == category_id("food"))
        .unwrap();
    assert_eq!(
        food.target(&Currency::neutral()).as_deref(),
        Some("45000.00 each month")
    );
    assert_eq!(food.underfunded(), Some(Milliunits::new(1_500)));
    let rent = found
        .rows
        .iter()
        .find(|row| row.category.id == category_id("rent"))
        .unwrap();
    assert_eq!((rent.target(&Currency::neutral()), rent.underfunded()), (None, None));
}

#[test]
fn an_empty_plan_has_no_categories() {
    let month = month(&[]);
    let found = list(&[], &month, &Wanted::default()).unwrap();
    assert_eq!((found.rows.len(), found.message()), (0, "0 categories.".to_owned()));
}
