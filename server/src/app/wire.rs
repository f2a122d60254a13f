//! What this server has, in the protocol's own types.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::model::{
    CacheScope, CompleteResult, CompletionInfo, ErrorData, MetaObject, PaginatedRequestParams, Prompt as McpPrompt,
    PromptArgument, ReadResourceResult, Resource as McpResource, ResourceContents, ResourceTemplate, Tool as McpTool,
    ToolAnnotations,
};
use serde_json::{Value, json};

use crate::error::ToolError;
use crate::prompts::{Argument, Prompt};
use crate::registry::Gate;
use crate::resources::Resource;
use crate::runtime::Called;
use crate::tool::{Access, Tool};

/// How long a client may keep lists and the guide: they change only with the process.
pub(super) const KEPT_MS: u64 = 5 * 60 * 1000;

/// Our own keys in `_meta`.
const TAGS: &str = "avenir-mcp/tags";
const COST: &str = "avenir-mcp/cost";

/// A tool as it is listed.
pub(super) fn tool(gate: Gate, tool: &dyn Tool) -> McpTool {
    let (facts, schemas) = (tool.facts(), tool.schemas());
    // The title stands beside the name; a second one among the hints would only cost tokens.
    let annotations = ToolAnnotations::new().open_world(true);
    let (annotations, tags) = match &facts.access {
        // Whether a read is idempotent is no question: the protocol gives that hint a meaning for writes only.
        Access::Read => (annotations.read_only(true), None),
        Access::Write(write) => (
            annotations
                .read_only(false)
                .destructive(write.destructive)
                .idempotent(write.idempotent),
            Some(json!(["write"])),
        ),
    };
    let listed = McpTool::new(
        facts.name,
        Cow::Owned(gate.description(facts)),
        Arc::clone(&schemas.input),
    )
    .with_title(facts.title)
    .with_raw_output_schema(Arc::clone(&schemas.output))
    .with_annotations(annotations);
    match tags {
        Some(tags) => {
            let mut meta = MetaObject::default();
            meta.insert(TAGS.to_owned(), tags);
            listed.with_meta(meta)
        }
        None => listed,
    }
}

/// A resource as it is listed.
pub(super) fn resource(resource: &Resource) -> McpResource {
    McpResource::new(resource.uri, resource.name)
        .with_title(resource.title)
        .with_description(resource.description)
        .with_mime_type(resource.mime_type())
}

/// A family of resources as it is listed.
pub(super) fn template(family: &Resource) -> ResourceTemplate {
    ResourceTemplate::new(family.uri, family.name)
        .with_title(family.title)
        .with_description(family.description)
        .with_mime_type(family.mime_type())
}

/// The text of a resource, at the address that was asked for.
pub(super) fn contents(resource: &Resource, uri: String, text: String) -> ReadResourceResult {
    let contents = ResourceContents::text(text, uri).with_mime_type(resource.mime_type());
    ReadResourceResult::new(vec![contents])
}

/// The text of a resource with the person's data: for them alone, and old at once, since a change through this server or
/// elsewhere makes it so, and reading it again costs nothing while the copies are fresh.
pub(super) fn data(resource: &Resource, uri: String, called: Called<String>) -> Result<ReadResourceResult, ErrorData> {
    let cost = cost(&called);
    let text = called.answer.map_err(|error| unread(&error))?;
    let mut result = contents(resource, uri, text)
        .with_ttl_ms(0)
        .with_cache_scope(CacheScope::Private);
    result.meta = Some(cost);
    Ok(result)
}

/// Why a resource with data has no text. A rule refuses only an address whose plan is not there, or is not one plan.
fn unread(error: &ToolError) -> ErrorData {
    tracing::info!(kind = error.kind(), "a resource was not read");
    match error {
        ToolError::Refused(text) => ErrorData::resource_not_found(text.clone(), None),
        other => ErrorData::internal_error(other.to_string(), None),
    }
}

/// A prompt as it is listed.
pub(super) fn prompt(prompt: &Prompt) -> McpPrompt {
    let argument = |argument: &Argument| {
        PromptArgument::new(argument.name)
            .with_description(argument.description)
            .with_required(argument.required)
    };
    let arguments = prompt.arguments.iter().map(argument).collect();
    McpPrompt::new(prompt.name, Some(prompt.description), Some(arguments)).with_title(prompt.title)
}

/// As many values as one answer carries, and how many there are.
///
/// When YNAB does not answer there are none, and no error: a person is typing, a client would show the error at each letter,
/// and what they send in the end tells them better what is wrong.
pub(super) fn completion(called: Called<Vec<String>>) -> CompleteResult {
    let cost = cost(&called);
    let mut values = called.answer.unwrap_or_else(|error| {
        tracing::info!(kind = error.kind(), "nothing could be completed");
        Vec::new()
    });
    let mut completion = CompletionInfo::default();
    completion.total = u32::try_from(values.len()).ok();
    completion.has_more = Some(values.len() > CompletionInfo::MAX_VALUES);
    values.truncate(CompletionInfo::MAX_VALUES);
    completion.values = values;
    let mut result = CompleteResult::new(completion);
    result.meta = Some(cost);
    result
}

/// What the call cost, beside the answer and not in the model's text.
pub(super) fn cost<T>(called: &Called<T>) -> MetaObject {
    let mut cost = json!({"requests": called.requests, "requests_left": called.requests_left});
    if let (Some(oldest), Value::Object(cost)) = (called.oldest, &mut cost) {
        cost.insert("data_age_seconds".to_owned(), json!(oldest.as_secs()));
    }
    let mut meta = MetaObject::default();
    meta.insert(COST.to_owned(), cost);
    meta
}

/// Lists come whole: there is no cursor to go on from.
pub(super) fn refuse_cursor(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(_) => Err(ErrorData::invalid_params("Unknown cursor: the list comes whole", None)),
        None => Ok(()),
    }
}

/// Parameters that cannot be used, in a sentence without its end.
pub(super) fn invalid(problem: String) -> ErrorData {
    ErrorData::invalid_params(problem, None)
}
