//! The yardstick of the fourth figure, in a process of its own: all transactions fetched and decoded, and nothing else.
//!
//! The rows have the fields that the server keeps. Everything is as a short program would have it: text where the
//! document says text, dates as dates.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::measure::timed;
use super::stand_in::{bare_client, get};

/// The word on the command line that makes this process the yardstick.
pub const WORD: &str = "--load-and-decode";

/// What the yardstick tells.
#[derive(Deserialize, Serialize)]
pub struct Loaded {
    /// From before the client is made until all rows are decoded, in microseconds.
    pub microseconds: u64,
    /// Of the answer.
    pub bytes: usize,
    /// Transactions.
    pub rows: usize,
}

#[derive(Deserialize)]
struct Answer {
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    transactions: Vec<Row>,
    #[expect(dead_code, reason = "decoded as the server does")]
    server_knowledge: i64,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded and kept, as the server does")]
struct Row {
    id: String,
    date: NaiveDate,
    amount: i64,
    memo: Option<String>,
    cleared: String,
    approved: bool,
    flag_color: Option<String>,
    account_id: String,
    payee_id: Option<String>,
    payee_name: Option<String>,
    category_id: Option<String>,
    transfer_account_id: Option<String>,
    import_id: Option<String>,
    deleted: bool,
    subtransactions: Vec<Line>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded and kept, as the server does")]
struct Line {
    amount: i64,
    memo: Option<String>,
    category_id: Option<String>,
    transfer_account_id: Option<String>,
    deleted: bool,
}

/// Fetches, decodes, and prints a [`Loaded`].
pub fn run(url: &str) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let ((bytes, answer), time) = timed(|| {
        let body = runtime.block_on(async {
            let answer = get(&bare_client(), url).send().await?;
            answer.error_for_status()?.bytes().await
        });
        let body = body.expect("there is an answer");
        let answer = serde_json::from_slice::<Answer>(&body).expect("the rows decode");
        (body.len(), answer)
    });
    let loaded = Loaded {
        microseconds: u64::try_from(time.as_micros()).expect("a short time"),
        bytes,
        rows: answer.data.transactions.len(),
    };
    println!("{}", serde_json::to_string(&loaded).expect("numbers are JSON"));
}
