//! The categories of a plan, with what they are for and what a month did to them.

use std::fmt::Write as _;

use crate::domain::by_id::ById;
use crate::domain::currency::Currency;
use crate::domain::ids::CategoryId;
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::names::name_key;
use crate::domain::plan::{Category, CategoryGroup, GroupRole, MonthDetail};
use crate::domain::text::visible_line_up_to;
use crate::error::ToolError;
use crate::logic::categories::find_group;
use crate::logic::transactions::ready_to_assign;

/// Characters of a note that a list shows.
const NOTE: usize = 160;

/// Which categories are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted<'a> {
    /// A part of the category's or its group's name; case and emoji do not matter.
    pub search: Option<&'a str>,
    /// A group's id or name.
    pub group: Option<&'a str>,
    /// Also hidden ones.
    pub hidden: bool,
}

/// The categories that are wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing<'a> {
    /// The month of the figures.
    pub month: Month,
    /// In YNAB's order.
    pub rows: Vec<Listed<'a>>,
    /// How many of the rows have no amount in the month.
    pub zero: usize,
    /// Hidden ones that would fit too.
    pub hidden_left_out: usize,
}

/// One category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listed<'a> {
    /// As the list of categories has it.
    pub category: &'a Category,
    /// As the month has it; none where its figures say nothing of the month.
    pub figures: Option<&'a Category>,
    /// What it is for.
    pub kind: Kind,
    /// Hidden, or in a hidden group.
    pub hidden: bool,
}

/// What a category is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Spending.
    Spending,
    /// The payments of a credit card.
    CardPayment,
    /// Income.
    ReadyToAssign,
}

impl Listed<'_> {
    /// Its note on one line, as far as a list shows it.
    pub fn note(&self) -> Option<String> {
        let note = self.category.note.as_deref().map(|note| visible_line_up_to(note, NOTE));
        note.filter(|note| !note.is_empty())
    }

    /// Its target in words.
    pub fn target(&self, currency: &Currency) -> Option<String> {
        let target = self.figures.unwrap_or(self.category).target.as_deref();
        target.map(|target| target.words(currency))
    }

    /// What is still to be assigned in the month for its target; none when nothing is.
    pub fn underfunded(&self) -> Option<Milliunits> {
        let progress = self.figures.and_then(|figures| figures.progress.as_deref())?;
        progress.under_funded.filter(|missing| missing.is_positive())
    }

    /// Whether it has no amount in the month.
    fn is_zero(&self) -> bool {
        self.figures.is_some_and(|figures| {
            figures.assigned.is_zero() && figures.activity.is_zero() && figures.available.is_zero()
        })
    }
}

/// Lists the categories that are wanted.
///
/// # Errors
/// A group that does not exist, with similar ones; a search for nothing.
pub fn list<'a>(
    groups: &'a [CategoryGroup],
    month: &'a MonthDetail,
    wanted: &Wanted<'_>,
) -> Result<Listing<'a>, ToolError> {
    let term = wanted.search.map(Term::new).transpose()?;
    let only = wanted.group.map(|group| find_group(groups, group)).transpose()?;
    let figures: ById<&CategoryId, &Category> = month
        .categories
        .iter()
        .map(|category| (&category.id, category))
        .collect();
    let income = ready_to_assign(groups).map(|category| &category.id);
    let (mut rows, mut hidden_left_out) = (Vec::new(), 0);
    for group in groups
        .iter()
        .filter(|group| only.is_none_or(|only| only.id == group.id))
    {
        let fits = |name: &str| term.as_ref().is_none_or(|term| term.fits(name));
        let group_fits = fits(group.name.raw());
        for category in &group.categories {
            let kind = match group.role {
                GroupRole::Internal if income != Some(&category.id) => continue,
                GroupRole::Internal => Kind::ReadyToAssign,
                GroupRole::CardPayments => Kind::CardPayment,
                GroupRole::Ordinary | GroupRole::Hidden => Kind::Spending,
            };
            if !group_fits && !fits(category.name.raw()) {
                continue;
            }
            let hidden = category.hidden || group.hidden || group.role == GroupRole::Hidden;
            if hidden && !wanted.hidden {
                hidden_left_out += 1;
                continue;
            }
            // What Ready to Assign holds piles up from month to month and is no figure of one.
            let figures = figures
                .get(&category.id)
                .copied()
                .filter(|_| kind != Kind::ReadyToAssign);
            rows.push(Listed {
                category,
                figures,
                kind,
                hidden,
            });
        }
    }
    Ok(Listing {
        month: month.month,
        zero: rows.iter().filter(|row| row.is_zero()).count(),
        rows,
        hidden_left_out,
    })
}

/// What is looked for in names.
enum Term<'a> {
    /// Without regard to case and emoji.
    Key(String),
    /// Pictures alone, which only show as they are.
    Pictures(&'a str),
}

impl<'a> Term<'a> {
    fn new(search: &'a str) -> Result<Self, ToolError> {
        let key = name_key(search);
        let pictures = search.trim();
        if !key.is_empty() {
            Ok(Self::Key(key))
        } else if visible_line_up_to(pictures, 1).is_empty() {
            Err(ToolError::refused(
                "Nothing was read: `search` holds nothing to look for; give a part of the name.",
            ))
        } else {
            Ok(Self::Pictures(pictures))
        }
    }

    fn fits(&self, name: &str) -> bool {
        match self {
            Self::Key(key) => name_key(name).contains(key.as_str()),
            Self::Pictures(pictures) => name.contains(pictures),
        }
    }
}

impl Listing<'_> {
    /// What is there and what is not, in a sentence or two.
    pub fn message(&self) -> String {
        let count = self.rows.len();
        let noun = if count == 1 { "category" } else { "categories" };
        let mut text = format!("{count} {noun}");
        if self.zero > 0 {
            let _ = write!(text, ", {} without any amount in {}", self.zero, self.month.short());
        }
        text.push('.');
        match self.hidden_left_out {
            0 => {}
            1 => text.push_str(" 1 hidden one is left out."),
            hidden => {
                let _ = write!(text, " {hidden} hidden ones are left out.");
            }
        }
        text
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
