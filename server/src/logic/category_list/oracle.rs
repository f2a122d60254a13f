//! Lists of generated plans, chosen and counted again one category at a time.

use proptest::prelude::*;

use super::*;
use crate::logic::samples::months::{Assigned, assigned_plans, month_of};
use crate::logic::samples::plans::SamplePlan;

/// Names of a few letters in either case, with a picture here and there.
fn name() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![Just('a'), Just('A'), Just('b'), Just('B'), Just('🎬')],
        1..4,
    )
    .prop_map(|letters| letters.into_iter().collect())
}

/// A plan whose groups and categories have other names, some of them hidden, and what was assigned in it.
fn renamed() -> impl Strategy<Value = (SamplePlan, Vec<Assigned>)> {
    let names = proptest::collection::vec((name(), proptest::bool::weighted(0.2)), 16);
    (assigned_plans(30), names).prop_map(|((mut plan, assigned), names)| {
        let mut names = names.into_iter().cycle();
        for group in &mut plan.groups {
            let (name, hidden) = names.next().unwrap();
            if group.role == GroupRole::Internal {
                continue;
            }
            (group.name, group.hidden) = (name.as_str().into(), hidden);
            for category in &mut group.categories {
                let (name, hidden) = names.next().unwrap();
                (category.name, category.hidden) = (name.as_str().into(), hidden);
            }
        }
        (plan, assigned)
    })
}

/// Whether a name is meant: by its letters, or by its pictures when there are no letters in what is looked for.
fn meant(search: &str, name: &str) -> bool {
    let letters = |text: &str| text.replace('🎬', "").to_ascii_lowercase();
    if letters(search).is_empty() {
        name.contains(search)
    } else {
        letters(name).contains(&letters(search))
    }
}

proptest! {
    #[test]
    fn rows_and_counts_are_those_of_a_look_at_each_category(
        (plan, assigned) in renamed(),
        search in proptest::option::of(name()),
        group in proptest::option::of(1_usize..4),
        hidden: bool,
        back in 0_u32..3,
    ) {
        let month = month_of(&plan, &assigned, Month::of(plan.today).earlier(back));
        let group = group.map(|place| plan.groups[place].id.to_string());
        let wanted = Wanted { search: search.as_deref(), group: group.as_deref(), hidden };
        let found = list(&plan.groups, &month, &wanted).unwrap();
        let (mut rows, mut left_out, mut zero) = (found.rows.iter(), 0, 0);
        for one in &plan.groups {
            for category in &one.categories {
                let kind = match category.id.as_str() {
                    "uncategorized" => continue,
                    "ready" => Kind::ReadyToAssign,
                    "visa" | "line" => Kind::CardPayment,
                    _ => Kind::Spending,
                };
                let named = search.as_ref().is_none_or(|search| meant(search, one.name.raw()) || meant(search, category.name.raw()));
                if !named || group.as_ref().is_some_and(|group| group != one.id.as_str()) {
                    continue;
                }
                let is_hidden = one.hidden || category.hidden;
                if is_hidden && !hidden {
                    left_out += 1;
                    continue;
                }
                let row = rows.next().unwrap();
                prop_assert_eq!((&row.category.id, row.kind, row.hidden), (&category.id, kind, is_hidden));
                prop_assert_eq!(row.figures.is_none(), kind == Kind::ReadyToAssign);
                let Some(figures) = row.figures else { continue };
                let of_month = month.categories.iter().filter(|other| other.id == category.id).collect::<Vec<_>>();
                prop_assert_eq!(of_month, [figures]);
                zero += usize::from([figures.assigned, figures.activity, figures.available] == [Milliunits::ZERO; 3]);
            }
        }
        prop_assert_eq!(rows.next(), None);
        prop_assert_eq!((found.hidden_left_out, found.zero, found.month), (left_out, zero, month.month));
    }
}
