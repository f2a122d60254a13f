//! What is still to come: every frequency, transfers, income and a split.

use chrono::NaiveDate;

use super::cast::{Cast, id_of};
use crate::sim::calendar::{day_in_month, days_after, months_after};
use crate::sim::model::{Line, Scheduled};
use crate::sim::schedule::Frequency;
use crate::sim::scribe::Scribe;

/// A plan for later: frequency, days until the next time, cents, payee, category.
type Later = (Frequency, i64, i64, &'static str, Option<&'static str>);

const LATER: [Later; 12] = [
    (Frequency::Never, 40, -24_900, "Hotel Riva", Some("Holiday ✈️")),
    (Frequency::Daily, 1, -350, "Kantine", Some("Eating Out")),
    (Frequency::Weekly, 3, -1_200, "Wochenmarkt", Some("🛒 Groceries")),
    (
        Frequency::EveryOtherWeek,
        6,
        -4_500,
        "Putzhilfe Marta",
        Some("Household"),
    ),
    (Frequency::TwiceAMonth, 9, -2_000, "Taschengeld", Some("Children")),
    (
        Frequency::Every4Weeks,
        11,
        -2_490,
        "Kontaktlinsen24",
        Some("Health & Pharmacy"),
    ),
    (Frequency::EveryOtherMonth, 25, -3_600, "Friseur", Some("Household")),
    (
        Frequency::Every3Months,
        50,
        -5_508,
        "Rundfunkbeitrag",
        Some("Streaming"),
    ),
    (
        Frequency::Every4Months,
        70,
        -8_000,
        "Schornsteinfeger",
        Some("Electricity & Heating"),
    ),
    (
        Frequency::TwiceAYear,
        90,
        -9_000,
        "Fotoclub Köln",
        Some("Hobby: Fotografie"),
    ),
    (Frequency::Yearly, 150, -66_000, "Allianz", Some("Insurance")),
    (Frequency::EveryOtherYear, 300, -14_000, "TÜV", Some("Car repairs")),
];

pub(super) fn write(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    for (frequency, days, cents, payee, category) in LATER {
        let mut row = plain(scribe, cast, frequency, days_after(today, days), cents * 10, payee);
        row.category_id = category.map(|name| cast.category(name));
        if frequency == Frequency::Never {
            row.flag = Some("green".to_owned());
            row.memo = Some("Anzahlung".to_owned());
        }
        if frequency == Frequency::Weekly {
            // Its last two times were entered under ids of their own kind, and not looked at yet.
            for ago in [11, 4] {
                scribe.plan.enter(&row, days_after(today, -ago));
            }
            row.date_first = days_after(row.date_first, -70);
        }
        scribe.plan.scheduled.put(row, scribe.plan.knowledge);
    }
    monthly(scribe, cast, today);
    split(scribe, cast, today);
    deleted(scribe, cast, today);
}

fn plain(
    scribe: &mut Scribe<'_>,
    cast: &Cast,
    frequency: Frequency,
    date: NaiveDate,
    amount: i64,
    payee: &str,
) -> Scheduled {
    Scheduled {
        id: id_of(&format!("{} {payee}", frequency.word())),
        date_first: date,
        date_next: date,
        frequency,
        amount,
        memo: None,
        flag: None,
        account_id: cast.checking,
        payee_id: Some(scribe.payee(payee)),
        category_id: None,
        transfer_account_id: None,
        lines: Vec::new(),
        deleted: false,
        changed: 0,
    }
}

/// Salary, and transfers to savings, a loan and, on a day that short months clamp, the depot.
fn monthly(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let next = |day: u32| {
        let this_month = day_in_month(today, day);
        if this_month > today {
            this_month
        } else {
            day_in_month(months_after(today, 1), day)
        }
    };
    let mut salary = plain(
        scribe,
        cast,
        Frequency::Monthly,
        next(27),
        2_310_000,
        "Arbeitgeber GmbH",
    );
    salary.category_id = Some(cast.income);
    salary.date_first = day_in_month(months_after(today, -35), 1);
    scribe.plan.scheduled.put(salary, scribe.plan.knowledge);
    for (to, day, amount, category) in [
        (cast.savings, 2, -150_000, None),
        (cast.car_loan, 1, -265_000, Some("Car loan")),
        (cast.investments, 31, -150_000, Some("ETF savings plan")),
    ] {
        let mut row = plain(scribe, cast, Frequency::Monthly, next(day), amount, &format!("to {to}"));
        row.payee_id = scribe.plan.accounts.get(&to).map(|account| account.transfer_payee_id);
        row.transfer_account_id = Some(to);
        row.category_id = category.map(|name| cast.category(name));
        scribe.plan.scheduled.put(row, scribe.plan.knowledge);
    }
}

fn split(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let mut row = plain(
        scribe,
        cast,
        Frequency::Monthly,
        days_after(today, 14),
        -60_000,
        "Kaufland",
    );
    for (number, amount, name) in [(1, -45_000, "🛒 Groceries"), (2, -15_000, "Household")] {
        row.lines.push(Line {
            id: id_of(&format!("scheduled line {number}")).to_string(),
            amount,
            memo: None,
            payee_id: None,
            category_id: Some(cast.category(name)),
            transfer_account_id: None,
            transfer_transaction_id: None,
            deleted: false,
        });
    }
    scribe.plan.scheduled.put(row, scribe.plan.knowledge);
}

fn deleted(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let mut row = plain(
        scribe,
        cast,
        Frequency::Monthly,
        days_after(today, 20),
        -29_900,
        "Fitness First",
    );
    row.category_id = Some(cast.category("Gym"));
    row.deleted = true;
    scribe.plan.scheduled.put(row, scribe.plan.knowledge);
}
