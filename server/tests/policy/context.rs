//! What every resource and every prompt keeps to, and everything of them that a client can get.

use std::collections::BTreeSet;

use avenir::guide;
use avenir::prompts::PROMPTS;
use avenir::registry::{Gate, TOOLS};
use avenir::resources::{PLAN_ID, RESOURCES};
use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::served::{BOTH, app};
use crate::stand::Stand;

/// What a client shows of a description; the rest is cut without a word.
const LONGEST_DESCRIPTION: usize = 200;

/// What all listings of resources, families and prompts may take together, in bytes.
const ALL_BYTES: usize = 4_500;

/// Arguments of a prompt, as a person might give them.
pub(crate) fn sample<'a>(names: impl Iterator<Item = &'a str>) -> Map<String, Value> {
    let given = names.filter_map(|name| {
        let value = match name {
            "account_id" => "Checking",
            "bank_balance" => "12.34",
            _ => return None,
        };
        Some((name.to_owned(), json!(value)))
    });
    given.collect()
}

/// The result of a request.
async fn result(client: &mut Client, method: &str, parameters: Value) -> Value {
    let mut answer = client.ask(method, parameters.clone()).await;
    assert!(answer.get("result").is_some(), "{method} {parameters}: {answer}");
    answer["result"].take()
}

/// Everything of resources, prompts and completion: what it is, with an array where names stand in it, and else the text.
pub(crate) async fn context(client: &mut Client, plan: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut listed = Map::new();
    for method in ["resources/list", "resources/templates/list", "prompts/list"] {
        let list = result(client, method, json!({})).await;
        found.push((method.to_owned(), json!(list.to_string())));
        let list = list.as_object().expect("a list").clone();
        listed.extend(list.into_iter().filter(|(_, rows)| rows.is_array()));
    }
    let rows = |kind: &str| listed[kind].as_array().expect("rows").clone();
    let mut addresses = Vec::new();
    for resource in rows("resources") {
        addresses.push(resource["uri"].as_str().expect("an address").to_owned());
    }
    for family in rows("resourceTemplates") {
        let uri = family["uriTemplate"].as_str().expect("an address");
        addresses.push(uri.replace("{plan_id}", plan));
        found.push(completed(client, &json!({"type": "ref/resource", "uri": uri}), PLAN_ID, plan).await);
    }
    for uri in addresses {
        let read = result(client, "resources/read", json!({"uri": uri})).await;
        let text = read["contents"][0]["text"].as_str().expect("a text");
        let content = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
        found.push((uri, content));
    }
    for prompt in rows("prompts") {
        let name = prompt["name"].as_str().expect("a name");
        let arguments = prompt["arguments"].as_array().expect("arguments").iter();
        let arguments = arguments.map(|argument| argument["name"].as_str().expect("a name"));
        let given = json!({"name": name, "arguments": sample(arguments.clone())});
        let got = result(client, "prompts/get", given).await;
        assert_eq!(got["messages"].as_array().map(Vec::len), Some(1), "{name}");
        assert_eq!(got["messages"][0]["role"], "user", "{name}");
        found.push((name.to_owned(), got["messages"][0]["content"]["text"].clone()));
        for argument in arguments {
            found.push(completed(client, &json!({"type": "ref/prompt", "name": name}), argument, plan).await);
        }
    }
    found
}

async fn completed(client: &mut Client, reference: &Value, argument: &str, plan: &str) -> (String, Value) {
    let asked = json!({
        "ref": reference,
        "argument": {"name": argument, "value": ""},
        "context": {"arguments": {"plan_id": plan}},
    });
    let completed = result(client, "completion/complete", asked).await;
    (
        format!("{reference} {argument}"),
        completed["completion"]["values"].clone(),
    )
}

#[test]
fn prompts_and_resources_have_short_names_titles_and_descriptions() {
    let prompts = PROMPTS
        .iter()
        .map(|prompt| (prompt.name, prompt.title, prompt.description));
    let resources = RESOURCES
        .iter()
        .map(|found| (found.name, found.title, found.description));
    let all = prompts.chain(resources).collect::<Vec<_>>();
    for (name, title, description) in &all {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        assert!(name.chars().all(plain) && (4..=28).contains(&name.len()), "{name}");
        assert!(
            title.starts_with(char::is_uppercase) && !title.ends_with('.') && title.len() < 40,
            "{title}"
        );
        let length = description.chars().count();
        assert!((40..=LONGEST_DESCRIPTION).contains(&length), "{name} {length}");
        assert!(description.ends_with('.') && !description.contains('\n'), "{name}");
    }
    assert_eq!(
        all.iter().map(|(name, ..)| name).collect::<BTreeSet<_>>().len(),
        all.len()
    );
    // Clients show prompts and tools side by side.
    assert!(
        TOOLS
            .iter()
            .all(|tool| all.iter().all(|(name, ..)| *name != tool.facts().name))
    );
    for argument in PROMPTS.iter().flat_map(|prompt| prompt.arguments) {
        assert!(
            argument.description.ends_with('.') && argument.description.len() < 100,
            "{}",
            argument.name
        );
    }
}

#[test]
fn the_guide_names_every_resource_and_every_prompt() {
    for writes in BOTH {
        let text = guide::text(Gate { writes });
        for name in PROMPTS.iter().map(|prompt| prompt.name) {
            assert!(text.contains(&format!("`{name}`")), "{name}");
        }
        for uri in RESOURCES
            .iter()
            .map(|resource| resource.uri)
            .filter(|uri| *uri != guide::URI)
        {
            assert!(text.contains(&format!("`{uri}`")), "{uri}");
        }
    }
}

#[tokio::test]
async fn listing_asks_nothing_of_ynab_takes_no_cursor_and_may_be_kept_by_all() {
    let stand = Stand::new();
    for writes in BOTH {
        let mut client = Client::connect(stand.app(writes)).await;
        let mut bytes = 0;
        for (method, kind, count) in [
            ("resources/list", "resources", 2),
            ("resources/templates/list", "resourceTemplates", 2),
            ("prompts/list", "prompts", PROMPTS.len()),
        ] {
            let list = result(&mut client, method, json!({})).await;
            assert_eq!(
                (&list["ttlMs"], &list["cacheScope"]),
                (&json!(300_000), &json!("public")),
                "{method}"
            );
            assert_eq!(list[kind].as_array().map(Vec::len), Some(count), "{method}");
            assert_eq!(list.get("nextCursor"), None);
            bytes += list.to_string().len();
            let refused = client.ask(method, json!({"cursor": "eyJ9"})).await;
            assert_eq!(refused["error"]["code"], -32602, "{method}");
        }
        assert!(bytes < ALL_BYTES, "{bytes}");
        client.leave().await;
    }
    assert_eq!(stand.sim.requests().len(), 0);
    stand.sim.stop().await;
}

#[tokio::test]
async fn parameters_that_cannot_be_read_are_wrong_and_not_the_method() {
    let mut client = Client::connect(app(true)).await;
    for (method, parameters) in [
        ("resources/read", json!({"uri": 5})),
        ("prompts/get", json!({"name": "reconcile", "arguments": []})),
        ("prompts/get", json!({})),
        ("completion/complete", json!({"ref": {"type": "ref/tool", "name": "x"}})),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "reconcile"}}),
        ),
    ] {
        let answer = client.ask(method, parameters.clone()).await;
        assert_eq!(answer["error"]["code"], -32602, "{method} {parameters}: {answer}");
    }
    let unknown = client.ask("prompts/forget", json!({})).await;
    assert_eq!(unknown["error"]["code"], -32601);
    client.leave().await;
}
