//! The queue against a slow one: every waiting transaction beside every other.

use chrono::Days;
use proptest::prelude::*;

use super::{Asked, queue};
use crate::domain::ids::TransactionId;
use crate::domain::money::Milliunits;
use crate::domain::plan::Transaction;
use crate::logic::flows::Chart;
use crate::logic::payees::normalised;
use crate::logic::samples::plans::{SamplePlan, plans};
use crate::logic::samples::{row_id, with_lines};

/// The reasons, in short.
type Short = (
    bool,
    Option<(i64, i64, usize)>,
    Option<(String, usize, usize)>,
    Option<String>,
    bool,
);

/// Whether a payee's id and shops are those of a row.
type Way<'a> = Box<dyn Fn(Option<&str>, &[String]) -> bool + 'a>;

fn shops(name: Option<&str>, bank: Option<&str>) -> Vec<String> {
    let shops = name.into_iter().chain(bank).map(normalised);
    shops.filter(|shop| !shop.is_empty()).collect()
}

fn shops_of(row: &Transaction) -> Vec<String> {
    shops(row.payee_name.as_deref(), row.import_payee_name_original.as_deref())
}

/// What of a transaction is of a payee: amounts, and lines with a category.
fn parts(row: &Transaction, fits: impl Fn(Option<&str>, &[String]) -> bool) -> (Vec<i64>, Vec<(i64, String)>) {
    let (mut amounts, mut chosen) = (Vec::new(), Vec::new());
    let id = row.payee_id.as_ref().map(crate::domain::ids::PayeeId::as_str);
    let whole = fits(id, &shops_of(row));
    if whole {
        amounts.push(row.amount.get());
    }
    if row.lines.is_empty() && whole {
        chosen.extend(row.category_id.iter().map(|id| (row.amount.get(), id.to_string())));
    }
    for line in &row.lines {
        let own = line.payee_id.as_ref().filter(|id| Some(*id) != row.payee_id.as_ref());
        let fits = match own {
            Some(own) => fits(Some(own.as_str()), &shops(line.payee_name.as_deref(), None)),
            None => whole,
        };
        if fits {
            amounts.extend(own.map(|_| line.amount.get()));
            chosen.extend(line.category_id.iter().map(|id| (line.amount.get(), id.to_string())));
        }
    }
    chosen.retain(|(_, id)| id != "uncategorized");
    (amounts, chosen)
}

fn reasons(plan: &SamplePlan, row: &Transaction) -> Short {
    let mut short: Short = (false, None, None, None, false);
    short.4 = row.matched_transaction_id.as_ref().is_some_and(|id| {
        let other = plan.transactions.iter().find(|other| other.id == *id);
        !other.is_some_and(|other| other.account_id == row.account_id && other.amount == row.amount)
    });
    let mut alike: Vec<_> = plan
        .transactions
        .iter()
        .filter(|other| {
            let one_payee = row.payee_id.is_some() && row.payee_id == other.payee_id
                || shops_of(row).iter().any(|shop| shops_of(other).contains(shop))
                || [row, other]
                    .iter()
                    .all(|row| row.payee_id.is_none() && row.payee_name.is_none());
            let other = *other;
            let matched = [(row, other), (other, row)]
                .iter()
                .any(|(one, two)| one.matched_transaction_id.as_ref() == Some(&two.id));
            other.id != row.id
                && other.account_id == row.account_id
                && other.amount == row.amount
                && (other.date - row.date).num_days().abs() <= 3
                && one_payee
                && !matched
        })
        .collect();
    alike.sort_by_key(|other| {
        (
            (other.date - row.date).num_days().abs(),
            !other.approved,
            other.id.clone(),
        )
    });
    short.3 = alike.first().map(|other| other.id.to_string());
    if row.transfer_account_id.is_some() {
        return short;
    }
    let approved: Vec<_> = plan
        .transactions
        .iter()
        .filter(|row| row.approved && row.transfer_account_id.is_none())
        .collect();
    let id = row.payee_id.as_ref().map(crate::domain::ids::PayeeId::as_str);
    let mut ways: Vec<Way<'_>> = Vec::new();
    if let Some(id) = id {
        ways.push(Box::new(move |other, _| other == Some(id)));
    }
    for shop in shops_of(row) {
        ways.push(Box::new(move |_, shops| shops.contains(&shop)));
    }
    let known = ways.iter().map(|way| {
        let of_each = approved.iter().map(|other| (other.date, parts(other, way)));
        of_each.collect::<Vec<_>>()
    });
    let known = known
        .into_iter()
        .find(|known| known.iter().any(|(_, (amounts, _))| !amounts.is_empty()));
    let Some(known) = known else {
        short.0 = !ways.is_empty();
        return short;
    };
    let same_way = |amount: i64| (amount < 0) == row.amount.is_negative();
    let mut amounts: Vec<_> = known
        .iter()
        .flat_map(|(date, (amounts, _))| amounts.iter().map(move |amount| (*date, *amount)))
        .filter(|(_, amount)| same_way(*amount))
        .collect();
    amounts.sort_by_key(|(date, amount)| (std::cmp::Reverse(*date), *amount));
    let mut sizes: Vec<_> = amounts.iter().take(24).map(|(_, amount)| amount.abs()).collect();
    sizes.sort_unstable();
    if sizes.len() >= 4 {
        let aside = (sizes.len() - 1) / 10;
        let (low, high, size) = (sizes[aside], sizes[sizes.len() - 1 - aside], row.amount.get().abs());
        let unlike = if low == high {
            size != low
        } else {
            size * 2 < low || size * 2 > 3 * high
        };
        short.1 = unlike.then_some((low, high, sizes.len()));
    }
    let chosen: Vec<_> = known
        .iter()
        .flat_map(|(_, (_, chosen))| chosen)
        .filter(|(amount, _)| same_way(*amount))
        .collect();
    let own = row
        .category_id
        .as_ref()
        .filter(|id| row.lines.is_empty() && id.as_str() != "uncategorized");
    let usual = chosen.iter().map(|(_, id)| id).find(|id| {
        let lines = chosen.iter().filter(|(_, other)| other == *id).count();
        lines >= 3 && lines * 4 >= chosen.len() * 3
    });
    if let (Some(own), Some(usual)) = (own, usual) {
        let lines = chosen.iter().filter(|(_, other)| other == usual).count();
        let deleted = usual == "ghost";
        short.2 = (own.as_str() != usual && !deleted).then(|| (usual.clone(), lines, chosen.len()));
    }
    short
}

/// The same plan with fewer amounts, days and categories, so that they meet, and with matches of every kind.
fn crowded(mut plan: SamplePlan) -> SamplePlan {
    let ids: Vec<TransactionId> = plan.transactions.iter().map(|row| row.id.clone()).collect();
    for (place, row) in plan.transactions.iter_mut().enumerate() {
        let few = |amount: Milliunits| Milliunits::new(amount.get().signum() * (amount.get().abs() % 4 + 1) * 10_000);
        row.amount = few(row.amount);
        row.approved = place % 3 != 0;
        if place % 4 != 0 {
            row.date = plan.today - Days::new(u64::try_from(place % 9).unwrap());
            let food = row.category_id.as_ref().filter(|id| id.as_str() != "uncategorized");
            row.category_id = food.map(|_| crate::logic::samples::category_id("food"));
        }
        if place % 5 == 0 {
            (row.payee_id, row.payee_name) = (None, row.payee_name.clone().filter(|_| place % 2 == 0));
            row.import_payee_name_original = Some("POS Market #12".into());
        }
        row.matched_transaction_id = match place % 7 {
            0 => Some(row_id("nowhere")),
            1 => ids.get(place + 1).cloned(),
            _ => None,
        };
        for (number, line) in row.lines.iter_mut().enumerate() {
            line.amount = few(line.amount);
            if number == 1 {
                (line.payee_id, line.payee_name) = (Some(crate::logic::samples::payee_id("acme")), Some("Acme".into()));
            }
        }
    }
    plan
}

fn check(plan: &SamplePlan) -> Result<(), TestCaseError> {
    let chart = Chart::new(&plan.accounts, &plan.groups);
    let get = |id: &TransactionId| plan.transactions.iter().find(|row| row.id == *id);
    let asked = Asked {
        after: None,
        limit: 1000,
    };
    let found = queue(with_lines(&plan.transactions), get, &chart, &asked);
    let mut waiting: Vec<_> = plan.transactions.iter().filter(|row| !row.approved).collect();
    waiting.sort_by(|one, other| (other.date, &one.id).cmp(&(one.date, &other.id)));
    prop_assert_eq!(found.total, waiting.len());
    for (entry, row) in found.entries.iter().zip(&waiting) {
        prop_assert_eq!(&entry.row.id, &row.id);
        let told = &entry.reasons;
        let short: Short = (
            told.new_payee,
            told.unusual_amount
                .map(|usual| (usual.low.get(), usual.high.get(), usual.rows)),
            told.unusual_category
                .map(|usual| (usual.category.id.to_string(), usual.lines, usual.of)),
            told.duplicate_of.map(|other| other.id.to_string()),
            told.broken_match.is_some(),
        );
        prop_assert_eq!(short, reasons(plan, row), "{}", row.id);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn reasons_are_those_of_a_slow_look_at_every_row(plan in plans(40)) {
        check(&plan)?;
        check(&crowded(plan))?;
    }
}
