//! `avenir-mcp call TOOL [JSON]`: one call, whose write the person answers on the terminal.

use serde_json::Value;

use super::terminal::Terminal;
use crate::confirm::{ConfirmError, Person, Way};
use crate::domain::text::quoted;
use crate::error::ToolError;
use crate::runtime::Runtime;
use crate::schema::JsonObject;
use crate::tool::Answer;

/// Why a call has nothing to print.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The command line is wrong: exit 2.
    #[error("{0}")]
    Usage(String),
    /// The call itself ended in an error: exit 1.
    #[error("{0}")]
    Failed(String),
}

/// Calls the tool and gives what to print.
pub async fn call(runtime: &Runtime, name: &str, arguments: Option<&str>) -> Result<String, CallError> {
    let Some(tool) = runtime.gate.find(name) else {
        return Err(CallError::Usage(unknown(runtime, name)));
    };
    let arguments = read(arguments)?;
    let terminal = Terminal::find();
    let way = match &terminal {
        Some(terminal) => Way::Terminal(terminal),
        None if tool.facts().asks() => {
            return Err(CallError::Failed(
                "Nothing was changed: a write asks you first, and there is no terminal to ask on. Run it on a terminal, or \
                 from an MCP client."
                    .to_owned(),
            ));
        }
        None => Way::Code,
    };
    let person = Person {
        principal: "terminal".to_owned(),
        way,
        still_wanted: &|| true,
    };
    match runtime.call(tool, arguments, &person).await.answer {
        Ok(Answer::Complete(value)) => Ok(format!("{value:#}")),
        Ok(Answer::InputRequired { .. }) => Err(CallError::Failed(ConfirmError::CannotAsk.to_string())),
        Err(error @ ToolError::Arguments(_)) => Err(CallError::Usage(error.to_string())),
        Err(error) => Err(CallError::Failed(error.to_string())),
    }
}

fn read(arguments: Option<&str>) -> Result<JsonObject, CallError> {
    match arguments.map(serde_json::from_str) {
        None => Ok(JsonObject::new()),
        Some(Ok(Value::Object(arguments))) => Ok(arguments),
        Some(Ok(_)) => Err(CallError::Usage(
            "The arguments must be a JSON object, such as '{\"month\":\"current\"}'.".to_owned(),
        )),
        Some(Err(error)) => Err(CallError::Usage(format!(
            "The arguments are not JSON ({error}): give an object, such as '{{\"month\":\"current\"}}'."
        ))),
    }
}

fn unknown(runtime: &Runtime, name: &str) -> String {
    let hidden = crate::registry::Gate { writes: true }.find(name).is_some();
    if hidden {
        return format!("{name} is a write tool, and writes are off: --writes true or AVENIR_MCP_WRITE=1 opens them.");
    }
    let names = runtime.gate.tools().map(|tool| tool.facts().name).collect::<Vec<_>>();
    format!("There is no tool {}. The tools are {}.", quoted(name), names.join(", "))
}
