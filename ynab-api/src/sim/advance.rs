//! Time passing in a plan: new months, and schedules that fall due.

use chrono::NaiveDate;

use super::calendar::{month_of, months_after};
use super::model::{Plan, Scheduled, Transaction, midday};
use super::rules::Side;

impl Plan {
    /// Lets time pass up to this UTC day; nothing happens when the plan has already reached it.
    pub(crate) fn advance_to(&mut self, today: NaiveDate) {
        if today <= self.day {
            return;
        }
        let new_month = month_of(today) > month_of(self.day);
        let due: Vec<Scheduled> = self
            .scheduled
            .iter()
            .filter(|row| !row.deleted && row.date_next <= today)
            .cloned()
            .collect();
        if !new_month && due.is_empty() {
            self.day = today;
            return;
        }
        self.change(midday(today), |plan| {
            plan.day = today;
            plan.last_month = plan.last_month.max(months_after(month_of(today), 1));
            for row in due {
                plan.enter_due(&row, today);
            }
        });
        if new_month {
            // The category list now shows another month, so every category has news for its readers.
            let knowledge = self.knowledge;
            self.books.touch(month_of(today), knowledge);
        }
    }

    /// Enters a schedule's due transactions and moves it to its next day.
    fn enter_due(&mut self, row: &Scheduled, today: NaiveDate) {
        let mut next = Some(row.date_next);
        while let Some(date) = next.filter(|date| *date <= today) {
            self.enter(row, date);
            next = row.frequency.next(row.date_first, date);
        }
        let knowledge = self.knowledge;
        self.scheduled.edit(&row.id, knowledge, |held| match next {
            Some(date) => held.date_next = date,
            None => held.deleted = true,
        });
    }

    /// Enters one transaction of a schedule; its id is the schedule's with the date.
    pub(crate) fn enter(&mut self, row: &Scheduled, date: NaiveDate) {
        let mut entered = Transaction::new(format!("{}_{date}", row.id), row.account_id, date, row.amount);
        entered.memo.clone_from(&row.memo);
        entered.flag.clone_from(&row.flag);
        entered.payee_id = row.payee_id;
        entered.category_id = row.category_id;
        entered.lines.clone_from(&row.lines);
        for (number, line) in entered.lines.iter_mut().enumerate() {
            line.id = format!("{}_{date}_{number}", row.id);
        }
        self.put_with_other_side(
            entered,
            Side {
                other: row.transfer_account_id,
            },
        );
    }
}
