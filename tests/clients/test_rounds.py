"""The round trip of protocol 2026-07-28, driven by hand: what comes back is the client's, and may be anything."""

import base64
import json

import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from sessions import DECLINED, DISMISSED, MODERN, TICKED, UNTICKED, Face, Person
from stand_in import MONTH
from test_moving_money import MOVE, PLAN_CHANGED, after_the_move, check_nothing_happened

pytestmark = pytest.mark.anyio

FACE = Face("mcp", MODERN)


class Rounds:
    """Calls one round at a time; the client declares that it can ask, and its person is the test."""

    def __init__(self, session) -> None:
        self.session = session

    async def call(self, arguments=MOVE, *, tool="move_money", state=None, **answers):
        """One round: the question, or the answer of the call."""
        result = await self.session.client.session.call_tool(
            tool, arguments, input_responses=answers or None, request_state=state, allow_input_required=True
        )
        if isinstance(result, types.InputRequiredResult):
            return result
        return await self.session.read(tool, result)

    async def asked(self, arguments=MOVE, **more) -> types.InputRequiredResult:
        question = await self.call(arguments, **more)
        assert isinstance(question, types.InputRequiredResult), question
        return question

    async def refused(self, arguments=MOVE, **more) -> None:
        """The state is none of ours, or not for this call: an error of the protocol, by its reason."""
        with pytest.raises(MCPError) as error:
            await self.call(arguments, **more)
        assert error.value.error.code == -32602
        assert error.value.error.data == {"reason": "invalid_request_state"}
        assert "Nothing was changed" in error.value.error.message


@pytest.fixture
def rounds(bench):
    """Makes sessions whose client can ask."""

    class Opened:
        async def __aenter__(self):
            self.session = bench.session(FACE, Person(TICKED))
            return Rounds(await self.session.__aenter__())

        async def __aexit__(self, *error):
            return await self.session.__aexit__(*error)

    return Opened


async def test_the_question_is_one_box_and_a_sealed_state(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        question = await r.asked()
        assert list(question.input_requests) == ["confirm"]
        form = question.input_requests["confirm"].params
        assert form.mode == "form" and form.message.startswith("Move 12.50 from 🛒 Groceries to Fuel for 2026-09-01?")
        assert list(form.requested_schema["properties"]) == ["value"]
        assert question.request_state
    check_nothing_happened(bench, before)


async def test_a_state_works_once(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        state = (await r.asked()).request_state
        moved = await r.call(state=state, confirm=TICKED)
        assert moved.status == "applied"
        for reply in (TICKED, DECLINED, DISMISSED):
            again = await r.call(state=state, confirm=reply)
            assert again.is_error and "already used" in again.text
            assert moved.structured["operation_id"] in again.text
    assert bench.stand_in.world().assigned == after_the_move(bench, before)
    assert len(bench.stand_in.writes()) == 2 and len(bench.operations()) == 1


@pytest.mark.parametrize("reply", [UNTICKED, DECLINED], ids=["unticked", "declined"])
async def test_a_no_spends_the_state(bench, rounds, reply):
    before = bench.stand_in.world()
    async with rounds() as r:
        state = (await r.asked()).request_state
        assert (await r.call(state=state, confirm=reply)).status == "declined"
        again = await r.call(state=state, confirm=TICKED)
        assert again.is_error and "already used" in again.text
    check_nothing_happened(bench, before)


async def test_only_a_literal_true_is_a_yes(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        for content in ({"value": "true"}, {"value": 1}, {"confirm": True}, {"value": ["true"]}):
            state = (await r.asked()).request_state
            reply = types.ElicitResult(action="accept", content=content)
            assert (await r.call(state=state, confirm=reply)).status == "declined", content
    check_nothing_happened(bench, before)


def tampered(state: str):
    """The state with something changed: each of its letters in turn would take long, a few of every part do not."""
    for place in range(0, len(state), max(1, len(state) // 23)):
        letter = "A" if state[place] != "A" else "B"
        yield state[:place] + letter + state[place + 1 :]
    yield state[:-1]
    yield state + "A"
    yield state[::-1]
    yield "."
    yield base64.urlsafe_b64encode(json.dumps({"nonce": "x", "fingerprint": "y"}).encode()).decode()


async def test_a_tampered_state_is_refused_and_spends_nothing(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        state = (await r.asked()).request_state
        for other in tampered(state):
            await r.refused(state=other, confirm=TICKED)
        check_nothing_happened(bench, before)
        assert (await r.call(state=state, confirm=TICKED)).status == "applied"


async def test_a_state_counts_for_its_own_call_only(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        state = (await r.asked()).request_state
        for other in (MOVE | {"amount": 12.51}, MOVE | {"to_category_id": "Clothing"}, MOVE | {"plan_id": "last-used"}):
            await r.refused(other, state=state, confirm=TICKED)
        amount = {"month": MONTH, "category_id": "Fuel", "amount": 12.5}
        await r.refused(amount, tool="set_category_budget", state=state, confirm=TICKED)
        check_nothing_happened(bench, before)
        assert (await r.call(state=state, confirm=TICKED)).status == "applied"


async def test_a_state_of_another_process_is_refused(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as one, rounds() as other:
        state = (await one.asked()).request_state
        await other.refused(state=state, confirm=TICKED)
    check_nothing_happened(bench, before)


async def test_a_missing_answer_is_asked_for_again(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        first = (await r.asked()).request_state
        second = (await r.asked(state=first)).request_state
        third = (await r.asked(state=second, something_else=TICKED)).request_state
        assert len({first, second, third}) == 3
        for older in (first, second):
            refused = await r.call(state=older, confirm=TICKED)
            assert refused.is_error and "newer question" in refused.text
        check_nothing_happened(bench, before)
        assert (await r.call(state=third, confirm=TICKED)).status == "applied"


async def test_an_answer_to_no_question_is_asked_for(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        await r.asked(confirm=TICKED)
    check_nothing_happened(bench, before)


async def test_answers_that_were_not_asked_for_are_ignored(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        state = (await r.asked()).request_state
        moved = await r.call(state=state, other=DECLINED, confirm=TICKED, confirm2=DISMISSED)
        assert moved.status == "applied"
    assert bench.stand_in.world().assigned == after_the_move(bench, before)


async def test_a_newer_question_voids_the_older_one(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        older = (await r.asked()).request_state
        newer = (await r.asked()).request_state
        refused = await r.call(state=older, confirm=TICKED)
        assert refused.is_error and "newer question" in refused.text
        check_nothing_happened(bench, before)
        assert (await r.call(state=newer, confirm=TICKED)).status == "applied"


async def test_a_plan_that_changed_in_between_is_refused(bench, rounds):
    async with rounds() as r:
        state = (await r.asked()).request_state
        bench.stand_in.assign("Fuel", 999_000)
        refused = await r.call(state=state, confirm=TICKED)
        assert refused.is_error and refused.text.startswith(PLAN_CHANGED)
        spent = await r.call(state=state, confirm=TICKED)
        assert spent.is_error
    assert bench.stand_in.writes() == [] and bench.operations() == []


async def test_what_the_yes_does_not_rest_on_may_change(bench, rounds):
    before = bench.stand_in.world()
    async with rounds() as r:
        state = (await r.asked()).request_state
        bench.stand_in.assign("Clothing", 5_000)
        assert (await r.call(state=state, confirm=TICKED)).status == "applied"
    clothing = {bench.stand_in.category_ids["Clothing"]: 5_000}
    assert bench.stand_in.world().assigned == after_the_move(bench, before) | clothing


async def test_dismissed_between_two_calls_falls_back_to_a_code(bench, rounds):
    async with rounds() as r:
        state = (await r.asked()).request_state
        preview = await r.call(state=state, confirm=DISMISSED)
        assert preview.status == "confirmation_required"
        late = await r.call(state=state, confirm=TICKED)
        assert late.is_error and "already used" in late.text
        code = preview.structured["confirmation"]
        assert (await r.call(MOVE | {"confirmation": code})).status == "applied"
