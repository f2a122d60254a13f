"""One face for both client libraries, and checks that hold for every answer whatever the test is about.

Each session is a server process of its own behind a client nobody here wrote. Its standard output is kept beside what
the client reads, so that the test's end can say of every line that it is protocol and of every byte that it is no token.
"""

import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import mcp_types as types
from fastmcp import Client as FastMcpClient
from fastmcp.client.transports import StdioTransport
from mcp.client.client import Client as McpClient
from mcp.client.stdio import StdioServerParameters, stdio_client

import journal
from stand_in import CANARY, TODAY, StandIn

LIBRARIES = ["mcp", "fastmcp"]
LEGACY, MODERN = "legacy", "2026-07-28"

# What a person can do with a form that has one box.
TICKED = types.ElicitResult(action="accept", content={"value": True})
UNTICKED = types.ElicitResult(action="accept", content={"value": False})
WITHOUT_BOX = types.ElicitResult(action="accept", content={})
WITHOUT_CONTENT = types.ElicitResult(action="accept")
DECLINED = types.ElicitResult(action="decline")
DISMISSED = types.ElicitResult(action="cancel")

# Runs the server, writes its exit code down, and keeps a copy of what it says.
SHELL = '{ "$0"; echo $? >"$KEPT_EXIT"; } | tee "$KEPT_OUTPUT"'


@dataclass(frozen=True)
class Face:
    """Which client, speaking which protocol."""

    library: str
    protocol: str


class Person:
    """Answers every question with the same answer, and remembers the questions."""

    def __init__(self, answer: Any, meanwhile: Callable[[], Any] | None = None) -> None:
        self.answer = answer
        self.meanwhile = meanwhile
        self.questions: list[types.ElicitRequestFormParams] = []

    async def asked_by_mcp(self, _context: Any, question: types.ElicitRequestFormParams) -> Any:
        self.questions.append(question)
        if self.meanwhile:
            happened = self.meanwhile()
            if hasattr(happened, "__await__"):
                await happened
        return self.answer

    async def asked_by_fastmcp(self, _message: str, _type: Any, question: Any, context: Any) -> Any:
        return await self.asked_by_mcp(context, question)


@dataclass
class Answer:
    """What a call answered."""

    structured: dict | None
    text: str
    is_error: bool
    cost: dict

    @property
    def status(self) -> str:
        assert not self.is_error, self.text
        return self.structured["status"]


@dataclass
class Session:
    """A connected client."""

    face: Face
    client: McpClient | FastMcpClient
    output_schemas: dict[str, dict] = field(default_factory=dict)

    async def tools(self) -> list[dict]:
        """The tools as they came over the wire."""
        listed = await self.client.list_tools()
        tools = listed if isinstance(listed, list) else listed.tools
        return [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in tools]

    async def call(self, tool: str, arguments: dict | None = None) -> Answer:
        """One call, with the person asked as the client does it."""
        with anyio.fail_after(60):
            if self.face.library == "mcp":
                result = await self.client.call_tool(tool, arguments)
            else:
                result = await self.client.call_tool_mcp(tool, arguments or {})
        return await self.read(tool, result)

    async def read(self, tool: str, result: types.CallToolResult) -> Answer:
        """The answer, once it is what every answer must be."""
        [block] = result.content
        answer = Answer(
            structured=result.structured_content,
            text=block.text,
            is_error=bool(result.is_error),
            cost=(result.meta or {})["avenir-mcp/cost"],
        )
        if answer.is_error:
            assert answer.structured is None, "an error is text only"
        else:
            if not self.output_schemas:
                self.output_schemas = {tool["name"]: tool["outputSchema"] for tool in await self.tools()}
            jsonschema.Draft202012Validator(self.output_schemas[tool]).validate(answer.structured)
            assert answer.text == json.dumps(answer.structured, ensure_ascii=False, separators=(",", ":"))
        return answer

    async def agreed(self, tool: str, arguments: dict) -> Answer:
        """A call that is carried out: where the client cannot ask, the code is handed back."""
        answer = await self.call(tool, arguments)
        if not answer.is_error and answer.status == "confirmation_required":
            answer = await self.call(tool, arguments | {"confirmation": answer.structured["confirmation"]})
        assert not answer.is_error, answer.text
        assert answer.status == "applied"
        return answer


class Bench:
    """A folder, a stand-in, and the sessions of one test."""

    def __init__(self, folder: Path, world: Path | None = None) -> None:
        self.folder = folder
        self.stand_in = StandIn(world)
        self.sessions = 0

    @property
    def journal_path(self) -> Path:
        return self.folder / "state" / "avenir-mcp" / "operations.jsonl"

    def operations(self) -> list[journal.Operation]:
        """What the journal holds, each operation under the plan's real id."""
        found = journal.operations(self.journal_path)
        assert all(operation.intent["plan_id"] == self.stand_in.plan_id for operation in found)
        return found

    def environment(self, **more: str) -> dict[str, str]:
        """The server's whole environment, but for what the client libraries pass on by themselves."""
        settings = {
            "HOME": str(self.folder),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "YNAB_API_KEY": CANARY,
            "AVENIR_MCP_YNAB_URL": self.stand_in.url,
            "AVENIR_MCP_TODAY": TODAY,
            "AVENIR_MCP_WRITE": "1",
            "AVENIR_MCP_LOG_LEVEL": "TRACE",
        }
        return settings | more

    @asynccontextmanager
    async def session(self, face: Face, person: Person | None = None, **environment: str) -> AsyncIterator[Session]:
        """A client with its own server process. Without a person, it declares that it cannot ask one."""
        self.sessions += 1
        kept = self.folder / f"session-{self.sessions}"
        settings = self.environment(KEPT_EXIT=f"{kept}.exit", KEPT_OUTPUT=f"{kept}.out", **environment)
        arguments = ["-c", SHELL, os.environ["AVENIR_MCP_BIN"]]
        if face.library == "mcp":
            with Path(f"{kept}.err").open("w") as log:
                server = StdioServerParameters(command="/bin/sh", args=arguments, env=settings)
                callback = person.asked_by_mcp if person else None
                transport = stdio_client(server, errlog=log)
                async with McpClient(transport, mode=face.protocol, elicitation_callback=callback) as client:
                    yield Session(face, client)
        else:
            log = Path(f"{kept}.err")
            transport = StdioTransport("/bin/sh", arguments, env=settings, keep_alive=False, log_file=log)
            handler = person.asked_by_fastmcp if person else None
            async with FastMcpClient(transport, mode=face.protocol, elicitation_handler=handler) as client:
                yield Session(face, client)
        assert Path(f"{kept}.exit").read_text() == "0\n", "the server did not end by itself when its client left"

    def end(self) -> None:
        """Ends the stand-in, and looks at all that the servers left behind."""
        self.stand_in.stop()
        for output in self.folder.glob("session-*.out"):
            for line in output.read_text().splitlines():
                assert json.loads(line)["jsonrpc"] == "2.0", line
        for path in self.folder.rglob("*"):
            if path.is_file() and path.suffix != ".token":
                assert CANARY.encode() not in path.read_bytes(), f"the token is in {path}"
