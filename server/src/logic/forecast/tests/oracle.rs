//! Forecasts of whole generated plans against slow, plain ones.

use crate::logic::samples::with_lines;
use std::collections::BTreeMap;

use chrono::Datelike;
use proptest::prelude::*;

use super::*;
use crate::domain::plan::SplitLine;
use crate::logic::samples::plans::plans;

/// A frequency, days from today to its next time, account, units, and the account on the other side.
type Due = (Frequency, i64, usize, i64, Option<usize>);

const ACCOUNTS: [&str; 7] = ["current", "savings", "visa", "line", "depot", "loan", "old"];

fn due() -> impl Strategy<Value = Due> {
    let frequency = prop_oneof![
        Just(Frequency::Never),
        Just(Frequency::Daily),
        Just(Frequency::Weekly),
        Just(Frequency::Every4Weeks),
        Just(Frequency::Monthly),
        Just(Frequency::Every3Months),
        Just(Frequency::Yearly),
    ];
    // The amounts are nothing like those of the history.
    let amount = prop_oneof![-9_000_i64..-1_000, 1_000_i64..9_000];
    (
        frequency,
        -10_i64..80,
        0..ACCOUNTS.len(),
        amount,
        proptest::option::weighted(0.3, 0..ACCOUNTS.len()),
    )
}

fn scheduled(ledger: &mut Ledger, dues: Vec<Due>) {
    let today = ledger.plan.today;
    for (at, (frequency, days, account, units, other)) in dues.into_iter().enumerate() {
        let next = (today + chrono::Duration::days(days)).to_string();
        let row = ledger.schedule(frequency, &next, ACCOUNTS[account], &format!("Nobody {at}"), units);
        row.transfer_account_id = other
            .filter(|other| *other != account)
            .map(|other| account_id(ACCOUNTS[other]));
    }
}

/// Whether it is due on a day, from the calendar alone.
fn is_due(row: &ScheduledTransaction, day: NaiveDate) -> bool {
    let next = row.date_next;
    let days = (day - next).num_days();
    let months = (day.year() - next.year()) * 12 + day.month().cast_signed() - next.month().cast_signed();
    let fits = day.day() == next.day() || (day.day() < next.day() && day == Month::of(day).last_day());
    days >= 0
        && match row.frequency {
            Frequency::Never => days == 0,
            Frequency::Daily => true,
            Frequency::Weekly => days % 7 == 0,
            Frequency::Every4Weeks => days % 28 == 0,
            Frequency::Monthly => fits,
            Frequency::Every3Months => months % 3 == 0 && fits,
            Frequency::Yearly => months % 12 == 0 && fits,
            _ => unreachable!(),
        }
}

fn rounded(total: i64, months: i64, unit: i64) -> i64 {
    let by = months * unit;
    (total.abs() * 2 + by) / (by * 2) * total.signum() * unit
}

/// Sums of three months and of the current one.
#[derive(Default)]
struct Seen {
    spent: BTreeMap<String, i64>,
    income: BTreeMap<String, i64>,
    spent_now: i64,
    income_now: i64,
    moved: BTreeMap<(String, String, bool), (i64, i64)>,
}

/// What the rows of some accounts say, line by line.
fn seen(plan: &SamplePlan, chosen: &[String], months: &[Month]) -> Seen {
    let mut seen = Seen::default();
    let tracked = ["depot", "loan"];
    for row in &plan.transactions {
        let now = Month::of(row.date) >= Month::of(plan.today);
        let own = row.account_id.to_string();
        if !chosen.contains(&own) || !(now || months.contains(&Month::of(row.date))) {
            continue;
        }
        let whole = SplitLine {
            transfer_account_id: row.transfer_account_id.clone(),
            ..crate::logic::samples::split_line(row.amount.get(), row.category_id.clone())
        };
        let lines = if row.lines.is_empty() {
            vec![whole]
        } else {
            row.lines.to_vec()
        };
        for line in lines {
            let amount = line.amount.get();
            if let Some(other) = line.transfer_account_id.map(|other| other.to_string()) {
                let inside = chosen.contains(&other);
                if (inside && amount > 0) || (!inside && other == "old") || amount == 0 {
                    continue;
                }
                let sums = seen.moved.entry((own.clone(), other, amount < 0)).or_default();
                *(if now { &mut sums.1 } else { &mut sums.0 }) += amount;
                continue;
            }
            let payee = row.payee_name.as_deref().unwrap_or_default();
            if payee == "Starting Balance" || payee == "Reconciliation Balance Adjustment" {
                continue;
            }
            let category = line.category_id.as_ref().map(ToString::to_string).unwrap_or_default();
            let income = if tracked.contains(&own.as_str()) {
                amount > 0
            } else {
                category == "ready" || (amount > 0 && ["", "uncategorized"].contains(&category.as_str()))
            };
            match (income, now) {
                (true, true) => seen.income_now += amount,
                (true, false) => *seen.income.entry(own.clone()).or_default() += amount,
                (false, true) => seen.spent_now += amount,
                (false, false) => *seen.spent.entry(own.clone()).or_default() += amount,
            }
        }
    }
    seen
}

/// A total over accounts in proportion to what they had, in whole coins: every account up to and including this one has its
/// part, and the last of those that had something whatever is left.
fn cut(total: i64, had: &BTreeMap<String, i64>, sign: i64, unit: i64, chosen: &[String]) -> BTreeMap<String, i64> {
    let weight = |id: &String| had.get(id).copied().unwrap_or_default() * sign;
    let all = chosen.iter().map(|id| i128::from(weight(id).max(0))).sum::<i128>();
    let mut given = 0;
    let mut before = 0;
    let mut parts = BTreeMap::new();
    for id in chosen.iter().filter(|_| all > 0) {
        before += i128::from(weight(id).max(0));
        let coins = i64::try_from(i128::from(total / unit) * before / all).unwrap();
        let until = if before == all { total } else { coins * unit };
        parts.insert(id.clone(), until - given);
        given = until;
    }
    parts
}

fn left(month: i64, so_far: i64) -> i64 {
    let left = month - so_far;
    if left.signum() == month.signum() { left } else { 0 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Nothing is found to come again here: what a month brings is what is due on its days, and the averages.
    #[test]
    fn months_are_the_sum_of_what_is_due_each_day_and_of_the_averages(
        plan in plans(90),
        dues in proptest::collection::vec(due(), 0..6),
        ahead in 0_u32..5,
        some in proptest::option::of(proptest::sample::subsequence(ACCOUNTS.to_vec(), 1..5)),
    ) {
        let mut ledger = Ledger { plan, scheduled: Vec::new() };
        scheduled(&mut ledger, dues);
        let (plan, today) = (&ledger.plan, ledger.plan.today);
        let unit = [1000, 100, 10, 1][usize::from(plan.currency.shown_decimals())];
        let accounts = some.as_ref().map(|some| some.iter().map(|id| account_id(id)).collect::<BTreeSet<_>>());
        let asked = Asked { until: Month::of(today).later(ahead), accounts, ..asked("2026-09") };
        let chart = Chart::new(&plan.accounts, &plan.groups);
        let places = Places::new(chart.accounts(), asked.accounts.as_ref());
        let chosen = places.accounts.iter().map(|account| account.id.to_string()).collect::<Vec<_>>();
        let past = Past::collect(&chart, &places, with_lines(&plan.transactions), (day("2024-01-01"), day("2026-06-01"))).unwrap();
        let main = places.accounts[past.main_account(&places)].id.to_string();
        let sight = Sight { places, past, series: Vec::new(), scheduled: &ledger.scheduled, unit, today };
        let found = sight.forecast(&asked).unwrap();

        let own_rows = plan.transactions.iter().filter(|row| chosen.contains(&row.account_id.to_string()));
        let first = own_rows.map(|row| row.date).min().unwrap_or(today);
        let last_three = [3, 2, 1].map(|back| Month::of(today).earlier(back));
        let mut months = last_three.into_iter().filter(|month| month.first_day() >= first).collect::<Vec<_>>();
        if months.is_empty() && last_three.contains(&Month::of(first)) {
            months.push(Month::of(first));
        }
        let seen = seen(plan, &chosen, &months);
        let average = |total: i64| if months.is_empty() { 0 } else { rounded(total, i64::try_from(months.len()).unwrap(), unit) };
        let variable = average(seen.spent.values().sum()).min(0);
        let income = average(seen.income.values().sum()).max(0);
        prop_assert_eq!(found.averaged_months as usize, months.len());
        prop_assert_eq!((found.variable_monthly.get(), found.monthly_income.get()), (variable, income));

        // Each account at the end of each month: its balance, what is due until then, its part of the averages.
        let mut balances = chosen.iter().map(|id| {
            let account = plan.accounts.iter().find(|account| account.id.as_str() == id).unwrap();
            (id.clone(), account.balance.get())
        }).collect::<BTreeMap<_, _>>();
        let mut flows = Vec::new();
        for month in (0..=ahead).map(|later| Month::of(today).later(later)) {
            let now = month == Month::of(today);
            let days = month.first_day().iter_days().take_while(|day| month.contains(*day)).filter(|day| *day > today).collect::<Vec<_>>();
            let mut flow = (0_i64, 0_i64);
            for day in &days {
                let late = (0..=7).map(|back| today - chrono::Days::new(back)).collect::<Vec<_>>();
                for row in &ledger.scheduled {
                    let times = usize::from(is_due(row, *day));
                    let times = times + if *day == today.succ_opt().unwrap() { late.iter().filter(|day| is_due(row, **day)).count() } else { 0 };
                    let mut net = 0;
                    let own = (Some(row.account_id.to_string()), row.amount.get());
                    let other = (row.transfer_account_id.as_ref().map(ToString::to_string), -row.amount.get());
                    for (account, amount) in [own, other] {
                        if let Some(balance) = account.and_then(|account| balances.get_mut(&account)) {
                            *balance += amount * i64::try_from(times).unwrap();
                            net += amount * i64::try_from(times).unwrap();
                        }
                    }
                    *(if net < 0 { &mut flow.1 } else { &mut flow.0 }) += net;
                }
            }
            if !days.is_empty() {
                let spread = |average: i64, so_far: i64| if now { left(average, so_far) } else { average };
                let (out, into) = (spread(variable, seen.spent_now), spread(income, seen.income_now));
                for (total, had, sign) in [(out, &seen.spent, -1), (into, &seen.income, 1)] {
                    let mut parts = cut(total, had, sign, unit, &chosen);
                    if parts.is_empty() && total != 0 {
                        parts.insert(main.clone(), total);
                    }
                    for (account, part) in parts {
                        *balances.get_mut(&account).unwrap() += part;
                    }
                }
                flow = (flow.0 + into, flow.1 + out);
                for ((account, other, _), (before, so_far)) in &seen.moved {
                    let amount = spread(average(*before), *so_far);
                    *balances.get_mut(account).unwrap() += amount;
                    if let Some(other) = balances.get_mut(other) {
                        *other -= amount;
                    } else {
                        *(if amount < 0 { &mut flow.1 } else { &mut flow.0 }) += amount;
                    }
                }
            }
            flows.push((flow, balances.values().sum::<i64>()));
        }
        let months = found.months.iter().map(|month| {
            ((month.all.inflows.get(), month.all.outflows.get()), month.all.end.get())
        });
        prop_assert_eq!(months.collect::<Vec<_>>(), flows);
        for course in &found.accounts {
            prop_assert_eq!(course.low.end.get(), balances[course.account.id.as_str()], "{}", course.account.id);
        }
    }

    /// The whole engine on any plan: nothing is dated outside the days, every month begins where the last ended.
    #[test]
    fn any_plan_has_a_forecast_whose_months_follow_each_other(
        plan in plans(120),
        dues in proptest::collection::vec(due(), 0..6),
        ahead in 0_u32..25,
    ) {
        let mut ledger = Ledger { plan, scheduled: Vec::new() };
        scheduled(&mut ledger, dues);
        let until = Month::of(ledger.plan.today).later(ahead);
        let look = ledger.look(&Asked { until, ..asked("2026-09") });
        prop_assert_eq!(look.months.len(), ahead as usize + 1);
        for (one, next) in look.months.iter().zip(look.months.iter().skip(1)) {
            prop_assert_eq!(one.all.end, next.all.start);
            prop_assert_eq!(one.cash.end, next.cash.start);
        }
        for (date, ..) in &look.dated {
            prop_assert!(day(date) > ledger.plan.today && day(date) <= until.last_day());
        }
        let ends = Milliunits::checked_sum(look.lows.iter().map(|(_, low)| low.end)).unwrap();
        prop_assert_eq!(look.months.last().unwrap().all.end, ends);
    }

    /// A schedule that says what the history says already changes nothing, whatever the rhythm and the day.
    #[test]
    fn a_schedule_that_tells_the_series_again_changes_nothing(
        weekly in any::<bool>(),
        back in 0_i64..28,
        units in 10_i64..900,
        inflow in any::<bool>(),
        noise in proptest::collection::vec((0_i64..90, 1_i64..60), 0..12),
    ) {
        let mut ledger = Ledger::on("2026-09-20");
        let today = ledger.plan.today;
        let last = today - chrono::Duration::days(if weekly { back % 7 } else { back });
        let units = if inflow { units } else { -units };
        for step in 0..14_u32 {
            let date = if weekly { last - chrono::Days::new(u64::from(step) * 7) } else { Month::of(last).earlier(step).day(last.day()) };
            ledger.row(&date.to_string(), "current", "Again", units);
        }
        for (days, units) in noise {
            ledger.row(&(today - chrono::Duration::days(days)).to_string(), "current", "Market", -units);
        }
        let before = ledger.until("2027-03");
        let next = if weekly { last + chrono::Days::new(7) } else { Month::of(last).later(1).day(last.day()) };
        let expected = next.to_string();
        prop_assert!(before.days("Again").first().is_some_and(|first| *first == expected));
        let (frequency, next) = (if weekly { Frequency::Weekly } else { Frequency::Monthly }, next.to_string());
        ledger.schedule(frequency, &next, "current", "Again", units).date_first = last;
        let after = ledger.until("2027-03");
        prop_assert_eq!(before.months, after.months);
        prop_assert_eq!(before.dated, after.dated);
        prop_assert!(before.recurring.contains(&("Again".to_owned(), money(units))));
        prop_assert!(after.recurring.iter().all(|(payee, _)| payee != "Again"));
    }
}
