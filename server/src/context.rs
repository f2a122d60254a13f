//! All that a tool may touch: the plan to read, the day, the record of operations to read. No writer is in reach of it.

mod in_plan;

use std::sync::Arc;

use chrono::NaiveDate;

use crate::domain::effect::Effect;
use crate::domain::flag::FlagNames;
use crate::domain::history::History;
use crate::domain::ids::PlanId;
use crate::domain::month::{Month, MonthArgument};
use crate::domain::percent::Hundredths;
use crate::domain::plan::{Account, CategoryGroup, MonthDetail, MonthSummary, Payee, PlanSummary};
use crate::domain::scheduled::ScheduledTransaction;
use crate::error::ToolError;
use crate::io::journal::Journal;
use crate::io::ynab::{CallReader, Transactions, YnabError};
use crate::logic::needs::{Needs, bank_rows};
use crate::logic::plans;
use crate::logic::standing::{Books, uncategorized};
use crate::logic::wording::Labels;

pub use in_plan::{InPlan, code};

/// What is meant where a call does not say.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The plan.
    pub plan: Option<Arc<str>>,
    /// From which confidence on a category is suggested.
    pub confidence_threshold: Hundredths,
}

/// What one call of a tool may read.
#[derive(Clone)]
pub struct ReadCx {
    reader: CallReader,
    journal: Arc<Journal>,
    defaults: Defaults,
    today: NaiveDate,
}

impl ReadCx {
    /// For one call; the day is settled here, so that no call sees two.
    pub fn new(reader: CallReader, journal: Arc<Journal>, defaults: Defaults, today: NaiveDate) -> Self {
        Self {
            reader,
            journal,
            defaults,
            today,
        }
    }

    /// The same call, looking anew: every copy is refreshed by a request.
    pub(crate) fn looking_again(&self) -> Self {
        Self {
            reader: self.reader.looking_again(),
            ..self.clone()
        }
    }

    /// The same call, for a later page of a list.
    pub(crate) fn going_on(self) -> Self {
        Self {
            reader: self.reader.going_on(),
            ..self
        }
    }

    /// The person's own day.
    pub fn today(&self) -> NaiveDate {
        self.today
    }

    /// From which confidence on a category is suggested.
    pub fn confidence_threshold(&self) -> Hundredths {
        self.defaults.confidence_threshold
    }

    /// The month meant: `current` is the month of the person's own day, never YNAB's (which is UTC).
    pub fn month(&self, month: MonthArgument) -> Month {
        month.resolve(self.today)
    }

    /// All plans.
    pub async fn plans(&self) -> Result<Arc<Vec<PlanSummary>>, ToolError> {
        Ok(self.reader.plans().await?)
    }

    /// The plan meant. An id in YNAB's form is taken without a request; its name and currency are read beside the first
    /// collection, by [`PlanReader::summary`].
    ///
    /// # Errors
    /// With several plans and no choice, or a name that fits none or several, the error lists the plans.
    pub async fn plan(&self, asked: Option<&str>) -> Result<PlanReader, ToolError> {
        let id = match plans::meant(asked, self.defaults.plan.as_deref()) {
            plans::Meant::Id(id) => id,
            plans::Meant::Only => plans::only(&self.reader.plans().await?)?,
            plans::Meant::Named(name) => match plans::named(&self.reader.plans().await?, &name) {
                Ok(id) => id,
                Err(_) => plans::named(&self.reader.plans_anew().await?, &name)?,
            },
            plans::Meant::LastUsed => {
                let all = self.reader.plans().await?;
                match plans::only(&all) {
                    Ok(id) => id,
                    Err(_) => self.reader.last_used().await?,
                }
            }
        };
        Ok(self.plan_with_id(id))
    }

    /// The plan meant as far as the list of plans tells, for what must stay cheap: YNAB is not asked which plan was used last,
    /// nor whether a name that is not in the list is new.
    pub async fn plan_at_hand(&self, asked: Option<&str>) -> Result<Option<PlanSummary>, ToolError> {
        let meant = plans::meant(asked, self.defaults.plan.as_deref());
        Ok(plans::at_hand(&self.reader.plans().await?, &meant).cloned())
    }

    /// The plan with a real id, from a proposal or the journal.
    pub(crate) fn plan_with_id(&self, id: PlanId) -> PlanReader {
        PlanReader {
            id,
            reader: self.reader.clone(),
            journal: Arc::clone(&self.journal),
            today: self.today,
        }
    }
}

/// One plan, by its real id.
#[derive(Clone)]
pub struct PlanReader {
    id: PlanId,
    reader: CallReader,
    journal: Arc<Journal>,
    today: NaiveDate,
}

impl PlanReader {
    /// Its real id.
    pub fn id(&self) -> &PlanId {
        &self.id
    }

    /// Its name and currency.
    pub async fn summary(&self) -> Result<Arc<PlanSummary>, ToolError> {
        match plans::by_id(&self.reader.plans().await?, &self.id) {
            Ok(plan) => Ok(Arc::new(plan)),
            Err(_) => plans::by_id(&self.reader.plans_anew().await?, &self.id).map(Arc::new),
        }
    }

    /// Its accounts, closed ones included.
    pub async fn accounts(&self) -> Result<Arc<Vec<Account>>, ToolError> {
        self.known(self.reader.accounts(&self.id).await).await
    }

    /// Its category groups with their categories, hidden ones included.
    pub async fn categories(&self) -> Result<Arc<Vec<CategoryGroup>>, ToolError> {
        self.known(self.reader.categories(&self.id).await).await
    }

    /// One month.
    pub async fn month(&self, month: Month) -> Result<Arc<MonthDetail>, ToolError> {
        let read = self.reader.month(&self.id, month).await;
        if matches!(read, Err(YnabError::NotFound { .. })) {
            let plan = self.summary().await?;
            if let (Some(first), Some(last)) = (plan.first_month, plan.last_month)
                && !(first..=last).contains(&month)
            {
                return Err(ToolError::Refused(format!(
                    "This plan has no month {month}; it has those from {first} to {last}. Nothing was changed."
                )));
            }
        }
        Ok(read?)
    }

    /// Its payees, those of transfers included.
    pub async fn payees(&self) -> Result<Arc<Vec<Payee>>, ToolError> {
        self.known(self.reader.payees(&self.id).await).await
    }

    /// Its months, the oldest first, with those to come as far as YNAB made them.
    pub async fn months(&self) -> Result<Arc<Vec<MonthSummary>>, ToolError> {
        self.known(self.reader.months(&self.id).await).await
    }

    /// Its scheduled transactions.
    pub async fn scheduled(&self) -> Result<Arc<Vec<ScheduledTransaction>>, ToolError> {
        self.known(self.reader.scheduled(&self.id).await).await
    }

    /// Its whole history.
    pub async fn transactions(&self) -> Result<Arc<Transactions>, ToolError> {
        self.known(self.reader.transactions(&self.id).await).await
    }

    /// What YNAB does not know is told as the plan's fault when there is no such plan: the error then lists the plans.
    async fn known<T>(&self, read: Result<T, YnabError>) -> Result<T, ToolError> {
        if matches!(read, Err(YnabError::NotFound { .. })) {
            self.summary().await?;
        }
        Ok(read?)
    }

    /// What was done to it through this server.
    pub fn history(&self) -> Result<History, ToolError> {
        Ok(self.journal.history(&self.id)?)
    }

    /// The names of what some effects touch.
    pub async fn labels<'a>(&self, effects: impl IntoIterator<Item = &'a Effect>) -> Result<Labels, ToolError> {
        let needs = Needs::of(effects);
        let mut labels = Labels::default();
        if needs.categories {
            labels.add_groups(&self.categories().await?);
        }
        for month in needs.months {
            labels.add(&self.month(month).await?.categories);
        }
        if needs.accounts {
            labels.add_accounts(&self.accounts().await?);
        }
        if needs.flags {
            labels.flags = FlagNames::of(self.transactions().await?.iter());
        }
        Ok(labels)
    }

    /// The values that some effects touch.
    pub async fn books<'a>(&self, effects: impl IntoIterator<Item = &'a Effect>) -> Result<Books, ToolError> {
        let needs = Needs::of(effects);
        let mut books = Books {
            today: Some(self.today),
            ..Books::default()
        };
        let transactions = wanted(needs.of_transactions(), self.transactions());
        let categories = wanted(needs.categories, self.categories());
        let payees = wanted(needs.payees, self.payees());
        let months = futures::future::try_join_all(needs.months.iter().map(|month| self.month(*month)));
        let (transactions, categories, payees, months) = tokio::try_join!(transactions, categories, payees, months)?;
        for month in months {
            for category in &month.categories {
                books
                    .assigned
                    .insert((category.id.clone(), month.month), category.assigned);
            }
        }
        if let Some(transactions) = transactions {
            books.transactions = needs.pick(transactions.iter(), |id| transactions.get(id));
            if needs.bank_rows {
                books.bank_rows = bank_rows(transactions.iter());
            }
        }
        if let Some(groups) = categories {
            let categories = groups.iter().flat_map(|group| &group.categories);
            books.uncategorized = uncategorized(categories.clone());
            books.groups = groups.iter().map(|group| group.id.clone()).collect();
            let named = categories.map(|category| (category.id.clone(), category.clone()));
            books.categories = named.collect();
        }
        if let Some(payees) = payees {
            books.payees = payees.iter().map(|payee| (payee.id.clone(), payee.clone())).collect();
        }
        Ok(books)
    }
}

/// Reads what is wanted.
async fn wanted<T>(wanted: bool, read: impl Future<Output = Result<T, ToolError>>) -> Result<Option<T>, ToolError> {
    if wanted { read.await.map(Some) } else { Ok(None) }
}
