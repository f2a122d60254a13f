"""`move_money` from the question to the undo of its undo, in every way in which a person is asked and can answer."""

import anyio
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from sessions import (
    DECLINED,
    DISMISSED,
    LEGACY,
    LIBRARIES,
    TICKED,
    UNTICKED,
    WITHOUT_BOX,
    WITHOUT_CONTENT,
    Face,
    Person,
)
from stand_in import MONTH

pytestmark = pytest.mark.anyio

MOVE = {"month": MONTH, "from_category_id": "🛒 Groceries", "to_category_id": "fuel", "amount": 12.5}
MOVED = 12_500

# The seed's own words.
CODE_REFUSED = (
    "This confirmation code is unknown, expired, already used, or was issued for different changes. "
    "Call again without confirmation to get a new preview."
)
PLAN_CHANGED = "The plan changed between the preview and the answer"


def shown(milliunits: int) -> str:
    """As a question writes an amount: two decimals, and a third only where the amount has one."""
    return f"{milliunits / 1000:.{3 if milliunits % 10 else 2}f}"


def after_the_move(bench, before):
    """The assigned amounts that the move leaves behind."""
    ids = bench.stand_in.category_ids
    source, target = ids["🛒 Groceries"], ids["Fuel"]
    changed = {source: before.assigned[source] - MOVED, target: before.assigned[target] + MOVED}
    return before.assigned | changed


async def check_the_whole_way(bench, session, before, moved):
    """The move is in effect; then it is undone, and then the undo is undone."""
    operation_id = moved.structured["operation_id"]
    after = bench.stand_in.world()
    assert after.assigned == after_the_move(bench, before)
    assert after.total() == before.total() and after.transactions == before.transactions
    assert moved.structured["ready_to_assign_after"] == after.ready_to_assign / 1000
    [operation] = bench.operations()
    assert (operation.id, operation.intent["tool"]) == (operation_id, "move_money")
    assert operation.all_applied() and len(operation.effects) == 2

    undone = await session.agreed("undo_operation", {"operation_id": operation_id})
    assert bench.stand_in.world() == before
    [_, undo] = bench.operations()
    assert (undo.id, undo.intent["undo_of"]) == (undone.structured["operation_id"], operation_id)
    assert undo.all_applied()

    redone = await session.agreed("undo_operation", {"operation_id": undo.id})
    assert bench.stand_in.world() == after
    [_, _, redo] = bench.operations()
    assert (redo.id, redo.intent["undo_of"]) == (redone.structured["operation_id"], undo.id)
    assert redo.all_applied()
    assert len(bench.stand_in.writes()) == 6, "each side once: move, undo, redo"


def check_nothing_happened(bench, before):
    """YNAB was asked for nothing but reads, and nothing was recorded."""
    assert bench.stand_in.writes() == []
    assert bench.stand_in.world() == before
    assert bench.operations() == []


async def test_accepted(bench, face):
    before, person = bench.stand_in.world(), Person(TICKED)
    async with bench.session(face, person) as session:
        moved = await session.call("move_money", MOVE)
        assert moved.status == "applied"
        [question] = person.questions
        ids, assigned = bench.stand_in.category_ids, before.assigned
        source, target = assigned[ids["🛒 Groceries"]], assigned[ids["Fuel"]]
        lines = question.message.splitlines()
        assert lines[:3] == [
            "Move 12.50 from 🛒 Groceries to Fuel for 2026-09-01?",
            f"- 🛒 Groceries: {shown(source)} → {shown(source - MOVED)}",
            f"- Fuel: {shown(target)} → {shown(target + MOVED)}",
        ]
        form = question.requested_schema
        assert list(form["properties"]) == ["value"] and form["properties"]["value"]["type"] == "boolean"
        await check_the_whole_way(bench, session, before, moved)
        assert len(person.questions) == 3
        assert person.questions[1].message.startswith("Undo: ")


@pytest.mark.parametrize("answer", [UNTICKED, WITHOUT_CONTENT, DECLINED], ids=["unticked", "no content", "declined"])
async def test_a_no_in_any_form_is_a_no(bench, face, answer):
    before, person = bench.stand_in.world(), Person(answer)
    async with bench.session(face, person) as session:
        declined = await session.call("move_money", MOVE)
        assert declined.status == "declined"
        assert not {"confirmation", "operation_id"} & set(declined.structured)
    assert len(person.questions) == 1
    check_nothing_happened(bench, before)


async def test_a_form_without_its_box_is_no_yes(bench, face):
    before, person = bench.stand_in.world(), Person(WITHOUT_BOX)
    async with bench.session(face, person) as session:
        if face.library == "mcp":
            assert (await session.call("move_money", MOVE)).status == "declined"
        elif face.protocol == LEGACY:
            # This client refuses such an answer itself and reports an error, which is a question that was not shown.
            assert (await session.call("move_money", MOVE)).status == "confirmation_required"
        else:
            with pytest.raises(MCPError):
                await session.call("move_money", MOVE)
    check_nothing_happened(bench, before)


async def test_dismissed_falls_back_to_a_code(bench, face):
    before, person = bench.stand_in.world(), Person(DISMISSED)
    async with bench.session(face, person) as session:
        preview = await session.call("move_money", MOVE)
        assert preview.status == "confirmation_required"
        assert person.questions[0].message in preview.structured["message"]
        check_nothing_happened(bench, before)
        moved = await session.call("move_money", MOVE | {"confirmation": preview.structured["confirmation"]})
        assert moved.status == "applied" and len(person.questions) == 1
        await check_the_whole_way(bench, session, before, moved)


async def test_an_error_of_the_client_falls_back_to_a_code(bench, face):
    if face.protocol != LEGACY:
        pytest.skip("between two calls, the client's own error never reaches the server")
    before = bench.stand_in.world()
    person = Person(types.ErrorData(code=-32603, message="no window to show it in"))
    async with bench.session(face, person) as session:
        if face.library == "fastmcp":
            person.answer = "not a form's content"  # This library's way to an error.
        assert (await session.call("move_money", MOVE)).status == "confirmation_required"
    check_nothing_happened(bench, before)


async def test_a_client_that_cannot_ask_gets_a_code_for_one_use(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face) as session:
        preview = await session.call("move_money", MOVE)
        code = preview.structured["confirmation"]
        assert preview.status == "confirmation_required" and len(code) == 11
        assert "Never use it on your own initiative" in preview.structured["message"]
        side = preview.structured["to_category"]
        assert (side["name"], side["to_amount"] - side["from_amount"]) == ("Fuel", 12.5)
        check_nothing_happened(bench, before)
        moved = await session.call("move_money", MOVE | {"confirmation": code})
        again = await session.call("move_money", MOVE | {"confirmation": code})
        assert again.is_error and again.text.startswith(CODE_REFUSED)
        assert moved.structured["operation_id"] in again.text, "a spent code names what it led to"
        await check_the_whole_way(bench, session, before, moved)


async def test_a_code_is_spent_on_other_changes_too(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face) as session:
        code = (await session.call("move_money", MOVE)).structured["confirmation"]
        for arguments in (MOVE | {"amount": 13}, MOVE):
            refused = await session.call("move_money", arguments | {"confirmation": code})
            assert refused.is_error and refused.text.startswith(CODE_REFUSED)
        invented = await session.call("move_money", MOVE | {"confirmation": "AAAAAAAAAAA"})
        assert invented.is_error and invented.text.startswith(CODE_REFUSED)
    check_nothing_happened(bench, before)


async def test_a_code_of_another_process_is_unknown(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face) as first, bench.session(face) as second:
        code = (await first.call("move_money", MOVE)).structured["confirmation"]
        refused = await second.call("move_money", MOVE | {"confirmation": code})
        assert refused.is_error and refused.text.startswith(CODE_REFUSED)
    check_nothing_happened(bench, before)


async def test_a_plan_that_changed_under_the_question_is_refused(bench, face):
    person = Person(TICKED, meanwhile=lambda: bench.stand_in.assign("Fuel", 999_000))
    async with bench.session(face, person) as session:
        refused = await session.call("move_money", MOVE)
    assert refused.is_error and refused.text.startswith(PLAN_CHANGED)
    assert bench.stand_in.writes() == [] and bench.operations() == []
    assert bench.stand_in.world().assigned[bench.stand_in.category_ids["Fuel"]] == 999_000


async def test_a_plan_that_changed_under_a_code_is_refused(bench, face):
    async with bench.session(face) as session:
        code = (await session.call("move_money", MOVE)).structured["confirmation"]
        bench.stand_in.assign("Fuel", 999_000)
        refused = await session.call("move_money", MOVE | {"confirmation": code})
    assert refused.is_error and refused.text.startswith(PLAN_CHANGED)
    assert bench.stand_in.writes() == [] and bench.operations() == []


async def test_undo_without_an_id_takes_the_latest_back(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face, Person(TICKED)) as session:
        await session.agreed("move_money", MOVE)
        first = bench.stand_in.world()
        await session.agreed("move_money", MOVE)
        await session.agreed("undo_operation", {})
        assert bench.stand_in.world() == first
        await session.agreed("undo_operation", {})
        assert bench.stand_in.world() == before
        nothing = await session.call("undo_operation", {})
        assert nothing.status == "nothing_to_do"
    assert len(bench.operations()) == 4


@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_yes_to_a_call_that_was_cancelled_writes_nothing(bench, library):
    before = bench.stand_in.world()
    asked, released = anyio.Event(), anyio.Event()

    async def think() -> None:
        asked.set()
        await released.wait()

    person = Person(TICKED, meanwhile=think)
    async with bench.session(Face(library, LEGACY), person) as session:
        async with anyio.create_task_group() as calls:
            calls.start_soon(session.call, "move_money", MOVE)
            with anyio.fail_after(30):
                await asked.wait()
            calls.cancel_scope.cancel()
        released.set()
        assert not (await session.call("get_monthly_summary")).is_error
        check_nothing_happened(bench, before)
        assert (await session.call("move_money", MOVE)).status == "applied"
    assert bench.stand_in.world().assigned == after_the_move(bench, before)
    assert len(person.questions) == 2 and len(bench.operations()) == 1
