//! Names that payees may have.

use super::*;
use crate::domain::ids::AccountId;
use crate::logic::samples::{payee, payee_id, transaction};

fn payees() -> Vec<Payee> {
    let transfer = Payee {
        transfer_account_id: Some(AccountId::parse("savings").unwrap()),
        ..payee("t", "Transfer : Savings")
    };
    vec![
        payee("market", "Market"),
        payee("taverna", "Taverna"),
        payee("start", "Starting Balance"),
        transfer,
    ]
}

fn renamed(wanted: &str, name: &str) -> Result<(Option<Effect>, usize), String> {
    let rows = [transaction("one"), transaction("two"), {
        let mut other = transaction("three");
        other.payee_id = Some(payee_id("taverna"));
        other
    }];
    let payees = payees();
    let plan = rename(&payees, rows.iter(), wanted, name);
    plan.map(|plan| (plan.effect(), plan.transactions))
        .map_err(|error| error.to_string())
}

#[test]
fn a_payee_gets_the_name_as_it_shows_and_its_transactions_are_counted() {
    let effect = Effect::PayeeName {
        payee_id: payee_id("market"),
        before: "Market".to_owned(),
        after: "Farm shop".to_owned(),
    };
    assert_eq!(renamed("market", " Farm shop "), Ok((Some(effect), 2)));
    assert_eq!(renamed("MARKET", "Market"), Ok((None, 2)));
    assert!(renamed("market", "MARKET").unwrap().0.is_some());
    assert_eq!(renamed("taverna", "Greek").unwrap().1, 1);
}

#[test]
fn names_of_ynabs_own_are_reserved_in_every_spelling_and_no_others() {
    for name in [
        "Starting Balance",
        "STARTING  BALANCE",
        "manual balance adjustment",
        "Reconciliation Balance Adjustment",
        "Transfer : Savings",
        "transfer:",
        "Transfer   :x",
        "🔁 Transfer : x",
    ] {
        assert!(reserved(name).is_some(), "{name}");
        assert!(renamed("market", name).is_err(), "{name}");
    }
    for name in [
        "Transfers",
        "Transfer",
        "Bank Transfer : x",
        "Starting Balances",
        "Balance Adjustment",
    ] {
        assert!(reserved(name).is_none(), "{name}");
    }
}

#[test]
fn a_reserved_name_is_refused_with_what_to_do_instead() {
    assert_eq!(
        renamed("market", "manual balance ADJUSTMENT").unwrap_err(),
        "Nothing was sent to YNAB: YNAB keeps that name for its own payees (reconcile_account makes an adjustment)."
    );
}

#[test]
fn payees_of_ynabs_own_keep_their_names() {
    assert_eq!(
        renamed("t", "Saving").unwrap_err(),
        "Nothing was sent to YNAB: this payee stands for transfers to an account: rename the account in YNAB."
    );
    assert_eq!(
        renamed("start", "Begin").unwrap_err(),
        "Nothing was sent to YNAB: this payee is YNAB's own and keeps its name."
    );
}

#[test]
fn no_two_payees_share_a_name() {
    for name in ["Taverna", "taverna", "🍝 TAVERNA"] {
        assert_eq!(
            renamed("market", name).unwrap_err(),
            "Nothing was sent to YNAB: another payee, id taverna, is called Taverna already, and YNAB's API cannot merge two: \
             merge them in YNAB, or choose another name."
        );
    }
    assert!(renamed("market", &"ä".repeat(500)).is_ok());
    assert!(
        renamed("market", &"ä".repeat(501))
            .unwrap_err()
            .contains("501 characters")
    );
}
