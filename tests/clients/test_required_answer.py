"""With AVENIR_MCP_REQUIRE_ELICITATION=1 only the person's own answer counts: the seed's second table."""

import pytest

from sessions import DISMISSED, TICKED, WITHOUT_CONTENT, Person
from test_moving_money import MOVE, after_the_move, check_nothing_happened, check_the_whole_way

pytestmark = pytest.mark.anyio

REQUIRED = {"AVENIR_MCP_REQUIRE_ELICITATION": "1"}


async def test_a_yes_is_applied(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face, Person(TICKED), **REQUIRED) as session:
        moved = await session.call("move_money", MOVE)
        assert moved.status == "applied"
        await check_the_whole_way(bench, session, before, moved)


@pytest.mark.parametrize("answer", [DISMISSED, WITHOUT_CONTENT], ids=["dismissed", "no content"])
async def test_dismissed_is_declined(bench, face, answer):
    before = bench.stand_in.world()
    async with bench.session(face, Person(answer), **REQUIRED) as session:
        declined = await session.call("move_money", MOVE)
        assert declined.status == "declined" and "confirmation" not in declined.structured
    check_nothing_happened(bench, before)


async def test_a_client_that_cannot_ask_cannot_write(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face, **REQUIRED) as session:
        refused = await session.call("move_money", MOVE)
        assert refused.is_error and "Nothing was changed: this client cannot ask the person" in refused.text
    check_nothing_happened(bench, before)


@pytest.mark.parametrize("person", [None, Person(TICKED)], ids=["cannot ask", "can ask"])
async def test_a_code_is_refused_whoever_brings_it(bench, face, person):
    before = bench.stand_in.world()
    async with bench.session(face) as other:
        code = (await other.call("move_money", MOVE)).structured["confirmation"]
        async with bench.session(face, person, **REQUIRED) as session:
            refused = await session.call("move_money", MOVE | {"confirmation": code})
            assert refused.is_error and "codes are switched off" in refused.text
        check_nothing_happened(bench, before)
        # The code was not this process's to spend.
        assert (await other.call("move_money", MOVE | {"confirmation": code})).status == "applied"
    assert bench.stand_in.world().assigned == after_the_move(bench, before)
