//! Creating, replacing and deleting scheduled transactions.

use chrono::NaiveDate;
use uuid::Uuid;

use super::draft::{PayeeWish, check_category, check_payee, read_flag, read_payee, wished_account};
use super::{MEMO_LIMIT, Writer, live_account};
use crate::sim::answer::Answer;
use crate::sim::calendar::{days_after, months_after};
use crate::sim::error::Refusal;
use crate::sim::fields::{Fields, not_null, required};
use crate::sim::model::{Plan, Role, Scheduled};
use crate::sim::render::ScheduledView;
use crate::sim::schedule::Frequency;

/// A scheduled transaction in a request, checked.
struct Wish {
    account_id: Uuid,
    date: NaiveDate,
    amount: Option<i64>,
    payee: PayeeWish,
    category: Option<Uuid>,
    memo: Option<String>,
    flag: Option<String>,
    frequency: Option<Frequency>,
}

impl Writer<'_> {
    pub(super) fn create_scheduled(&mut self) -> Result<Answer, Refusal> {
        let wish = self.read_scheduled()?;
        if wish.date <= self.moment.today() {
            return Err(Refusal::invalid("date must lie in the future"));
        }
        let id = self.plan.change(self.moment.now, |plan| {
            let id = plan.fresh_id("scheduled");
            plan.put_scheduled(id, wish.date, wish);
            id
        });
        self.answer_scheduled(201, id)
    }

    pub(super) fn update_scheduled(&mut self) -> Result<Answer, Refusal> {
        let held = self.plan.scheduled.live(&self.uuid()?).ok_or_else(Refusal::not_found)?;
        let (id, date_first, date_next) = (held.id, held.date_first, held.date_next);
        let wish = self.read_scheduled()?;
        if wish.amount.is_none() || wish.frequency.is_none() {
            return Err(Refusal::invalid(
                "a change replaces the whole scheduled transaction: amount and frequency too",
            ));
        }
        if wish.date < days_after(self.moment.today(), -7) {
            return Err(Refusal::invalid("date must not lie more than a week in the past"));
        }
        let first = if wish.date == date_next { date_first } else { wish.date };
        self.plan
            .change(self.moment.now, |plan| plan.put_scheduled(id, first, wish));
        self.answer_scheduled(200, id)
    }

    pub(super) fn delete_scheduled(&mut self) -> Result<Answer, Refusal> {
        let row = self.plan.scheduled.get(&self.uuid()?).ok_or_else(Refusal::not_found)?;
        let (id, deleted) = (row.id, row.deleted);
        if !deleted && !self.moment.quirks.scheduled_delete_ignored {
            self.plan.change(self.moment.now, |plan| {
                plan.edit_scheduled(id, |row| row.deleted = true)
            });
        }
        self.answer_scheduled(200, id)
    }

    fn read_scheduled(&self) -> Result<Wish, Refusal> {
        let fields = Fields::of(self.body)?.object("scheduled_transaction")?;
        let plan = &*self.plan;
        let account_id = required(fields.uuid("account_id")?, "account_id")?;
        let account = live_account(plan, account_id)?;
        let date = required(fields.date("date")?, "date")?;
        if account.closed {
            return Err(Refusal::invalid("the account is closed"));
        }
        if date > months_after(self.moment.today(), 60) {
            return Err(Refusal::invalid("date must not lie more than five years ahead"));
        }
        let payee = read_payee(fields)?;
        check_payee(plan, &payee)?;
        if wished_account(plan, &payee) == Some(account_id) {
            return Err(Refusal::invalid("an account cannot transfer to itself"));
        }
        let category = fields.uuid("category_id")?.value();
        if let Some(category) = category {
            check_category(plan, account, category)?;
            if plan
                .categories
                .get(&category)
                .is_some_and(|one| matches!(one.role, Role::CardPayment(_)))
            {
                return Err(Refusal::invalid("a card payment category cannot be chosen"));
            }
        }
        Ok(Wish {
            account_id,
            date,
            amount: not_null(fields.integer("amount")?, "amount")?,
            payee,
            category,
            memo: fields.text("memo", MEMO_LIMIT)?.value(),
            flag: read_flag(fields)?.value(),
            frequency: self.read_frequency(fields)?,
        })
    }

    fn read_frequency(&self, fields: Fields<'_>) -> Result<Option<Frequency>, Refusal> {
        let Some(word) = not_null(fields.text("frequency", MEMO_LIMIT)?, "frequency")? else {
            return Ok(None);
        };
        let plain_only = self.moment.quirks.plain_frequencies_only;
        let frequency = Frequency::named(&word).filter(|frequency| !plain_only || frequency.is_plain());
        frequency
            .map(Some)
            .ok_or_else(|| Refusal::invalid(format!("frequency {word} is not supported")))
    }

    fn answer_scheduled(&self, status: u16, id: Uuid) -> Result<Answer, Refusal> {
        let row = self.plan.scheduled.get(&id).ok_or_else(Refusal::not_found)?;
        let view = ScheduledView {
            look: self.look(),
            row,
            detail: true,
        };
        Ok(Answer::data("scheduled_transaction", view, None)?.with_status(status))
    }
}

impl Plan {
    fn put_scheduled(&mut self, id: Uuid, date_first: NaiveDate, wish: Wish) {
        let payee_id = self.resolve(&wish.payee, false);
        let transfer_account_id = payee_id
            .and_then(|id| self.payees.get(&id))
            .and_then(|payee| payee.transfer_account_id);
        let on_budget = |id: Uuid| self.accounts.get(&id).is_some_and(|account| account.on_budget);
        let needless = !on_budget(wish.account_id) || transfer_account_id.is_some_and(on_budget);
        let row = Scheduled {
            id,
            date_first,
            date_next: wish.date,
            frequency: wish.frequency.unwrap_or(Frequency::Never),
            amount: wish.amount.unwrap_or(0),
            memo: wish.memo,
            flag: wish.flag,
            account_id: wish.account_id,
            payee_id,
            category_id: wish.category.filter(|_| !needless),
            transfer_account_id,
            lines: Vec::new(),
            deleted: false,
            changed: 0,
        };
        self.scheduled.put(row, self.knowledge);
    }
}
