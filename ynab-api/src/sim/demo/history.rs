//! Three years of income, bills, shopping, loans and transfers.

use chrono::{Datelike, NaiveDate};
use uuid::Uuid;

use super::cast::Cast;
use crate::sim::calendar::{day_in_month, days_after, months_after, months_between};
use crate::sim::ids::Stream;
use crate::sim::model::Cleared;
use crate::sim::scribe::{Entry, EntryLine, Scribe};

/// Where something is paid from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    Bank,
    Card,
    Purse,
}

/// Something paid again and again: payee, category, source, day, cents, every so many months, first in which.
type Bill = (&'static str, &'static str, From, u32, i64, i64, i64);

const BILLS: [Bill; 8] = [
    ("Stadtwerke", "Electricity & Heating", From::Bank, 15, 9_500, 1, 0),
    ("Telekom", "Internet & Phone", From::Bank, 3, 4_490, 1, 0),
    ("Allianz", "Insurance", From::Bank, 2, 64_800, 12, 5),
    ("Netflix", "Streaming", From::Card, 12, 1_799, 1, 0),
    ("Deutsche Bahn", "Public transport", From::Bank, 1, 4_900, 1, 0),
    ("Kita Sonnenschein", "Children", From::Bank, 5, 11_800, 1, 0),
    ("Fotoclub Köln", "Hobby: Fotografie", From::Bank, 10, 9_000, 6, 2),
    ("KFZ-Werkstatt Özdemir", "Car repairs", From::Card, 18, 31_240, 9, 4),
];

/// Shopping: payee, category, source, times a month, least and most cents.
type Habit = (&'static str, &'static str, From, u32, i64, i64);

const HABITS: [Habit; 19] = [
    ("REWE", "🛒 Groceries", From::Card, 6, 1_450, 5_600),
    ("Lidl", "🛒 Groceries", From::Bank, 4, 890, 3_900),
    ("Käse & Brot", "🛒 Groceries", From::Purse, 4, 420, 1_180),
    ("Wochenmarkt", "🛒 Groceries", From::Purse, 3, 600, 1_500),
    ("O'Brien <Café>", "Eating Out", From::Card, 3, 380, 1_650),
    ("Pizzeria \"Da Gino\"", "Eating Out", From::Card, 2, 1_900, 4_200),
    ("Bäckerei Müller", "Eating Out", From::Purse, 4, 180, 620),
    ("Aral", "Fuel", From::Card, 2, 3_800, 6_100),
    ("dm-drogerie", "Household", From::Bank, 2, 780, 3_100),
    ("IKEA", "Household", From::Card, 1, 900, 6_900),
    ("日本食品店", "日用品", From::Card, 1, 650, 2_700),
    ("Apotheke am Markt", "Health & Pharmacy", From::Bank, 1, 490, 3_800),
    ("Zalando", "Clothing", From::Card, 1, 1_995, 8_990),
    ("Amazon.de", "Books & Games", From::Card, 2, 699, 3_400),
    ("Thalia", "Books & Games", From::Bank, 1, 899, 2_600),
    ("Kino Babylon 🎬", "Cinema", From::Purse, 1, 900, 2_400),
    ("Toys & Träume", "Presents", From::Card, 1, 1_200, 4_400),
    ("Müller & Söhne", "Household", From::Bank, 1, 500, 2_200),
    ("Smyths Toys", "Children", From::Bank, 1, 700, 3_900),
];

/// Writes all history up to today.
pub(super) fn write(scribe: &mut Scribe<'_>, cast: &Cast, start: NaiveDate, today: NaiveDate) {
    let mut stream = Stream::new("demo household");
    let mut month = start;
    let mut on_card = 0;
    while month <= today {
        let mut writer = Month {
            scribe,
            cast,
            today,
            first: month,
            number: months_between(start, month),
            on_card: 0,
        };
        writer.income(&mut stream);
        writer.bills();
        writer.habits(&mut stream);
        writer.splits(&mut stream);
        writer.transfers(on_card);
        writer.loans();
        on_card = writer.on_card;
        month = months_after(month, 1);
    }
}

struct Month<'a, 'b> {
    scribe: &'a mut Scribe<'b>,
    cast: &'a Cast,
    today: NaiveDate,
    first: NaiveDate,
    number: i64,
    on_card: i64,
}

impl Month<'_, '_> {
    fn account(&self, from: From) -> Uuid {
        match from {
            From::Bank => self.cast.checking,
            From::Card => self.cast.visa,
            From::Purse => self.cast.wallet,
        }
    }

    /// What is old is reconciled, what is fresh in the purse has not been seen by anyone.
    fn status(&self, date: NaiveDate, account: Uuid) -> Cleared {
        let age = (self.today - date).num_days();
        let reconciles = account == self.cast.checking || account == self.cast.visa;
        match age {
            0..=1 => Cleared::Uncleared,
            _ if age > 33 && reconciles => Cleared::Reconciled,
            _ => Cleared::Cleared,
        }
    }

    fn spend(&mut self, from: From, date: NaiveDate, cents: i64, payee: &str, category: &str) {
        if date > self.today {
            return;
        }
        let account = self.account(from);
        if from == From::Card {
            self.on_card += cents * 10;
        }
        let category = Some(self.cast.category(category));
        let mut entry = Entry::new(account, date, -cents * 10, payee, category);
        entry.cleared = self.status(date, account);
        let upper = payee.to_uppercase();
        if from != From::Purse && cents % 3 == 0 {
            entry.statement = Some(&upper);
        }
        self.scribe.enter(&entry);
    }

    fn income(&mut self, stream: &mut Stream) {
        let raised = (self.number / 12) * 65_000;
        let bonus = if self.first.month() == 11 { 600_000 } else { 0 };
        let rows = [
            (1, 1_840_000 + raised + bonus, "Arbeitgeber GmbH", "Gehalt"),
            (1, 770_000 + stream.between(-4, 4) * 10_000, "Praxis Dr. Yılmaz", "Lohn"),
        ];
        for (day, amount, payee, memo) in rows {
            let date = day_in_month(self.first, day);
            if date <= self.today {
                let mut entry = Entry::new(self.cast.checking, date, amount, payee, Some(self.cast.income));
                entry.memo = Some(memo);
                entry.cleared = self.status(date, self.cast.checking);
                entry.statement = Some(payee);
                self.scribe.enter(&entry);
            }
        }
    }

    fn bills(&mut self) {
        for (payee, category, from, day, cents, every, first) in BILLS {
            if self.number % every == first % every {
                let cents = cents + (self.number / 12) * (cents / 50);
                self.spend(from, day_in_month(self.first, day), cents, payee, category);
            }
        }
    }

    fn habits(&mut self, stream: &mut Stream) {
        for (payee, category, from, times, low, high) in HABITS {
            for _ in 0..times {
                let day = u32::try_from(stream.between(1, 31)).unwrap_or(1);
                let cents = stream.between(low, high);
                self.spend(from, day_in_month(self.first, day), cents, payee, category);
            }
        }
        if self.number % 5 == 2 {
            // A refund on the card.
            let date = day_in_month(self.first, 21);
            if date <= self.today {
                self.on_card -= 39_950;
                let mut entry = Entry::new(
                    self.cast.visa,
                    date,
                    39_950,
                    "Zalando",
                    Some(self.cast.category("Clothing")),
                );
                entry.memo = Some("Rücksendung");
                entry.cleared = self.status(date, self.cast.visa);
                self.scribe.enter(&entry);
            }
        }
    }

    /// One big shop a month over three categories; twice a year with cash back from the till.
    fn splits(&mut self, stream: &mut Stream) {
        let parts = [
            stream.between(2_500, 5_500),
            stream.between(600, 1_900),
            stream.between(300, 900),
        ];
        let date = day_in_month(self.first, 8);
        if date > self.today {
            return;
        }
        let [food, home, goods] = parts.map(|cents| -cents * 10);
        let line = |amount, name: &str| EntryLine {
            amount,
            category: Some(self.cast.category(name)),
            transfer_to: None,
            memo: None,
        };
        let mut lines = vec![
            line(food, "🛒 Groceries"),
            line(home, "Household"),
            line(goods, "日用品"),
        ];
        let mut total = food + home + goods;
        if self.number % 6 == 3 {
            let memo = Some("Bargeld an der Kasse");
            lines.push(EntryLine {
                amount: -50_000,
                category: None,
                transfer_to: Some(self.cast.wallet),
                memo,
            });
            total -= 50_000;
        }
        let mut entry = Entry::new(self.cast.checking, date, total, "Kaufland", None);
        entry.cleared = self.status(date, self.cast.checking);
        self.scribe.split(&entry, &lines);
    }

    fn move_money(&mut self, day: u32, from: Uuid, to: Uuid, amount: i64, category: Option<&str>) {
        let date = day_in_month(self.first, day);
        if date > self.today || amount == 0 {
            return;
        }
        let category = category.map(|name| self.cast.category(name));
        let mut entry = Entry::new(from, date, -amount, "", category);
        entry.cleared = self.status(date, from);
        if to == self.cast.car_loan || to == self.cast.mortgage {
            entry.debt_type = Some("payment");
        }
        self.scribe.transfer(&entry, to);
    }

    fn transfers(&mut self, card_bill: i64) {
        let cast = self.cast;
        self.move_money(4, cast.checking, cast.visa, card_bill, None);
        if self.number < 8 {
            self.move_money(6, cast.checking, cast.visa, 40_000, None);
        }
        self.move_money(2, cast.checking, cast.savings, 150_000, None);
        self.move_money(7, cast.checking, cast.wallet, 50_000, None);
        self.move_money(20, cast.checking, cast.wallet, 50_000, None);
        self.move_money(9, cast.checking, cast.investments, 150_000, Some("ETF savings plan"));
        if self.number == 1 {
            self.move_money(12, cast.old_book, cast.savings, 150_000, None);
        }
        if self.number % 6 == 5 {
            self.move_money(28, cast.checking, cast.family_debt, 100_000, Some("Presents"));
        }
        if self.number % 3 == 2 {
            let swing = 84_310 - (self.number % 4) * 31_270;
            let date = day_in_month(self.first, 28);
            if date <= self.today {
                let entry = Entry::new(cast.investments, date, swing, "Manual Balance Adjustment", None);
                self.scribe.enter(&entry);
            }
        }
    }

    /// Payments with their category, then interest and escrow in the loan itself.
    fn loans(&mut self) {
        let cast = self.cast;
        self.move_money(1, cast.checking, cast.car_loan, 265_000, Some("Car loan"));
        self.move_money(1, cast.checking, cast.mortgage, 620_000, Some("Flat mortgage"));
        let date = days_after(months_after(self.first, 1), -1);
        if date > self.today {
            return;
        }
        let rows = [
            (cast.car_loan, -(56_700 - self.number * 900), "Interest", "interest"),
            (cast.mortgage, -(228_500 - self.number * 450), "Interest", "interest"),
            (cast.mortgage, -85_000, "Escrow", "escrow"),
        ];
        for (account, amount, payee, kind) in rows {
            let mut entry = Entry::new(account, date, amount, payee, None);
            entry.debt_type = Some(kind);
            self.scribe.enter(&entry);
        }
    }
}
