//! Which cards are debts.

use super::setting::{answer, asked, card, loan, money, payment, purchase, question, said, september};
use crate::domain::currency::Currency;
use crate::domain::ids::AccountId;
use crate::domain::plan::{Account, Transaction};
use crate::logic::payoff::{PaidInFull, Question, payoff};

/// Why the card called Visa is no debt.
fn why(accounts: &[Account], rows: &[Transaction]) -> Option<PaidInFull> {
    let answer = asked(accounts, rows, &question(100_000)).unwrap();
    let paid = answer.paid_in_full.first().map(|card| card.why);
    assert_eq!(answer.debts.len() + answer.paid_in_full.len(), accounts.len());
    paid
}

#[test]
fn a_card_whose_payment_category_holds_its_balance_is_no_debt() {
    let accounts = [card("Visa", 300_000)];
    for (available, paid) in [(300_000, 1), (299_990, 0)] {
        let mut month = september();
        let payment = month
            .categories
            .iter_mut()
            .find(|category| category.name.raw() == "Visa")
            .unwrap();
        payment.available = money(available);
        let answer = payoff(&accounts, &month, &[], &question(100_000), &Currency::neutral()).unwrap();
        assert_eq!((answer.paid_in_full.len(), answer.debts.len()), (paid, 1 - paid));
    }
}

#[test]
fn a_card_paid_in_full_in_each_of_two_months_is_no_debt() {
    let accounts = [card("Visa", 300_000)];
    // July began with 200 owed and August with 150; both were paid, and 300 were spent since.
    let rows = [
        payment("visa", "2026-07-05", 200_000),
        purchase("visa", "2026-07-20", 150_000),
        payment("visa", "2026-08-05", 150_000),
        purchase("visa", "2026-08-31", 100_000),
        purchase("visa", "2026-09-10", 200_000),
    ];
    assert_eq!(why(&accounts, &rows), Some(PaidInFull::PaidEachMonth));
    let mut short = rows.clone();
    short[2].amount = money(149_990);
    assert_eq!(why(&[card("Visa", 300_010)], &short), None);
    // A refund is no payment, and neither is another card's money.
    let mut refunded = rows.clone();
    refunded[2].transfer_account_id = None;
    assert_eq!(why(&accounts, &refunded), None);
    let mut moved = rows.clone();
    moved[2].transfer_account_id = Some(AccountId::parse("visa").unwrap());
    assert_eq!(why(&accounts, &moved), None);
}

#[test]
fn a_card_without_a_past_and_a_loan_are_debts() {
    assert_eq!(
        why(&[card("Visa", 300_000)], &[purchase("visa", "2026-09-10", 300_000)]),
        None
    );
    let rows = [
        payment("loan", "2026-07-05", 900_000),
        payment("loan", "2026-08-05", 900_000),
    ];
    assert_eq!(why(&[loan("Loan", 100_000, 1_000, 1_000)], &rows), None);
}

#[test]
fn a_card_that_terms_are_given_for_is_a_debt() {
    let mut month = september();
    for category in &mut month.categories {
        category.available = money(900_000);
    }
    let accounts = [card("Visa", 300_000)];
    let overrides = [said("Visa", 19_900, 30_000)];
    let question = Question {
        overrides: &overrides,
        ..question(100_000)
    };
    let answer = payoff(&accounts, &month, &[], &question, &Currency::neutral()).unwrap();
    assert_eq!((answer.paid_in_full.len(), answer.debts.len()), (0, 1));
}

#[test]
fn closed_accounts_cash_and_cards_with_money_on_them_are_no_debts() {
    let mut closed = card("Closed", 100_000);
    closed.closed = true;
    let mut overdrawn = card("Current", 100_000);
    overdrawn.kind = "checking".to_owned();
    let accounts = [closed, overdrawn, card("Credit", -5_000), card("Even", 0)];
    let answer = answer(&accounts, &question(None));
    assert_eq!((answer.debts.len(), answer.paid_in_full.len()), (0, 0));
}
