//! The cost of a long history: 100,000 transactions, read by the server's own reader and by the plainest program that ends
//! with the same fields. Prints ratios; run with `cargo bench -p avenir-tests --bench history`.
//!
//! Each reading happens in a process of its own, so that its memory is its own. The answer comes from a third process, so
//! that making it costs nobody.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a bench tells what it sees and stops at what it does not expect"
)]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use avenir::clock::Clock;
use avenir::domain::ids::PlanId;
use avenir::io::ynab::{AccessToken, Meter, TokenSource, YnabOptions, connect};
use serde::Deserialize;
use ynab_api::sim::{Sim, SimOptions, World};

const ROWS: usize = 100_000;
const PLAN: &str = "11111111-1111-4111-8111-111111111111";
const ROUNDS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    match words.get(1).map(String::as_str) {
        Some("serve") => serve(),
        Some("reader") => tell(run(reader(&words[2]))),
        Some("plain") => tell(run(plain(&words[2]))),
        _ => compare(),
    }
}

fn compare() {
    let mut server = spawn(&["serve"]);
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let (address, size) = line.trim().split_once(' ').unwrap();
    let size: f64 = size.parse().unwrap();
    let mut best = [Told::default(), Told::default()];
    for _ in 0..ROUNDS {
        for (place, kind) in ["plain", "reader"].iter().enumerate() {
            let told = Told::read(&mut spawn(&[kind, address]));
            let known = &mut best[place];
            if known.seconds == 0.0 || told.seconds < known.seconds {
                *known = told;
            }
        }
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let [plain, reader] = best;
    println!("{ROWS} transactions, {:.1} MB of JSON, best of {ROUNDS}", size / 1e6);
    println!(
        "cold load    {:.3} s, {:.2} times the plain {:.3} s (at most 1.5)",
        reader.seconds,
        reader.seconds / plain.seconds,
        plain.seconds
    );
    println!(
        "settled      {:.1} MB, {:.2} times the JSON (at most 1.5; plain {:.2})",
        reader.settled / 1e6,
        reader.settled / size,
        plain.settled / size
    );
    println!(
        "peak         {:.1} MB, {:.2} times the JSON (at most 4; plain {:.2})",
        reader.peak / 1e6,
        reader.peak / size,
        plain.peak / size
    );
}

fn spawn(words: &[&str]) -> Child {
    let program = std::env::current_exe().unwrap();
    Command::new(program)
        .args(words)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a reading tells: seconds, bytes afterwards, bytes at most.
#[derive(Default)]
struct Told {
    seconds: f64,
    settled: f64,
    peak: f64,
}

impl Told {
    fn read(child: &mut Child) -> Self {
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert!(child.wait().unwrap().success());
        let numbers: Vec<f64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        Self {
            seconds: numbers[0],
            settled: numbers[1],
            peak: numbers[2],
        }
    }
}

fn tell((took, kept): (Duration, usize)) {
    assert_eq!(kept, ROWS);
    println!("{} {} {}", took.as_secs_f64(), status("VmRSS"), status("VmHWM"));
}

/// A line of this process's status, in bytes.
fn status(name: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() * 1024.0
}

fn run(reading: impl Future<Output = (Duration, usize)>) -> (Duration, usize) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(reading)
}

async fn reader(address: &str) -> (Duration, usize) {
    let folder = tempfile::tempdir().unwrap();
    let token = TokenSource::Value(AccessToken::new("bench"));
    let options = YnabOptions {
        base_url: address.to_owned(),
        ..YnabOptions::new(token, folder.path().to_owned())
    };
    let clock = Clock::system();
    let (reader, _writer) = connect(options, clock.clone());
    let call = reader.for_call(Meter::new(&clock, Duration::from_secs(45)));
    let started = Instant::now();
    let history = call.transactions(&PlanId::parse(PLAN).unwrap()).await.unwrap();
    let took = started.elapsed();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let told = (took, history.len());
    std::mem::forget(history);
    told
}

/// The fields that the reader keeps, as serde makes them.
#[derive(Deserialize)]
#[allow(dead_code, reason = "kept for their memory and the time to make them")]
struct Row {
    id: String,
    date: chrono::NaiveDate,
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
#[allow(dead_code, reason = "kept for their memory and the time to make them")]
struct Line {
    amount: i64,
    memo: Option<String>,
    category_id: Option<String>,
    transfer_account_id: Option<String>,
    deleted: bool,
}

#[derive(Deserialize)]
struct Data {
    transactions: Vec<Row>,
}

#[derive(Deserialize)]
struct Answer {
    data: Data,
}

async fn plain(address: &str) -> (Duration, usize) {
    let client = client();
    let started = Instant::now();
    let answer = client
        .get(format!("{address}/plans/{PLAN}/transactions"))
        .send()
        .await
        .unwrap();
    let body = answer.bytes().await.unwrap();
    let answer: Answer = serde_json::from_slice(&body).unwrap();
    drop(body);
    let took = started.elapsed();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let told = (took, answer.data.transactions.len());
    std::mem::forget(answer);
    told
}

/// Answers every request with the stand-in's history of so many rows, until it is ended. The stand-in makes it once, so
/// that nobody waits for it to be made again.
fn serve() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let body: Arc<str> = runtime.block_on(history()).into();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("http://{}/v1 {}", listener.local_addr().unwrap(), body.len());
    std::io::stdout().flush().unwrap();
    for stream in listener.incoming() {
        let body = Arc::clone(&body);
        std::thread::spawn(move || answer(stream.unwrap(), &body));
    }
}

async fn history() -> String {
    let today = chrono::NaiveDate::from_ymd_opt(2026, 10, 5).unwrap();
    let world = World::large(ROWS, today);
    let plan = world.plans[0].id;
    let options = SimOptions {
        clock: ynab_api::sim::Clock::Fixed(today),
        ..SimOptions::default()
    };
    let sim = Sim::start(world, options).unwrap();
    let address = format!("{}/plans/{plan}/transactions?since_date=1970-01-01", sim.url());
    let answer = client().get(address).bearer_auth("bench").send().await.unwrap();
    assert!(answer.status().is_success());
    answer.text().await.unwrap()
}

fn client() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .no_proxy()
        .tls_certs_only([])
        .build()
        .unwrap()
}

fn answer(stream: TcpStream, body: &str) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut stream = stream;
    while lines.by_ref().map_while(Result::ok).any(|line| line.is_empty()) {
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        if stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(body.as_bytes()))
            .is_err()
        {
            return;
        }
    }
}
