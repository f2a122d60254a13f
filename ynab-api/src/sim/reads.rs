//! The read operations.

mod transactions;

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use uuid::Uuid;

use super::answer::Answer;
use super::calendar::month_of;
use super::error::Refusal;
use super::model::{Plan, World};
use super::quirks::Quirks;
use super::render::{
    AccountView, CategoryView, GroupView, LocationView, Look, MonthView, MovementGroupView, MovementView, PayeeView,
    PlanSummaryView, PlanView, Rows, ScheduledView, SettingsView,
};
use super::request::Query;
use super::routes::{Operation, Route};
use super::table::{Record, Table};

/// What a read may look at besides the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// The stand-in's time.
    pub now: DateTime<Utc>,
    /// Switchable behaviour.
    pub quirks: Quirks,
    /// A fault: only so many rows of a write of many are carried out.
    pub partial: Option<usize>,
}

impl Moment {
    /// The UTC day.
    pub(crate) fn today(self) -> NaiveDate {
        self.now.date_naive()
    }
}

/// Answers a read operation.
pub(crate) fn read(world: &World, route: &Route, query: &Query, moment: Moment) -> Result<Answer, Refusal> {
    match route.operation {
        Operation::GetUser => return Answer::data("user", json!({ "id": world.user_id }), None),
        Operation::GetPlans => return plans(world, query, moment),
        _ => {}
    }
    let plan = world.named(&route.plan).ok_or_else(Refusal::not_found)?;
    let reader = Reader {
        world,
        plan,
        look: Look::full(plan, moment.quirks),
        route,
        query,
        moment,
    };
    match route.operation {
        Operation::GetPlan => {
            let since = query.knowledge()?;
            Answer::data(
                "plan",
                PlanView {
                    look: reader.look,
                    since,
                },
                Some(plan.knowledge),
            )
        }
        Operation::GetSettings => Answer::data("settings", SettingsView(plan), None),
        Operation::GetAccounts | Operation::GetAccount => reader.accounts(),
        Operation::GetCategories
        | Operation::GetCategory
        | Operation::GetMonthCategory
        | Operation::GetMonths
        | Operation::GetMonth => reader.categories_and_months(),
        Operation::GetPayees
        | Operation::GetPayee
        | Operation::GetLocations
        | Operation::GetLocation
        | Operation::GetPayeeLocations => reader.payees(),
        Operation::GetMovements
        | Operation::GetMonthMovements
        | Operation::GetMovementGroups
        | Operation::GetMonthMovementGroups => reader.movements(),
        Operation::GetScheduledList | Operation::GetScheduled => reader.scheduled(),
        _ => reader.transactions(),
    }
}

fn plans(world: &World, query: &Query, moment: Moment) -> Result<Answer, Refusal> {
    let accounts = query.text("include_accounts") == Some("true");
    let view = |plan| PlanSummaryView {
        look: Look::full(plan, moment.quirks),
        accounts,
    };
    let default = world.default_plan.and_then(|id| world.plan(id));
    let plans = Plans {
        plans: Rows(world.plans.iter().map(view)),
        default_plan: default.map(view),
    };
    Answer::wrapped(200, plans)
}

#[derive(serde::Serialize)]
struct Plans<T, U> {
    plans: T,
    default_plan: Option<U>,
}

/// A month in an address: `current` (in UTC) or its first day.
pub(crate) fn named_month(text: &str, today: NaiveDate) -> Result<NaiveDate, Refusal> {
    if text == "current" {
        return Ok(month_of(today));
    }
    let date = Some(text)
        .filter(|text| text.len() == 10)
        .and_then(|text| text.parse::<NaiveDate>().ok());
    date.map(month_of)
        .ok_or_else(|| Refusal::invalid("the month is not a date such as 2026-11-01"))
}

struct Reader<'a> {
    world: &'a World,
    plan: &'a Plan,
    look: Look<'a>,
    route: &'a Route,
    query: &'a Query,
    moment: Moment,
}

impl<'a> Reader<'a> {
    fn id(&self) -> Result<Uuid, Refusal> {
        self.route.id.parse().map_err(|_| Refusal::not_found())
    }

    fn found<T: Record<Key = Uuid>>(&self, table: &'a Table<T>) -> Result<&'a T, Refusal> {
        table.live(&self.id()?).ok_or_else(Refusal::not_found)
    }

    fn month(&self) -> Result<NaiveDate, Refusal> {
        named_month(&self.route.month, self.moment.today())
    }

    /// Rows that changed after what the client knows, tombstones included; else all that are not deleted.
    fn delta<T: Record>(&self, table: &'a Table<T>) -> Result<impl Iterator<Item = &'a T> + Clone, Refusal> {
        let since = self.query.knowledge()?;
        Ok(table
            .iter()
            .filter(move |row| since.map_or(!row.deleted(), |since| row.changed() > since)))
    }

    fn accounts(&self) -> Result<Answer, Refusal> {
        let look = self.look;
        if self.route.operation == Operation::GetAccount {
            let account = self.found(&self.plan.accounts)?;
            return Answer::data("account", AccountView { look, account }, None);
        }
        let accounts = self
            .delta(&self.plan.accounts)?
            .map(|account| AccountView { look, account });
        Answer::data("accounts", Rows(accounts), Some(self.plan.knowledge))
    }

    fn categories_and_months(&self) -> Result<Answer, Refusal> {
        let (plan, look) = (self.plan, self.look);
        let current = month_of(self.moment.today());
        match self.route.operation {
            Operation::GetCategories => self.category_groups(current),
            Operation::GetCategory => {
                let category = self.found(&plan.categories)?;
                Answer::data(
                    "category",
                    CategoryView {
                        look,
                        category,
                        month: current,
                    },
                    None,
                )
            }
            Operation::GetMonthCategory => {
                let month = self.month()?;
                plan.books.month(month).ok_or_else(Refusal::not_found)?;
                let category = self.found(&plan.categories)?;
                Answer::data("category", CategoryView { look, category, month }, None)
            }
            Operation::GetMonth => {
                let month = self.month()?;
                let figures = plan.books.month(month).ok_or_else(Refusal::not_found)?;
                Answer::data(
                    "month",
                    MonthView {
                        look,
                        month,
                        figures,
                        categories: true,
                        since: None,
                    },
                    None,
                )
            }
            _ => {
                let since = self.query.knowledge()?;
                let months = plan.books.months().rev();
                let months = months.filter(move |(_, figures)| since.is_none_or(|since| figures.changed > since));
                let view = |(month, figures)| MonthView {
                    look,
                    month,
                    figures,
                    categories: false,
                    since: None,
                };
                let months: Vec<_> = months.map(view).collect();
                Answer::data("months", months, Some(plan.knowledge))
            }
        }
    }

    fn category_groups(&self, current: NaiveDate) -> Result<Answer, Refusal> {
        let (plan, look) = (self.plan, self.look);
        let since = self.query.knowledge()?;
        let moved = |group: &Uuid, since: i64| {
            plan.categories.iter().enumerate().any(|(place, category)| {
                category.group_id == *group && category.changed.max(plan.books.cell(current, place).changed) > since
            })
        };
        let groups = plan.groups.iter().filter(|group| match since {
            None => !group.deleted,
            Some(since) => group.changed > since || moved(&group.id, since),
        });
        let groups = groups.map(|group| GroupView {
            look,
            group,
            month: Some(current),
            since,
        });
        Answer::data("category_groups", Rows(groups), Some(plan.knowledge))
    }

    fn payees(&self) -> Result<Answer, Refusal> {
        let plan = self.plan;
        let live = || plan.locations.iter().filter(|location| !location.deleted);
        match self.route.operation {
            Operation::GetPayees => {
                let payees = self.delta(&plan.payees)?.map(PayeeView);
                Answer::data("payees", Rows(payees), Some(plan.knowledge))
            }
            Operation::GetPayee => Answer::data("payee", PayeeView(self.found(&plan.payees)?), None),
            Operation::GetLocation => Answer::data("payee_location", LocationView(self.found(&plan.locations)?), None),
            Operation::GetPayeeLocations => {
                let payee = self.found(&plan.payees)?.id;
                let rows = live().filter(|location| location.payee_id == payee).map(LocationView);
                Answer::data("payee_locations", Rows(rows), None)
            }
            _ => Answer::data("payee_locations", Rows(live().map(LocationView)), None),
        }
    }

    fn movements(&self) -> Result<Answer, Refusal> {
        let (plan, look, user) = (self.plan, self.look, self.world.user_id);
        let month = match self.route.operation {
            Operation::GetMonthMovements | Operation::GetMonthMovementGroups => Some(self.month()?),
            _ => None,
        };
        if let Some(month) = month {
            plan.books.month(month).ok_or_else(Refusal::not_found)?;
        }
        let in_month = |of: NaiveDate| month.is_none_or(|month| month == of);
        if matches!(
            self.route.operation,
            Operation::GetMovements | Operation::GetMonthMovements
        ) {
            let rows = plan.movements.iter().filter(|movement| in_month(movement.month));
            let rows = rows.map(|movement| MovementView { look, movement, user });
            return Answer::data("money_movements", Rows(rows), Some(plan.knowledge));
        }
        let rows = plan.movement_groups.iter().filter(|group| in_month(group.month));
        let rows = rows.map(|group| MovementGroupView { group, user });
        Answer::data("money_movement_groups", Rows(rows), Some(plan.knowledge))
    }

    fn scheduled(&self) -> Result<Answer, Refusal> {
        let (plan, look) = (self.plan, self.look);
        if self.route.operation == Operation::GetScheduled {
            let row = plan.scheduled.get(&self.id()?).ok_or_else(Refusal::not_found)?;
            return Answer::data(
                "scheduled_transaction",
                ScheduledView {
                    look,
                    row,
                    detail: true,
                },
                None,
            );
        }
        let rows = self.delta(&plan.scheduled)?.map(|row| ScheduledView {
            look,
            row,
            detail: true,
        });
        Answer::data("scheduled_transactions", Rows(rows), Some(plan.knowledge))
    }
}
