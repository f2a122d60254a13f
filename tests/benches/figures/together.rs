//! The third figure: five reading tools called at once on a cold server take as long as the slowest request.

use std::time::Duration;

use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Operation, World};

use super::measure::{Samples, timed, verdict};
use super::programs::Programs;
use super::server::Server;
use super::stand_in::{MONTH, StandIn, bare_client};

/// Cold servers.
const SERVERS: usize = 11;

/// How long the stand-in lets each request wait: about what YNAB takes.
const DELAY: Duration = Duration::from_millis(200);

/// What the five tools need, once each, with what is asked for.
const NEEDED: [(Operation, &str); 5] = [
    (Operation::GetPlans, ""),
    (Operation::GetAccounts, "accounts"),
    (Operation::GetCategories, "categories"),
    (Operation::GetMonth, MONTH),
    (Operation::GetTransactions, "transactions?since_date=1970-01-01"),
];

/// Measures and prints.
pub fn run(programs: &Programs) {
    let stand_in = StandIn::start(World::demo);
    let milliseconds = u64::try_from(DELAY.as_millis()).expect("a short time");
    stand_in.sim.fault(Fault::on_all(FaultEffect::Delay { milliseconds }));
    let bare = bare_client();
    let mut singles = NEEDED.map(|(operation, rest)| (address(&stand_in, operation, rest), Samples::default()));
    let mut together = Samples::default();
    for _ in 0..SERVERS {
        for (address, samples) in &mut singles {
            // The first of a connection is not a kept one.
            stand_in.bare_request(&bare, address);
            samples.add_time(timed(|| stand_in.bare_request(&bare, address)).1);
        }
        together.add_time(five_at_once(programs, &stand_in));
    }
    println!("3. Five reading tools at once on a cold server, each request delayed by {DELAY:?} (ms)");
    println!("  each collection was asked for once");
    println!("  all five answers: {together}");
    let slowest = singles.iter().map(|(_, samples)| samples);
    let slowest = slowest
        .max_by(|one, other| one.median().total_cmp(&other.median()))
        .expect("a request");
    println!("  the slowest single request: {slowest}");
    verdict(
        "five at once / slowest request",
        together.median(),
        slowest.median(),
        1.5,
    );
    println!();
}

fn address(stand_in: &StandIn, operation: Operation, rest: &str) -> String {
    match operation {
        Operation::GetPlans => format!("{}/plans", stand_in.sim.url()),
        Operation::GetMonth => stand_in.address(&format!("months/{rest}")),
        _ => stand_in.address(rest),
    }
}

fn five_at_once(programs: &Programs, stand_in: &StandIn) -> Duration {
    let plan = json!({"plan_id": stand_in.plan});
    let calls: [(&str, Value); 5] = [
        ("list_accounts", plan.clone()),
        ("list_category_groups", plan.clone()),
        ("get_category_balances", plan.clone()),
        ("get_monthly_summary", plan),
        (
            "find_transactions",
            json!({"plan_id": stand_in.plan, "since_date": "2026-01-01"}),
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, _) = Server::start(&programs.server(&stand_in.sim.url(), folder.path()));
    stand_in.sim.forget_requests();
    let time = server.call_together(&calls);
    for (operation, _) in NEEDED {
        assert_eq!(stand_in.sim.count(operation), 1, "{}", operation.id());
    }
    assert_eq!(stand_in.sim.requests().len(), NEEDED.len());
    time
}
