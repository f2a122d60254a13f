//! The fourth figure: a plan with 100,000 transactions, loaded by a cold server.

use std::time::Duration;

use serde_json::json;
use ynab_api::sim::World;

use super::loading::{Loaded, WORD, in_a_process_of_its_own};
use super::measure::{Samples, verdict};
use super::memory::Memory;
use super::programs::Programs;
use super::replay::Replay;
use super::server::Server;
use super::stand_in::StandIn;

/// Rows of the plan.
const TRANSACTIONS: usize = 100_000;

/// How often the plan is loaded by each.
const LOADS: usize = 9;

/// Until memory that is no longer needed has been given back.
const SETTLING: Duration = Duration::from_secs(2);

/// What a cold `find_transactions` asks for.
struct Plan {
    replay: Replay,
    id: String,
}

#[derive(Default)]
struct Measured {
    cold: Samples,
    again: Samples,
    lines: Samples,
    settled: Samples,
    peak: Samples,
    yardstick: Samples,
    json: Samples,
}

/// Measures and prints.
pub fn run(programs: &Programs) {
    let plan = plan();
    let mut measured = Measured::default();
    for _ in 0..LOADS {
        cold_load(programs, &plan, &mut measured);
        let url = format!("{}/plans/{}/transactions", plan.replay.url(), plan.id);
        let loaded: Loaded = in_a_process_of_its_own(WORD, &url);
        assert_eq!(loaded.rows, TRANSACTIONS);
        measured.yardstick.add_time(Duration::from_micros(loaded.microseconds));
        let kibibytes = u32::try_from(loaded.bytes / 1024).expect("less than 4 TiB");
        measured.json.add_kibibytes(kibibytes);
    }
    println!("4. {TRANSACTIONS} transactions, loaded by a cold server (ms, MiB)");
    println!("  the JSON: {:.2}", measured.json.median());
    println!("  cold `find_transactions`, one request for them: {}", measured.cold);
    println!("  fetched and decoded, nothing else: {}", measured.yardstick);
    println!("  the same search again, copy fresh: {}", measured.again);
    println!("  the first look at all lines and labels: {}", measured.lines);
    println!("  settled resident memory: {}", measured.settled);
    println!("  peak resident memory: {}", measured.peak);
    let json = measured.json.median();
    verdict(
        "cold load / fetched and decoded",
        measured.cold.median(),
        measured.yardstick.median(),
        1.5,
    );
    verdict("settled memory / JSON", measured.settled.median(), json, 1.5);
    verdict("peak memory / JSON", measured.peak.median(), json, 4.0);
    println!();
}

fn plan() -> Plan {
    let stand_in = StandIn::start(|today| World::large(TRANSACTIONS, today));
    let addresses = [
        format!("{}/plans", stand_in.sim.url()),
        stand_in.address("accounts"),
        stand_in.address("categories"),
        stand_in.address("transactions?since_date=1970-01-01"),
    ];
    let replay = Replay::of(&stand_in, &addresses);
    Plan {
        replay,
        id: stand_in.plan,
    }
}

fn cold_load(programs: &Programs, plan: &Plan, measured: &mut Measured) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, _) = Server::start(&programs.server(plan.replay.url(), folder.path()));
    plan.replay.asked();
    let arguments = json!({"plan_id": plan.id, "since_date": "1970-01-01"});
    let (answer, time) = server.call("find_transactions", &arguments);
    assert_eq!(answer["total"], json!(TRANSACTIONS));
    let asked = plan.replay.asked();
    assert_eq!(
        asked.iter().filter(|path| path.ends_with("/transactions")).count(),
        1,
        "{asked:?}"
    );
    measured.cold.add_time(time);
    measured.again.add_time(server.call("find_transactions", &arguments).1);
    // What is kept beside the rows is kept from here on.
    let plan_alone = json!({"plan_id": plan.id});
    measured.lines.add_time(server.call("list_unapproved", &plan_alone).1);
    let asked = plan.replay.asked();
    assert!(!asked.iter().any(|path| path.ends_with("/transactions")), "{asked:?}");
    std::thread::sleep(SETTLING);
    let Memory { resident, peak, .. } = server.memory();
    measured.settled.add_kibibytes(resident);
    measured.peak.add_kibibytes(peak);
}
