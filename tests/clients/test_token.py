"""The token: used, and never seen. Every bench looks for it in all output and all files when its test ends; here it is
given in ways that make something fail, with everything logged."""

import pytest

from sessions import MODERN, Face
from stand_in import CANARY
from wire import Wire

HEADER = f"{CANARY}\nX-Other: 1"


def refused(server: Wire) -> str:
    """What a read says when the token cannot be used."""
    server.initialize()
    result = server.call("list_accounts", {})
    assert result["isError"]
    assert server.end() == 0
    return result["content"][0]["text"]


@pytest.mark.parametrize(
    "token",
    [HEADER, f"{CANARY}\r\nX: 1", f"{CANARY} {CANARY}", f"{CANARY}é", f"\x7f{CANARY}", f"{CANARY}\t1"],
    ids=repr,
)
def test_a_token_that_no_header_can_carry(bench, wire, token):
    with wire(YNAB_API_KEY=token) as server:
        assert "YNAB_API_KEY" in refused(server)
    assert bench.stand_in.requests() == []


@pytest.mark.parametrize("token", [f"{CANARY}\n", f"  {CANARY}\r\n"], ids=repr)
def test_white_space_around_a_token_does_not_matter(wire, token):
    with wire(YNAB_API_KEY=token) as server:
        server.initialize()
        assert not server.call("list_accounts", {}).get("isError")
        assert server.end() == 0


def test_a_token_that_ynab_refuses(bench, wire):
    with wire(YNAB_API_KEY=f"wrong-{CANARY}") as server:
        assert "token" in refused(server)
    assert {request["status"] for request in bench.stand_in.requests()} == {401}


def test_a_token_from_a_file(bench, wire):
    path = bench.folder / "a.token"
    path.write_text(f"{CANARY}\n")
    for mode, works in ((0o600, True), (0o644, False)):
        path.chmod(mode)
        with wire(YNAB_API_KEY="", YNAB_API_KEY_FILE=str(path)) as server:
            server.initialize()
            result = server.call("list_accounts", {})
            assert result.get("isError", False) is not works
            assert server.end() == 0


@pytest.mark.anyio
async def test_no_token_at_all(bench):
    async with bench.session(Face("mcp", MODERN), YNAB_API_KEY="") as session:
        answer = await session.call("list_accounts")
        assert answer.is_error and "YNAB_API_KEY" in answer.text and "--demo" in answer.text
        assert len(await session.tools()) == 40
    assert bench.stand_in.requests() == []


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["--version"], {}),
        (["--help"], {}),
        (["tools"], {}),
        (["call", "list_accounts"], {}),
        (["call", "list_accounts", '{"month": 1}'], {}),
        (["call", "move_money", "{}"], {}),
        (["call", "list_accounts"], {"YNAB_API_KEY": HEADER}),
        (["call", "list_accounts"], {"AVENIR_MCP_YNAB_URL": "http://example.org"}),
        (["call", "list_accounts"], {"AVENIR_MCP_TODAY": "yesterday"}),
        (["--no-such-flag"], {}),
        (["call", "no_such_tool"], {}),
    ],
)
def test_the_command_line_shows_no_token(bench, wire, arguments, environment):
    with wire(*arguments, **environment) as process:
        code = process.end()
    assert code in (0, 1, 2)
    # The bench reads protocol on standard output; a command prints text there.
    kept = process.kept.with_suffix(".out")
    kept.rename(kept.with_suffix(".printed"))
