//! The fourth figure: a plan with 100,000 transactions, loaded by a cold server.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;
use ynab_api::sim::{Operation, World};

use super::loading::{Loaded, WORD};
use super::measure::{Samples, verdict};
use super::memory::Memory;
use super::programs::Programs;
use super::server::Server;
use super::stand_in::StandIn;

/// Rows of the plan.
const TRANSACTIONS: usize = 100_000;

/// How often the plan is loaded by each.
const LOADS: usize = 7;

/// Until memory that is no longer needed has been given back.
const SETTLING: Duration = Duration::from_secs(2);

#[derive(Default)]
struct Measured {
    cold: Samples,
    settled: Samples,
    peak: Samples,
    yardstick: Samples,
    waited: Samples,
}

/// Measures and prints.
pub fn run(programs: &Programs) {
    let stand_in = StandIn::start(|today| World::large(TRANSACTIONS, today));
    let address = stand_in.address("transactions?since_date=1970-01-01");
    let mut measured = Measured::default();
    let mut size = 0;
    for _ in 0..LOADS {
        let (time, settled) = cold_load(programs, &stand_in);
        measured.cold.add_time(time);
        measured.settled.add_kibibytes(settled.resident);
        measured.peak.add_kibibytes(settled.peak);
        let loaded = yardstick(&address);
        assert_eq!(loaded.rows, TRANSACTIONS);
        measured.yardstick.add_time(Duration::from_micros(loaded.microseconds));
        measured.waited.add_time(Duration::from_micros(loaded.waited));
        size = loaded.bytes / 1024;
    }
    let mut json = Samples::default();
    json.add_kibibytes(u32::try_from(size).expect("less than 4 TiB"));
    println!("4. {TRANSACTIONS} transactions, loaded by a cold server (ms, MiB)");
    println!("  cold `find_transactions`: {}", measured.cold);
    println!("  fetched and decoded, nothing else: {}", measured.yardstick);
    println!("  of that, until the stand-in's answer began: {}", measured.waited);
    println!("  the JSON: {:.2}", json.median());
    println!("  settled resident memory: {}", measured.settled);
    println!("  peak resident memory: {}", measured.peak);
    let (cold, yardstick, waited) = (
        measured.cold.median(),
        measured.yardstick.median(),
        measured.waited.median(),
    );
    verdict("cold load / fetched and decoded", cold, yardstick, 1.5);
    verdict(
        "the same without the stand-in's own time",
        cold - waited,
        yardstick - waited,
        1.5,
    );
    verdict("settled memory / JSON", measured.settled.median(), json.median(), 1.5);
    verdict("peak memory / JSON", measured.peak.median(), json.median(), 4.0);
    println!();
}

fn cold_load(programs: &Programs, stand_in: &StandIn) -> (Duration, Memory) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, _) = Server::start(&programs.server(&stand_in.sim.url(), folder.path()));
    stand_in.sim.forget_requests();
    let arguments = json!({"plan_id": stand_in.plan, "since_date": "1970-01-01"});
    let (answer, time) = server.call("find_transactions", &arguments);
    assert_eq!(answer["total"], json!(TRANSACTIONS));
    assert_eq!(stand_in.sim.count(Operation::GetTransactions), 1);
    std::thread::sleep(SETTLING);
    (time, server.memory())
}

/// Runs this program again, as the yardstick.
fn yardstick(address: &str) -> Loaded {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program)
        .args([WORD, address])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .expect("this program starts");
    assert!(output.status.success(), "the yardstick failed");
    serde_json::from_slice(&output.stdout).expect("the yardstick tells its figures")
}
