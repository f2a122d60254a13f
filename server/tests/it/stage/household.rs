//! An invented household with amounts that are easy to check, and the names of the confirmation's own examples.

use chrono::NaiveDate;
use uuid::Uuid;
use ynab_api::sim::{AccountKind, Cleared, CurrencyFormat, Entry, EntryLine, Plan, Scribe, World};

/// The day of the household.
pub const TODAY: &str = "2026-09-15";
/// Its month.
pub const SEPTEMBER: &str = "2026-09-01";

/// A day from its text.
pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The ids of what the household holds, as text.
#[derive(Clone, Debug)]
pub struct Household {
    pub plan: String,
    pub tennis: String,
    pub restaurants: String,
    pub groceries: String,
    /// Hidden.
    pub piano: String,
    pub card_payment: String,
    pub ready_to_assign: String,
    pub uncategorized: String,
    /// On the current account, 86.40 spent, without a category.
    pub market: String,
    /// On the current account, 142.50 spent on restaurants.
    pub taverna: String,
    /// On the current account, 7.25 spent on groceries, waiting for approval.
    pub bakery: String,
    /// On the current account, 12.00 spent on tennis, with a red flag.
    pub court: String,
    /// On the current account, 3.10 spent on groceries, with an empty text for a flag.
    pub dairy: String,
    /// On the card, 30.00 spent, without a category, waiting for approval.
    pub kiosk: String,
    /// On the current account, 50.00 split over two categories.
    pub mall: String,
    /// From the current account to the savings.
    pub to_savings: String,
    /// From the current account to the depot, which is only tracked.
    pub to_depot: String,
    /// On the depot.
    pub gain: String,
}

/// How many milliunits one hundredth of the examples' amounts is: 10 for euro, 1000 for yen, 1 for dinar. So 120.00 euro is
/// 12000 yen and 12.000 dinar.
#[derive(Clone, Copy)]
pub struct Tally(pub i64);

impl Household {
    /// The household in euro.
    pub fn in_euro() -> (World, Self) {
        Self::counted_in(Some(CurrencyFormat::euro()), Tally(10))
    }

    /// The household in another currency.
    pub fn counted_in(currency: Option<CurrencyFormat>, tally: Tally) -> (World, Self) {
        let mut plan = Plan::new("Haushalt", currency, day(TODAY));
        let noon = day(TODAY).and_hms_opt(12, 0, 0).unwrap().and_utc();
        let ids = plan.change(noon, |plan| furnish(plan, tally));
        (World::with_plan(plan), ids)
    }

    /// An id as the stand-in keeps it.
    pub fn key(id: &str) -> Uuid {
        id.parse().unwrap()
    }
}

fn furnish(plan: &mut Plan, Tally(tally): Tally) -> Household {
    plan.first_month = day("2026-08-01");
    let leisure = plan.add_group("Freizeit");
    let everyday = plan.add_group("Alltag");
    let tennis = plan.add_category(leisure, "Tennis");
    let piano = plan.add_category(leisure, "Klavier");
    let restaurants = plan.add_category(everyday, "Restaurants");
    let groceries = plan.add_category(everyday, "🛒 Lebensmittel");
    plan.edit_category(piano, |category| category.hidden = true);
    let current = plan.add_account("Girokonto", AccountKind::Checking);
    let savings = plan.add_account("Tagesgeld", AccountKind::Savings);
    let visa = plan.add_account("Visa", AccountKind::CreditCard);
    let depot = plan.add_account("Depot", AccountKind::OtherAsset);
    plan.open_with(current, day("2026-08-03"), 300_000 * tally);
    let september = day(SEPTEMBER);
    plan.assign(september, tennis, 8_000 * tally);
    plan.assign(september, restaurants, 12_000 * tally);
    plan.assign(september, groceries, 40_000 * tally);
    let (card_payment, own) = (plan.accounts.get(&visa).unwrap().payment_category_id.unwrap(), plan.own);
    let mut scribe = Scribe::new(plan);
    let entry =
        |account, date, amount: i64, payee, category| Entry::new(account, day(date), amount * tally, payee, category);
    let mall = scribe.split(
        &entry(current, "2026-09-09", -5_000, "Mall", None),
        &[line(-2_000 * tally, tennis), line(-3_000 * tally, groceries)],
    );
    let taverna = scribe.enter(&entry(current, "2026-09-10", -14_250, "Taverna", Some(restaurants)));
    let mut bakery = entry(current, "2026-09-11", -725, "Bakery", Some(groceries));
    bakery.approved = false;
    let bakery = scribe.enter(&bakery);
    let market = scribe.enter(&entry(current, "2026-09-12", -8_640, "Market", None));
    let mut court = entry(current, "2026-09-12", -1_200, "Tennis court", Some(tennis));
    court.flag = Some("red");
    let court = scribe.enter(&court);
    let mut dairy = entry(current, "2026-09-13", -310, "Dairy", Some(groceries));
    dairy.flag = Some("");
    let dairy = scribe.enter(&dairy);
    let mut kiosk = entry(visa, "2026-09-14", -3_000, "Kiosk", None);
    (kiosk.approved, kiosk.cleared) = (false, Cleared::Uncleared);
    let kiosk = scribe.enter(&kiosk);
    let to_savings = scribe.transfer(&entry(current, "2026-09-05", -10_000, "", None), savings);
    let to_depot = scribe.transfer(&entry(current, "2026-09-06", -20_000, "", None), depot);
    let gain = scribe.enter(&entry(depot, "2026-09-07", 5_000, "Gain", None));
    let id = |id: Uuid| id.to_string();
    Household {
        plan: id(plan.id),
        tennis: id(tennis),
        restaurants: id(restaurants),
        groceries: id(groceries),
        piano: id(piano),
        card_payment: id(card_payment),
        ready_to_assign: id(own.ready_to_assign),
        uncategorized: id(own.uncategorized),
        market,
        taverna,
        bakery,
        court,
        dairy,
        kiosk,
        mall,
        to_savings,
        to_depot,
        gain,
    }
}

fn line(amount: i64, category: Uuid) -> EntryLine<'static> {
    EntryLine {
        amount,
        category: Some(category),
        transfer_to: None,
        memo: None,
    }
}
