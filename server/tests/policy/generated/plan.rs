//! Invented plans with everything a plan can hold, each made from a number: cards, a loan, a depot, closed and deleted
//! accounts, splits, transfers, refunds, hidden and deleted categories, what comes again, targets, schedules.

use chrono::{Days, Months, NaiveDate};
use serde_json::Value;
use uuid::Uuid;
use ynab_api::sim::{AccountKind, Cleared, CurrencyFormat, Entry, EntryLine, Plan, Scribe, Target, TargetKind, World};

use super::schedules;

/// Days of history.
const DAYS: u64 = 800;

/// Numbers that are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::try_from(self.below(from.len() as u64)).expect("a place in a short list")]
    }

    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Up to so many coins.
    fn coins(&mut self, most: u64, coin: i64) -> i64 {
        (1 + i64::try_from(self.below(most)).expect("a small number")) * coin
    }
}

/// What the rows of a plan name.
pub(super) struct Cast {
    pub(super) current: Uuid,
    pub(super) on_budget: Vec<Uuid>,
    all: Vec<Uuid>,
    tracking: Vec<Uuid>,
    pub(super) categories: Vec<Uuid>,
    income: Uuid,
}

/// A plan without anything in it.
pub(crate) fn empty(currency: Option<CurrencyFormat>, today: NaiveDate) -> World {
    World::with_plan(Plan::new("Empty", currency, today))
}

/// A plan whose smallest amount is `coin` milliunits.
pub(crate) fn world(number: u64, currency: Option<CurrencyFormat>, coin: i64, today: NaiveDate) -> World {
    let mut dice = Dice(number);
    let mut plan = Plan::new("Generated", currency, today);
    let noon = today.and_hms_opt(12, 0, 0).expect("noon").and_utc();
    let cast = plan.change(noon, |plan| {
        let cast = cast(plan, coin, today);
        history(plan, &cast, &mut dice, coin, today);
        cast
    });
    let rows = schedules::of(&plan, &cast, coin, today);
    // Schedules come in by the door that tests have: the saved world.
    let text = World::with_plan(plan).to_json().expect("a world");
    let mut written = serde_json::from_slice::<Value>(&text).expect("JSON");
    written["plans"][0]["scheduled"] = rows;
    World::from_json(written.to_string().as_bytes()).expect("a world")
}

fn cast(plan: &mut Plan, coin: i64, today: NaiveDate) -> Cast {
    let start = today - Days::new(DAYS);
    plan.first_month = (start - Months::new(1))
        .format("%Y-%m-01")
        .to_string()
        .parse()
        .expect("a day");
    let mut categories = Vec::new();
    for (group, names) in [
        ("Everyday", &["Food", "Rent", "Fun"][..]),
        ("Other", &["Misc", "Secret"]),
        ("More", &["Misc", "Trips"]),
        ("Past", &["Party"]),
        ("Gone", &["Vet"]),
    ] {
        let id = plan.add_group(group);
        categories.extend(names.iter().map(|name| plan.add_category(id, name)));
        plan.edit_group(id, |row| (row.hidden, row.deleted) = (group == "Past", group == "Gone"));
    }
    let [food, rent, fun, misc, secret, other, trips, .., vet] = categories.as_slice() else {
        panic!("nine categories")
    };
    plan.edit_category(*secret, |category| category.hidden = true);
    plan.edit_category(*vet, |category| category.deleted = true);
    plan.edit_category(*food, |category| {
        category.note = Some("On Saturdays\nno sweets".to_owned());
    });
    let month = plan.first_month;
    for (id, target) in [
        (food, Target::new(TargetKind::Need, 40_000 * coin, month).refill()),
        (rent, Target::new(TargetKind::MonthlyFunding, 90_000 * coin, month)),
        (
            fun,
            Target::new(TargetKind::Need, 9_000 * coin, month).every(2, Some(1), Some(3)),
        ),
        (
            misc,
            Target::new(TargetKind::BalanceByDate, 70_000 * coin, month).due(today + Months::new(5)),
        ),
        (other, Target::new(TargetKind::Balance, 50_000 * coin, month)),
        (secret, Target::new(TargetKind::Need, 30_000 * coin, month)),
    ] {
        plan.edit_category(*id, |category| category.target = Some(target));
    }
    let mut snoozed = Target::new(TargetKind::MonthlyFunding, 90_000 * coin, month);
    snoozed.snoozed_at = today.and_hms_opt(1, 0, 0).map(|time| time.and_utc());
    plan.edit_category(*trips, |category| category.target = Some(snoozed));
    let kinds = [
        ("Current", AccountKind::Checking),
        ("Savings", AccountKind::Savings),
        ("Visa", AccountKind::CreditCard),
        ("Line", AccountKind::LineOfCredit),
        ("Old", AccountKind::Checking),
        ("Lost", AccountKind::Cash),
        ("Depot", AccountKind::OtherAsset),
        ("Loan", AccountKind::AutoLoan),
    ];
    let all = kinds.map(|(name, kind)| plan.add_account(name, kind));
    let [current, savings, visa, .., depot, loan] = all;
    for (account, coins) in [
        (current, 300_000),
        (savings, 90_000),
        (visa, -20_000),
        (depot, 800_000),
        (loan, -900_000),
    ] {
        plan.open_with(account, start, coins * coin);
    }
    plan.edit_account(loan, |account| {
        account
            .debt_interest_rates
            .extend([(start, 4_500), (today + Months::new(3), 5_250)]);
        account.debt_minimum_payments.insert(start, 12_000 * coin);
        account.debt_escrow_amounts.insert(start, 500 * coin);
    });
    plan.edit_account(all[4], |account| account.closed = true);
    plan.edit_account(all[5], |account| account.deleted = true);
    let cut_up = plan.add_account("Cut up", AccountKind::CreditCard);
    let payments = plan
        .accounts
        .get(&cut_up)
        .and_then(|account| account.payment_category_id);
    plan.assign(
        today.format("%Y-%m-01").to_string().parse().expect("a day"),
        payments.expect("a card's"),
        700 * coin,
    );
    plan.edit_account(cut_up, |account| account.closed = true);
    Cast {
        current,
        on_budget: all[..6].to_vec(),
        all: all.to_vec(),
        tracking: vec![depot, loan],
        categories,
        income: plan.own.ready_to_assign,
    }
}

fn history(plan: &mut Plan, cast: &Cast, dice: &mut Dice, coin: i64, today: NaiveDate) {
    for back in 0..26 {
        let month = (today - Months::new(back))
            .format("%Y-%m-01")
            .to_string()
            .parse()
            .expect("a day");
        for category in &cast.categories[..7] {
            plan.assign(month, *category, dice.coins(60_000, coin) - 4_000 * coin);
        }
    }
    let start = today - Days::new(DAYS);
    let mut scribe = Scribe::new(plan);
    for back in 0..25 {
        let date = |day: u32| {
            format!("{}-{day:02}", (today - Months::new(back)).format("%Y-%m"))
                .parse()
                .expect("a day")
        };
        let rise = if back < 5 { 1_299 } else { 999 };
        let entries = [
            (date(1), 250_000, "Employer", cast.income),
            (date(3), -90_000, "Landlord", cast.categories[1]),
            (date(12), -rise, "Films", cast.categories[2]),
        ];
        for (date, coins, payee, category) in entries.into_iter().filter(|(date, ..)| *date <= today) {
            scribe.enter(&Entry::new(cast.current, date, coins * coin, payee, Some(category)));
        }
    }
    for back in 3..20 {
        let date = today - Months::new(back);
        scribe.enter(&Entry::new(
            cast.current,
            date,
            -2_500 * coin,
            "Gym",
            Some(cast.categories[2]),
        ));
    }
    // Twice the same, and more on a card than there is for it.
    for (account, ago, coins) in [
        (cast.current, 8, 4_321),
        (cast.current, 7, 4_321),
        (cast.on_budget[2], 2, 900_000),
    ] {
        let date = today - Days::new(ago);
        scribe.enter(&Entry::new(
            account,
            date,
            -coins * coin,
            "Acme",
            Some(cast.categories[6]),
        ));
    }
    for _ in 0..170 {
        let date = start + Days::new(dice.below(DAYS + 1));
        row(&mut scribe, cast, dice, coin, date);
    }
}

fn row(scribe: &mut Scribe<'_>, cast: &Cast, dice: &mut Dice, coin: i64, date: NaiveDate) {
    let payee = dice.pick(&["Market", "CB CINEMA 12/01", "東京堂", "Café Ünder", "Acme", ""]);
    let account = dice.pick(&cast.on_budget);
    let category = dice.pick(&cast.categories);
    let mut entry = Entry::new(account, date, -dice.coins(9_000, coin), payee, Some(category));
    entry.approved = !dice.once_in(6);
    entry.cleared = dice.pick(&[Cleared::Cleared, Cleared::Reconciled, Cleared::Uncleared]);
    entry.memo = dice.pick(&[None, None, Some("for\ntwo"), Some("with 12.3456 in it")]);
    entry.flag = dice.pick(&[None, None, Some("red"), Some("")]);
    entry.statement = dice.pick(&[None, Some("CARTE MARKET 4711")]);
    match dice.below(10) {
        0 => entry.amount = -entry.amount,
        1 => entry.category = None,
        2 => (entry.amount, entry.category) = (-entry.amount * 9, Some(cast.income)),
        3 | 4 => {
            let to = dice.pick(&cast.all);
            if to != account {
                entry.category = entry.category.filter(|_| cast.tracking.contains(&to));
                (entry.payee, entry.statement) = ("", None);
                scribe.transfer(&entry, to);
            }
            return;
        }
        5 => {
            let part = |amount, category, transfer_to| EntryLine {
                amount,
                category,
                transfer_to,
                memo: Some("a part"),
            };
            let mut lines = vec![
                part(-dice.coins(4_000, coin), Some(category), None),
                part(dice.coins(500, coin), Some(dice.pick(&cast.categories)), None),
            ];
            let to = dice.pick(&cast.on_budget);
            if to != account && dice.once_in(2) {
                lines.push(part(-dice.coins(2_000, coin), None, Some(to)));
            }
            entry.amount = lines.iter().map(|line| line.amount).sum();
            entry.category = None;
            scribe.split(&entry, &lines);
            return;
        }
        6 => {
            let tracked = dice.pick(&cast.tracking);
            (entry.account, entry.category) = (tracked, None);
        }
        _ => {}
    }
    let id = scribe.enter(&entry);
    if dice.once_in(20) {
        scribe.plan.edit_transaction(&id, |row| row.deleted = true);
    }
}
