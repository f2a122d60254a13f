"""Each write of rows, targets, categories and payees, in every way in which a person is asked and can answer."""

import pytest

from changes import FINAL, UNDOABLE, Write
from sessions import DECLINED, DISMISSED, TICKED, UNTICKED, Person
from test_moving_money import CODE_REFUSED, PLAN_CHANGED, check_nothing_happened

pytestmark = pytest.mark.anyio


@pytest.fixture(params=UNDOABLE + FINAL, ids=str)
def write(request) -> Write:
    return request.param


def check_applied(bench, write, before, applied) -> None:
    """The plan holds what was asked and nothing else, and the record says so."""
    after = bench.stand_in.world()
    write.check(bench.stand_in, before, after, applied.structured)
    assert after.total() - before.total() == money_made(before, after)
    assert [request["operation"] for request in bench.stand_in.writes()] == write.sent
    [operation] = bench.operations()
    assert (operation.id, operation.intent["tool"]) == (applied.structured["operation_id"], write.tool)
    assert [effect["kind"] for effect in operation.effects] == write.effects
    assert operation.all_applied() and "undo_of" not in operation.intent
    assert write.question.splitlines()[0] == f"{operation.intent['title']}?"


def money_made(before, after) -> int:
    """What new rows of Ready to Assign add to the money of the month."""
    new = [row for id, row in after.transactions.items() if id not in before.transactions]
    return sum(row["amount"] for row in new if row["category_name"] == "Inflow: Ready to Assign")


async def check_undo_and_redo(bench, session, write, before, applied) -> None:
    """The undo leaves the plan as it was, and its own undo as the write had made it; each is recorded."""
    after, operation_id = bench.stand_in.world(), applied.structured["operation_id"]
    if write.no_way_back:
        refused = await session.call("undo_operation", {"operation_id": operation_id})
        assert refused.is_error
        assert refused.text == (
            f"Nothing was changed: operation {operation_id} cannot be undone: {write.no_way_back}."
        )
        assert write.no_way_back in applied.structured["message"]
        assert bench.stand_in.world() == after and len(bench.operations()) == 1
        return
    told = "takes it back"
    assert f"undo_operation with operation_id {operation_id} {told}." in applied.structured["message"]
    undone = await session.agreed("undo_operation", {"operation_id": operation_id})
    check_same(bench.stand_in.world(), before, write.keeps_ids)
    check_told(bench, undone)
    sent = [request["operation"] for request in bench.stand_in.writes()]
    assert sent == write.sent + write.sent_back
    [_, undo] = bench.operations()
    assert (undo.id, undo.intent["undo_of"]) == (undone.structured["operation_id"], operation_id)
    assert undo.all_applied()

    redone = await session.agreed("undo_operation", {"operation_id": undo.id})
    # A row that is made again has another id; all others have theirs.
    check_same(bench.stand_in.world(), after, after.transactions.keys() == before.transactions.keys() and write.keeps_ids)
    [_, _, redo] = bench.operations()
    assert (redo.id, redo.intent["undo_of"]) == (redone.structured["operation_id"], undo.id)
    assert redo.all_applied()
    check_told(bench, redone)

    # The operation's own id still means it, now that its redo stands for it.
    again = await session.agreed("undo_operation", {"operation_id": operation_id})
    check_same(bench.stand_in.world(), before, write.keeps_ids)
    assert again.structured["undoes_operation_id"] == redo.id
    assert (await session.call("undo_operation", {})).status == "nothing_to_do"


def check_told(bench, undone) -> None:
    """Each change is told with what became of it; of a row that was made again, the id it has now."""
    rows = bench.stand_in.world().transactions
    for change in undone.structured["changes"]:
        assert change["outcome"] == "applied"
        if change["what"] == "created":
            row = rows[change["transaction_id"]]
            told = (change["date"], change["payee"], round(change["amount"] * 1000))
            assert told == (row["date"], row["payee_name"], row["amount"])
        if change["what"] == "deleted":
            assert change["transaction_id"] not in rows


def check_same(world, other, ids: bool) -> None:
    """Both hold the same; where rows were made in the place of others, they say the same."""
    if ids:
        assert world == other
    assert world.content() == other.content()
    assert (world.assigned, world.ready_to_assign) == (other.assigned, other.ready_to_assign)
    assert world.categories == other.categories


async def test_accepted(bench, face, write):
    before, person = bench.stand_in.world(), Person(TICKED)
    async with bench.session(face, person) as session:
        applied = await session.call(write.tool, write.arguments)
        assert applied.status == "applied"
        [question] = person.questions
        assert question.message == write.question
        form = question.requested_schema
        assert list(form["properties"]) == ["value"] and form["properties"]["value"]["type"] == "boolean"
        check_applied(bench, write, before, applied)
        await check_undo_and_redo(bench, session, write, before, applied)
    asked = [question.message.split(":")[0] for question in person.questions[1:]]
    assert all(headline.startswith("Undo") for headline in asked)
    assert len(asked) == (0 if write.no_way_back else 3)


async def test_a_no_is_a_no(bench, face, write):
    before = bench.stand_in.world()
    for answer in (UNTICKED, DECLINED):
        person = Person(answer)
        async with bench.session(face, person) as session:
            declined = await session.call(write.tool, write.arguments)
            assert declined.status == "declined"
            assert not {"confirmation", "operation_id"} & set(declined.structured)
        assert [question.message for question in person.questions] == [write.question]
        check_nothing_happened(bench, before)


async def test_dismissed_falls_back_to_a_code(bench, face, write):
    before, person = bench.stand_in.world(), Person(DISMISSED)
    async with bench.session(face, person) as session:
        preview = await session.call(write.tool, write.arguments)
        assert preview.status == "confirmation_required"
        check_nothing_happened(bench, before)
        code = {"confirmation": preview.structured["confirmation"]}
        applied = await session.call(write.tool, write.arguments | code)
        assert applied.status == "applied"
        assert [question.message for question in person.questions] == [write.question]
        check_applied(bench, write, before, applied)


async def test_a_client_that_cannot_ask_gets_a_code_for_one_use(bench, face, write):
    before = bench.stand_in.world()
    async with bench.session(face) as session:
        preview = await session.call(write.tool, write.arguments)
        assert preview.status == "confirmation_required"
        assert write.question in preview.structured["message"]
        assert "Never use it on your own initiative" in preview.structured["message"]
        check_nothing_happened(bench, before)
        code = {"confirmation": preview.structured["confirmation"]}
        applied = await session.call(write.tool, write.arguments | code)
        assert applied.status == "applied"
        again = await session.call(write.tool, write.arguments | code)
        assert again.is_error and again.text.startswith(CODE_REFUSED)
        assert applied.structured["operation_id"] in again.text
        check_applied(bench, write, before, applied)
        await check_undo_and_redo(bench, session, write, before, applied)


async def test_a_plan_that_changed_under_the_question_is_refused(bench, face):
    """Each time, what changes is something that the question speaks of."""
    stand_in = bench.stand_in

    def rename_cinema() -> None:
        path = f"/plans/{stand_in.plan_id}/categories/{stand_in.category_ids['Cinema']}"
        stand_in.ask("PATCH", path, {"category": {"name": "Movies"}})

    def spend_on_the_wallet() -> None:
        [wallet] = {row["account_id"] for row in before.transactions.values() if row["account_name"] == "Tagesgeld"}
        row = {"account_id": wallet, "date": "2026-09-14", "amount": -1000, "cleared": "cleared", "approved": True}
        stand_in.ask("POST", f"/plans/{stand_in.plan_id}/transactions", {"transaction": row})

    def spend_the_same() -> None:
        path = f"/plans/{stand_in.plan_id}/transactions"
        amount = {"transaction": {"account_id": wallet, "date": "2026-09-10", "amount": -12_340, "cleared": "cleared"}}
        stand_in.ask("POST", path, amount)

    before = stand_in.world()
    [wallet] = {row["account_id"] for row in before.transactions.values() if row["account_name"] == "Wallet 👛"}
    meanwhile = {
        "update_category": rename_cinema,
        "reconcile_account": spend_on_the_wallet,
        "create_transactions": spend_the_same,
    }
    for write in UNDOABLE:
        if happens := meanwhile.pop(write.tool, None):
            async with bench.session(face, Person(TICKED, meanwhile=happens)) as session:
                refused = await session.call(write.tool, write.arguments)
            assert refused.is_error and refused.text.startswith(PLAN_CHANGED), write
            assert stand_in.writes() == [] and bench.operations() == []


async def test_a_difference_is_explained_and_nobody_is_asked(bench, face):
    before, person = bench.stand_in.world(), Person(TICKED)
    async with bench.session(face, person) as session:
        found = await session.call("reconcile_account", {"account_id": "Tagesgeld", "bank_balance": 9735.42})
        assert (found.status, found.structured["analysis"]["difference"]) == ("difference_found", -14.58)
        assert found.structured["message"] == (
            "Nothing was changed. The bank says 9735.42, the cleared transactions add up to 9750.00: a difference of -14.58. "
            "Nothing in the account explains it: a transaction may be missing, or an amount may be wrong."
        )
        assert not {"confirmation", "operation_id", "adjustment"} & set(found.structured)
    assert person.questions == []
    check_nothing_happened(bench, before)


async def test_an_import_acts_at_once_and_says_that_nothing_takes_it_back(bench, face):
    before, person = bench.stand_in.world(), Person(DECLINED)
    async with bench.session(face, person) as session:
        came = await session.call("import_transactions", {})
        assert (came.status, came.structured["imported"]) == ("applied", 3)
        after = bench.stand_in.world()
        new = {id: row for id, row in after.transactions.items() if id not in before.transactions}
        assert sorted(came.structured["transaction_ids"]) == sorted(new)
        told = sorted((row["account_name"], row["amount"], row["payee_name"], row["approved"]) for row in new.values())
        assert told == [
            ("Girokonto", -31_420, "REWE", False),
            ("Girokonto", -9_990, "Mobilfunk 24", False),
            ("Visa", -45_000, 'Pizzeria "Da Gino"', False),
        ]
        [operation] = bench.operations()
        assert operation.all_applied()
        assert operation.intent["groups"][0]["effects"][0]["kind"] == "imported"
        refused = await session.call("undo_operation", {"operation_id": operation.id})
        why = "what a bank sent is taken back by deleting it in YNAB, row by row"
        assert refused.text == f"Nothing was changed: operation {operation.id} cannot be undone: {why}."
        again = await session.call("import_transactions", {})
        assert (again.status, again.structured["imported"]) == ("nothing_to_do", 0)
        assert again.structured["message"] == "No new transaction to import."
    assert person.questions == []
    assert bench.stand_in.world().transactions == after.transactions
