"""Connecting and listing: what a client learns before anything is asked of YNAB."""

import re

import jsonschema
import pytest
from mcp.shared.exceptions import MCPError

from sessions import LEGACY, LIBRARIES, MODERN, Face

pytestmark = pytest.mark.anyio

READS = [
    "list_plans",
    "list_accounts",
    "list_category_groups",
    "list_categories",
    "get_monthly_summary",
    "get_category_balances",
    "get_underfunded_targets",
    "get_budget_vs_actual",
    "get_spending",
    "get_spending_trends",
    "find_transactions",
    "get_transaction",
    "list_unapproved",
    "suggest_categories",
    "list_payees",
    "get_net_worth_trend",
    "get_savings_rate",
    "get_runway",
    "get_age_of_money",
    "diagnose_account",
    "get_card_coverage",
    "get_debt_payoff_plan",
    "list_scheduled_transactions",
    "find_recurring_charges",
    "forecast_balance",
    "list_operations",
]
CONFIRMED = [
    "set_category_budget",
    "move_money",
    "set_category_target",
    "create_category",
    "update_category",
    "create_transactions",
    "apply_categories",
    "split_transaction",
    "flag_transactions",
    "rename_payee",
    "reconcile_account",
    "undo_operation",
]
AT_ONCE = ["import_transactions", "approve_transactions"]
WRITES = CONFIRMED + AT_ONCE

GUIDE = "avenir-mcp://guide"
# What a client shows of a description or of instructions; the rest is cut without a word.
LONGEST_TEXT = 2048


def nodes(schema: dict):
    """Every schema inside a schema, itself included."""
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from nodes(inner)
    if "items" in schema:
        yield from nodes(schema["items"])


async def guide(session) -> str:
    read = await session.client.read_resource(GUIDE)
    contents = read if isinstance(read, list) else read.contents
    return contents[0].text


@pytest.mark.parametrize("mode", [LEGACY, MODERN, "auto"])
@pytest.mark.parametrize("library", LIBRARIES)
async def test_nothing_is_asked_of_ynab_before_a_tool_is_called(bench, library, mode):
    async with bench.session(Face(library, mode)) as session:
        version = session.client.session.protocol_version
        assert version == ("2025-11-25" if mode == LEGACY else MODERN)
        if mode != MODERN:  # A client that pins the version asks for nothing but what it needs.
            assert session.client.session.server_info.name == "avenir-mcp"
            assert "get_monthly_summary" in session.client.session.instructions
        assert [tool["name"] for tool in await session.tools()]
        assert "get_monthly_summary" in await guide(session)
    assert bench.stand_in.requests() == []


async def test_every_tool_says_what_it_is(bench, face):
    async with bench.session(face) as session:
        tools = {tool["name"]: tool for tool in await session.tools()}
    assert sorted(tools) == sorted(READS + WRITES)
    for name, tool in tools.items():
        hints, writes = tool["annotations"], name in WRITES
        assert hints["openWorldHint"] is True
        assert hints["readOnlyHint"] is not writes
        assert writes == ("destructiveHint" in hints)
        assert writes == ("idempotentHint" in hints)
        assert (tool.get("_meta") or {}).get("avenir-mcp/tags") == (["write"] if writes else None)
        assert re.fullmatch(r"[a-z_]{1,28}", name) and tool["title"]
        assert len(tool["description"]) < LONGEST_TEXT
        assert ("confirmation" in tool["inputSchema"]["properties"]) == (name in CONFIRMED)
        assert ("on your own initiative" in " ".join(tool["description"].split())) == (name in CONFIRMED)


async def test_schemas_are_such_as_every_client_takes(bench, face):
    async with bench.session(face) as session:
        tools = await session.tools()
    for tool in tools:
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            for node in nodes(schema):
                assert isinstance(node["type"], str), node
                assert not {"$ref", "$defs", "$schema", "anyOf", "oneOf", "allOf", "format"} & set(node), node


async def test_while_writes_are_off_nothing_names_a_write(bench, face):
    async with bench.session(face, AVENIR_MCP_WRITE="0") as session:
        tools = await session.tools()
        resources = await session.client.list_resources()
        said = f"{tools} {resources} {await guide(session)} {session.client.session.instructions}"
        assert [tool["name"] for tool in tools] == READS
        assert [word for word in [*WRITES, "confirmation_required"] if word in said] == []
        for name in WRITES:
            with pytest.raises(MCPError) as refused:
                await session.call(name, {})
            assert refused.value.error.code == -32602
            assert "Unknown tool" in refused.value.error.message
    assert bench.stand_in.requests() == []


@pytest.mark.parametrize("value", ["true", "yes", "on", "TRUE", "01", " 1 "])
async def test_only_a_plain_1_opens_the_writes(bench, value):
    async with bench.session(Face("mcp", MODERN), AVENIR_MCP_WRITE=value) as session:
        assert [tool["name"] for tool in await session.tools()] == READS


async def test_the_caution_on_codes_stands_where_agents_read(bench, face):
    async with bench.session(face) as session:
        texts = [await guide(session)]
        if session.client.session.instructions:
            texts.append(session.client.session.instructions)
    for text in texts:
        assert "Never use it on your own initiative" in text
    assert all(len(text) < LONGEST_TEXT for text in texts[1:])
