//! `avenir-mcp tools`: the list, as a person reads it.

use std::fmt::Write as _;

use crate::registry::{Gate, TOOLS};

/// About four characters of a schema or description are a token.
const CHARACTERS_IN_A_TOKEN: usize = 4;

/// The list: name, whether it writes, what its definition costs an agent, and what it is for.
pub fn list(gate: Gate) -> String {
    let mut text = String::new();
    let mut total = 0;
    let widest = TOOLS
        .iter()
        .map(|tool| tool.facts().name.len())
        .max()
        .unwrap_or_default();
    for tool in TOOLS {
        let facts = tool.facts();
        let schemas = tool.schemas();
        let length = |schema: &crate::schema::JsonObject| serde_json::to_string(schema).map_or(0, |text| text.len());
        let described = gate.description(facts);
        let tokens = (described.len() + length(&schemas.input) + length(&schemas.output)) / CHARACTERS_IN_A_TOKEN;
        let listed = gate.writes || !facts.writes();
        if listed {
            total += tokens;
        }
        let access = match (facts.writes(), listed) {
            (false, _) => "reads ",
            (true, true) => "writes",
            (true, false) => "off   ",
        };
        let _ = writeln!(
            text,
            "{:widest$}  {access}  ~{tokens:>4} tokens  {}",
            facts.name, facts.title
        );
        let _ = writeln!(text, "{:widest$}  {}", "", facts.costs.unwrap_or_default());
    }
    let off = if gate.writes {
        ""
    } else {
        " Writes are off: --writes true or AVENIR_MCP_WRITE=1 opens them."
    };
    let _ = write!(
        text,
        "\nThe tools listed to a client take about {total} tokens of its context.{off}\nThe first call of a process also asks for the \
         list of plans, and any call once in ten minutes."
    );
    text
}
