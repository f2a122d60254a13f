//! The yardstick of the fifth figure, in a process of its own: one pass over the transactions that sums them.
//!
//! The rows are kept as a short program would keep them (as in the fourth figure), and summed as it would sum them: by month
//! and category, a split by its lines, in a map of the standard library. That is the least that answers a question about a
//! history. How long it takes to add up the bare amounts of the rows, which answers none, is told beside it.

use std::collections::HashMap;

use chrono::Datelike as _;
use serde::{Deserialize, Serialize};

use super::loading::{Row, fetched};
use super::measure::{Samples, timed};

/// The word on the command line that makes this process the yardstick.
pub const WORD: &str = "--sum";

/// How often the rows are summed.
const PASSES: usize = 25;

/// What the yardstick tells.
#[derive(Deserialize, Serialize)]
pub struct Summed {
    /// One pass that sums by month and category, in milliseconds.
    pub by_month_and_category: f64,
    /// One pass that adds up all amounts, in milliseconds.
    pub bare: f64,
    /// Transactions.
    pub rows: usize,
}

/// A month and a category.
type Key<'a> = (i32, u32, Option<&'a str>);

/// Fetches, sums again and again, and prints a [`Summed`].
pub fn run(url: &str) {
    let (_, rows) = fetched(url);
    let (mut summed, mut bare) = (Samples::default(), Samples::default());
    for _ in 0..PASSES {
        let (sums, time) = timed(|| by_month_and_category(&rows));
        summed.add_time(time);
        let (total, time) = timed(|| {
            rows.iter()
                .filter(|row| !row.deleted)
                .map(|row| row.amount)
                .sum::<i64>()
        });
        bare.add_time(time);
        assert_eq!(sums.values().sum::<i64>(), total, "both passes see the same rows");
    }
    let told = Summed {
        by_month_and_category: summed.median(),
        bare: bare.median(),
        rows: rows.len(),
    };
    println!("{}", serde_json::to_string(&told).expect("numbers are JSON"));
}

fn by_month_and_category(rows: &[Row]) -> HashMap<Key<'_>, i64> {
    let mut sums: HashMap<Key<'_>, i64> = HashMap::new();
    for row in rows.iter().filter(|row| !row.deleted) {
        let month = (row.date.year(), row.date.month());
        let mut lines = row.subtransactions.iter().filter(|line| !line.deleted).peekable();
        if lines.peek().is_none() {
            *sums.entry((month.0, month.1, row.category_id.as_deref())).or_default() += row.amount;
        }
        for line in lines {
            *sums.entry((month.0, month.1, line.category_id.as_deref())).or_default() += line.amount;
        }
    }
    sums
}
