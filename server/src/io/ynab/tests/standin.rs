//! The same rules against the stand-in, which keeps a plan as YNAB does.

use chrono::NaiveDate;
use uuid::Uuid;
use ynab_api::sim::{
    self, CurrencyFormat, Entry, Fault, FaultEffect, Operation, Plan, Quirks, Recorded, Scribe, Sim, SimOptions, World,
};

use super::*;
use crate::domain::flag::FlagColor;
use crate::domain::ids::{CategoryId, TransactionId};
use crate::domain::money::Milliunits;
use crate::domain::month::Month;
use crate::io::state::Reservation;

pub(super) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A stand-in with one plan, read by a server whose clock tells the same day.
pub(super) struct Stage {
    pub(super) sim: Sim,
    pub(super) bench: Bench,
    pub(super) plan: PlanId,
    pub(super) account: Uuid,
    pub(super) category: Uuid,
}

impl Stage {
    /// A plan that began in 2018, with one row of that year and one of this month.
    pub(super) fn new() -> Self {
        let today = day("2026-10-05");
        let mut plan = Plan::new("Home", Some(CurrencyFormat::euro()), today);
        let (account, category) = plan.change("2026-10-05T12:00:00Z".parse().unwrap(), |plan| {
            plan.first_month = day("2018-01-01");
            let account = plan.add_account("Checking", sim::AccountKind::Checking);
            let group = plan.add_group("Bills");
            let category = plan.add_category(group, "Rent");
            let mut scribe = Scribe::new(plan);
            scribe.enter(&Entry::new(
                account,
                day("2018-03-01"),
                -800_000,
                "Landlord",
                Some(category),
            ));
            scribe.enter(&Entry::new(
                account,
                day("2026-10-01"),
                -950_000,
                "Landlord",
                Some(category),
            ));
            (account, category)
        });
        let id = PlanId::parse(&plan.id.to_string()).unwrap();
        let sim = Self::serve(World::with_plan(plan));
        let bench = Bench::new(&sim.url());
        Self {
            sim,
            bench,
            plan: id,
            account,
            category,
        }
    }

    fn serve(world: World) -> Sim {
        let options = SimOptions {
            clock: sim::Clock::Fixed(day("2026-10-05")),
            ..SimOptions::default()
        };
        Sim::start(world, options).unwrap()
    }

    /// What another client does.
    pub(super) fn enter(&self, date: &str, amount: i64) -> TransactionId {
        let entry = Entry::new(self.account, day(date), amount, "Landlord", Some(self.category));
        let id = self.sim.edit(|plan| Scribe::new(plan).enter(&entry)).unwrap();
        TransactionId::parse(&id).unwrap()
    }

    /// Dates and amounts of the history, read after the copy is old.
    async fn history(&self) -> Vec<(String, i64)> {
        self.bench.grow_old();
        let history = self.bench.call().transactions(&self.plan).await.unwrap();
        let mut rows: Vec<_> = history
            .iter()
            .map(|row| (row.date.to_string(), row.amount.get()))
            .collect();
        rows.sort();
        rows
    }

    pub(super) fn category(&self) -> CategoryId {
        CategoryId::parse(&self.category.to_string()).unwrap()
    }

    /// One request set aside, and a meter.
    pub(super) fn sending(&self) -> (Reservation, Arc<Meter>) {
        (self.bench.writer.reserve(1).unwrap(), self.bench.meter())
    }

    /// Method, path below the plan and body of the last write.
    pub(super) fn sent(&self) -> (String, Value) {
        let mut writes = self.sim.requests().into_iter().filter(Recorded::is_write);
        let last = writes.next_back().unwrap();
        let (_, path) = last.path.split_once(self.plan.as_str()).unwrap();
        let body = serde_json::from_str(&last.body).unwrap_or_default();
        (format!("{} {path}", last.method), body)
    }
}

#[tokio::test]
async fn what_is_older_than_a_year_is_in_the_whole_and_in_the_changes() {
    let stage = Stage::new();
    let whole = [("2018-03-01".to_owned(), -800_000), ("2026-10-01".to_owned(), -950_000)];
    assert_eq!(stage.history().await, whole);
    stage.enter("2019-04-01", -810_000);
    stage.sim.edit(|plan| {
        let old = plan
            .transactions
            .iter()
            .find(|row| row.date == day("2018-03-01"))
            .unwrap()
            .id
            .clone();
        plan.edit_transaction(&old, |row| row.amount = -1);
    });
    let changed = [
        ("2018-03-01".to_owned(), -1),
        ("2019-04-01".to_owned(), -810_000),
        whole[1].clone(),
    ];
    assert_eq!(stage.history().await, changed);
    let queries: Vec<_> = stage.sim.requests().into_iter().map(|request| request.query).collect();
    assert_eq!(queries.len(), 2);
    assert_eq!(queries[0], "since_date=1970-01-01");
    assert!(queries[1].contains("last_knowledge_of_server=") && queries[1].contains("since_date=1970-01-01"));
}

#[tokio::test]
async fn what_is_deleted_vanishes() {
    let stage = Stage::new();
    let (call, id) = (stage.bench.call(), stage.enter("2020-01-01", -7));
    assert_eq!(stage.history().await.len(), 3);
    assert_eq!(call.accounts(&stage.plan).await.unwrap().len(), 1);
    let named = async || {
        let groups = stage.bench.call().categories(&stage.plan).await.unwrap();
        let categories = groups.iter().flat_map(|group| &group.categories);
        categories.filter(|category| category.name.raw() == "Rent").count()
    };
    assert_eq!(named().await, 1);
    stage.sim.edit(|plan| {
        plan.edit_transaction(id.as_str(), |row| row.deleted = true);
        plan.edit_account(stage.account, |account| account.deleted = true);
        plan.edit_category(stage.category, |category| category.deleted = true);
    });
    assert_eq!(stage.history().await.len(), 2);
    assert_eq!(call.accounts(&stage.plan).await.unwrap().len(), 0);
    assert_eq!(named().await, 0);
    assert_eq!(
        stage
            .sim
            .requests()
            .iter()
            .filter(|request| request.query.contains("last_knowledge"))
            .count(),
        3
    );
}

#[tokio::test]
async fn a_month_long_ago_is_there_and_one_before_the_plan_is_not() {
    let stage = Stage::new();
    let read = async |month: &str| {
        stage
            .bench
            .call()
            .month(&stage.plan, Month::parse(month).unwrap())
            .await
    };
    let month = read("2018-03").await.unwrap();
    let rent = month
        .categories
        .iter()
        .find(|category| category.name.raw() == "Rent")
        .unwrap();
    assert_eq!((rent.activity.get(), rent.group_name.raw()), (-800_000, "Bills"));
    let error = read("2001-01").await.unwrap_err();
    assert!(matches!(&error, YnabError::NotFound { what, .. } if what == "the month 2001-01-01 of this plan"));
    let stranger = PlanId::parse(PLAN).unwrap();
    let error = stage.bench.call().accounts(&stranger).await.unwrap_err();
    assert!(matches!(error, YnabError::NotFound { .. }), "{error}");
}

#[tokio::test]
async fn plans_without_decimals_with_three_and_without_a_currency() {
    let today = day("2026-10-05");
    let mut world = World::empty();
    for (name, currency) in [
        ("Yen", Some(CurrencyFormat::yen())),
        ("Dinar", Some(CurrencyFormat::dinar())),
        ("None", None),
    ] {
        world.plans.push(Plan::new(name, currency, today));
    }
    let used = world.plans[1].id;
    world.last_used = Some(used);
    let sim = Stage::serve(world);
    let bench = Bench::new(&sim.url());
    let call = bench.call();
    let plans = call.plans().await.unwrap();
    let shown: Vec<_> = plans
        .iter()
        .map(|plan| {
            (
                plan.name.raw(),
                plan.currency.code(),
                plan.currency.plain(Milliunits::new(-1_234_000)),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("Yen", Some("JPY"), "-1234".to_owned()),
            ("Dinar", Some("KWD"), "-1234.000".to_owned()),
            ("None", None, "-1234.00".to_owned()),
        ]
    );
    assert_eq!(call.last_used().await.unwrap().as_str(), used.to_string());
    assert_eq!((sim.count(Operation::GetPlans), sim.count(Operation::GetPlan)), (1, 1));
}

#[tokio::test]
async fn a_write_is_answered_held_and_seen_by_the_next_read() {
    for quirks in [
        Quirks::default(),
        Quirks {
            bulk_update_plain_ok: true,
            cleared_flag_is_empty_text: true,
            uncategorized_has_id: true,
            ..Quirks::default()
        },
    ] {
        let stage = Stage::new();
        stage.sim.set_quirks(quirks);
        let id = stage.enter("2026-09-01", -900_000);
        assert_eq!(stage.history().await.len(), 3);
        let (mut reservation, meter) = (stage.bench.writer.reserve(3).unwrap(), stage.bench.meter());
        let mut send = async |flag: Option<FlagColor>, category: Option<CategoryId>| {
            let patch = TransactionPatch {
                category: Change::Set(category),
                flag: Change::Set(flag),
                approved: Change::Set(true),
                ..TransactionPatch::of(id.clone())
            };
            let rows = stage
                .bench
                .writer
                .update_transactions(&stage.plan, &[patch], &mut reservation, &meter)
                .await;
            let answered = rows.unwrap().remove(0);
            let held = stage
                .bench
                .call()
                .transactions(&stage.plan)
                .await
                .unwrap()
                .get(&id)
                .unwrap()
                .clone();
            assert_eq!(answered, held);
            (held.flag, held.category_id, held.approved)
        };
        let category = Some(stage.category());
        assert_eq!(
            send(Some(FlagColor::Blue), category.clone()).await,
            (Some(FlagColor::Blue), category, true)
        );
        let (flag, _, _) = send(None, None).await;
        assert_eq!(flag, None);
    }
}

#[tokio::test]
async fn an_assigned_amount_shows_in_its_month_at_once() {
    let stage = Stage::new();
    let month = Month::parse("2019-06").unwrap();
    let read = async || {
        let detail = stage.bench.call().month(&stage.plan, month).await.unwrap();
        let rent = detail
            .categories
            .iter()
            .find(|category| category.id == stage.category())
            .unwrap()
            .clone();
        (rent.assigned.get(), rent.available.get())
    };
    let (_, before) = read().await;
    let (mut reservation, meter) = (stage.bench.writer.reserve(1).unwrap(), stage.bench.meter());
    let amount = Milliunits::new(123_450);
    let category = stage.category();
    let writer = &stage.bench.writer;
    let answer = writer
        .set_assigned(&stage.plan, month, &category, amount, &mut reservation, &meter)
        .await
        .unwrap();
    assert_eq!((answer.assigned, answer.available.get()), (amount, before + 123_450));
    assert_eq!(read().await, (123_450, before + 123_450));
}

#[tokio::test]
async fn a_write_that_was_applied_without_an_answer_shows_in_the_next_read() {
    let stage = Stage::new();
    let id = stage.enter("2026-09-01", -900_000);
    assert_eq!(stage.history().await.len(), 3);
    stage.sim.fault(Fault::on_writes(FaultEffect::DropAfter));
    let patch = TransactionPatch {
        flag: Change::Set(Some(FlagColor::Green)),
        ..TransactionPatch::of(id.clone())
    };
    let mut reservation = stage.bench.writer.reserve(1).unwrap();
    let sent = stage
        .bench
        .writer
        .update_transactions(&stage.plan, &[patch], &mut reservation, &stage.bench.meter())
        .await;
    assert!(matches!(sent, Err(WriteError::Unanswered { .. })));
    let history = stage.bench.call().transactions(&stage.plan).await.unwrap();
    assert_eq!(history.get(&id).unwrap().flag, Some(FlagColor::Green));
    assert_eq!(stage.sim.count(Operation::UpdateTransactions), 1);
}
