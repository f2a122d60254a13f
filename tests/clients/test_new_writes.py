"""Rows, splits, reconciliations, targets and names: each shown, agreed to in every way, recorded, undone and done again.

The arguments are those of the Python version's prompts: they must go on working as they are.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Callable

import pytest

from sessions import DECLINED, DISMISSED, TICKED, UNTICKED, Person
from stand_in import TODAY

pytestmark = pytest.mark.anyio


def content(stand_in) -> dict:
    """All that these tools change, rows without their ids: one that is made again has another."""
    plan = f"/plans/{stand_in.plan_id}"
    rows = stand_in.ask("GET", f"{plan}/transactions?since_date=2000-01-01")["transactions"]
    groups = stand_in.ask("GET", f"{plan}/categories")["category_groups"]
    categories = [category for group in groups for category in group["categories"]]
    goals = ("goal_type", "goal_target", "goal_target_date", "goal_cadence", "goal_needs_whole_amount")
    return {
        "rows": Counter(row_content(row) for row in rows),
        "categories": {
            category["id"]: (category["name"], category["category_group_id"], *(category[goal] for goal in goals))
            for category in categories
        },
        "payees": {payee["id"]: payee["name"] for payee in stand_in.ask("GET", f"{plan}/payees")["payees"]},
        "assigned": stand_in.world().assigned,
    }


def row_content(row: dict) -> tuple:
    fields = ("account_id", "date", "amount", "payee_name", "memo", "cleared", "approved", "flag_color")
    lines = tuple((line["amount"], line["category_id"], line["memo"]) for line in row["subtransactions"])
    category = None if lines else row["category_id"]
    return (*(row[name] or None for name in fields), category, lines)


def back(before: dict, now: dict) -> bool:
    """Whether all is as it was, but for payees that came with a row and stay."""
    left_over = now["payees"].items() - before["payees"].items()
    payees = dict(now["payees"].items() - left_over)
    return now | {"payees": payees} == before and all(id not in before["payees"] for id, _ in left_over)


def plain_row(stand_in) -> dict:
    """A payment that can be split."""
    rows = stand_in.world().transactions.values()
    fits = [
        row
        for row in rows
        if not row["subtransactions"]
        and not row["transfer_account_id"]
        and row["category_name"] == "🛒 Groceries"
        and row["amount"] < -10_000
        and row["amount"] % 10 == 0
    ]
    return max(fits, key=lambda row: (row["date"], row["id"]))


def account(stand_in, kind: str) -> dict:
    accounts = stand_in.ask("GET", f"/plans/{stand_in.plan_id}/accounts")["accounts"]
    return next(account for account in accounts if account["type"] == kind and not account["closed"])


def own_payee(stand_in) -> dict:
    return next(
        payee
        for payee in stand_in.ask("GET", f"/plans/{stand_in.plan_id}/payees")["payees"]
        if payee["name"] == "REWE"
    )


@dataclass(frozen=True)
class Case:
    """One write: its tool, its arguments, how its question begins, and what is so afterwards."""

    tool: str
    arguments: Callable[[object], dict]
    question: Callable[[object], str]
    holds: Callable[[dict, dict, object], bool]
    undoable: bool = True


def created_rows(stand_in) -> dict:
    return {
        "account_id": account(stand_in, "checking")["id"],
        "transactions": [
            {
                "date": TODAY,
                "amount": -12.34,
                "payee_name": "Corner kiosk",
                "memo": "two papers",
                "category_id": stand_in.category_ids["🛒 Groceries"],
            },
            {"date": "2026-09-14", "amount": 5, "payee_name": "Corner kiosk", "memo": None, "category_id": None},
        ],
        "approved": True,
    }


def rows_are_there(before: dict, after: dict, _stand_in) -> bool:
    new = after["rows"] - before["rows"]
    made = sorted((row[1], row[2], row[3], row[4], row[5], row[6]) for row in new.elements())
    return made == [
        ("2026-09-14", 5_000, "Corner kiosk", None, "cleared", True),
        (TODAY, -12_340, "Corner kiosk", "two papers", "cleared", True),
    ] and not before["rows"] - after["rows"]


def split_lines(stand_in) -> dict:
    row = plain_row(stand_in)
    return {
        "transaction_id": row["id"],
        "lines": [
            {"amount": (row["amount"] + 3_000) / 1000, "category_id": stand_in.category_ids["🛒 Groceries"], "memo": "food"},
            {"amount": -3, "category_id": stand_in.category_ids["Fuel"], "memo": None},
        ],
    }


def is_split(before: dict, after: dict, stand_in) -> bool:
    [row] = (after["rows"] - before["rows"]).elements()
    [gone] = (before["rows"] - after["rows"]).elements()
    fuel = stand_in.category_ids["Fuel"]
    return row[:8] == gone[:8] and row[-1][1] == (-3_000, fuel, None) and row[-1][0][2] == "food"


def reconciled(adjust: bool) -> Callable[[object], dict]:
    def arguments(stand_in) -> dict:
        held = account(stand_in, "checking")
        balance = held["cleared_balance"] / 1000 + (2.5 if adjust else 0)
        return {"account_id": held["id"], "bank_balance": balance} | ({"adjust": True} if adjust else {})

    return arguments


def marked(adjusted: int | None) -> Callable[[dict, dict, object], bool]:
    def holds(before: dict, after: dict, stand_in) -> bool:
        new, gone = after["rows"] - before["rows"], before["rows"] - after["rows"]
        made = [row for row in new.elements() if row[3] == "Balance adjustment"]
        kept = [row[:5] + row[6:] for row in new.elements() if row[3] != "Balance adjustment"]
        ready = stand_in.category_ids["Inflow: Ready to Assign"]
        expected = [] if adjusted is None else [(TODAY, adjusted, "reconciled", True, ready)]
        return (
            [(row[1], row[2], row[5], row[6], row[8]) for row in made] == expected
            and sorted(map(str, kept)) == sorted(str(row[:5] + row[6:]) for row in gone.elements())
            and all(row[5] == "reconciled" for row in new.elements())
            and all(row[5] == "cleared" for row in gone.elements())
            and len(gone) > 0
        )

    return holds


def marks(stand_in) -> int:
    """How many rows a reconciliation marks."""
    held = account(stand_in, "checking")["id"]
    rows = stand_in.world().transactions.values()
    return sum(row["account_id"] == held and row["cleared"] == "cleared" and row["approved"] for row in rows)


def category_of(after: dict, stand_in, name: str) -> tuple:
    return after["categories"][stand_in.category_ids[name]]


def group_id(stand_in, name: str) -> str:
    groups = stand_in.ask("GET", f"/plans/{stand_in.plan_id}/categories")["category_groups"]
    return next(group["id"] for group in groups if group["name"] == name)


CASES = {
    "create": Case(
        "create_transactions",
        created_rows,
        lambda stand_in: "Create 2 transaction(s) on Girokonto?",
        rows_are_there,
    ),
    "split": Case(
        "split_transaction",
        split_lines,
        lambda stand_in: f"Split {plain_row(stand_in)['date']} ",
        is_split,
    ),
    "reconcile": Case(
        "reconcile_account",
        reconciled(False),
        lambda stand_in: f"Reconcile Girokonto: mark {marks(stand_in)} cleared transaction(s) reconciled?",
        marked(None),
    ),
    "adjust": Case(
        "reconcile_account",
        reconciled(True),
        lambda stand_in: f"Reconcile Girokonto: mark {marks(stand_in)} cleared transaction(s) reconciled and add a balance "
        "adjustment of 2.50?",
        marked(2_500),
    ),
    "target by date": Case(
        "set_category_target",
        lambda stand_in: {"category_id": stand_in.category_ids["🛒 Groceries"], "amount": 120, "by_date": "2027-06-01"},
        lambda stand_in: "Set the target of 🛒 Groceries: ",
        lambda _, after, stand_in: category_of(after, stand_in, "🛒 Groceries")[2:5] == ("NEED", 120_000, "2027-06-01"),
    ),
    "weekly target": Case(
        "set_category_target",
        lambda stand_in: {"category_id": stand_in.category_ids["🛒 Groceries"], "amount": "20.00", "frequency": "weekly"},
        lambda stand_in: "Set the target of 🛒 Groceries: ",
        lambda _, after, stand_in: category_of(after, stand_in, "🛒 Groceries")[5] == 2,
    ),
    "new category": Case(
        "create_category",
        lambda stand_in: {"category_group_id": group_id(stand_in, "Fun"), "name": "Pets"},
        lambda stand_in: "Create category ‘Pets’ in Fun?",
        lambda before, after, _: ["Pets"]
        == [after["categories"][id][0] for id in after["categories"].keys() - before["categories"].keys()],
        undoable=False,
    ),
    "renamed category": Case(
        "update_category",
        lambda stand_in: {
            "category_id": stand_in.category_ids["Fuel"],
            "name": "Petrol",
            "category_group_id": group_id(stand_in, "Fun"),
        },
        lambda stand_in: "Change category ‘Fuel’ (",
        lambda _, after, stand_in: category_of(after, stand_in, "Fuel")[:2] == ("Petrol", group_id(stand_in, "Fun")),
    ),
    "renamed payee": Case(
        "rename_payee",
        lambda stand_in: {"payee_id": own_payee(stand_in)["id"], "name": "Rewe Markt"},
        lambda stand_in: "Rename payee ‘REWE’ to ‘Rewe Markt’?",
        lambda before, after, _: sum((after["rows"] - before["rows"]).values()) > 5
        and all(row[3] == "Rewe Markt" for row in after["rows"] - before["rows"]),
    ),
}


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def case(request) -> Case:
    return request.param


async def test_agreed_in_the_client_undone_and_done_again(bench, face, case):
    before, person = content(bench.stand_in), Person(TICKED)
    arguments, question = case.arguments(bench.stand_in), case.question(bench.stand_in)
    async with bench.session(face, person) as session:
        applied = await session.call(case.tool, arguments)
        assert applied.status == "applied", applied.text
        assert person.questions[0].message.startswith(question)
        await check_undo_and_redo(bench, session, case, before, applied)


async def test_agreed_by_code_where_the_client_cannot_ask(bench, face, case):
    before = content(bench.stand_in)
    arguments, question = case.arguments(bench.stand_in), case.question(bench.stand_in)
    async with bench.session(face) as session:
        preview = await session.call(case.tool, arguments)
        assert preview.status == "confirmation_required" and question in preview.structured["message"]
        assert content(bench.stand_in) == before and bench.operations() == []
        code = {"confirmation": preview.structured["confirmation"]}
        applied = await session.call(case.tool, arguments | code)
        assert applied.status == "applied", applied.text
        held = content(bench.stand_in)
        again = await session.call(case.tool, arguments | code)
        assert again.is_error, "a code counts once, whatever else there is to say against the call"
        assert content(bench.stand_in) == held
        await check_undo_and_redo(bench, session, case, before, applied)


async def check_undo_and_redo(bench, session, case, before, applied):
    """The plan is as asked and it is recorded; undone it is as before, and the undo undone as asked again."""
    after = content(bench.stand_in)
    assert case.holds(before, after, bench.stand_in), (after["rows"] - before["rows"], before["rows"] - after["rows"])
    [operation] = bench.operations()
    assert operation.all_applied() and operation.intent["tool"] == case.tool
    assert operation.id == applied.structured["operation_id"]
    undo = {"operation_id": operation.id}
    if not case.undoable:
        assert "cannot be undone" in applied.structured["message"]
        refused = await session.call("undo_operation", undo)
        assert refused.is_error and "cannot be undone" in refused.text
        assert content(bench.stand_in) == after and len(bench.operations()) == 1
        return
    await session.agreed("undo_operation", undo)
    assert back(before, content(bench.stand_in))
    await session.agreed("undo_operation", {"operation_id": bench.operations()[-1].id})
    assert content(bench.stand_in) == after
    assert all(operation.all_applied() for operation in bench.operations())
    assert [operation.intent.get("undo_of") for operation in bench.operations()][:2] == [None, operation.id]


@pytest.mark.parametrize("answer", [UNTICKED, DECLINED], ids=["unticked", "declined"])
async def test_a_no_changes_nothing(bench, face, case, answer):
    before = content(bench.stand_in)
    arguments = case.arguments(bench.stand_in)
    async with bench.session(face, Person(answer)) as session:
        assert (await session.call(case.tool, arguments)).status == "declined"
    assert content(bench.stand_in) == before and bench.operations() == [] and bench.stand_in.writes() == []


async def test_dismissed_a_code_takes_its_place(bench, face, case):
    before, person = content(bench.stand_in), Person(DISMISSED)
    arguments = case.arguments(bench.stand_in)
    async with bench.session(face, person) as session:
        preview = await session.call(case.tool, arguments)
        assert preview.status == "confirmation_required"
        assert content(bench.stand_in) == before and bench.stand_in.writes() == []
        applied = await session.call(case.tool, arguments | {"confirmation": preview.structured["confirmation"]})
        assert applied.status == "applied", applied.text
    assert case.holds(before, content(bench.stand_in), bench.stand_in)


async def test_a_target_is_removed_by_no_amount_and_comes_back(bench, face):
    household = bench.stand_in.category_ids["Household"]
    target = {"category_id": household, "amount": 40, "by_date": None, "frequency": "monthly"}
    async with bench.session(face, Person(TICKED)) as session:
        await session.agreed("set_category_target", target)
        held = content(bench.stand_in)
        removed = await session.agreed("set_category_target", {"category_id": household, "amount": None})
        assert removed.structured["after"] == "no target" and removed.structured["undoable"]
        assert category_of(content(bench.stand_in), bench.stand_in, "Household")[2:4] == (None, None)
        await session.agreed("undo_operation", {})
        assert content(bench.stand_in) == held
        again = await session.call("set_category_target", target)
        assert again.status == "nothing_to_do"


async def test_a_difference_is_explained_and_nothing_is_asked(bench, face):
    held, person = account(bench.stand_in, "checking"), Person(TICKED)
    arguments = {"account_id": held["id"], "bank_balance": held["cleared_balance"] / 1000 + 1}
    async with bench.session(face, person) as session:
        answer = await session.call("reconcile_account", arguments)
        assert answer.status == "difference_found" and answer.structured["analysis"]["difference"] == 1
        assert person.questions == []
    assert bench.stand_in.writes() == [] and bench.operations() == []


async def test_an_import_acts_at_once_and_is_recorded(bench, face):
    before, person = content(bench.stand_in), Person(TICKED)
    async with bench.session(face, person) as session:
        imported = await session.call("import_transactions", {})
        assert imported.status == "applied"
        count = imported.structured["imported"]
        new = content(bench.stand_in)["rows"] - before["rows"]
        assert sum(new.values()) == count == len(imported.structured["transaction_ids"]) > 0
        again = await session.call("import_transactions", {"plan_id": "last-used"})
        assert again.structured["imported"] == 0 and "No new transaction" in again.structured["message"]
        refused = await session.call("undo_operation", {"operation_id": bench.operations()[0].id})
        assert refused.is_error and "deleting it in YNAB" in refused.text
        assert person.questions == []
