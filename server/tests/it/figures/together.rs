//! What one call needs is asked for at once: none of its requests waits for another's answer. Where no plan is named, its id
//! is asked for first.

use avenir::confirm::Way;
use avenir::runtime::Runtime;
use avenir::tool::Tool;
use serde_json::{Value, json};
use ynab_api::sim::{Fault, FaultEffect, Matching, Recorded};

use super::{NO_LONGER_FRESH, PLANS, ask, change_elsewhere, demo, plain, reads};
use crate::stage::{Stage, call_of};

/// Longer than any machine takes to send a few requests; it is only waited for when the test fails.
const HELD_BACK: FaultEffect = FaultEffect::Delay { milliseconds: 20_000 };

/// Calls, and holds back the answers to what is below a plan until all that is expected is on its way. The call then ends.
async fn assert_sent_at_once(stage: &Stage, process: &Runtime, tool: &dyn Tool, arguments: Value, expected: usize) {
    stage.sim.forget_requests();
    stage.sim.fault(Fault::matching(
        Matching {
            path_contains: Some("/plans/".to_owned()),
            ..Matching::default()
        },
        HELD_BACK,
    ));
    let on_their_way = async {
        loop {
            let all = stage.sim.requests();
            let held_back = all.iter().filter(|request| request.operation != Some(PLANS));
            let held_back: Vec<&Recorded> = held_back.collect();
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
        let below = |request: &&Recorded| request.operation != Some(PLANS);
        let expected = cold.requests.iter().filter(below).count();
        if expected == 0 {
            continue;
        }
        several += usize::from(expected > 1);
        let by_id = stage.look(|plan| json!(plan.id.to_string()));
        for plan_id in [Value::Null, by_id] {
            let mut arguments = plain(tool);
            arguments["plan_id"] = plan_id;
            let process = stage.another_process();
            assert_sent_at_once(&stage, &process, tool, arguments, expected).await;
        }
        stage.pass(NO_LONGER_FRESH);
        change_elsewhere(&stage);
        assert_sent_at_once(&stage, stage.runtime(), tool, plain(tool), expected).await;
    }
    assert!(several > 10, "{several}");
}
