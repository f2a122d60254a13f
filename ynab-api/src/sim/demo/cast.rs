//! The household's accounts, groups, categories and targets.

use std::collections::{BTreeMap, HashMap};

use chrono::{NaiveDate, TimeDelta};
use uuid::Uuid;

use crate::sim::calendar::{day_in_month, months_after};
use crate::sim::ids::derived;
use crate::sim::model::{AccountKind, Plan, Role, Target, TargetKind, midday};

/// Who and what takes part.
#[derive(Debug)]
pub(super) struct Cast {
    pub checking: Uuid,
    pub savings: Uuid,
    pub wallet: Uuid,
    pub visa: Uuid,
    pub visa_payment: Uuid,
    pub car_loan: Uuid,
    pub mortgage: Uuid,
    pub investments: Uuid,
    pub family_debt: Uuid,
    pub old_book: Uuid,
    pub income: Uuid,
    categories: HashMap<&'static str, Uuid>,
}

/// Groups and their categories, in the order they are shown.
const GROUPS: [(&str, &[&str]); 8] = [
    (
        "Bills",
        &[
            "Electricity & Heating",
            "Internet & Phone",
            "Insurance",
            "Streaming",
            "Public transport",
        ],
    ),
    ("Loans", &["Car loan", "Flat mortgage"]),
    (
        "Everyday",
        &[
            "🛒 Groceries",
            "Eating Out",
            "Fuel",
            "Household",
            "日用品",
            "Health & Pharmacy",
            "Clothing",
            "Children",
        ],
    ),
    (
        "Savings goals",
        &[
            "Emergency fund",
            "Holiday ✈️",
            "New laptop",
            "Christmas gifts",
            "Car repairs",
        ],
    ),
    (
        "Fun",
        &["Books & Games", "Cinema", "Hobby: Fotografie", "Presents", "Magazines"],
    ),
    ("Investing", &["ETF savings plan"]),
    ("Wedding", &["Wedding party"]),
    ("Hidden Categories", &["Gym"]),
];

impl Cast {
    /// Makes accounts and categories, with their opening balances on the first day.
    pub(super) fn new(plan: &mut Plan, start: NaiveDate) -> Self {
        let categories = add_categories(plan);
        let mut open = |name: &str, kind: AccountKind, balance: i64| {
            let id = plan.add_account(name, kind);
            plan.open_with(id, start, balance);
            id
        };
        let checking = open("Girokonto", AccountKind::Checking, 2_840_550);
        let savings = open("Tagesgeld", AccountKind::Savings, 4_200_000);
        let wallet = open("Wallet 👛", AccountKind::Cash, 85_000);
        let visa = open("Visa", AccountKind::CreditCard, -320_000);
        let car_loan = open("Car loan", AccountKind::AutoLoan, -13_900_000);
        let mortgage = open("Flat mortgage", AccountKind::Mortgage, -148_250_000);
        let investments = open("ETF depot", AccountKind::OtherAsset, 7_510_000);
        let family_debt = open("Owed to Oma", AccountKind::OtherLiability, -1_200_000);
        let old_book = open("Old savings book", AccountKind::Savings, 150_000);
        let visa_payment = plan.accounts.get(&visa).and_then(|account| account.payment_category_id);
        let cast = Self {
            checking,
            savings,
            wallet,
            visa,
            visa_payment: visa_payment.unwrap_or_default(),
            car_loan,
            mortgage,
            investments,
            family_debt,
            old_book,
            income: plan.own.ready_to_assign,
            categories,
        };
        cast.finish_accounts(plan, start);
        cast.finish_categories(plan);
        cast
    }

    /// A category by its name.
    pub(super) fn category(&self, name: &str) -> Uuid {
        self.categories.get(name).copied().unwrap_or_default()
    }

    fn finish_accounts(&self, plan: &mut Plan, start: NaiveDate) {
        let today = plan.day;
        let reconciled = Some(midday(today) - TimeDelta::days(33));
        plan.edit_account(self.checking, |account| {
            account.direct_import_linked = true;
            account.last_reconciled_at = reconciled;
            account.note = Some("IBAN ends with 42".to_owned());
        });
        plan.edit_account(self.savings, |account| {
            account.direct_import_linked = true;
            account.direct_import_in_error = true;
            account.last_reconciled_at = Some(midday(today) - TimeDelta::days(190));
        });
        plan.edit_account(self.visa, |account| {
            account.direct_import_linked = true;
            account.last_reconciled_at = reconciled;
        });
        plan.edit_account(self.car_loan, |account| {
            account.debt_interest_rates = BTreeMap::from([(start, 4900)]);
            account.debt_minimum_payments = BTreeMap::from([(start, 265_000)]);
        });
        let repriced = months_after(start, 24);
        plan.edit_account(self.mortgage, |account| {
            account.debt_interest_rates = BTreeMap::from([(start, 1850), (repriced, 3250)]);
            account.debt_minimum_payments = BTreeMap::from([(start, 620_000)]);
            account.debt_escrow_amounts = BTreeMap::from([(start, 85_000)]);
        });
        plan.edit_account(self.old_book, |account| account.closed = true);
        plan.flag_names.insert("red".to_owned(), "To check".to_owned());
        plan.flag_names.insert("blue".to_owned(), "Tax return".to_owned());
        plan.month_notes
            .insert(months_after(start, 30), "Holiday in Italy 🇮🇹".to_owned());
    }

    fn finish_categories(&self, plan: &mut Plan) {
        for (name, target) in targets(plan.day) {
            plan.edit_category(self.category(name), |category| category.target = Some(target));
        }
        let month = months_after(plan.day, -20);
        let payment = Target::new(TargetKind::MonthlyFunding, 100_000, month);
        plan.edit_category(self.visa_payment, |category| category.target = Some(payment));
        for (name, account) in [("Car loan", self.car_loan), ("Flat mortgage", self.mortgage)] {
            plan.edit_category(self.category(name), |category| category.role = Role::Loan(account));
        }
        plan.edit_category(self.category("Magazines"), |category| category.hidden = true);
        plan.edit_category(self.category("Gym"), |category| category.hidden = true);
        plan.edit_category(self.category("🛒 Groceries"), |category| {
            category.note = Some("Market on Saturdays, \"REWE\" for the rest\nno sweets".to_owned());
        });
        let hidden = plan
            .groups
            .iter()
            .find(|group| group.name == "Wedding")
            .map(|group| group.id);
        if let Some(group) = hidden {
            plan.edit_group(group, |group| group.hidden = true);
        }
        let system = plan
            .groups
            .iter()
            .find(|group| group.name == "Hidden Categories")
            .map(|group| group.id);
        if let Some(group) = system {
            plan.edit_group(group, |group| group.internal = true);
        }
        let old_group = plan.add_group("Pets");
        let old = plan.add_category(old_group, "Vet");
        plan.edit_category(old, |category| category.deleted = true);
        plan.edit_group(old_group, |group| group.deleted = true);
    }
}

fn add_categories(plan: &mut Plan) -> HashMap<&'static str, Uuid> {
    let mut categories = HashMap::new();
    for (group, names) in GROUPS {
        let group = plan.add_group(group);
        for name in names {
            categories.insert(*name, plan.add_category(group, name));
        }
    }
    categories
}

/// Every kind of target, and every kind of period.
fn targets(today: NaiveDate) -> Vec<(&'static str, Target)> {
    let made = |months: i32| crate::sim::calendar::month_of(months_after(today, -months));
    let need = |amount: i64, months: i32| Target::new(TargetKind::Need, amount, made(months));
    let ahead = |months: i32, day: u32| day_in_month(months_after(today, months), day);
    let mut insurance = need(648_000, 30).every(13, Some(1), None);
    insurance.date = Some(ahead(5, 1));
    let mut christmas = need(480_000, 12).every(13, Some(1), Some(24));
    christmas.date = NaiveDate::from_ymd_opt(chrono::Datelike::year(&today), 12, 24);
    let mut presents = Target::new(TargetKind::MonthlyFunding, 25_000, made(9));
    presents.snoozed_at = Some(midday(today) - TimeDelta::days(3));
    vec![
        ("Electricity & Heating", need(95_000, 34).every(1, Some(1), Some(15))),
        ("Internet & Phone", need(89_800, 20).every(1, Some(2), Some(1))),
        ("Insurance", insurance),
        ("Streaming", need(53_970, 14).every(4, None, None)),
        ("Car loan", Target::new(TargetKind::Debt, 265_000, made(34))),
        ("Flat mortgage", Target::new(TargetKind::Debt, 620_000, made(34))),
        ("🛒 Groceries", need(450_000, 33).refill()),
        ("Eating Out", need(35_000, 18).every(2, Some(1), Some(5))),
        ("Fuel", Target::new(TargetKind::MonthlyFunding, 110_000, made(25))),
        ("Clothing", need(120_000, 10).every(3, None, None).refill()),
        ("Emergency fund", Target::new(TargetKind::Balance, 20_000_000, made(34))),
        (
            "Holiday ✈️",
            Target::new(TargetKind::BalanceByDate, 2_400_000, made(8)).due(ahead(7, 1)),
        ),
        ("New laptop", need(1_400_000, 5).due(ahead(4, 15))),
        ("Christmas gifts", christmas),
        ("Car repairs", need(600_000, 22).every(14, None, None)),
        ("Presents", presents),
    ]
}

/// The id of something of the demo that has no other name.
pub(super) fn id_of(what: &str) -> Uuid {
    derived(&["demo", what])
}
