use crate::logic::samples::with_lines;
use chrono::{Days, NaiveDate};
use proptest::prelude::*;

use super::{Charges, a_month, find, months};
use crate::domain::ids::{AccountId, CategoryId, ScheduledId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::domain::plan::Transaction;
use crate::domain::scheduled::{Frequency, ScheduledTransaction};
use crate::logic::flows::Chart;
use crate::logic::measured::oracle::nearest;
use crate::logic::recurring::{self, Payment, Rhythm};
use crate::logic::samples::plans::{SamplePlan, TODAY, empty, plans};
use crate::logic::samples::{category_id, payee_id, split_line, transaction};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn account(id: &str) -> AccountId {
    AccountId::parse(id).unwrap()
}

/// A plan to which payments are added.
struct Books {
    plan: SamplePlan,
    scheduled: Vec<ScheduledTransaction>,
}

impl Books {
    fn new() -> Self {
        Self {
            plan: empty(2),
            scheduled: Vec::new(),
        }
    }

    /// Pays on each of the days; the payee's name is its id with a capital.
    fn pay(&mut self, payee: &str, amount: i64, dates: impl IntoIterator<Item = NaiveDate>) -> &mut [Transaction] {
        let before = self.plan.transactions.len();
        for date in dates {
            let mut row = transaction(&format!("row-{}", self.plan.transactions.len()));
            (row.date, row.amount) = (date, Milliunits::new(amount));
            (row.payee_id, row.payee_name) = (Some(payee_id(payee)), Some(payee.to_uppercase().into()));
            row.category_id = Some(category_id(if amount < 0 { "fun" } else { "ready" }));
            self.plan.transactions.push(row);
        }
        &mut self.plan.transactions[before..]
    }

    fn schedule(&mut self, payee: &str, amount: i64, frequency: Frequency) -> &mut ScheduledTransaction {
        self.scheduled.push(ScheduledTransaction {
            id: ScheduledId::parse(&format!("s{}", self.scheduled.len())).unwrap(),
            date_first: day("2026-10-05"),
            date_next: day("2026-10-05"),
            frequency,
            amount: Milliunits::new(amount),
            memo: None,
            flag: None,
            account_id: account("current"),
            payee_id: Some(payee_id(payee)),
            payee_name: Some(payee.to_uppercase().into()),
            category_id: None,
            transfer_account_id: None,
            lines: Box::new([]),
        });
        self.scheduled.last_mut().unwrap()
    }

    fn found(&self, include_income: bool) -> Charges {
        let chart = Chart::new(&self.plan.accounts, &self.plan.groups);
        find(
            with_lines(&self.plan.transactions),
            &chart,
            &self.scheduled,
            include_income,
            day(TODAY),
        )
        .unwrap()
    }

    /// Payee, amount and what it comes to in a year of each charge.
    fn told(&self) -> Vec<(String, i64, i64)> {
        let charges = self.found(false).charges;
        charges
            .iter()
            .map(|charge| (charge.series.payee(), charge.series.amount.get(), charge.yearly.get()))
            .collect()
    }
}

/// The 5th of so many months up to September 2026.
fn on_the_fifth(months: u32) -> Vec<NaiveDate> {
    let last = Month::of(day(TODAY));
    (0..months).rev().map(|back| last.earlier(back).day(5)).collect()
}

fn every(days: u64, times: u64, last: &str) -> Vec<NaiveDate> {
    (0..times)
        .rev()
        .map(|back| day(last) - Days::new(back * days))
        .collect()
}

#[test]
fn every_rhythm_counts_as_often_as_it_comes_in_a_year() {
    let mut books = Books::new();
    books.pay("stream", -9_990, on_the_fifth(14));
    books.pay("water", -61_500, on_the_fifth(25).into_iter().rev().step_by(3));
    books.pay("insurance", -480_000, on_the_fifth(25).into_iter().rev().step_by(12));
    books.pay("piano", -25_000, every(7, 30, "2026-09-18"));
    books.pay("cleaner", -45_000, every(14, 20, "2026-09-18"));
    let expected = [
        ("PIANO", -25_000, -1_300_000),
        ("CLEANER", -45_000, -1_170_000),
        ("INSURANCE", -480_000, -480_000),
        ("WATER", -61_500, -246_000),
        ("STREAM", -9_990, -119_880),
    ];
    assert_eq!(
        books.told(),
        expected.map(|(payee, amount, yearly)| (payee.to_owned(), amount, yearly))
    );
    let found = books.found(false);
    assert_eq!(found.yearly_total.get(), -3_315_880);
    for (decimals, month) in [(0, -276_000), (2, -276_320), (3, -276_323)] {
        assert_eq!(a_month(found.yearly_total, &empty(decimals).currency).get(), month);
    }
    assert_eq!(
        found.message(&books.plan.currency),
        "5 recurring charges of 5 payees: 3315.88 a year, 276.32 a month."
    );
}

#[test]
fn transfers_refunds_tracking_accounts_and_balances_that_were_set_are_no_charges() {
    let mut books = Books::new();
    for row in books.pay("interest", -4_000, on_the_fifth(14)) {
        row.account_id = account("loan");
        row.category_id = None;
    }
    for (place, row) in books.pay("loan", -265_000, on_the_fifth(14)).iter_mut().enumerate() {
        let to = if place % 2 == 0 { "loan" } else { "visa" };
        row.transfer_account_id = Some(account(to));
    }
    for row in books.pay("refund", 4_000, on_the_fifth(14)) {
        row.category_id = Some(category_id("fun"));
    }
    for row in books.pay("set", -4_000, on_the_fifth(14)) {
        row.payee_name = Some("Reconciliation Balance Adjustment".into());
    }
    assert_eq!(books.found(true), Charges::default());
    assert_eq!(
        books.found(true).message(&books.plan.currency),
        "No recurring charges were found."
    );
}

#[test]
fn income_is_told_when_it_is_asked_for_and_never_added() {
    let mut books = Books::new();
    books.pay("employer", 1_850_000, every(14, 26, "2026-09-11"));
    for row in books.pay("allowance", 250_000, on_the_fifth(12)) {
        row.category_id = None;
    }
    books.pay("stream", -9_990, on_the_fifth(12));
    assert!(books.found(false).income.is_empty());
    let found = books.found(true);
    let income = found
        .income
        .iter()
        .map(|charge| (charge.series.rhythm, charge.yearly.get()));
    let expected = [(Rhythm::EveryTwoWeeks, 48_100_000), (Rhythm::Monthly, 3_000_000)];
    assert_eq!(income.collect::<Vec<_>>(), expected);
    assert_eq!(found.yearly_total.get(), -119_880);
}

#[test]
fn what_has_lapsed_stands_apart_and_counts_in_no_total() {
    let mut books = Books::new();
    books.pay("gym", -30_000, on_the_fifth(14).into_iter().take(12));
    books.pay("stream", -9_990, on_the_fifth(14));
    let found = books.found(false);
    assert_eq!(found.lapsed.len(), 1);
    assert_eq!(
        (found.lapsed[0].series.last, found.lapsed[0].series.next),
        (day("2026-07-05"), day("2026-08-05"))
    );
    assert_eq!(found.yearly_total.get(), -119_880);
    let message = found.message(&books.plan.currency);
    assert!(
        message.ends_with(" 1 did not come when expected and is not counted (`lapsed`)."),
        "{message}"
    );
}

#[test]
fn a_price_that_rose_is_told() {
    let mut books = Books::new();
    books.pay("stream", -9_990, on_the_fifth(14).into_iter().take(10));
    books.pay("stream", -12_990, on_the_fifth(4));
    assert_eq!(books.told(), [("STREAM".to_owned(), -12_990, -155_880)]);
    let found = books.found(false);
    assert_eq!(found.charges[0].series.amount_before, Some(Milliunits::new(-9_990)));
    assert!(
        found
            .message(&books.plan.currency)
            .ends_with(" 1 costs more than before (`amount_before`).")
    );
}

#[test]
fn a_schedule_stands_for_one_charge_of_its_payee_amount_and_rhythm() {
    let mut books = Books::new();
    books.pay("stream", -9_990, on_the_fifth(14));
    let scheduled = |books: &Books| {
        books
            .found(false)
            .charges
            .iter()
            .map(|charge| charge.scheduled)
            .collect::<Vec<_>>()
    };
    assert_eq!(scheduled(&books), [false]);
    for (payee, amount, frequency, stands) in [
        ("stream", -9_990, Frequency::Monthly, true),
        ("stream", -11_988, Frequency::Monthly, true),
        ("stream", -11_989, Frequency::Monthly, false),
        ("stream", -9_990, Frequency::Yearly, false),
        ("stream", 9_990, Frequency::Monthly, false),
        ("streams", -9_990, Frequency::Monthly, false),
    ] {
        books.scheduled.clear();
        books.schedule(payee, amount, frequency);
        assert_eq!(scheduled(&books), [stands], "{payee} {amount}");
    }
    // Without an id the name decides; one schedule stands for one of two.
    books.scheduled.clear();
    books.schedule("stream", -9_990, Frequency::Monthly).payee_id = None;
    assert_eq!(scheduled(&books), [true]);
    books.pay(
        "stream",
        -9_490,
        on_the_fifth(14).into_iter().map(|date| date + Days::new(9)),
    );
    assert_eq!(scheduled(&books), [true, false]);
}

#[test]
fn payees_without_latin_letters_have_their_schedules() {
    let mut books = Books::new();
    for row in books.pay("tokyo", -8_000, on_the_fifth(12)) {
        row.payee_name = Some("東京堂".into());
        row.payee_id = None;
    }
    let schedule = books.schedule("tokyo", -8_000, Frequency::Monthly);
    (schedule.payee_id, schedule.payee_name) = (None, Some("東京堂".into()));
    assert_eq!(
        books
            .found(false)
            .charges
            .iter()
            .map(|charge| charge.scheduled)
            .collect::<Vec<_>>(),
        [true]
    );
}

#[test]
fn a_split_is_what_of_it_was_spent() {
    let mut books = Books::new();
    for row in books.pay("shop", -60_000, on_the_fifth(12)) {
        let mut cash = split_line(-20_000, None);
        cash.transfer_account_id = Some(account("savings"));
        row.lines = Box::new([
            split_line(-35_000, Some(category_id("food"))),
            cash,
            split_line(-5_000, Some(category_id("fun"))),
        ]);
    }
    assert_eq!(books.told(), [("SHOP".to_owned(), -40_000, -480_000)]);
    assert_eq!(books.found(false).charges[0].series.category_id, None);
}

#[test]
fn the_category_is_that_of_most_payments() {
    let mut books = Books::new();
    for (place, row) in books.pay("stream", -9_990, on_the_fifth(12)).iter_mut().enumerate() {
        row.category_id = match place {
            0..5 => Some(category_id("uncategorized")),
            5..8 => Some(category_id("misc")),
            _ => Some(category_id("secret")),
        };
    }
    assert_eq!(
        books.found(false).charges[0].series.category_id,
        Some(category_id("secret"))
    );
}

#[test]
fn charges_income_and_what_lapsed_have_lists_of_their_own() {
    let mut books = Books::new();
    for number in 0..7 {
        books.pay(&format!("p{number}"), -9_990 - number, on_the_fifth(12));
    }
    books.pay("employer", 1_850_000, on_the_fifth(12));
    books.pay("gym", -30_000, on_the_fifth(14).into_iter().take(12));
    let found = books.found(true);
    let lists = [&found.charges, &found.income, &found.lapsed];
    assert_eq!(lists.map(Vec::len), [7, 1, 1]);
    assert_eq!(found.charges[0].series.amount.get(), -9_996, "the costliest first");
}

#[test]
fn the_months_looked_at_end_with_the_current_one() {
    let months = months(day(TODAY)).map(Month::short).collect::<Vec<_>>();
    assert_eq!(
        (months.len(), months[0].as_str(), months[25].as_str()),
        (26, "2024-08", "2026-09")
    );
}

#[test]
fn a_year_that_does_not_fit_is_an_error() {
    let mut books = Books::new();
    books.pay("stream", i64::MIN / 2, on_the_fifth(6));
    let chart = Chart::new(&books.plan.accounts, &books.plan.groups);
    assert!(find(with_lines(&books.plan.transactions), &chart, &[], false, day(TODAY)).is_err());
}

/// What a plan's payments are, line by line and without the shared rules.
fn plainly(plan: &SamplePlan, include_income: bool) -> Vec<(&Transaction, i64, Option<&CategoryId>)> {
    let mut all = Vec::new();
    for row in &plan.transactions {
        let name = row.payee_name.as_deref().unwrap_or_default();
        let tracked = ["depot", "loan"].contains(&row.account_id.as_str());
        if tracked || ["Starting Balance", "Reconciliation Balance Adjustment"].contains(&name) {
            continue;
        }
        let whole = (row.amount.get(), &row.category_id, &row.transfer_account_id);
        let mut lines = row
            .lines
            .iter()
            .map(|line| (line.amount.get(), &line.category_id, &line.transfer_account_id))
            .collect::<Vec<_>>();
        if lines.is_empty() {
            lines.push(whole);
        }
        lines.retain(|(amount, _, transfer)| *amount != 0 && transfer.is_none());
        let sum = lines.iter().map(|(amount, ..)| amount).sum::<i64>();
        let is = |id: &Option<CategoryId>, word: &str| id.as_ref().is_some_and(|id| id.as_str() == word);
        let open = |id: &Option<CategoryId>| id.is_none() || is(id, "uncategorized");
        let spent = lines.iter().any(|(amount, id, _)| *amount < 0 && !is(id, "ready"));
        let earned = lines
            .iter()
            .any(|(amount, id, _)| is(id, "ready") || (*amount > 0 && open(id)));
        let category = row
            .category_id
            .as_ref()
            .filter(|id| row.lines.is_empty() && id.as_str() != "uncategorized");
        if (row.amount.get() < 0 && sum < 0 && spent) || (include_income && row.amount.get() >= 0 && sum > 0 && earned)
        {
            all.push((row, sum, category));
        }
    }
    all
}

proptest! {
    #[test]
    fn what_is_found_is_what_comes_again_among_the_plainly_chosen_payments(plan in plans(150), include_income: bool) {
        let chart = Chart::new(&plan.accounts, &plan.groups);
        let found = find(with_lines(&plan.transactions), &chart, &[], include_income, plan.today).unwrap();
        let chosen = plainly(&plan, include_income);
        let payments = chosen.iter().map(|(row, amount, category_id)| Payment {
            amount: Milliunits::new(*amount),
            category_id: *category_id,
            ..Payment::of(row)
        });
        let mut expected = recurring::find(payments, plan.today);
        let all = [&found.charges, &found.income, &found.lapsed].into_iter().flatten();
        let mut told = all.clone().map(|charge| charge.series.clone()).collect::<Vec<_>>();
        told.sort_by_key(|series| format!("{series:?}"));
        expected.sort_by_key(|series| format!("{series:?}"));
        prop_assert_eq!(told, expected);
        let total = found.charges.iter().map(|charge| charge.series.amount.get() * i64::from(charge.series.rhythm.times_a_year()));
        prop_assert_eq!(found.yearly_total.get(), total.sum::<i64>());
        for yearly in found.charges.iter().map(|charge| charge.yearly).chain([found.yearly_total]) {
            prop_assert_eq!(a_month(yearly, &plan.currency).get(), nearest(yearly.get(), 12, &plan));
        }
        prop_assert!(found.charges.iter().all(|charge| charge.series.outflow && !charge.series.lapsed));
        prop_assert!(include_income || all.clone().all(|charge| charge.series.outflow));
        prop_assert!(found.charges.is_sorted_by_key(|charge| charge.yearly));
    }
}
