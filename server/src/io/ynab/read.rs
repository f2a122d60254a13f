//! Reading a plan: from the copies where they are young enough, else from YNAB.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OnceCell;
use ynab_api::News;

use super::collection::{Collection, Synced, refresh};
use super::connection::Connection;
use super::convert;
use super::error::YnabError;
use super::meter::Meter;
use super::shared::{Reading, Shared, Ticket};
use super::store::{MonthCopy, Store};
use super::transactions::Transactions;
use crate::clock::Clock;
use crate::domain::ids::PlanId;
use crate::domain::month::Month;
use crate::domain::plan::{Account, CategoryGroup, MonthDetail, MonthSummary, Payee, PlanSummary};
use crate::domain::scheduled::ScheduledTransaction;

/// A younger copy is served without a request, so that an agent that calls five tools at once costs what one costs.
const FRESH: Duration = Duration::from_secs(5);

/// How young a copy is for a later page of a list: as long as an agent reads one, so that the pages are of one list.
const FRESH_FOR_PAGES: Duration = Duration::from_mins(2);

/// The list of plans is kept longer: plans seldom come, go or change their names.
const PLANS_FRESH: Duration = Duration::from_mins(10);

/// More than YNAB's knowledge of any plan: what changed since then is nothing, so the answer stays small. It is the
/// greatest whole number that every JSON reader keeps exact.
const ALL_KNOWN: i64 = (1 << 53) - 1;

/// What all readers and the writer share.
pub(super) struct Core {
    pub(super) connection: Connection,
    pub(super) store: Store,
    pub(super) clock: Clock,
}

/// Reads plans. A clone reads the same copies.
#[derive(Clone)]
pub struct Reader(Arc<Core>);

impl Reader {
    pub(super) fn new(core: Arc<Core>) -> Self {
        Self(core)
    }

    /// A reader for one call, on its meter.
    pub fn for_call(&self, meter: Arc<Meter>) -> CallReader {
        CallReader {
            core: Arc::clone(&self.0),
            meter,
            since: Ticket::FIRST,
            fresh: FRESH,
            last_used: Arc::default(),
        }
    }

    /// Requests that can still be sent this hour, by all processes with the same token together.
    pub fn requests_left(&self) -> usize {
        self.0.connection.requests_left()
    }
}

/// Reads plans for one call.
#[derive(Clone)]
pub struct CallReader {
    core: Arc<Core>,
    meter: Arc<Meter>,
    /// Copies asked for before this do not serve.
    since: Ticket,
    /// Older copies do not serve.
    fresh: Duration,
    last_used: Arc<OnceCell<PlanId>>,
}

impl CallReader {
    /// A reader for the second look after a yes: what it gives was asked for after this moment, however young a copy is.
    /// What it asked for itself serves again while it is fresh.
    #[must_use]
    pub fn looking_again(&self) -> Self {
        Self {
            since: self.core.store.tickets.draw(),
            ..self.clone()
        }
    }

    /// A reader for a later page of a list: what the page before was made of serves again. Not what a write of this server has
    /// changed since.
    #[must_use]
    pub fn going_on(self) -> Self {
        Self {
            fresh: FRESH_FOR_PAGES,
            ..self
        }
    }

    /// The meter of the call.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    /// The plans that the token reaches, in YNAB's order. The list is kept for ten minutes, also by a second look: no yes
    /// rests on it.
    pub async fn plans(&self) -> Result<Arc<Vec<PlanSummary>>, YnabError> {
        self.plans_since(Ticket::FIRST).await
    }

    /// The list asked for anew, for an id or a name that is not in it.
    pub async fn plans_anew(&self) -> Result<Arc<Vec<PlanSummary>>, YnabError> {
        self.plans_since(self.core.store.tickets.draw()).await
    }

    async fn plans_since(&self, since: Ticket) -> Result<Arc<Vec<PlanSummary>>, YnabError> {
        const WHAT: &str = "the list of plans";
        let ask = async |_: &Shared<_>| {
            let answer = self.ask(WHAT, |ynab| async move { ynab.get_plans(None).await }).await?;
            convert::plans(answer.data.plans)
                .map(Arc::new)
                .map_err(|error| unreadable(WHAT, &error))
        };
        let reading = Reading {
            since,
            note_age: Meter::served_list,
            ..self.reading(PLANS_FRESH)
        };
        self.core.store.plans.read(reading, ask).await
    }

    /// The plan that was used last: the only one, else the one YNAB names. Asked for once in a call.
    pub async fn last_used(&self) -> Result<PlanId, YnabError> {
        self.last_used.get_or_try_init(|| self.find_last_used()).await.cloned()
    }

    async fn find_last_used(&self) -> Result<PlanId, YnabError> {
        const WHAT: &str = "a plan that was used last";
        match self.plans().await?.as_slice() {
            [] => return Err(YnabError::NoPlans),
            [only] => return Ok(only.id.clone()),
            _ => {}
        }
        let named = self.ask(WHAT, |ynab| async move {
            ynab.get_plan_by_id("last-used", Some(ALL_KNOWN)).await
        });
        convert::plan_id(named.await?.data.plan.id).map_err(|error| unreadable(WHAT, &error))
    }

    /// The accounts in YNAB's order: closed ones included, deleted ones left out.
    pub async fn accounts(&self, plan: &PlanId) -> Result<Arc<Vec<Account>>, YnabError> {
        Ok(self.synced(plan, &self.core.store.of(plan).accounts).await?.copy)
    }

    /// The category groups with their categories, in YNAB's order: hidden ones included, deleted ones left out. Amounts
    /// are those of YNAB's current month, in UTC; [`Self::month`] gives those of the person's.
    pub async fn categories(&self, plan: &PlanId) -> Result<Arc<Vec<CategoryGroup>>, YnabError> {
        Ok(Arc::clone(
            &self
                .synced(plan, &self.core.store.of(plan).categories)
                .await?
                .copy
                .groups,
        ))
    }

    /// The payees in YNAB's order: those of transfers included, deleted ones left out.
    pub async fn payees(&self, plan: &PlanId) -> Result<Arc<Vec<Payee>>, YnabError> {
        Ok(self.synced(plan, &self.core.store.of(plan).payees).await?.copy)
    }

    /// The months with the whole plan's figures, the oldest first: also those to come, as far as YNAB made them.
    pub async fn months(&self, plan: &PlanId) -> Result<Arc<Vec<MonthSummary>>, YnabError> {
        Ok(self.synced(plan, &self.core.store.of(plan).month_list).await?.copy)
    }

    /// The scheduled transactions in YNAB's order, deleted ones left out.
    pub async fn scheduled(&self, plan: &PlanId) -> Result<Arc<Vec<ScheduledTransaction>>, YnabError> {
        Ok(self.synced(plan, &self.core.store.of(plan).scheduled).await?.copy)
    }

    /// The whole history.
    pub async fn transactions(&self, plan: &PlanId) -> Result<Arc<Transactions>, YnabError> {
        Ok(self.synced(plan, &self.core.store.of(plan).transactions).await?.copy)
    }

    /// A month with its categories. YNAB sends no changes of a month, so it is read whole; often it is as it was.
    pub async fn month(&self, plan: &PlanId, month: Month) -> Result<Arc<MonthDetail>, YnabError> {
        let ask = |shared| self.read_month(plan, month, shared);
        let copies = self.core.store.of(plan).month(month);
        Ok(copies.read(self.reading(self.fresh), ask).await?.detail)
    }

    async fn read_month(
        &self,
        plan: &PlanId,
        month: Month,
        shared: &Shared<MonthCopy>,
    ) -> Result<MonthCopy, YnabError> {
        let what = format!("the month {month} of this plan");
        let request = |ynab: ynab_api::Operations| {
            let (plan, month) = (plan.clone(), month.to_string());
            async move { ynab.get_plan_month(plan.as_str(), &month).await }
        };
        let before = shared.look(MonthCopy::clone);
        let known = before.as_ref().and_then(|copy| copy.body.clone());
        let connection = &self.core.connection;
        let (answer, body) = match connection.read_unless_same(&self.meter, &what, known, request).await? {
            News::New(answer, body) => (answer.value, body),
            News::Same => return before.ok_or_else(|| unreadable(&what, &"there was no answer before")),
        };
        let mut detail = convert::month_detail(answer.data.month).map_err(|error| unreadable(&what, &error))?;
        let nameless = detail
            .categories
            .iter()
            .any(|category| category.group_name.raw().is_empty());
        if nameless {
            // What a category is for hangs on its group's name, which not every answer has.
            convert::name_groups(&mut detail, &self.categories(plan).await?);
        }
        Ok(MonthCopy {
            detail: Arc::new(detail),
            body: (!nameless).then_some(body),
        })
    }

    async fn synced<C: Collection>(&self, plan: &PlanId, shared: &Shared<Synced<C>>) -> Result<Synced<C>, YnabError> {
        let Core { connection, clock, .. } = &*self.core;
        let ask = |shared| refresh(shared, connection, &self.meter, plan, clock);
        shared.read(self.reading(self.fresh), ask).await
    }

    async fn ask<T, Sent>(&self, what: &str, request: impl Fn(ynab_api::Operations) -> Sent) -> Result<T, YnabError>
    where
        Sent: Future<Output = super::connection::Outcome<T>>,
    {
        self.core.connection.read(&self.meter, what, request).await
    }

    fn reading(&self, keep: Duration) -> Reading<'_> {
        let Core { store, clock, .. } = &*self.core;
        Reading {
            clock,
            tickets: &store.tickets,
            meter: &self.meter,
            since: self.since,
            keep,
            note_age: Meter::served,
        }
    }
}

fn unreadable(what: &str, error: &dyn std::fmt::Display) -> YnabError {
    YnabError::Unreadable {
        what: what.to_owned(),
        cause: error.to_string(),
    }
}
