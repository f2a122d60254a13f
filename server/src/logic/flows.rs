//! What each line of a plan's history is: income, spending, a refund, money moved between accounts, a balance that was set.
//!
//! Every engine that adds up a history asks here, so that none counts a card's payment as spending or an opening balance as
//! income. A split transaction is its lines; any other is one line.

use crate::domain::by_id::ById;
use crate::domain::ids::{AccountId, CategoryGroupId, CategoryId, PayeeId};
use crate::domain::money::Milliunits;
use crate::domain::plan::{Account, Category, CategoryGroup, GroupRole, SplitLine, Transaction};
use crate::logic::payee_names::{is_adjustment, is_starting_balance};

/// What a line is, seen from the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// On a tracking account: not the plan's money.
    Tracking,
    /// Between two accounts of the plan, a card's payment among them.
    Within,
    /// To (or back from) a tracking account that is no debt, such as an investment.
    Asset,
    /// To (or back from) a tracking account that is owed, such as a loan.
    Debt,
    /// The first balance of an account.
    Opening,
    /// An adjustment of a balance.
    Adjustment,
    /// To Ready to Assign; a negative one takes income back.
    Income,
    /// Money out for a category, or without one.
    Spending,
    /// Money back into a category.
    Refund,
    /// Money in without a category: nobody has said what it is.
    Unsorted,
    /// Nothing.
    Nothing,
}

impl Flow {
    /// Spending, or a refund of some.
    pub fn is_spent(self) -> bool {
        matches!(self, Self::Spending | Self::Refund)
    }
}

/// A line of a split transaction, or a transaction that is not split.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its transaction.
    pub row: &'a Transaction,
    /// The line of the split; none for a whole transaction.
    pub part: Option<&'a SplitLine>,
}

/// The lines of a transaction.
pub fn lines(row: &Transaction) -> impl Iterator<Item = Line<'_>> {
    let whole = row.lines.is_empty().then_some(Line { row, part: None });
    let parts = row.lines.iter().map(move |part| Line { row, part: Some(part) });
    whole.into_iter().chain(parts)
}

impl<'a> Line<'a> {
    /// Its amount.
    pub fn amount(self) -> Milliunits {
        self.part.map_or(self.row.amount, |part| part.amount)
    }

    /// Its category; YNAB's own ones too.
    pub fn category_id(self) -> Option<&'a CategoryId> {
        let whole = &self.row.category_id;
        self.part.map_or(whole, |part| &part.category_id).as_ref()
    }

    /// The account on the other side.
    pub fn transfer_account_id(self) -> Option<&'a AccountId> {
        let whole = &self.row.transfer_account_id;
        self.part.map_or(whole, |part| &part.transfer_account_id).as_ref()
    }

    /// Its payee: the line's own, else the transaction's.
    pub fn payee_id(self) -> Option<&'a PayeeId> {
        let own = self.part.and_then(|part| part.payee_id.as_ref());
        own.or(self.row.payee_id.as_ref())
    }

    /// That payee's name as YNAB has it.
    pub fn payee_name(self) -> Option<&'a str> {
        let own = self.part.and_then(|part| part.payee_name.as_deref());
        own.or(self.row.payee_name.as_deref())
    }
}

/// A plan's accounts and categories by id, to tell what lines are.
pub struct Chart<'a> {
    accounts: ById<&'a AccountId, &'a Account>,
    categories: ById<&'a CategoryId, &'a Category>,
    groups: ById<&'a CategoryGroupId, &'a CategoryGroup>,
    in_order: (&'a [Account], &'a [CategoryGroup]),
}

impl<'a> Chart<'a> {
    /// Of these accounts and groups, closed and hidden ones among them.
    pub fn new(accounts: &'a [Account], groups: &'a [CategoryGroup]) -> Self {
        let categories = groups.iter().flat_map(|group| &group.categories);
        Self {
            accounts: accounts.iter().map(|account| (&account.id, account)).collect(),
            categories: categories.map(|category| (&category.id, category)).collect(),
            groups: groups.iter().map(|group| (&group.id, group)).collect(),
            in_order: (accounts, groups),
        }
    }

    /// The account with the id; none for a deleted one.
    pub fn account(&self, id: &AccountId) -> Option<&'a Account> {
        self.accounts.get(id).copied()
    }

    /// The category with the id; none for a deleted one.
    pub fn category(&self, id: &CategoryId) -> Option<&'a Category> {
        self.categories.get(id).copied()
    }

    /// The group with the id; none for a deleted one.
    pub fn group(&self, id: &CategoryGroupId) -> Option<&'a CategoryGroup> {
        self.groups.get(id).copied()
    }

    /// All accounts in YNAB's order.
    pub fn accounts(&self) -> &'a [Account] {
        self.in_order.0
    }

    /// All groups in YNAB's order.
    pub fn all_groups(&self) -> &'a [CategoryGroup] {
        self.in_order.1
    }

    /// Whether the account's money is the plan's. A deleted account's was.
    pub fn on_budget(&self, id: &AccountId) -> bool {
        self.account(id).is_none_or(|account| account.on_budget)
    }

    /// Whether the category means that nobody has chosen one.
    pub fn is_uncategorized(&self, id: &CategoryId) -> bool {
        self.category(id)
            .is_some_and(|category| category.role == GroupRole::Internal && category.name.raw() == "Uncategorized")
    }

    /// Whether the category is Ready to Assign: YNAB's own, and not the one for what has no category.
    pub fn is_income(&self, id: &CategoryId) -> bool {
        self.category(id)
            .is_some_and(|category| category.role == GroupRole::Internal && category.name.raw() != "Uncategorized")
    }

    /// The category that somebody chose for the line, Ready to Assign left out.
    pub fn spending_category(&self, line: Line<'a>) -> Option<&'a CategoryId> {
        let id = line.category_id()?;
        let own = self
            .category(id)
            .is_some_and(|category| category.role == GroupRole::Internal);
        (!own).then_some(id)
    }

    /// What the line is.
    pub fn flow(&self, line: Line<'_>) -> Flow {
        if !self.on_budget(&line.row.account_id) {
            return Flow::Tracking;
        }
        if line.amount().is_zero() {
            return Flow::Nothing;
        }
        if let Some(other) = line.transfer_account_id() {
            return match self.account(other) {
                Some(other) if other.on_budget => Flow::Within,
                Some(other) if other.is_debt() => Flow::Debt,
                Some(_) => Flow::Asset,
                // Deleted: only a transfer out of the plan can have a category.
                None if line.category_id().is_some() => Flow::Asset,
                None => Flow::Within,
            };
        }
        if let Some(payee) = line.row.payee_name.as_deref() {
            if is_starting_balance(payee) {
                return Flow::Opening;
            }
            if is_adjustment(payee) {
                return Flow::Adjustment;
            }
        }
        let chosen = line.category_id().filter(|id| !self.is_uncategorized(id));
        match chosen {
            Some(id) if self.is_income(id) => Flow::Income,
            Some(_) if line.amount().is_positive() => Flow::Refund,
            None if line.amount().is_positive() => Flow::Unsorted,
            _ => Flow::Spending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::samples::{account, category_id, groups, split_line, transaction};

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
}
