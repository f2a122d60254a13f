//! The last days: bank rows nobody has looked at yet, and the oddities of real plans.

use chrono::NaiveDate;

use super::cast::{Cast, id_of};
use crate::sim::calendar::days_after;
use crate::sim::model::{Cleared, HiddenImport, Location, PendingImport};
use crate::sim::scribe::{Entry, Scribe};

/// A fresh bank row: days ago, cents, payee, what the statement says, category.
type Fresh = (i64, i64, &'static str, &'static str, Option<&'static str>);

const ON_CHECKING: [Fresh; 4] = [
    (1, -2_387, "REWE", "REWE SAGT DANKE 4711//BERLIN/DE", None),
    (
        2,
        -1_290,
        "Apotheke am Markt",
        "APOTHEKE AM MARKT 0815",
        Some("Health & Pharmacy"),
    ),
    (3, 4_500, "Lena Schröder", "GUTSCHRIFT SCHROEDER LENA", None),
    (5, -3_150, "Deutsche Bahn", "DB VERTRIEB GMBH FFM", None),
];

const ON_VISA: [Fresh; 5] = [
    (1, -1_349, "Amazon.de", "AMZN MKTP DE*2K4LL", None),
    (2, -799, "Spotify", "PAYPAL *SPOTIFY", None),
    (2, -1_120, "O'Brien <Café>", "SUMUP *O'BRIEN <CAFE>", Some("Eating Out")),
    (4, -5_480, "Aral", "ARAL STATION 123", Some("Fuel")),
    (6, -2_299, "日本食品店", "NIHON SHOKUHIN K.K. 日本", Some("日用品")),
];

pub(super) fn write(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    for (account, rows) in [(cast.checking, &ON_CHECKING[..]), (cast.visa, &ON_VISA[..])] {
        for (ago, cents, payee, statement, category) in rows.iter().copied() {
            let category = category.map(|name| cast.category(name));
            let mut entry = Entry::new(account, days_after(today, -ago), cents * 10, payee, category);
            entry.approved = false;
            entry.statement = Some(statement);
            scribe.enter(&entry);
        }
    }
    oddities(scribe, cast, today);
    look_alikes(scribe, cast, today);
    matched(scribe, cast, today);
    waiting_at_the_bank(scribe, cast, today);
    places(scribe);
}

/// Memos and flags as people and banks really leave them.
fn oddities(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let eating = Some(cast.category("Eating Out"));
    let mut dinner = Entry::new(cast.checking, today, -86_400, "Restaurant Zum Löwen", eating);
    dinner.memo = Some("Geburtstag Oma 🎂 <b>4 Personen</b> & Trinkgeld");
    dinner.flag = Some("red");
    dinner.cleared = Cleared::Uncleared;
    scribe.enter(&dinner);
    let books = Some(cast.category("Books & Games"));
    let mut receipt = Entry::new(cast.visa, days_after(today, -12), -24_990, "Thalia", books);
    receipt.memo = Some("line one\nline two\u{202e}txet\u{200b}");
    receipt.flag = Some("blue");
    scribe.enter(&receipt);
    let groceries = Some(cast.category("🛒 Groceries"));
    let mut finer = Entry::new(cast.visa, days_after(today, -15), -4_059, "Żabka", groceries);
    finer.memo = Some("PLN 17.58");
    finer.flag = Some("");
    scribe.enter(&finer);
    let mut tax = Entry::new(
        cast.checking,
        days_after(today, -40),
        -132_000,
        "Steuerberater Weiß",
        None,
    );
    tax.category = Some(cast.category("Household"));
    tax.flag = Some("blue");
    tax.cleared = Cleared::Reconciled;
    scribe.enter(&tax);
}

/// One purchase entered by hand, and again by the bank under another date.
fn look_alikes(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let pharmacy = Some(cast.category("Health & Pharmacy"));
    let mut by_hand = Entry::new(
        cast.checking,
        days_after(today, -9),
        -18_900,
        "Apotheke am Markt",
        pharmacy,
    );
    by_hand.cleared = Cleared::Uncleared;
    scribe.enter(&by_hand);
    let mut by_bank = Entry::new(
        cast.checking,
        days_after(today, -7),
        -18_900,
        "Apotheke am Markt",
        pharmacy,
    );
    by_bank.statement = Some("APOTHEKE AM MARKT 0815");
    scribe.enter(&by_bank);
}

/// A row of the bank hidden behind the one the person had entered.
fn matched(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let household = Some(cast.category("Household"));
    let id = scribe.enter(&Entry::new(
        cast.visa,
        days_after(today, -10),
        -64_500,
        "IKEA",
        household,
    ));
    let hidden = id_of("hidden import").to_string();
    scribe
        .plan
        .edit_transaction(&id, |row| row.matched_transaction_id = Some(hidden.clone()));
    scribe.plan.hidden_imports.push(HiddenImport {
        id: hidden,
        account_id: cast.visa,
        import_id: format!("YNAB:-64500:{}:1", days_after(today, -9)),
        matched_transaction_id: id,
    });
}

fn waiting_at_the_bank(scribe: &mut Scribe<'_>, cast: &Cast, today: NaiveDate) {
    let rewe = scribe.payee("REWE");
    scribe.plan.rename_rules.insert("rewe markt gmbh".to_owned(), rewe);
    for (account_id, amount, payee) in [
        (cast.checking, -31_420, "REWE MARKT GMBH"),
        (cast.checking, -9_990, "Mobilfunk 24"),
        (cast.visa, -45_000, "Pizzeria \"Da Gino\""),
    ] {
        let date = days_after(today, -1);
        scribe.plan.pending_imports.push(PendingImport {
            account_id,
            date,
            amount,
            payee: payee.to_owned(),
        });
    }
}

fn places(scribe: &mut Scribe<'_>) {
    for (payee, latitude, longitude) in [
        ("REWE", "52.5200066", "13.404954"),
        ("REWE", "50.9375310", "6.9602786"),
        ("Aral", "50.9412780", "6.9582810"),
    ] {
        let payee_id = scribe.payee(payee);
        let location = Location {
            id: id_of(latitude),
            payee_id,
            latitude: latitude.to_owned(),
            longitude: longitude.to_owned(),
            deleted: false,
            changed: 0,
        };
        scribe.plan.locations.put(location, scribe.plan.knowledge);
    }
}
