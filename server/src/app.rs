//! The MCP handler: lists tools and calls them, serves resources and prompts, completes arguments. It names no tool.

mod wire;

use std::sync::Arc;

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, CustomRequest, CustomResult, ElicitRequest, ErrorCode, ErrorData, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, InputRequest, InputRequiredResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, Reference, Role, ServerCapabilities, ServerConfig,
    Tool as McpTool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;

use self::wire::{KEPT_MS, cost, invalid, refuse_cursor};
use crate::completion;
use crate::confirm::{ConfirmError, Person, Way};
use crate::domain::text::quoted;
use crate::error::ToolError;
use crate::guide;
use crate::prompts::{self, PROMPTS};
use crate::resources::{self, Content, PLAN_ID, RESOURCES};
use crate::runtime::{Called, Runtime};
use crate::tool::Answer;
use crate::transport::elicit::{self, DuringCall};

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
            let name = quoted(&request.name);
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
        let capabilities = ServerCapabilities::builder()
            .enable_completions()
            .enable_prompts()
            .enable_resources()
            .enable_tools()
            .build();
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
        let tools = gate.tools().map(|tool| wire::tool(gate, tool)).collect();
        Ok(ListToolsResult::with_all_items(tools)
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public))
    }

    fn get_tool(&self, name: &str) -> Option<McpTool> {
        let gate = self.runtime.gate;
        gate.find(name).map(|tool| wire::tool(gate, tool))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // On the heap: every request, whatever it asks, is moved about as a future as large as the largest.
        let called = Box::pin(self.called(request, context)).await?;
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
        let single = RESOURCES.iter().filter(|resource| !resource.is_template());
        let resources = single.map(|resource| wire::resource(resource)).collect();
        Ok(ListResourcesResult::with_all_items(resources)
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        refuse_cursor(request)?;
        let families = RESOURCES.iter().filter(|resource| resource.is_template());
        let templates = families.map(|family| wire::template(family)).collect();
        Ok(ListResourceTemplatesResult::with_all_items(templates)
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let Some((resource, plan)) = resources::at(&uri) else {
            let message = format!("No resource has the address {}", quoted(&uri));
            return Err(ErrorData::resource_not_found(message, None));
        };
        let called = match resource.content {
            Content::Guide(text) => {
                let guide = wire::contents(resource, uri, text(self.runtime.gate));
                return Ok(guide.with_ttl_ms(KEPT_MS).with_cache_scope(CacheScope::Public).into());
            }
            Content::Plans(read) => self.runtime.read(resource.uri, read).await,
            Content::OfPlan(read) => {
                let work = |cx| read(cx, plan.unwrap_or_default());
                self.runtime.read(resource.uri, work).await
            }
        };
        Ok(wire::data(resource, uri, called)?.into())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        refuse_cursor(request)?;
        let prompts = PROMPTS.iter().map(|prompt| wire::prompt(prompt)).collect();
        Ok(ListPromptsResult::with_all_items(prompts)
            .with_ttl_ms(KEPT_MS)
            .with_cache_scope(CacheScope::Public))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompts::find(&request.name).map_err(invalid)?;
        let given = request.arguments.unwrap_or_default();
        let text = prompt.message(self.runtime.gate, self.runtime.today(), &given);
        let message = PromptMessage::new_text(Role::User, text.map_err(invalid)?);
        let result = GetPromptResult::new(vec![message]).with_description(prompt.description);
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let argument = request.argument;
        let kind = match &request.r#ref {
            Reference::Prompt(prompt) => completion::of_prompt(&prompt.name, &argument.name),
            Reference::Resource(address) => completion::of_address(&address.uri, &argument.name),
            _ => Err("This reference is neither of a prompt nor of a resource".to_owned()),
        };
        let kind = kind.map_err(invalid)?;
        let said = request.context.and_then(|context| context.arguments);
        let plan = said.and_then(|mut said| said.remove(PLAN_ID));
        let work = |cx| completion::values(cx, kind, argument.value, plan);
        Ok(wire::completion(Box::pin(self.runtime.read("completion", work)).await))
    }

    /// Requests of a known method that could not be read land here: the arguments are wrong, not the method.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        const KNOWN: [&str; 10] = [
            "tools/call",
            "tools/list",
            "resources/read",
            "resources/list",
            "resources/templates/list",
            "prompts/get",
            "prompts/list",
            "completion/complete",
            "server/discover",
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
