//! The search against a slow one: everything that can fit is laid out with its words first, and compared then.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::{MemoTerm, OfFlag, Only, PayeeTerm, Search};
use crate::domain::flag::FlagColor;
use crate::domain::money::Milliunits;
use crate::domain::names::name_key;
use crate::domain::plan::{Category, Cleared, GroupRole, Transaction};
use crate::logic::flows::Chart;
use crate::logic::payees::normalised;
use crate::logic::samples::plans::{SamplePlan, plans};
use crate::logic::samples::with_lines;
use crate::logic::{paging::Place, samples::category_id};

const WORDS: [Only; 12] = [
    Only::Inflow,
    Only::Outflow,
    Only::Approved,
    Only::Unapproved,
    Only::Cleared,
    Only::Uncleared,
    Only::Reconciled,
    Only::Flagged,
    Only::Uncategorized,
    Only::Split,
    Only::Transfer,
    Only::NoTransfer,
];

/// What may fit: a transaction, or a line of one.
struct Thing {
    amounts: Vec<i64>,
    counted: i64,
    category: Option<String>,
    memos: Vec<String>,
    payees: Vec<String>,
    words: Vec<Only>,
}

fn nobody_chose(plan: &SamplePlan, category: Option<&String>) -> bool {
    let all = || plan.groups.iter().flat_map(|group| &group.categories);
    let own = |category: &&Category| category.role == GroupRole::Internal && category.name.raw() == "Uncategorized";
    category.is_none_or(|id| all().filter(own).any(|own| own.id.as_str() == id))
}

fn wants_category(plan: &SamplePlan, row: &Transaction, other: Option<&str>) -> bool {
    let in_plan = |id: &str| {
        plan.accounts
            .iter()
            .find(|account| account.id.as_str() == id)
            .is_none_or(|it| it.on_budget)
    };
    in_plan(row.account_id.as_str())
        && other.is_none_or(|other| !in_plan(other))
        && row.payee_name.as_deref() != Some("Starting Balance")
}

fn words(row: &Transaction, amount: i64, transfer: bool, part_transfer: bool, uncategorized: bool) -> Vec<Only> {
    let holds = |word: &Only| match word {
        Only::Inflow => amount > 0,
        Only::Outflow => amount < 0,
        Only::Approved => row.approved,
        Only::Unapproved => !row.approved,
        Only::Cleared | Only::Uncleared | Only::Reconciled => {
            format!("{word:?}").to_lowercase() == row.cleared.as_str()
        }
        Only::Flagged => row.flag.is_some(),
        Only::Uncategorized => uncategorized,
        Only::Split => !row.lines.is_empty(),
        Only::Transfer => transfer,
        Only::NoTransfer => !transfer && !part_transfer,
    };
    WORDS.into_iter().filter(holds).collect()
}

/// The transaction, and then its lines.
fn things(plan: &SamplePlan, row: &Transaction) -> (Thing, Vec<Thing>) {
    let texts = |texts: [Option<&str>; 2]| texts.into_iter().flatten().map(str::to_owned).collect::<Vec<_>>();
    let other = |id: &Option<crate::domain::ids::AccountId>| id.as_ref().map(ToString::to_string);
    let split = !row.lines.is_empty();
    let category = row.category_id.as_ref().map(ToString::to_string).filter(|_| !split);
    let transfer = other(&row.transfer_account_id);
    let open = !split && nobody_chose(plan, category.as_ref()) && wants_category(plan, row, transfer.as_deref());
    let part_transfer = row.lines.iter().any(|line| line.transfer_account_id.is_some());
    let whole = Thing {
        amounts: vec![row.amount.get()],
        counted: row.amount.get(),
        memos: texts([row.memo.as_deref(), None]),
        payees: texts([row.payee_name.as_deref(), None]),
        words: words(row, row.amount.get(), transfer.is_some(), part_transfer, open),
        category,
    };
    let parts = row.lines.iter().map(|line| {
        let category = line.category_id.as_ref().map(ToString::to_string);
        let transfer = other(&line.transfer_account_id);
        let open = nobody_chose(plan, category.as_ref()) && wants_category(plan, row, transfer.as_deref());
        Thing {
            amounts: vec![line.amount.get(), row.amount.get()],
            counted: line.amount.get(),
            memos: texts([line.memo.as_deref(), row.memo.as_deref()]),
            payees: texts([line.payee_name.as_deref(), row.payee_name.as_deref()]),
            words: words(row, line.amount.get(), transfer.is_some(), false, open),
            category,
        }
    });
    (whole, parts.collect())
}

/// What is asked, as text.
#[derive(Clone, Debug)]
struct Asked {
    days: (Option<i64>, Option<i64>),
    /// That of a row, or of its first line.
    amount: Option<(usize, bool)>,
    least: Option<i64>,
    greatest: Option<i64>,
    account: Option<usize>,
    categories: Option<Vec<&'static str>>,
    payee: Option<&'static str>,
    memo: Option<&'static str>,
    flag: Option<OfFlag>,
    only: Vec<Only>,
}

fn asked() -> impl Strategy<Value = Asked> {
    let rarely = |strategy| prop::option::weighted(0.15, strategy);
    let flags = select(vec![None, Some(FlagColor::Red), Some(FlagColor::Blue)]).prop_map(OfFlag);
    (
        (prop::option::of(0_i64..1500), prop::option::weighted(0.3, 0_i64..900)),
        rarely((0_usize..60, any::<bool>())),
        prop::option::weighted(0.3, 0_i64..60_000),
        prop::option::weighted(0.3, 0_i64..400_000),
        prop::option::weighted(0.2, 0_usize..4),
        prop::option::weighted(0.3, subsequence(vec!["food", "rent", "uncategorized", "fun"], 0..4)),
        prop::option::weighted(0.3, select(vec!["MARKET", "acme", "e", "Cinema"])),
        prop::option::weighted(0.2, select(vec!["gift", "E", "ann", "memo"])),
        prop::option::weighted(0.2, flags),
        subsequence(WORDS.to_vec(), 0..3),
    )
        .prop_map(
            |(days, amount, least, greatest, account, categories, payee, memo, flag, only)| Asked {
                days,
                amount,
                least,
                greatest,
                account,
                categories,
                payee,
                memo,
                flag,
                only,
            },
        )
}

impl Asked {
    fn amount(&self, plan: &SamplePlan) -> Option<i64> {
        let (at, of_line) = self.amount?;
        let row = plan.transactions.get(at % plan.transactions.len().max(1))?;
        let line = row.lines.first().filter(|_| of_line);
        Some(line.map_or(row.amount, |line| line.amount).get())
    }

    fn search(&self, plan: &SamplePlan) -> Search {
        let back = |days: i64| plan.today - chrono::TimeDelta::days(days);
        let account = self.account.and_then(|at| plan.accounts.get(at));
        Search {
            since: self.days.0.map(back),
            until: self.days.1.map(back),
            amount: self.amount(plan).map(Milliunits::new),
            least: self.least.map(Milliunits::new),
            greatest: self.greatest.map(Milliunits::new),
            accounts: self
                .account
                .map(|_| account.iter().map(|account| account.id.clone()).collect()),
            categories: self
                .categories
                .as_ref()
                .map(|ids| ids.iter().map(|id| category_id(id)).collect()),
            payee: self.payee.map(|term| PayeeTerm::new(term).unwrap()),
            memo: self.memo.map(|term| MemoTerm::new(term).unwrap()),
            flag: self.flag.clone(),
            only: self.only.iter().copied().collect(),
        }
    }

    fn fits(&self, thing: &Thing, wanted: Option<i64>) -> bool {
        let bounds = |amount: &i64| {
            wanted.is_none_or(|wanted| *amount == wanted)
                && self.least.is_none_or(|least| amount.abs() >= least)
                && self.greatest.is_none_or(|greatest| amount.abs() <= greatest)
        };
        let named = |term: &str, payee: &String| {
            name_key(payee).contains(&name_key(term)) || normalised(payee).contains(&normalised(term))
        };
        let checks = [
            thing.amounts.iter().any(bounds),
            self.categories
                .as_ref()
                .is_none_or(|ids| thing.category.as_ref().is_some_and(|id| ids.contains(&id.as_str()))),
            self.payee
                .is_none_or(|term| thing.payees.iter().any(|payee| named(term, payee))),
            self.memo
                .is_none_or(|term| thing.memos.iter().any(|memo| name_key(memo).contains(&name_key(term)))),
            self.only.iter().all(|word| thing.words.contains(word)),
        ];
        checks.into_iter().all(|fits| fits)
    }

    /// The ids of what fits with what counts of it.
    fn expected(&self, plan: &SamplePlan) -> Vec<(String, i64)> {
        let (search, wanted) = (self.search(plan), self.amount(plan));
        let inside = |row: &&Transaction| {
            search.since.is_none_or(|since| row.date >= since)
                && search.until.is_none_or(|until| row.date <= until)
                && search.accounts.as_ref().is_none_or(|ids| ids.contains(&row.account_id))
                && self.flag.as_ref().is_none_or(|OfFlag(flag)| row.flag == *flag)
        };
        let mut found = Vec::new();
        for row in plan.transactions.iter().filter(inside) {
            let (whole, parts) = things(plan, row);
            let fitting: Vec<_> = parts.iter().filter(|part| self.fits(part, wanted)).collect();
            if self.fits(&whole, wanted) {
                found.push((row, whole.counted));
            } else if !fitting.is_empty() {
                found.push((row, fitting.iter().map(|part| part.counted).sum()));
            }
        }
        found.sort_by(|(one, _), (other, _)| other.date.cmp(&one.date).then_with(|| one.id.cmp(&other.id)));
        found
            .into_iter()
            .map(|(row, counted)| (row.id.to_string(), counted))
            .collect()
    }
}

/// The plan with memos, flags and states of all kinds.
fn decorated(mut plan: SamplePlan) -> SamplePlan {
    let memo = |at: usize| {
        [None, Some("Gift for Ann"), Some("memo"), Some("Straße, e")]
            .into_iter()
            .cycle()
            .nth(at)
            .flatten()
    };
    for (at, row) in plan.transactions.iter_mut().enumerate() {
        row.memo = memo(at).map(Into::into);
        row.flag = [None, Some(FlagColor::Red), Some(FlagColor::Blue)]
            .into_iter()
            .cycle()
            .nth(at / 2)
            .flatten();
        row.cleared = ["cleared", "uncleared", "reconciled"]
            .map(|word| Cleared::from(word.to_owned()))
            .into_iter()
            .cycle()
            .nth(at / 3)
            .unwrap();
        row.approved = at % 5 != 0;
        for (place, line) in row.lines.iter_mut().enumerate() {
            line.memo = memo(at + place + 1).map(Into::into);
        }
    }
    plan
}

proptest! {
    #[test]
    fn all_that_fits_is_found_page_by_page_and_adds_up(plan in plans(60), asked in asked(), size in 1_usize..9) {
        let plan = decorated(plan);
        let chart = Chart::new(&plan.accounts, &plan.groups);
        let ledger = with_lines(&plan.transactions);
        let search = asked.search(&plan);
        let expected = asked.expected(&plan);
        let (mut found, mut after) = (Vec::new(), None::<Place>);
        loop {
            let answer = search.find(ledger, &chart, after.as_ref(), size).unwrap();
            prop_assert_eq!(answer.total, expected.len());
            prop_assert_eq!(answer.sum.get(), expected.iter().map(|(_, counted)| counted).sum::<i64>());
            prop_assert_eq!(answer.inflow.get(), expected.iter().map(|(_, counted)| counted.max(&0)).sum::<i64>());
            prop_assert_eq!(answer.outflow.get(), expected.iter().map(|(_, counted)| counted.min(&0)).sum::<i64>());
            let page: Vec<_> = answer.page.iter().take(size).collect();
            for found in &page {
                let shown: i64 = found.lines.iter().map(|line| line.amount().get()).sum();
                prop_assert!(found.lines.is_empty() || shown == found.amount.get());
            }
            found.extend(page.iter().map(|found| (found.row.id.to_string(), found.amount.get())));
            if answer.page.len() <= size {
                break;
            }
            after = page.last().map(|last| Place::behind(last.row));
        }
        prop_assert_eq!(found, expected);
    }
}
