//! Whole plans with a history of everything a plan can hold, for the engines' tests against slow oracles: cards, a loan,
//! investments, a closed account, splits, transfers, refunds, hidden and deleted categories, opening balances, adjustments,
//! rows dated after today, in currencies of 0, 2 and 3 decimals.

use chrono::{Days, NaiveDate};
use proptest::prelude::*;

use super::{account, category_id, group, payee, split_line, transaction};
use crate::domain::currency::Currency;
use crate::domain::ids::{AccountId, CategoryId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Account, CategoryGroup, Cleared, GroupRole, Payee, SplitLine, Transaction};

/// The day on which the plans are looked at.
pub(crate) const TODAY: &str = "2026-09-20";

/// Days of history before [`TODAY`].
const DAYS: u64 = 800;

/// Accounts: id, name, type, on budget, closed.
const ACCOUNTS: [(&str, &str, &str, bool, bool); 7] = [
    ("current", "Current", "checking", true, false),
    ("savings", "Savings", "savings", true, false),
    ("visa", "Visa", "creditCard", true, false),
    ("line", "Line", "lineOfCredit", true, false),
    ("depot", "Depot", "otherAsset", false, false),
    ("loan", "Loan", "autoLoan", false, false),
    ("old", "Old", "checking", true, true),
];

/// Payees that purchases name; the second and third share a name.
const PAYEES: [(&str, &str); 6] = [
    ("market", "Market"),
    ("acme", "Acme"),
    ("acme-too", "Acme"),
    ("tokyo", "東京堂"),
    ("cinema", "CB CINEMA 12/01"),
    ("employer", "Employer"),
];

/// Categories that rows name; `ghost` is in no group, as a deleted one is.
const CATEGORIES: [&str; 7] = ["food", "rent", "fun", "misc", "misc-too", "secret", "ghost"];

/// A plan with its history.
#[derive(Clone, Debug)]
pub(crate) struct SamplePlan {
    /// The day it is looked at.
    pub(crate) today: NaiveDate,
    /// Its currency.
    pub(crate) currency: Currency,
    /// Its accounts; each balance is the sum of its rows.
    pub(crate) accounts: Vec<Account>,
    /// Its groups.
    pub(crate) groups: Vec<CategoryGroup>,
    /// Its payees.
    pub(crate) payees: Vec<Payee>,
    /// Its history, in no order of dates.
    pub(crate) transactions: Vec<Transaction>,
}

/// Something that happened in a plan.
#[derive(Clone, Debug)]
enum Event {
    Row {
        account: usize,
        payee: usize,
        category: Option<usize>,
        amount: i64,
    },
    Income {
        account: usize,
        amount: i64,
        unsorted: bool,
    },
    Transfer {
        from: usize,
        to: usize,
        amount: i64,
        category: usize,
    },
    Split {
        account: usize,
        payee: usize,
        lines: Vec<(usize, i64)>,
        moved: Option<(usize, i64)>,
    },
    Set {
        account: usize,
        adjustment: bool,
        amount: i64,
    },
}

fn event() -> impl Strategy<Value = Event> {
    let (account, payee, category) = (0..ACCOUNTS.len(), 0..PAYEES.len(), 0..CATEGORIES.len());
    let out = -90_000_i64..0;
    let row = (
        account.clone(),
        payee.clone(),
        proptest::option::weighted(0.85, category.clone()),
        prop_oneof![5 => out.clone(), 1 => 1_i64..40_000],
    );
    let split = (
        account.clone(),
        payee,
        proptest::collection::vec(
            (category.clone(), prop_oneof![4 => out.clone(), 1 => 0_i64..9_000]),
            2..4,
        ),
        proptest::option::weighted(0.2, (account.clone(), out)),
    );
    prop_oneof![
        8 => row.prop_map(|(account, payee, category, amount)| Event::Row { account, payee, category, amount }),
        2 => (account.clone(), 1_000_i64..400_000, proptest::bool::weighted(0.2)).prop_map(|(account, amount, unsorted)| Event::Income { account, amount, unsorted }),
        3 => (account.clone(), account.clone(), 1_i64..90_000, category).prop_map(|(from, to, amount, category)| Event::Transfer { from, to, amount, category }),
        2 => split.prop_map(|(account, payee, lines, moved)| Event::Split { account, payee, lines, moved }),
        1 => (account, any::<bool>(), -50_000_i64..50_000).prop_map(|(account, adjustment, amount)| Event::Set { account, adjustment, amount }),
    ]
}

/// Any plan with up to `rows` things that happened, over two years and a bit; a few of them are dated after today.
pub(crate) fn plans(rows: usize) -> impl Strategy<Value = SamplePlan> {
    let events = proptest::collection::vec((0..DAYS + 12, event(), any::<bool>(), any::<bool>()), 0..rows);
    let decimals = prop_oneof![Just((0, 1000)), Just((2, 10)), Just((3, 1))];
    (decimals, events).prop_map(|((decimals, step), events)| {
        let mut plan = empty(decimals);
        let first = plan.today - Days::new(DAYS);
        for (place, (day, event, cleared, approved)) in events.into_iter().enumerate() {
            let date = first + Days::new(day);
            let before = plan.transactions.len();
            add(&mut plan, place, date, step, event);
            for row in plan.transactions.iter_mut().skip(before) {
                row.cleared = if cleared { Cleared::Cleared } else { Cleared::Uncleared };
                row.approved = approved;
            }
        }
        settle(&mut plan);
        plan
    })
}

/// A plan without history, in a currency of so many decimals.
pub(crate) fn empty(decimals: i32) -> SamplePlan {
    let accounts = ACCOUNTS.iter().map(|(id, name, kind, on_budget, closed)| {
        let mut account = account(id, name, kind);
        (account.on_budget, account.closed) = (*on_budget, *closed);
        account
    });
    let mut everyday = group("everyday", GroupRole::Ordinary, &["food", "rent"]);
    everyday
        .categories
        .extend(group("everyday", GroupRole::Ordinary, &["fun"]).categories);
    let mut other = group("other", GroupRole::Ordinary, &["misc", "misc-too", "secret"]);
    for category in &mut other.categories {
        if category.id == category_id("misc-too") {
            category.name = "Misc".into();
        }
        category.hidden = category.id == category_id("secret");
    }
    let cards = group("cards", GroupRole::CardPayments, &["visa", "line"]);
    let mut own = group("own", GroupRole::Internal, &["ready", "uncategorized"]);
    if let Some(ready) = own.categories.first_mut() {
        ready.name = "Inflow: Ready to Assign".into();
    }
    SamplePlan {
        today: TODAY.parse().unwrap(),
        currency: Currency::new(
            ["JPY", "", "EUR", "KWD"]
                .get(usize::try_from(decimals).unwrap())
                .unwrap(),
            decimals,
        ),
        accounts: accounts.collect(),
        groups: vec![own, cards, everyday, other],
        payees: PAYEES.iter().map(|(id, name)| payee(id, name)).collect(),
        transactions: Vec::new(),
    }
}

fn account_id(place: usize) -> AccountId {
    AccountId::parse(ACCOUNTS[place].0).unwrap()
}

fn category(place: usize) -> CategoryId {
    category_id(CATEGORIES[place])
}

fn row(place: usize, side: &str, date: NaiveDate, account: usize, amount: i64) -> Transaction {
    let mut row = transaction(&format!("row-{place}{side}"));
    (row.date, row.amount, row.account_id) = (date, Milliunits::new(amount), account_id(account));
    (row.payee_id, row.payee_name, row.category_id) = (None, None, None);
    row
}

fn pay(row: &mut Transaction, place: usize) {
    let (id, name) = PAYEES[place];
    (row.payee_id, row.payee_name) = (Some(super::payee_id(id)), Some(name.into()));
}

fn on_budget(account: usize) -> bool {
    ACCOUNTS[account].3
}

fn add(plan: &mut SamplePlan, place: usize, date: NaiveDate, step: i64, event: Event) {
    let exact = |amount: i64| amount / step * step;
    match event {
        Event::Row {
            account,
            payee,
            category: chosen,
            amount,
        } => {
            let mut row = row(place, "", date, account, exact(amount));
            pay(&mut row, payee);
            row.category_id = chosen.filter(|_| on_budget(account)).map(category);
            plan.transactions.push(row);
        }
        Event::Income {
            account,
            amount,
            unsorted,
        } => {
            let mut row = row(place, "", date, account, exact(amount));
            pay(&mut row, PAYEES.len() - 1);
            let id = if unsorted { "uncategorized" } else { "ready" };
            row.category_id = on_budget(account).then(|| category_id(id));
            plan.transactions.push(row);
        }
        Event::Transfer {
            from,
            to,
            amount,
            category: chosen,
        } if from != to => {
            let mut out = row(place, "-out", date, from, -exact(amount));
            let mut into = row(place, "-in", date, to, exact(amount));
            out.transfer_account_id = Some(account_id(to));
            into.transfer_account_id = Some(account_id(from));
            out.transfer_transaction_id = Some(into.id.clone());
            into.transfer_transaction_id = Some(out.id.clone());
            for (side, own, other) in [(&mut out, from, to), (&mut into, to, from)] {
                side.payee_name = Some(format!("Transfer : {}", ACCOUNTS[other].1).into());
                side.category_id = (on_budget(own) && !on_budget(other)).then(|| category(chosen));
            }
            plan.transactions.extend([out, into]);
        }
        Event::Split {
            account,
            payee,
            lines,
            moved,
        } if on_budget(account) => {
            let mut parts = lines
                .iter()
                .map(|(chosen, amount)| split_line(exact(*amount), Some(category(*chosen))))
                .collect::<Vec<_>>();
            let mut other_side = None;
            if let Some((other, amount)) = moved.filter(|(other, _)| *other != account && on_budget(*other)) {
                let mut into = row(place, "-moved", date, other, -exact(amount));
                into.transfer_account_id = Some(account_id(account));
                parts.push(SplitLine {
                    transfer_account_id: Some(account_id(other)),
                    transfer_transaction_id: Some(into.id.clone()),
                    ..split_line(exact(amount), None)
                });
                other_side = Some(into);
            }
            let total = parts.iter().map(|part| part.amount.get()).sum();
            let mut row = row(place, "", date, account, total);
            pay(&mut row, payee);
            row.lines = parts.into();
            plan.transactions.push(row);
            plan.transactions.extend(other_side);
        }
        Event::Transfer { .. } | Event::Split { .. } => {}
        Event::Set {
            account,
            adjustment,
            amount,
        } => {
            let mut row = row(place, "", date, account, exact(amount));
            let name = if adjustment {
                "Reconciliation Balance Adjustment"
            } else {
                "Starting Balance"
            };
            row.payee_name = Some(name.into());
            row.category_id = on_budget(account).then(|| category_id("ready"));
            plan.transactions.push(row);
        }
    }
}

/// Makes each account's balances those of its rows.
pub(crate) fn settle(plan: &mut SamplePlan) {
    for account in &mut plan.accounts {
        let own = plan.transactions.iter().filter(|row| row.account_id == account.id);
        let sum = |cleared: bool| {
            let rows = own.clone().filter(|row| (row.cleared != Cleared::Uncleared) == cleared);
            Milliunits::new(rows.map(|row| row.amount.get()).sum())
        };
        (account.cleared_balance, account.uncleared_balance) = (sum(true), sum(false));
        account.balance = Milliunits::new(account.cleared_balance.get() + account.uncleared_balance.get());
    }
}

proptest! {
    #[test]
    fn a_sample_plan_keeps_the_books(plan in plans(40)) {
        for row in &plan.transactions {
            let parts = row.lines.iter().map(|part| part.amount.get()).sum::<i64>();
            prop_assert!(row.lines.is_empty() || parts == row.amount.get());
            prop_assert!(!plan.currency.is_finer(row.amount));
            prop_assert!(row.payee_id.iter().all(|id| plan.payees.iter().any(|payee| payee.id == *id)));
            if let Some(other) = &row.transfer_transaction_id {
                let other = plan.transactions.iter().find(|row| row.id == *other).unwrap();
                prop_assert_eq!(other.amount.get(), -row.amount.get());
                prop_assert_eq!(other.transfer_account_id.as_ref(), Some(&row.account_id));
            }
        }
        prop_assert!(plan.groups.iter().any(|group| group.categories.iter().any(|category| category.hidden)));
        let total = |balances: &mut dyn Iterator<Item = i64>| balances.sum::<i64>();
        prop_assert_eq!(
            total(&mut plan.accounts.iter().map(|account| account.balance.get())),
            total(&mut plan.transactions.iter().map(|row| row.amount.get()))
        );
    }
}
