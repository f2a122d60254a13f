//! The yardstick of the fourth figure, in a process of its own: all transactions fetched and decoded, and nothing else.
//!
//! The rows have the fields that the server keeps. Everything is as a short program would have it: text where the
//! document says text, dates as dates.

use std::process::{Command, Stdio};

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

/// A transaction.
#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded and kept, as the server does")]
pub struct Row {
    id: String,
    pub date: NaiveDate,
    pub amount: i64,
    memo: Option<String>,
    cleared: String,
    approved: bool,
    flag_color: Option<String>,
    account_id: String,
    payee_id: Option<String>,
    payee_name: Option<String>,
    pub category_id: Option<String>,
    transfer_account_id: Option<String>,
    import_id: Option<String>,
    pub deleted: bool,
    pub subtransactions: Vec<Line>,
}

/// A line of a split.
#[derive(Deserialize)]
#[expect(dead_code, reason = "decoded and kept, as the server does")]
pub struct Line {
    pub amount: i64,
    memo: Option<String>,
    pub category_id: Option<String>,
    transfer_account_id: Option<String>,
    pub deleted: bool,
}

/// Fetches, decodes, and prints a [`Loaded`].
pub fn run(url: &str) {
    let ((bytes, rows), time) = timed(|| fetched(url));
    let loaded = Loaded {
        microseconds: u64::try_from(time.as_micros()).expect("a short time"),
        bytes,
        rows: rows.len(),
    };
    println!("{}", serde_json::to_string(&loaded).expect("numbers are JSON"));
}

/// All rows, and the bytes of the answer that they were decoded from.
pub fn fetched(url: &str) -> (usize, Vec<Row>) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let body = runtime.block_on(async {
        let answer = get(&bare_client(), url).send().await?;
        answer.error_for_status()?.bytes().await
    });
    let body = body.expect("there is an answer");
    let answer = serde_json::from_slice::<Answer>(&body).expect("the rows decode");
    (body.len(), answer.data.transactions)
}

/// Runs this program again under a word that makes it a yardstick, and reads what it tells.
pub fn in_a_process_of_its_own<T: serde::de::DeserializeOwned>(word: &str, url: &str) -> T {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program)
        .args([word, url])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .expect("this program starts");
    assert!(output.status.success(), "the yardstick failed");
    serde_json::from_slice(&output.stdout).expect("the yardstick tells its figures")
}
