//! One pass over a history: what went into and out of each account, by month; then the balances worked back from it.

use chrono::NaiveDate;

use super::{Differing, NetWorth, Series, Standing};
use crate::domain::by_id::ById;
use crate::domain::ids::AccountId;
use crate::domain::lines::{Entry, Ledger, Number};
use crate::domain::money::{Milliunits, MoneyError};
use crate::domain::month::Month;
use crate::domain::plan::Account;
use crate::logic::measured::{Tally, fitting, place};

/// What went into and out of one account. The sums are taken in 128 bits, and judged when they are balances.
struct Entries {
    /// Before the first month.
    before: i128,
    months: Vec<i128>,
    /// After today.
    later: i128,
    /// How many of the months there are up to that of the last entry.
    months_used: usize,
    /// Whether there is an entry at all.
    any: bool,
}

impl Entries {
    fn none(months: usize) -> Self {
        Self {
            before: 0,
            months: vec![0; months],
            later: 0,
            months_used: 0,
            any: false,
        }
    }

    /// What it held at the end of each month, given what it holds with all its entries.
    fn worked_back(&self, holds: i128) -> Result<Vec<Milliunits>, MoneyError> {
        let mut held = holds - self.later;
        let mut balances = Vec::with_capacity(self.months.len());
        for moved in self.months.iter().rev() {
            balances.push(fitting(held)?);
            held -= moved;
        }
        balances.reverse();
        Ok(balances)
    }

    /// What a deleted account held at the end of each month: the sum of its entries until they end, and nothing today,
    /// since nobody has it any more.
    fn until_deleted(&self) -> Result<Vec<Milliunits>, MoneyError> {
        let mut held = self.before;
        let held = self.months.iter().enumerate().map(|(at, moved)| {
            held += moved;
            let there = at < self.months_used && at + 1 < self.months.len();
            fitting(if there { held } else { 0 })
        });
        held.collect()
    }

    fn sum(&self) -> i128 {
        self.before + self.months.iter().sum::<i128>() + self.later
    }
}

/// One pass over a history.
pub(super) struct Read<'a> {
    accounts: &'a [Account],
    ledger: Ledger<'a>,
    today: NaiveDate,
    count: usize,
    first: Month,
    first_day: NaiveDate,
    /// The places of the history's accounts, by their numbers; deleted ones have theirs behind the others.
    places: Vec<usize>,
    /// Of each account, then of deleted ones.
    entries: Vec<Entries>,
    begins: Option<NaiveDate>,
    later: Tally,
    /// Transfers with accounts that are not in the list, by their places.
    elsewhere: ById<usize, Tally>,
}

impl<'a> Read<'a> {
    pub(super) fn new(accounts: &'a [Account], ledger: Ledger<'a>, today: NaiveDate, months: u32) -> Self {
        let count = months as usize;
        let known: ById<&AccountId, usize> = accounts
            .iter()
            .zip(0..)
            .map(|(account, at)| (&account.id, at))
            .collect();
        let mut behind = accounts.len()..;
        let place = |id| known.get(id).copied().or_else(|| behind.next()).unwrap_or_default();
        let first = Month::of(today).earlier(months - 1);
        let places: Vec<usize> = ledger.accounts().iter().map(place).collect();
        Self {
            accounts,
            ledger,
            today,
            count,
            first,
            first_day: first.first_day(),
            entries: (0..behind.start).map(|_| Entries::none(count)).collect(),
            places,
            begins: None,
            later: Tally::default(),
            elsewhere: ById::default(),
        }
    }

    pub(super) fn add(&mut self, line: &Entry) {
        if line.is_first() {
            // What a transaction comes to is YNAB's to say, not the sum of its lines.
            let whole = line.is_part().then(|| self.ledger.row(line)).flatten();
            self.add_amount(line, whole.map_or(line.amount, |row| row.amount));
        }
        let Some(other) = line.transfer else { return };
        let (own, other) = (self.place_of(line.account), self.place_of(other));
        let counts = own < self.accounts.len() && other >= self.accounts.len();
        if counts && (self.first_day..=self.today).contains(&line.date) {
            self.elsewhere.entry(other).or_default().add(line.amount);
        }
    }

    fn add_amount(&mut self, line: &Entry, whole: Milliunits) {
        let at = self.place_of(line.account);
        let deleted = at >= self.accounts.len();
        let Some(entries) = self.entries.get_mut(at) else {
            return;
        };
        entries.any = true;
        let amount = i128::from(whole.get());
        if line.date > self.today {
            entries.later += amount;
            if !deleted {
                self.later.add(whole);
            }
            return;
        }
        if self.begins.is_none_or(|begins| line.date < begins) {
            self.begins = Some(line.date);
        }
        let month = (line.date >= self.first_day)
            .then(|| place(self.first, line.date))
            .flatten();
        let Some((month, moved)) = month.and_then(|at| Some((at, entries.months.get_mut(at)?))) else {
            entries.before += amount;
            return;
        };
        *moved += amount;
        entries.months_used = entries.months_used.max(month + 1);
    }

    fn place_of(&self, account: Number) -> usize {
        account.of(&self.places).unwrap_or_default()
    }

    pub(super) fn finish(self) -> Result<NetWorth<'a>, MoneyError> {
        let (known, gone) = self.entries.split_at(self.accounts.len());
        let (mut series, mut differing) = (Vec::with_capacity(known.len()), Vec::new());
        for (account, entries) in self.accounts.iter().zip(known) {
            let balance = i128::from(account.balance.get());
            let difference = fitting(balance - entries.sum())?;
            if !difference.is_zero() {
                differing.push(Differing { account, difference });
            }
            let balances = entries.worked_back(balance)?;
            series.push(Series { account, balances });
        }
        let mut deleted = Tally::default();
        let mut gone_balances = Vec::with_capacity(gone.len());
        for entries in gone.iter().filter(|entries| entries.months_used > 0) {
            deleted.add(fitting(entries.sum() - entries.later)?);
            gone_balances.push(entries.until_deleted()?);
        }
        let mut one_sided = Tally::default();
        let without_entry = |at: usize| self.entries.get(at).is_some_and(|entries| !entries.any);
        let elsewhere = self.elsewhere.iter().filter(|(at, _)| without_entry(**at));
        elsewhere.for_each(|(_, tally)| one_sided.join(*tally));
        let standing = |at: usize| {
            standing(
                self.first.later(u32::try_from(at).unwrap_or(0)),
                at,
                &series,
                &gone_balances,
            )
        };
        let months = (0..self.count).map(standing).collect::<Result<Vec<_>, _>>()?;
        let gone = (0..self.count).map(|at| Milliunits::checked_sum(at_place(&gone_balances, at)));
        let mut worth = NetWorth {
            gone: gone.collect::<Result<_, _>>()?,
            months,
            series,
            later: self.later,
            differing,
            deleted,
            one_sided,
            begins: None,
        };
        if let Some(begins) = self.begins.map(Month::of) {
            worth.begin_with(begins);
        }
        Ok(worth)
    }
}

impl NetWorth<'_> {
    /// Leaves out the months before the first entry in which nothing stood.
    fn begin_with(&mut self, begins: Month) {
        let empty = |month: &&Standing| month.month < begins && month.assets.is_zero() && month.debts.is_zero();
        let without = self.months.iter().take_while(empty).count();
        if without == 0 {
            return;
        }
        self.begins = Some(begins);
        self.months.drain(..without);
        self.gone.drain(..without);
        for series in &mut self.series {
            series.balances.drain(..without);
        }
    }
}

fn at_place(lists: &[Vec<Milliunits>], at: usize) -> impl Iterator<Item = Milliunits> + Clone + '_ {
    lists.iter().filter_map(move |list| list.get(at)).copied()
}

/// What the accounts and the deleted ones came to in the month at a place.
fn standing(month: Month, at: usize, series: &[Series<'_>], gone: &[Vec<Milliunits>]) -> Result<Standing, MoneyError> {
    let listed = series
        .iter()
        .filter_map(|series| Some((Some(series.account), *series.balances.get(at)?)));
    let all = listed.chain(at_place(gone, at).map(|balance| (None, balance)));
    let sum = |counts: &dyn Fn(Option<&Account>, Milliunits) -> bool| {
        let counting = all.clone().filter(|(account, balance)| counts(*account, *balance));
        Milliunits::checked_sum(counting.map(|(_, balance)| balance))
    };
    // Nobody knows any more whether a deleted account was only tracked: most are not.
    let on_budget = |account: Option<&Account>| account.is_none_or(|account| account.on_budget);
    Ok(Standing {
        month,
        assets: sum(&|_, balance| balance.is_positive())?,
        debts: sum(&|_, balance| balance.is_negative())?,
        net_worth: sum(&|_, _| true)?,
        on_budget: sum(&|account, _| on_budget(account))?,
        tracking: sum(&|account, _| !on_budget(account))?,
        liquid: sum(&|account, balance| balance.is_positive() && account.is_some_and(Account::is_cash))?,
    })
}
