//! What is suggested, and what never is.

use chrono::Days;

use super::{Asked, Item, Suggestions, suggest};
use crate::domain::ids::AccountId;
use crate::domain::money::Milliunits;
use crate::domain::percent::Hundredths;
use crate::domain::plan::Transaction;
use crate::logic::flows::Chart;
use crate::logic::paging::Place;
use crate::logic::samples::plans::{SamplePlan, empty};
use crate::logic::samples::with_lines;
use crate::logic::samples::{category_id, payee_id, row_id, split_line, transaction};

fn asked(plan: &SamplePlan) -> Asked {
    Asked {
        threshold: Hundredths::new(90),
        after: None,
        limit: 50,
        today: plan.today,
    }
}

/// A row of so many days ago, in hundredths.
fn row(id: &str, ago: u64, hundredths: i64, category: Option<&str>) -> Transaction {
    let mut row = transaction(id);
    row.date = empty(2).today - Days::new(ago);
    row.amount = Milliunits::new(hundredths * 10);
    row.category_id = category.map(category_id);
    row
}

fn on(account: &str, mut row: Transaction) -> Transaction {
    row.account_id = AccountId::parse(account).unwrap();
    row
}

fn paid_to(id: Option<&str>, name: &str, mut row: Transaction) -> Transaction {
    (row.payee_id, row.payee_name) = (id.map(payee_id), Some(name.into()));
    row
}

fn plan_of(rows: impl IntoIterator<Item = Transaction>) -> SamplePlan {
    let mut plan = empty(2);
    plan.transactions.extend(rows);
    plan
}

fn with<R>(plan: &SamplePlan, asked: &Asked, look: impl FnOnce(Suggestions<'_>) -> R) -> R {
    let chart = Chart::new(&plan.accounts, &plan.groups);
    look(suggest(with_lines(&plan.transactions), &chart, asked))
}

/// The suggestion in short, `food 0.92 of 3`, or the candidates.
fn told(item: &Item<'_>) -> String {
    if let Some(sure) = &item.suggestion {
        return format!("{} {} of {}", sure.category.id, sure.confidence.get(), sure.evidence);
    }
    let named = item.candidates.iter();
    let named = named.map(|one| format!("{}? {} of {}", one.category.id, one.confidence.get(), one.evidence));
    named.collect::<Vec<_>>().join(", ")
}

/// What is told of the row `new`.
fn of_new(rows: impl IntoIterator<Item = Transaction>) -> String {
    let plan = plan_of(rows);
    with(&plan, &asked(&plan), |found| {
        told(found.items.iter().find(|item| item.row.id == row_id("new")).unwrap())
    })
}

fn earlier(count: usize, ago: u64, category: &str) -> Vec<Transaction> {
    let rows = (0..count).map(|place| row(&format!("{category}-{ago}-{place}"), ago, -2000, Some(category)));
    rows.collect()
}

fn and_new(mut rows: Vec<Transaction>) -> Vec<Transaction> {
    rows.push(row("new", 0, -1234, None));
    rows
}

#[test]
fn what_has_no_category_is_never_evidence_for_having_none() {
    let mut rows = earlier(12, 0, "uncategorized");
    rows.extend(earlier(1, 0, "food"));
    assert_eq!(of_new(and_new(rows)), "food? 80 of 1");
}

#[test]
fn confidence_grows_with_evidence_and_one_precedent_is_never_enough() {
    assert_eq!(of_new(and_new(earlier(0, 0, "food"))), "");
    assert_eq!(of_new(and_new(earlier(1, 0, "food"))), "food? 80 of 1");
    assert_eq!(of_new(and_new(earlier(2, 0, "food"))), "food? 89 of 2");
    assert_eq!(of_new(and_new(earlier(3, 0, "food"))), "food 92 of 3");
    assert_eq!(of_new(and_new(earlier(30, 0, "food"))), "food 99 of 30");
    // Not even one of the same amount.
    let same = vec![row("old", 0, -1234, Some("food"))];
    assert_eq!(of_new(and_new(same)), "food? 89 of 1");
}

#[test]
fn confidence_fades_with_age() {
    assert_eq!(of_new(and_new(earlier(3, 730, "food"))), "food? 80 of 3");
    // Four of a year ago weigh as much as two of today.
    let mut rows = earlier(4, 365, "food");
    rows.extend(earlier(3, 0, "fun"));
    assert_eq!(of_new(and_new(rows)), "fun? 57 of 3, food? 38 of 4");
}

#[test]
fn what_nobody_has_approved_weighs_half() {
    let mut rows = earlier(2, 0, "food");
    for row in &mut rows {
        row.approved = false;
    }
    assert_eq!(of_new(and_new(rows)), "food? 80 of 2");
}

#[test]
fn the_lines_of_a_split_teach_by_their_parts() {
    let split = |id: &str| {
        let mut split = row(id, 0, -2000, None);
        split.lines = Box::new([
            split_line(-15_000, Some(category_id("food"))),
            split_line(-5_000, Some(category_id("fun"))),
        ]);
        split
    };
    let rows = vec![split("a"), split("b")];
    assert_eq!(of_new(and_new(rows)), "food? 67 of 2, fun? 22 of 2");
}

#[test]
fn a_line_with_a_payee_of_its_own_teaches_of_that_payee() {
    let mut split = paid_to(Some("acme"), "Acme", row("a", 0, -2000, None));
    let mut own = split_line(-15_000, Some(category_id("food")));
    (own.payee_id, own.payee_name) = (Some(payee_id("market")), Some("Market".into()));
    split.lines = Box::new([own, split_line(-5_000, Some(category_id("fun")))]);
    assert_eq!(of_new(and_new(vec![split])), "food? 75 of 1");
}

#[test]
fn the_same_amount_counts_more() {
    let mut rows = earlier(2, 0, "food");
    rows.push(row("same", 0, -1234, Some("fun")));
    rows.push(row("same-too", 0, -1234, Some("fun")));
    assert_eq!(of_new(and_new(rows)), "fun? 64 of 2, food? 32 of 2");
}

#[test]
fn money_in_and_money_out_are_apart() {
    let mut rows = earlier(5, 0, "food");
    rows.push(row("new", 0, 500, None));
    assert_eq!(of_new(rows.clone()), "");
    rows.extend((0..3).map(|place| row(&format!("back-{place}"), 0, 700, Some("fun"))));
    assert_eq!(of_new(rows), "fun 92 of 3");
}

#[test]
fn the_payees_id_decides_and_its_name_where_the_id_says_nothing() {
    let other = |row| paid_to(Some("acme-too"), "ACME #42", row);
    let new = |id| paid_to(Some(id), "Acme 1234", row("new", 0, -1234, None));
    let mut rows: Vec<_> = earlier(3, 0, "food")
        .into_iter()
        .map(|row| paid_to(Some("acme"), "Acme", row))
        .collect();
    rows.extend(earlier(9, 0, "fun").into_iter().map(other));
    assert_eq!(of_new(rows.iter().cloned().chain([new("acme")])), "food 92 of 3");
    assert_eq!(
        of_new(rows.iter().cloned().chain([new("fresh")])),
        "fun? 73 of 9, food? 24 of 3"
    );
    let mut by_label = paid_to(Some("fresh"), "Something", row("new", 0, -1234, None));
    by_label.import_payee_name_original = Some("POS PURCHASE ACME 0815".into());
    assert_eq!(
        of_new(rows.into_iter().chain([by_label])),
        "fun? 73 of 9, food? 24 of 3"
    );
}

#[test]
fn a_label_without_a_shop_is_like_no_other() {
    let rows = earlier(5, 0, "food").into_iter().map(|row| paid_to(None, "12/01", row));
    let new = paid_to(None, "13/02", row("new", 0, -1234, None));
    assert_eq!(of_new(rows.chain([new])), "");
}

#[test]
fn hidden_deleted_and_internal_categories_and_those_of_cards_are_never_suggested() {
    for category in ["secret", "ghost", "visa", "uncategorized", "ready"] {
        assert_eq!(of_new(and_new(earlier(9, 0, category))), "", "{category}");
    }
    let mut plan = plan_of(and_new(earlier(9, 0, "food")));
    plan.groups
        .iter_mut()
        .find(|group| group.name.raw() == "Everyday")
        .unwrap()
        .hidden = true;
    with(&plan, &asked(&plan), |found| {
        assert_eq!(told(&found.items[0]), "");
        let named: Vec<_> = found.categories.iter().map(|category| category.id.as_str()).collect();
        assert_eq!(named, ["ready", "misc", "misc-too"]);
    });
}

#[test]
fn income_is_suggested_for_money_in_but_not_on_a_card() {
    let income = |id: &str| paid_to(Some("employer"), "Employer", row(id, 0, 200_000, Some("ready")));
    let new = paid_to(Some("employer"), "Employer", row("new", 0, 210_000, None));
    let rows: Vec<_> = ["a", "b", "c"].map(income).into_iter().collect();
    assert_eq!(of_new(rows.iter().cloned().chain([new.clone()])), "ready 92 of 3");
    assert_eq!(of_new(rows.into_iter().chain([on("visa", new)])), "");
}

#[test]
fn the_threshold_decides_between_a_suggestion_and_candidates() {
    let mut rows = earlier(6, 0, "food");
    rows.extend(earlier(2, 0, "fun"));
    rows.extend(
        ["rent", "misc", "misc-too"]
            .into_iter()
            .flat_map(|category| earlier(1, 0, category)),
    );
    let plan = plan_of(and_new(rows));
    let at = |threshold| Asked {
        threshold: Hundredths::new(threshold),
        ..asked(&plan)
    };
    with(&plan, &at(53), |found| {
        assert_eq!((told(&found.items[0]), found.suggested), ("food 53 of 6".to_owned(), 1));
        assert_eq!(
            found.message(),
            "1 transaction waits for a category, and 1 has a suggestion."
        );
        assert_eq!(found.items[0].candidates_in_words(), None);
    });
    with(&plan, &at(54), |found| {
        assert_eq!(told(&found.items[0]), "food? 53 of 6, fun? 18 of 2, rent? 9 of 1");
        assert_eq!(found.suggested, 0);
        let words = found.items[0].candidates_in_words();
        assert_eq!(
            words.as_deref(),
            Some("Food (6 earlier, 0.53); Fun (2 earlier, 0.18); Rent (1 earlier, 0.09)")
        );
    });
}

/// The pairs of a plan, `a-b` in order.
fn pairs(rows: impl IntoIterator<Item = Transaction>) -> Vec<String> {
    let plan = plan_of(rows);
    with(&plan, &asked(&plan), |found| {
        let items = found
            .items
            .iter()
            .filter_map(|item| Some(format!("{}-{}", item.row.id, item.transfer_with?)));
        items.collect()
    })
}

#[test]
fn the_other_side_of_a_transfer_may_have_a_category_or_be_on_a_tracking_account() {
    let out = row("out", 5, -5000, None);
    assert_eq!(
        pairs([out.clone(), on("visa", row("in", 4, 5000, Some("ready")))]),
        ["out-in"]
    );
    assert_eq!(pairs([out.clone(), on("depot", row("in", 4, 5000, None))]), ["out-in"]);
    assert_eq!(
        pairs([out, on("savings", row("in", 4, 5000, None))]),
        ["in-out", "out-in"]
    );
}

#[test]
fn the_sides_of_a_transfer_are_at_most_three_days_apart_and_on_two_accounts() {
    let out = row("out", 5, -5000, None);
    assert_eq!(
        pairs([out.clone(), on("visa", row("in", 2, 5000, Some("food")))]),
        ["out-in"]
    );
    assert_eq!(
        pairs([out.clone(), on("visa", row("in", 8, 5000, Some("food")))]),
        ["out-in"]
    );
    for other in [
        on("visa", row("in", 1, 5000, Some("food"))),
        on("visa", row("in", 9, 5000, Some("food"))),
        row("in", 5, 5000, Some("food")),
        on("visa", row("in", 5, 5001, Some("food"))),
        on("visa", row("in", 5, -5000, Some("food"))),
    ] {
        assert_eq!(pairs([out.clone(), other.clone()]), [""; 0], "{other:?}");
    }
    assert_eq!(
        pairs([row("out", 5, 0, None), on("visa", row("in", 5, 0, None))]),
        [""; 0]
    );
}

#[test]
fn what_is_a_transfer_or_split_already_is_no_other_side() {
    let out = row("out", 5, -5000, None);
    let mut transfer = on("savings", row("in", 5, 5000, None));
    transfer.transfer_account_id = Some(AccountId::parse("visa").unwrap());
    let mut split = on("savings", row("split", 5, 5000, None));
    split.lines = Box::new([split_line(50_000, Some(category_id("food")))]);
    assert_eq!(pairs([out, transfer, split]), [""; 0]);
}

#[test]
fn of_several_other_sides_the_nearest_is_taken_and_each_once() {
    let inflow = |id: &str, ago| on("savings", row(id, ago, 5000, Some("food")));
    let out = |id: &str, ago| row(id, ago, -5000, None);
    assert_eq!(
        pairs([out("out", 5), inflow("far", 8), inflow("near", 4), inflow("off", 7)]),
        ["out-near"]
    );
    assert_eq!(pairs([out("one", 5), out("two", 6), inflow("in", 6)]), ["two-in"]);
    assert_eq!(
        pairs([out("one", 5), out("two", 5), inflow("a", 5), inflow("b", 5)]),
        ["one-a", "two-b"]
    );
    assert_eq!(
        pairs([out("one", 5), inflow("after", 4), inflow("before", 6)]),
        ["one-after"]
    );
}

#[test]
fn pages_follow_each_other_and_the_totals_are_of_all() {
    let rows = (0..5)
        .map(|place| row(&format!("p{place}"), place, -1000, None))
        .chain(earlier(3, 9, "food"));
    let plan = plan_of(rows);
    let ids = |found: &Suggestions<'_>| {
        found
            .items
            .iter()
            .map(|item| item.row.id.to_string())
            .collect::<Vec<_>>()
    };
    let mut asked = Asked {
        limit: 2,
        ..asked(&plan)
    };
    with(&plan, &asked.clone(), |found| {
        assert_eq!(
            (ids(&found), found.pending, found.suggested),
            (vec!["p0".to_owned(), "p1".to_owned()], 5, 5)
        );
        assert_eq!(found.categories.len(), 6);
        asked.after = found.next;
    });
    with(&plan, &asked.clone(), |found| {
        assert_eq!(
            (ids(&found), found.pending),
            (vec!["p2".to_owned(), "p3".to_owned()], 5)
        );
        assert_eq!(found.categories.len(), 0);
        asked.after = found.next;
    });
    with(&plan, &asked.clone(), |found| {
        assert_eq!((ids(&found), found.next), (vec!["p4".to_owned()], None));
    });
    asked.after = Some(Place::read("1999-01-01.p").unwrap());
    with(&plan, &asked, |found| {
        assert_eq!((ids(&found), found.next, found.pending), (vec![], None, 5));
    });
}

#[test]
fn long_names_make_pages_shorter_and_lose_no_row() {
    let long = "Weinhandlung und Feinkost am Alten Markt von Familie ".repeat(4);
    let rows = (0..150).map(|place| paid_to(None, &long, row(&format!("p{place:03}"), 0, -1000, None)));
    let plan = plan_of(rows);
    let mut asked = Asked {
        limit: 200,
        ..asked(&plan)
    };
    let mut seen = Vec::new();
    loop {
        let next = with(&plan, &asked, |found| {
            let sizes = found.items.len() * (200 + long.len());
            assert!(!found.items.is_empty() && sizes < 27_000, "{sizes}");
            seen.extend(found.items.iter().map(|item| item.row.id.to_string()));
            found.next
        });
        asked.after = next;
        if asked.after.is_none() {
            break;
        }
    }
    assert_eq!(seen, (0..150).map(|place| format!("p{place:03}")).collect::<Vec<_>>());
}

#[test]
fn a_plan_without_history_has_nothing_to_suggest() {
    let plan = empty(0);
    with(&plan, &asked(&plan), |found| {
        assert_eq!((found.pending, found.suggested, found.items.len()), (0, 0, 0));
        assert_eq!(found.message(), "No transaction waits for a category.");
    });
}
