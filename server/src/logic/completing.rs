//! What an argument may become of which a person has typed a part.

use std::collections::BTreeMap;

use crate::domain::month::Month;
use crate::domain::names::{Named, name_key};
use crate::domain::text::visible_line;

/// What was typed so far, in the forms in which it is compared.
struct Typed<'a> {
    as_written: &'a str,
    /// Without regard to case and emoji; empty for pictures alone.
    key: String,
    /// As ids are written.
    small: String,
}

/// How a value fits what was typed; what begins with it comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Begins,
    Contains,
}

impl<'a> Typed<'a> {
    fn new(typed: &'a str) -> Self {
        let as_written = typed.trim();
        Self {
            as_written,
            key: name_key(as_written),
            small: as_written.to_ascii_lowercase(),
        }
    }

    /// How a name fits.
    fn name(&self, name: &str) -> Option<Fit> {
        if self.key.is_empty() {
            // Nothing, or pictures, which only show as they are.
            return fit(name, self.as_written);
        }
        fit(&name_key(name), &self.key)
    }

    /// How an id, or another value in small letters, fits.
    fn small(&self, value: &str) -> Option<Fit> {
        fit(value, &self.small)
    }
}

fn fit(value: &str, typed: &str) -> Option<Fit> {
    if value.starts_with(typed) {
        Some(Fit::Begins)
    } else {
        value.contains(typed).then_some(Fit::Contains)
    }
}

/// The names and ids that fit what was typed, names first, of the things that are offered.
///
/// Whatever is offered finds its thing again. So a name that shows like another one's in `all` is not offered, nor one that
/// `is_name` does not take for a name: where those fit, their ids stand for them.
pub fn names_and_ids(typed: &str, all: &[(Named<'_>, bool)], is_name: impl Fn(&str) -> bool) -> Vec<String> {
    let typed = Typed::new(typed);
    let shown = all
        .iter()
        .map(|(named, _)| visible_line(named.name))
        .collect::<Vec<_>>();
    let mut times = BTreeMap::<&str, usize>::new();
    for name in &shown {
        *times.entry(name).or_default() += 1;
    }
    let (mut names, mut ids) = (Vec::new(), Vec::new());
    for ((named, offered), shown) in all.iter().zip(&shown) {
        if !offered {
            continue;
        }
        let finds_it = !shown.is_empty() && times.get(shown.as_str()) == Some(&1) && is_name(shown);
        let by_name = typed.name(shown);
        if finds_it && let Some(fit) = by_name {
            names.push((fit, shown.clone()));
        }
        let by_id = typed.small(&named.id.to_ascii_lowercase());
        if let Some(fit) = by_id.or(by_name.filter(|_| !finds_it)) {
            ids.push((fit, named.id.to_owned()));
        }
    }
    in_order(names).chain(in_order(ids)).collect()
}

/// `current` and the months of a plan that fit what was typed, the latest first.
pub fn months(typed: &str, first: Option<Month>, last: Option<Month>) -> Vec<String> {
    let typed = Typed::new(typed);
    let mut values = vec!["current".to_owned()];
    if let (Some(first), Some(last)) = (first, last) {
        let mut month = last;
        while month >= first {
            values.push(month.to_string());
            let before = month.previous();
            if before == month {
                break;
            }
            month = before;
        }
    }
    let fitting = values
        .into_iter()
        .filter_map(|value| typed.small(&value).map(|fit| (fit, value)));
    in_order(fitting.collect()).collect()
}

/// What begins with what was typed, then the rest, each in the order in which it came.
fn in_order(mut values: Vec<(Fit, String)>) -> impl Iterator<Item = String> {
    values.sort_by_key(|(fit, _)| *fit);
    values.into_iter().map(|(_, value)| value)
}

#[cfg(test)]
mod tests;
