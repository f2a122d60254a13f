//! What lines are, one by one; and that the quick way says the same.

use super::*;
use proptest::prelude::*;

use crate::logic::samples::plans::plans;
use crate::logic::samples::{account, category_id, groups, groups_with, split_line, transaction, with_lines};

fn flow(change: impl FnOnce(&mut Transaction)) -> Vec<Flow> {
    let mut depot = account("depot", "Depot", "otherAsset");
    depot.on_budget = false;
    let mut loan = account("loan", "Loan", "mortgage");
    loan.on_budget = false;
    let accounts = [
        account("current", "Current", "checking"),
        account("visa", "Visa", "creditCard"),
        depot,
        loan,
    ];
    let mut groups = groups();
    let own = groups
        .iter_mut()
        .find(|group| group.role == GroupRole::Internal)
        .unwrap();
    let mut ready = own.categories.first().unwrap().clone();
    own.categories.first_mut().unwrap().name = "Uncategorized".into();
    ready.id = category_id("ready");
    ready.name = "Inflow: Ready to Assign".into();
    own.categories.push(ready);
    let mut row = transaction("one");
    change(&mut row);
    let chart = Chart::new(&accounts, &groups);
    lines(&row).map(|line| chart.flow(line)).collect()
}

fn to(row: &mut Transaction, account: &str) {
    row.transfer_account_id = Some(AccountId::parse(account).unwrap());
}

#[test]
fn every_line_is_one_thing() {
    let inflow = |row: &mut Transaction| row.amount = Milliunits::new(5_000);
    let category = |row: &mut Transaction, id: &str| row.category_id = Some(category_id(id));
    let payee = |row: &mut Transaction, name: &str| row.payee_name = Some(name.into());
    assert_eq!(flow(|_| {}), [Flow::Spending]);
    assert_eq!(flow(|row| category(row, "uncategorized")), [Flow::Spending]);
    assert_eq!(flow(|row| category(row, "food")), [Flow::Spending]);
    assert_eq!(flow(|row| category(row, "deleted")), [Flow::Spending]);
    assert_eq!(flow(|row| category(row, "ready")), [Flow::Income]);
    assert_eq!(flow(|row| row.amount = Milliunits::ZERO), [Flow::Nothing]);
    assert_eq!(flow(inflow), [Flow::Unsorted]);
    assert_eq!(
        flow(|row| {
            inflow(row);
            category(row, "uncategorized");
        }),
        [Flow::Unsorted]
    );
    assert_eq!(
        flow(|row| {
            inflow(row);
            category(row, "food");
        }),
        [Flow::Refund]
    );
    assert_eq!(
        flow(|row| {
            inflow(row);
            category(row, "ready");
        }),
        [Flow::Income]
    );
    assert_eq!(
        flow(|row| {
            category(row, "ready");
            payee(row, "Starting Balance");
        }),
        [Flow::Opening]
    );
    assert_eq!(
        flow(|row| payee(row, "Reconciliation Balance Adjustment")),
        [Flow::Adjustment]
    );
    assert_eq!(flow(|row| payee(row, "starting balance bakery")), [Flow::Spending]);
    assert_eq!(flow(|row| to(row, "visa")), [Flow::Within]);
    assert_eq!(
        flow(|row| {
            to(row, "depot");
            category(row, "food");
        }),
        [Flow::Asset]
    );
    assert_eq!(flow(|row| to(row, "loan")), [Flow::Debt]);
    assert_eq!(
        flow(|row| {
            row.account_id = AccountId::parse("loan").unwrap();
            to(row, "current");
        }),
        [Flow::Tracking]
    );
    assert_eq!(flow(|row| to(row, "gone")), [Flow::Within]);
    assert_eq!(
        flow(|row| {
            to(row, "gone");
            category(row, "food");
        }),
        [Flow::Asset]
    );
    assert_eq!(
        flow(|row| row.account_id = AccountId::parse("gone").unwrap()),
        [Flow::Spending]
    );
}

#[test]
fn a_split_is_its_lines() {
    let split = flow(|row| {
        let mut moved = split_line(-5_000, None);
        moved.transfer_account_id = Some(AccountId::parse("visa").unwrap());
        row.lines = Box::new([
            split_line(-9_000, Some(category_id("food"))),
            moved,
            split_line(2_000, Some(category_id("rent"))),
        ]);
    });
    assert_eq!(split, [Flow::Spending, Flow::Within, Flow::Refund]);
}

/// Two accounts of the plan and one that is only tracked, and what YNAB calls uncategorized.
fn stand() -> ([Account; 3], Vec<CategoryGroup>) {
    let accounts = [
        account("current", "Current", "checking"),
        account("savings", "Savings", "savings"),
        account("depot", "Depot", "otherAsset"),
    ];
    let groups = groups_with("uncategorized", |category| category.name = "Uncategorized".into());
    (accounts, groups)
}

fn waits(change: impl FnOnce(&mut Transaction)) -> bool {
    let (accounts, groups) = stand();
    let chart = Chart::new(&accounts, &groups);
    let mut row = transaction("one");
    change(&mut row);
    let rows = [row];
    let ledger = with_lines(&rows);
    let kinds = Kinds::new(&chart, ledger);
    ledger.entries().iter().all(|line| kinds.waits_for_category(line))
}

#[test]
fn a_transaction_waits_when_ynab_wants_a_category_and_has_none() {
    let at = |id: &str| AccountId::parse(id).unwrap();
    assert!(waits(|_| {}));
    assert!(waits(|row| row.category_id = Some(category_id("uncategorized"))));
    assert!(waits(|row| row.transfer_account_id = Some(at("depot"))));
    assert!(waits(|row| row.approved = false));
    assert!(!waits(|row| row.category_id = Some(category_id("food"))));
    assert!(!waits(|row| row.category_id = Some(category_id("deleted"))));
    assert!(!waits(|row| row.transfer_account_id = Some(at("savings"))));
    assert!(!waits(|row| row.transfer_account_id = Some(at("gone"))));
    assert!(!waits(|row| row.account_id = at("depot")));
    assert!(!waits(|row| row.payee_name = Some("Starting Balance".into())));
    assert!(!waits(|row| row.lines = Box::new([split_line(-1, None)])));
}

#[test]
fn what_has_no_category_says_why() {
    let (accounts, groups) = stand();
    let chart = Chart::new(&accounts, &groups);
    let at = |id: &str| AccountId::parse(id).unwrap();
    let why = |change: &dyn Fn(&mut Transaction)| {
        let mut row = transaction("one");
        change(&mut row);
        chart
            .no_category(Line { row: &row, part: None })
            .map(NoCategory::as_str)
    };
    assert_eq!(why(&|_| {}), Some("uncategorized"));
    assert_eq!(why(&|row| row.category_id = Some(category_id("food"))), None);
    assert_eq!(
        why(&|row| row.category_id = Some(category_id("uncategorized"))),
        Some("uncategorized")
    );
    assert_eq!(
        why(&|row| row.transfer_account_id = Some(at("savings"))),
        Some("transfer")
    );
    assert_eq!(
        why(&|row| row.transfer_account_id = Some(at("depot"))),
        Some("uncategorized")
    );
    assert_eq!(why(&|row| row.account_id = at("depot")), Some("tracking_account"));
    // Seen from the tracking account, a transfer from the plan is one all the same.
    let from_the_plan = |row: &mut Transaction| {
        row.account_id = at("depot");
        row.transfer_account_id = Some(at("current"));
    };
    assert_eq!(why(&from_the_plan), Some("transfer"));
    assert_eq!(
        why(&|row| row.payee_name = Some("Starting Balance".into())),
        Some("opening_balance")
    );
    let split = |row: &mut Transaction| {
        row.lines = Box::new([split_line(-1, None), split_line(-2, Some(category_id("food")))]);
    };
    assert_eq!(why(&split), Some("split"));
    let mut row = transaction("one");
    split(&mut row);
    let of_lines: Vec<_> = lines(&row).map(|line| chart.no_category(line)).collect();
    assert_eq!(of_lines, [Some(NoCategory::Uncategorized), None]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn by_its_numbers_a_line_is_what_it_is_by_its_ids(plan in plans(60)) {
        // Without some accounts and categories: there are deleted ones.
        let whole = (plan.accounts.as_slice(), plan.groups.as_slice());
        let part = (&plan.accounts[1..], &plan.groups[1..]);
        for (accounts, groups) in [whole, part] {
            let chart = Chart::new(accounts, groups);
            let ledger = with_lines(&plan.transactions);
            let kinds = Kinds::new(&chart, ledger);
            let slow = plan.transactions.iter().flat_map(lines).map(|line| chart.flow(line));
            let quick = ledger.entries().iter().map(|entry| kinds.flow(entry));
            prop_assert_eq!(quick.collect::<Vec<_>>(), slow.collect::<Vec<_>>());
            let slow = plan.transactions.iter().flat_map(lines).map(|line| chart.no_category(line));
            let slow = slow.map(|why| why == Some(NoCategory::Uncategorized));
            let quick = ledger.entries().iter().map(|entry| kinds.lacks_category(entry));
            prop_assert_eq!(quick.collect::<Vec<_>>(), slow.collect::<Vec<_>>());
        }
    }
}
