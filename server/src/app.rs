//! The MCP handler: lists tools, calls them, serves the guide. It names no tool.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ElicitRequest, ErrorCode, ErrorData, Implementation, InputRequest, InputRequiredResult, ListResourcesResult,
    ListToolsResult, MetaObject, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig, Tool as McpTool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Value, json};

use crate::confirm::{ConfirmError, Person, Way};
use crate::error::ToolError;
use crate::guide;
use crate::registry::Gate;
use crate::runtime::{Called, Runtime};
use crate::tool::{Access, Answer, Tool};
use crate::transport::elicit::{self, DuringCall};

/// How long a client may keep lists and the guide: they change only with the process.
const KEPT_MS: u64 = 5 * 60 * 1000;

/// Our own key in `_meta`.
const TAGS: &str = "avenir-mcp/tags";
const COST: &str = "avenir-mcp/cost";

/// The handler: cheap to clone, one for each connection.
#[derive(Clone)]
pub struct App {
    runtime: Arc<Runtime>,
    principal: Arc<str>,
}

impl App {
    /// For the connections of one principal.
    pub fn new(runtime: Arc<Runtime>, principal: &str) -> Self {
        Self {
            runtime,
            principal: principal.into(),
        }
    }

    async fn called(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Called, ErrorData> {
        let Some(tool) = self.runtime.gate.find(&request.name) else {
            let name = crate::domain::text::quoted(&request.name);
            return Err(ErrorData::invalid_params(format!("Unknown tool: {name}"), None));
        };
        let token = context.ct.clone();
        let still_wanted = move || !token.is_cancelled();
        let during_call;
        let way = match elicit::era(&context) {
            elicit::Era::Modern => Way::RoundTrip(elicit::returned(&request)?),
            elicit::Era::Legacy => {
                during_call = DuringCall::new(&context);
                Way::DuringCall(&during_call)
            }
            elicit::Era::CannotAsk => Way::Code,
        };
        let person = Person {
            principal: self.principal.to_string(),
            way,
            still_wanted: &still_wanted,
        };
        let arguments = request.arguments.unwrap_or_default();
        Ok(self.runtime.call(tool, arguments, &person).await)
    }
}

impl ServerHandler for App {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")).with_title("avenir for YNAB"),
            )
            .with_instructions(guide::instructions(self.runtime.gate))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        refuse_cursor(request)?;
        let gate = self.runtime.gate;
        let tools = gate.tools().map(|tool| mcp_tool(gate, tool)).collect();
        Ok(ListToolsResult::with_all_items(tools)
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public))
    }

    fn get_tool(&self, name: &str) -> Option<McpTool> {
        let gate = self.runtime.gate;
        gate.find(name).map(|tool| mcp_tool(gate, tool))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let called = self.called(request, context).await?;
        let cost = cost(&called);
        match called.answer {
            Ok(Answer::Complete(value)) => Ok(CallToolResult::structured(value).with_meta(Some(cost)).into()),
            Ok(Answer::InputRequired { question, state }) => {
                let request = InputRequest::Elicitation(ElicitRequest::new(elicit::form(question)));
                let requests = [(elicit::REQUEST.to_owned(), request)].into();
                Ok(InputRequiredResult::new(Some(requests), Some(state)).into())
            }
            Err(ToolError::Confirm(error @ ConfirmError::State)) => Err(ErrorData::invalid_params(
                error.to_string(),
                Some(json!({"reason": "invalid_request_state"})),
            )),
            Err(error) => {
                tracing::info!(kind = error.kind(), "a call ended in an error");
                Ok(CallToolResult::error(vec![ContentBlock::text(error.to_string())])
                    .with_meta(Some(cost))
                    .into())
            }
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        refuse_cursor(request)?;
        let guide = Resource::new(guide::URI, "guide")
            .with_title("How to work with avenir")
            .with_description("Conventions, how writes are confirmed and undone, and which tool serves which question.")
            .with_mime_type("text/markdown");
        Ok(ListResourcesResult::with_all_items(vec![guide])
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != guide::URI {
            let uri = crate::domain::text::quoted(&request.uri);
            return Err(ErrorData::resource_not_found(
                format!("No resource has the address {uri}"),
                None,
            ));
        }
        let text = ResourceContents::text(guide::text(self.runtime.gate), guide::URI).with_mime_type("text/markdown");
        let result = ReadResourceResult::new(vec![text])
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public);
        Ok(result.into())
    }

    /// Requests of a known method that could not be read land here: the arguments are wrong, not the method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        const KNOWN: [&str; 5] = [
            "tools/call",
            "tools/list",
            "resources/read",
            "resources/list",
            "initialize",
        ];
        if KNOWN.contains(&request.method.as_str()) {
            return Err(ErrorData::invalid_params(
                format!("The parameters of {} cannot be read", request.method),
                None,
            ));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None))
    }
}

fn mcp_tool(gate: Gate, tool: &dyn Tool) -> McpTool {
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

/// What the call cost, beside the answer and not in the model's text.
fn cost(called: &Called) -> MetaObject {
    let mut cost = json!({"requests": called.requests, "requests_left": called.requests_left});
    if let (Some(oldest), Value::Object(cost)) = (called.oldest, &mut cost) {
        cost.insert("data_age_seconds".to_owned(), json!(oldest.as_secs()));
    }
    let mut meta = MetaObject::default();
    meta.insert(COST.to_owned(), cost);
    meta
}

/// Lists come whole: there is no cursor to go on from.
fn refuse_cursor(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(_) => Err(ErrorData::invalid_params("Unknown cursor: the list comes whole", None)),
        None => Ok(()),
    }
}
