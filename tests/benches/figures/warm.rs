//! The second figure: a warm `get_category_balances` whose copy has expired costs one request, and little beside it.

use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use ynab_api::sim::World;

use super::measure::{Samples, timed, verdict};
use super::programs::Programs;
use super::server::Server;
use super::stand_in::{MONTH, StandIn, bare_client};

/// Servers that wait together for their copies to expire.
const SERVERS: usize = 8;

/// How often they are let wait.
const ROUNDS: usize = 10;

/// Longer than a copy counts as fresh (5 s).
const EXPIRY: Duration = Duration::from_millis(5_100);

const TOOL: &str = "get_category_balances";

/// A server, its yardstick and a bare connection, all of which have been idle for as long.
struct Trio {
    server: Server,
    do_nothing: Server,
    bare: reqwest::Client,
    /// The server's own: no ledger is shared.
    _folder: TempDir,
}

#[derive(Default)]
struct Measured {
    expired: Samples,
    fresh: Samples,
    bare: Samples,
    do_nothing: Samples,
}

/// Measures and prints.
pub fn run(programs: &Programs) {
    let stand_in = StandIn::start(World::demo);
    let arguments = json!({"plan_id": stand_in.plan});
    let address = stand_in.address(&format!("months/{MONTH}"));
    let mut trios = (0..SERVERS)
        .map(|_| trio(programs, &stand_in, &arguments, &address))
        .collect::<Vec<_>>();
    let mut measured = Measured::default();
    for round in 0..ROUNDS {
        std::thread::sleep(EXPIRY);
        for (number, trio) in trios.iter_mut().enumerate() {
            sample(trio, &stand_in, (&arguments, &address), round + number, &mut measured);
        }
    }
    println!("2. One warm `{TOOL}` through stdio (ms)");
    println!("  copy expired, one request: {}", measured.expired);
    println!("  copy fresh, no request: {}", measured.fresh);
    println!("  bare request, connection kept: {}", measured.bare);
    println!("  call of the do-nothing server: {}", measured.do_nothing);
    let yardstick = measured.bare.median() + measured.do_nothing.median();
    verdict(
        "expired / bare request and do-nothing call",
        measured.expired.median(),
        yardstick,
        1.5,
    );
    println!();
}

fn trio(programs: &Programs, stand_in: &StandIn, arguments: &Value, address: &str) -> Trio {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, _) = Server::start(&programs.server(&stand_in.sim.url(), folder.path()));
    let (mut do_nothing, _) = Server::start(&programs.do_nothing());
    let bare = bare_client();
    server.call(TOOL, arguments);
    do_nothing.call("echo", arguments);
    stand_in.bare_request(&bare, address);
    Trio {
        server,
        do_nothing,
        bare,
        _folder: folder,
    }
}

/// What is measured of a trio, in all orders: what follows a request finds the stand-in and the machine awake, so each has to
/// follow each of the others as often.
const ORDERS: [[Step; 3]; 6] = {
    use Step::{BareRequest, Call, DoNothing};
    [
        [Call, BareRequest, DoNothing],
        [Call, DoNothing, BareRequest],
        [BareRequest, Call, DoNothing],
        [BareRequest, DoNothing, Call],
        [DoNothing, Call, BareRequest],
        [DoNothing, BareRequest, Call],
    ]
};

#[derive(Clone, Copy)]
enum Step {
    /// The server's tool, once with its copy expired and once right after.
    Call,
    BareRequest,
    DoNothing,
}

/// One sample of each, whose order changes from sample to sample.
fn sample(trio: &mut Trio, stand_in: &StandIn, asked: (&Value, &str), turn: usize, measured: &mut Measured) {
    let (arguments, address) = asked;
    for step in ORDERS[turn % ORDERS.len()] {
        match step {
            Step::Call => {
                let (answer, time) = requests(stand_in, 1, || trio.server.call(TOOL, arguments));
                assert!(
                    answer["categories"].as_array().is_some_and(|rows| rows.len() > 10),
                    "{answer}"
                );
                measured.expired.add_time(time);
                let (again, time) = requests(stand_in, 0, || trio.server.call(TOOL, arguments));
                assert_eq!(again, answer);
                measured.fresh.add_time(time);
            }
            Step::BareRequest => {
                let (_, time) = timed(|| stand_in.bare_request(&trio.bare, address));
                measured.bare.add_time(time);
            }
            Step::DoNothing => measured.do_nothing.add_time(trio.do_nothing.call("echo", arguments).1),
        }
    }
}

/// What the work gives, when it costs exactly so many requests.
fn requests<T>(stand_in: &StandIn, expected: usize, work: impl FnOnce() -> T) -> T {
    stand_in.sim.forget_requests();
    let result = work();
    let sent = stand_in.sim.requests();
    assert_eq!(sent.len(), expected, "{sent:?}");
    result
}
