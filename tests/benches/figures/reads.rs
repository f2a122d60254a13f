//! The fifth figure: what every read costs on plans of a thousand, ten thousand and a hundred thousand transactions, against
//! one pass over the transactions that sums them; and how large its answer is.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tempfile::TempDir;
use ynab_api::sim::World;

use super::loading::in_a_process_of_its_own;
use super::measure::Samples;
use super::programs::Programs;
use super::server::Server;
use super::stand_in::StandIn;
use super::summing::{Summed, WORD};
use super::widest;

/// Rows of the plans; ten times as many from one to the next.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

/// How often each call is timed.
const SAMPLES: usize = 9;

/// How often a call is tried until it is served from copies alone.
const TRIES: usize = 5;

/// A read that reads nothing of a history: what it takes is what any call takes.
const FIXED: &str = "list_plans";

/// The most that a read may cost, in passes.
const MOST_PASSES: f64 = 3.0;

/// The most that ten times as many rows may cost, in times; ten is linear, and memory is slower than the caches that a small
/// plan fits into.
const MOST_GROWTH: f64 = 20.0;

/// What is less than this, in milliseconds, is too little to tell how it grows.
const TELLING: f64 = 0.2;

/// The most bytes of a structured answer, and of a forecast.
const MOST_BYTES: usize = 30_000;
const MOST_BYTES_OF_A_FORECAST: usize = 10_000;

/// What one call cost and gave.
struct Read {
    milliseconds: f64,
    bytes: usize,
}

/// One plan's figures.
struct Size {
    reads: BTreeMap<String, Read>,
    fixed: f64,
    yardstick: Summed,
}

/// Measures and prints.
pub fn run(programs: &Programs) {
    let sizes = SIZES.map(|rows| measured(programs, rows));
    println!("5. Every read, warm, on plans of {SIZES:?} transactions (ms less what any call takes)");
    for (rows, size) in SIZES.iter().zip(&sizes) {
        let Summed {
            by_month_and_category,
            bare,
            ..
        } = size.yardstick;
        println!(
            "  {rows}: any call {:.3}; one pass that sums by month and category {by_month_and_category:.3}, that adds up bare \
             amounts {bare:.3}",
            size.fixed
        );
    }
    let [small, middle, large] = &sizes;
    println!(
        "  {:44}{:>9}{:>9}{:>9}  passes    bare  growth   bytes",
        "", SIZES[0], SIZES[1], SIZES[2]
    );
    let mut over = Vec::new();
    for (name, read) in &large.reads {
        let time = |size: &Size| {
            size.reads
                .get(name)
                .map_or(f64::NAN, |read| (read.milliseconds - size.fixed).max(0.0))
        };
        let (first, second, third) = (time(small), time(middle), time(large));
        let passes = third / large.yardstick.by_month_and_category;
        let bare = third / large.yardstick.bare;
        let growth = third / second;
        println!(
            "  {name:44}{first:9.3}{second:9.3}{third:9.3}{passes:8.2}{bare:8.1}{growth:8.1}{:8}",
            read.bytes
        );
        let most_bytes = if name.starts_with("forecast_balance (two") {
            MOST_BYTES_OF_A_FORECAST
        } else {
            MOST_BYTES
        };
        for (what, wrong) in [
            (
                format!("costs {passes:.2} passes, limit {MOST_PASSES}"),
                passes > MOST_PASSES,
            ),
            (
                format!("grows {growth:.1} times for ten times the rows, limit {MOST_GROWTH}"),
                second > TELLING && growth > MOST_GROWTH,
            ),
            (
                format!("answers {} bytes, limit {most_bytes}", read.bytes),
                read.bytes >= most_bytes,
            ),
        ] {
            if wrong {
                over.push(format!("{name} {what}"));
            }
        }
    }
    println!(
        "  {} calls of every read: {} over a limit",
        large.reads.len(),
        over.len()
    );
    for told in over {
        println!("  OVER: {told}");
    }
    println!();
}

fn measured(programs: &Programs, rows: usize) -> Size {
    let stand_in = StandIn::start(|today| World::large(rows, today));
    let yardstick: Summed = in_a_process_of_its_own(WORD, &stand_in.address("transactions?since_date=1970-01-01"));
    assert_eq!(yardstick.rows, rows);
    let folder: TempDir = tempfile::tempdir().expect("a folder");
    let (mut server, _) = Server::start(&programs.server(&stand_in.sim.url(), folder.path()));
    let newest = json!({"plan_id": stand_in.plan, "limit": 1});
    let (newest, _) = server.call("find_transactions", &newest);
    let newest = newest["transactions"][0]["transaction_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let mut reads = BTreeMap::new();
    for tool in server.reads() {
        for (what, mut arguments) in widest::calls(&tool, &newest) {
            if tool != FIXED {
                arguments["plan_id"] = json!(stand_in.plan);
            }
            let name = if what.is_empty() {
                tool.clone()
            } else {
                format!("{tool} ({what})")
            };
            reads.insert(name, read(&mut server, &stand_in, &tool, &arguments));
        }
    }
    let fixed = reads.get(FIXED).map_or(f64::NAN, |read| read.milliseconds);
    Size {
        reads,
        fixed,
        yardstick,
    }
}

/// Times a call that is served from fresh copies: one before it has asked YNAB for what had to be asked for.
fn read(server: &mut Server, stand_in: &StandIn, tool: &str, arguments: &Value) -> Read {
    let mut samples = Samples::default();
    let mut bytes = 0;
    for _ in 0..SAMPLES {
        let warm = (0..TRIES).find_map(|_| {
            server.call(tool, arguments);
            stand_in.sim.forget_requests();
            let (answer, time) = server.call(tool, arguments);
            stand_in.sim.requests().is_empty().then_some((answer, time))
        });
        let (answer, time) = warm.expect("copies stay fresh for a call");
        bytes = answer.to_string().len();
        samples.add_time(time);
    }
    Read {
        milliseconds: samples.median(),
        bytes,
    }
}
