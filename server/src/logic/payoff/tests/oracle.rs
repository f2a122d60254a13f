//! A reckoning that follows the words of the rules one debt and one month at a time.

use proptest::prelude::*;

use super::setting::{BOTH, ends, money, month, question, september};
use crate::domain::currency::Currency;
use crate::domain::month::Month;
use crate::domain::plan::Account;
use crate::logic::flows::lines;
use crate::logic::payoff::{Payoff, Question, Strategy as Order, payoff};
use crate::logic::samples::plans::plans;

#[derive(Clone, Debug)]
struct Loan {
    name: String,
    owed: i64,
    rates: [i64; 2],
    minimum: i64,
}

fn loans() -> impl Strategy<Value = Vec<Loan>> {
    let loan = (1_i64..400_000, 0_i64..40_000, 0_i64..40_000, 0_i64..9_000);
    proptest::collection::vec(loan, 1..5).prop_map(|loans| {
        let named = loans.into_iter().enumerate();
        named
            .map(|(place, (owed, rate, later, minimum))| Loan {
                name: format!("Loan{place}"),
                owed,
                rates: [rate, later],
                minimum,
            })
            .collect()
    })
}

fn accounts(loans: &[Loan]) -> Vec<Account> {
    let account = |loan: &Loan| {
        let mut account = super::setting::loan(&loan.name, loan.owed, None, loan.minimum);
        account.debt.interest_rates =
            super::setting::dated(&[("2025-01-01", loan.rates[0]), ("2027-03-01", loan.rates[1])]);
        account
    };
    loans.iter().map(account).collect()
}

/// Currencies with the smallest amount that each can pay: yen, an unknown one, euro, dinar.
fn currencies() -> impl Strategy<Value = (Currency, i64)> {
    prop_oneof![
        Just((Currency::new("JPY", 0), 1000)),
        Just((Currency::neutral(), 10)),
        Just((Currency::new("EUR", 2), 10)),
        Just((Currency::new("KWD", 3), 1)),
    ]
}

/// Months, interest and name of each debt, the ones that end within 600 months.
fn slow(loans: &[Loan], budget: i64, unit: i64, order: Order) -> Vec<(String, u32, i64)> {
    let mut owed: Vec<i64> = loans.iter().map(|loan| loan.owed).collect();
    let mut borne = vec![0; loans.len()];
    let mut done: Vec<(String, u32, i64)> = Vec::new();
    for number in 0..600_u32 {
        let now = month("2026-09").later(number);
        let rate = |loan: &Loan| loan.rates[usize::from(now >= month("2027-03"))];
        for (place, loan) in loans.iter().enumerate() {
            // A rate is thousandths of a percent a year: a month's interest is this over 100,000 and 12. A half counts up.
            let exact = i128::from(owed[place]) * i128::from(rate(loan));
            let per_coin = 1_200_000 * i128::from(unit);
            let coins = (exact * 2 + per_coin) / (per_coin * 2);
            let interest = i64::try_from(coins).unwrap() * unit;
            owed[place] += interest;
            borne[place] += interest;
        }
        let mut left = budget;
        let mut turn: Vec<usize> = (0..loans.len()).collect();
        turn.sort_by_key(|&place| match order {
            Order::Avalanche => (-rate(&loans[place]), loans[place].owed, 0, place),
            _ => (0, loans[place].owed, -rate(&loans[place]), place),
        });
        for round in 0..2 {
            for &place in &turn {
                let most = if round == 0 { loans[place].minimum } else { i64::MAX };
                let paid = owed[place].min(most).min(left);
                owed[place] -= paid;
                left -= paid;
            }
        }
        for (place, loan) in loans.iter().enumerate() {
            if owed[place] == 0 && !done.iter().any(|(name, ..)| *name == loan.name) {
                done.push((loan.name.clone(), number + 1, borne[place]));
            }
        }
        // Debts grown a thousandfold are given up.
        if owed.iter().sum::<i64>() > loans.iter().map(|loan| loan.owed).sum::<i64>() * 1000 {
            break;
        }
    }
    done.sort();
    done
}

proptest! {
    #[test]
    fn every_order_ends_as_a_slow_reckoning_says(
        mut loans in loans(), more in 1_i64..20_000, (currency, unit) in currencies(),
    ) {
        for loan in &mut loans {
            (loan.owed, loan.minimum) = (loan.owed * unit, loan.minimum * unit);
        }
        let budget = loans.iter().map(|loan| loan.minimum).sum::<i64>() + more * unit;
        let accounts = accounts(&loans);
        let answer = payoff(&accounts, &september(), &[], &question(budget), &currency).unwrap();
        for order in BOTH {
            let expected = slow(&loans, budget, unit, order);
            let mut found: Vec<_> =
                ends(&answer, order).into_iter().filter_map(|(name, end)| end.map(|(months, interest)| (name, months, interest))).collect();
            found.sort();
            let plan = answer.plan(order).unwrap();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(plan.end.is_some(), expected.len() == loans.len());
            if let Some(end) = plan.end {
                let owed: i64 = loans.iter().map(|loan| loan.owed).sum();
                prop_assert_eq!(end.paid.get(), owed + end.interest.get());
                prop_assert_eq!(end.interest.get(), expected.iter().map(|(.., interest)| interest).sum::<i64>());
            }
        }
    }

    #[test]
    fn the_debts_and_payments_of_whole_plans_are_those_of_their_rows(plan in plans(50)) {
        let mut detail = september();
        detail.categories = plan.groups.iter().flat_map(|group| group.categories.clone()).collect();
        let question = Question { today: plan.today, budget: Some(money(1_000_000_000)), ..question(None) };
        let answer = payoff(&plan.accounts, &detail, &plan.transactions, &question, &plan.currency).unwrap();
        check(&answer, &plan.accounts, &plan.transactions, plan.today);
    }
}

fn check(
    answer: &Payoff<'_>,
    accounts: &[Account],
    rows: &[crate::domain::plan::Transaction],
    today: chrono::NaiveDate,
) {
    let is_debt = |id: &str| ["visa", "line", "loan"].contains(&id);
    for account in accounts
        .iter()
        .filter(|account| is_debt(account.id.as_str()) && account.balance.is_negative())
    {
        let own = rows.iter().filter(|row| row.account_id == account.id);
        let paid_in = |wanted: Month| {
            let lines = own.clone().filter(|row| Month::of(row.date) == wanted).flat_map(lines);
            let into = lines.filter(|line| {
                line.amount().get() > 0 && line.transfer_account_id().is_some_and(|from| !is_debt(from.as_str()))
            });
            into.map(|line| line.amount().get()).sum::<i64>()
        };
        let owed_at = |start: Month| {
            let before = own.clone().filter(|row| row.date < start.first_day());
            -before.map(|row| row.amount.get()).sum::<i64>().min(0)
        };
        let recent = [month("2026-07"), month("2026-08")];
        let all_paid = recent.iter().all(|month| paid_in(*month) >= owed_at(*month));
        let in_full = account.on_budget && all_paid && recent.iter().any(|month| owed_at(*month) > 0);
        let found = answer.paid_in_full.iter().any(|card| card.account.id == account.id);
        assert_eq!(found, in_full, "{}", account.id);
        let debt = answer.debts.iter().find(|debt| debt.account.id == account.id);
        assert_eq!(debt.is_none(), in_full);
        if let Some(debt) = debt {
            assert_eq!(debt.paid_this_month.get(), paid_in(Month::of(today)));
            assert_eq!(debt.owed.get(), -account.balance.get());
        }
    }
}
