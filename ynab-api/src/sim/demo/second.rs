//! A second, small plan in a currency without decimals, for tests with several plans.

use chrono::NaiveDate;

use crate::sim::calendar::{day_in_month, month_of, months_after};
use crate::sim::model::{AccountKind, Plan, midday};
use crate::sim::money::CurrencyFormat;
use crate::sim::scribe::{Entry, Scribe};

pub(super) fn travel_fund(today: NaiveDate) -> Plan {
    let start = months_after(month_of(today), -5);
    let mut plan = Plan::new("日本旅行 (travel)", Some(CurrencyFormat::yen()), today);
    plan.date_format = Some("YYYY/MM/DD".to_owned());
    plan.change(midday(today), |plan| {
        plan.first_month = start;
        let group = plan.add_group("旅行");
        let food = plan.add_category(group, "食費");
        let trains = plan.add_category(group, "電車");
        let cash = plan.add_account("現金", AccountKind::Cash);
        plan.open_with(cash, start, 250_000_000);
        let mut scribe = Scribe::new(plan);
        for number in 0..6 {
            let month = months_after(start, number);
            for (day, yen, payee, category) in [(3, 1_480, "ラーメン二郎", food), (11, 980, "JR東日本", trains)]
            {
                let date = day_in_month(month, day);
                if date <= today {
                    scribe.enter(&Entry::new(cash, date, -yen * 1000, payee, Some(category)));
                }
            }
            scribe.plan.assign(month, food, 10_000_000);
            scribe.plan.assign(month, trains, 5_000_000);
        }
    });
    plan
}
