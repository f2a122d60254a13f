//! What a person says for a prompt, made fit to stand in its message.

use serde_json::{Map, Value};

use crate::domain::month::MonthArgument;
use crate::domain::number::AmountArgument;
use crate::domain::text::{quoted, visible_line};

/// The arguments as they came.
pub type Given = Map<String, Value>;

/// An argument of a prompt.
pub struct Argument {
    /// Its name: that of the tools' argument for which it is.
    pub name: &'static str,
    /// What it says, for people.
    pub description: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Whether the prompt needs it.
    pub required: bool,
}

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The id or the name of a plan.
    Plan,
    /// The id or the name of an account of the plan.
    Account,
    /// A month, as the tools take it.
    Month,
    /// An amount, as the tools take it.
    Amount,
}

/// The plan, which may be left out as in the tools.
pub(super) const PLAN: Argument = Argument {
    name: "plan_id",
    description: "The plan's name or id; may be left out when there is one plan.",
    kind: Kind::Plan,
    required: false,
};

impl Kind {
    /// What stands in the message where nothing was said.
    pub(super) fn when_absent(self) -> &'static str {
        match self {
            Self::Plan => {
                "not given. Leave it out; when an answer lists several plans, ask the person which one is meant."
            }
            Self::Month => "\"current\"",
            Self::Account | Self::Amount => "not given. Ask the person.",
        }
    }

    /// The value as it stands in the message: JSON on one line, so that no quote in it ends it.
    fn written(self, name: &str, value: &Value) -> Result<String, String> {
        let text = match (self, value) {
            (_, Value::String(text)) => text.as_str(),
            // A client may send the number itself.
            (Self::Amount, Value::Number(_)) => "",
            _ => return Err(format!("`{name}` must be text")),
        };
        match self {
            Self::Plan | Self::Account => {
                let line = visible_line(text);
                if line.is_empty() {
                    return Err(format!(
                        "`{name}` has nothing that shows: it is an id or a name, not {}",
                        quoted(text)
                    ));
                }
                Ok(Value::String(line).to_string())
            }
            Self::Month => {
                let month = MonthArgument::parse(text).map_err(|error| error.to_string())?;
                Ok(match month {
                    MonthArgument::Current => "\"current\"".to_owned(),
                    MonthArgument::Named(month) => format!("\"{month}\""),
                })
            }
            Self::Amount => {
                let amount = serde_json::from_value::<AmountArgument>(value.clone()).map_err(|error| error.to_string());
                let told = amount.and_then(|amount| amount.told().map_err(|error| error.to_string()));
                told.map_err(|error| format!("`{name}`: {error}"))
            }
        }
    }
}

/// The values in the order of the arguments, each as it stands in the message.
///
/// # Errors
/// Every problem, each a sentence without its end.
pub(super) fn read(arguments: &[Argument], given: &Given) -> Result<Vec<Option<String>>, Vec<String>> {
    let mut problems = Vec::new();
    for name in given
        .keys()
        .filter(|name| arguments.iter().all(|known| known.name != *name))
    {
        problems.push(format!("{} is not an argument", quoted(name)));
    }
    let mut values = Vec::new();
    for argument in arguments {
        let said = given
            .get(argument.name)
            .filter(|value| !says_nothing(value, argument.required));
        let value = said
            .map(|value| argument.kind.written(argument.name, value))
            .transpose();
        match value {
            Ok(None) if argument.required => problems.push(format!("`{}` is missing", argument.name)),
            Ok(value) => values.push(value),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(problems) }
}

/// A form that was left empty sends an empty text, and some clients `null` as text.
fn says_nothing(value: &Value, required: bool) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || (!required && text.trim() == "null"),
        _ => false,
    }
}
