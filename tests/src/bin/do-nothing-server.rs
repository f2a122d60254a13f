//! The least that an MCP server can be: rmcp on standard input and output, one tool that answers what it was told.
//!
//! The benches measure the real server against it. It is built with the same profile, on the same kind of runtime and the
//! same transport, so what the two differ by is what the real server itself costs.

use std::process::ExitCode;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value, json};

/// The one tool.
const TOOL: &str = "echo";

struct DoNothing;

impl ServerHandler for DoNothing {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("do-nothing-server", env!("CARGO_PKG_VERSION")))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), json!("object"));
        let tool = Tool::new(TOOL, "Answers its arguments.", Arc::new(schema));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name != TOOL {
            return Err(ErrorData::invalid_params("Unknown tool", None));
        }
        let arguments = request.arguments.unwrap_or_default();
        Ok(CallToolResult::structured(Value::Object(arguments)).into())
    }
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    let Ok(runtime) = runtime else {
        return ExitCode::FAILURE;
    };
    let served = runtime.block_on(async {
        let service = DoNothing.serve(rmcp::transport::stdio_pipes()).await.ok()?;
        service.waiting().await.ok()
    });
    if served.is_some() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
