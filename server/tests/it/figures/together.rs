//! What one call needs is asked for at once: none of its requests waits for another's answer. Where no plan is named, its id
//! is asked for first.

use avenir::confirm::Way;
use avenir::runtime::Runtime;
use avenir::tool::Tool;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Matching, Recorded};

use super::{NO_LONGER_FRESH, ask, change_elsewhere, demo, plain, reads};
use crate::stage::{Stage, call_of};

/// Longer than any machine takes to send a few requests; it is only waited for when the test fails.
const HELD_BACK: FaultEffect = FaultEffect::Delay { milliseconds: 20_000 };

/// In the addresses of all that a plan holds.
const BELOW_A_PLAN: &str = "/plans/";

/// In the address of the list of plans as well.
const THE_LIST_TOO: &str = "/plans";

/// Calls, and holds back the answers to what is below an address until all that is expected is on its way. The call then
/// ends.
async fn assert_sent_at_once(
    stage: &Stage,
    process: &Runtime,
    (tool, arguments): (&dyn Tool, Value),
    (below, expected): (&str, usize),
) {
    stage.sim.forget_requests();
    stage.sim.fault(Fault::matching(
        Matching {
            path_contains: Some(below.to_owned()),
            ..Matching::default()
        },
        HELD_BACK,
    ));
    let on_their_way = async {
        loop {
            let all = stage.sim.requests();
            let held_back: Vec<&Recorded> = all.iter().filter(|request| request.path.contains(below)).collect();
            let answered = held_back.iter().any(|request| request.status.is_some());
            if answered || held_back.len() >= expected {
                return !answered && held_back.len() == expected;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    };
    let name = tool.facts().name;
    tokio::select! {
        at_once = on_their_way => assert!(at_once, "{name}: {:#?}", stage.sim.requests()),
        outcome = call_of(process, "stdio", Way::Code, tool, arguments, &|| true) => {
            panic!("{name} was answered before its requests were: {:?}", outcome.called.answer)
        }
    }
    stage.sim.clear_faults();
}

#[tokio::test]
async fn the_requests_of_a_call_are_sent_at_once() {
    let mut several = 0;
    for tool in reads() {
        let stage = demo().await;
        let cold = ask(&stage, stage.runtime(), tool, plain(tool)).await;
        let of_the_plan = cold
            .requests
            .iter()
            .filter(|request| request.path.contains(BELOW_A_PLAN));
        let of_the_plan = of_the_plan.count();
        several += usize::from(of_the_plan > 1);
        if of_the_plan > 0 {
            let process = stage.another_process();
            assert_sent_at_once(&stage, &process, (tool, plain(tool)), (BELOW_A_PLAN, of_the_plan)).await;
        }
        let mut by_id = plain(tool);
        by_id["plan_id"] = stage.look(|plan| json!(plan.id.to_string()));
        let takes_a_plan = tool.schemas().input["properties"].get("plan_id").is_some();
        if takes_a_plan {
            let process = stage.another_process();
            assert_sent_at_once(&stage, &process, (tool, by_id), (THE_LIST_TOO, cold.cost())).await;
        }
        if of_the_plan > 0 {
            stage.pass(NO_LONGER_FRESH);
            change_elsewhere(&stage);
            assert_sent_at_once(
                &stage,
                stage.runtime(),
                (tool, plain(tool)),
                (BELOW_A_PLAN, of_the_plan),
            )
            .await;
        }
    }
    assert!(several > 10, "{several}");
}
