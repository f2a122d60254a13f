"""Calls as a prompt written for the Python version makes them: its arguments, all of them, with its nulls."""

import json

import pytest

from changes import CINEMA, EVERYDAY, FUN, LIDL, SPLIT_ROW
from sessions import TICKED, Person
from stand_in import MONTH
from test_other_writes import new_rows

pytestmark = pytest.mark.anyio

PLAN = {"plan_id": "last-used", "confirmation": None}


def calls(stand_in) -> list[tuple[str, dict, str]]:
    """Each write with its arguments, and the status of its answer."""
    before = stand_in.world()
    ids = stand_in.category_ids
    accounts = {row["account_name"]: row["account_id"] for row in before.transactions.values()}
    fresh = [row["id"] for row in new_rows(before) if row["category_name"] == "Uncategorized"]
    wallet, savings = accounts["Wallet 👛"], accounts["Tagesgeld"]
    bread = {
        "date": "2026-09-10",
        "amount": -12.34,
        "payee_name": "Käse & Brot",
        "memo": "Brot",
        "category_id": ids["🛒 Groceries"],
    }
    lines = [
        {"amount": -20.0, "category_id": ids["🛒 Groceries"], "memo": None},
        {"amount": -12.87, "category_id": ids["Household"], "memo": "Seife"},
    ]
    target = {"by_date": None, "frequency": None}
    return [
        ("create_transactions", {"account_id": wallet, "transactions": [bread], "approved": False}, "applied"),
        (
            "create_transactions",
            {"account_id": wallet, "transactions": [bread | {"memo": None, "category_id": None}]},
            "applied",
        ),
        ("reconcile_account", {"account_id": savings, "bank_balance": 9735.42}, "difference_found"),
        ("reconcile_account", {"account_id": savings, "bank_balance": 9735.42, "adjust": True}, "applied"),
        ("reconcile_account", {"account_id": savings, "bank_balance": 9735.42, "adjust": False}, "nothing_to_do"),
        ("split_transaction", {"transaction_id": SPLIT_ROW, "lines": lines}, "applied"),
        ("set_category_target", {"category_id": ids["Household"], "amount": 50.0, **target}, "applied"),
        (
            "set_category_target",
            {"category_id": ids["Household"], "amount": 600.0, **target, "by_date": "2027-06-01"},
            "applied",
        ),
        (
            "set_category_target",
            {"category_id": ids["Household"], "amount": 15.0, **target, "frequency": "weekly"},
            "applied",
        ),
        (
            "set_category_target",
            {"category_id": ids["Household"], "amount": 200, "frequency": "yearly"},
            "applied",
        ),
        ("set_category_target", {"category_id": ids["Household"], "amount": None, **target}, "applied"),
        ("create_category", {"category_group_id": FUN, "name": " Museum "}, "applied"),
        ("update_category", {"category_id": CINEMA, "name": "Kino", "category_group_id": None}, "applied"),
        ("update_category", {"category_id": CINEMA, "name": None, "category_group_id": EVERYDAY}, "applied"),
        ("rename_payee", {"payee_id": LIDL, "name": "Lidl Süd"}, "applied"),
        ("apply_categories", {"assignments": [{"transaction_id": fresh[0], "category_id": ids["Fuel"]}]}, "applied"),
        ("flag_transactions", {"flags": [{"transaction_id": fresh[0], "color": "red"}]}, "applied"),
        ("flag_transactions", {"flags": [{"transaction_id": fresh[0], "color": None}]}, "applied"),
        ("set_category_budget", {"month": "current", "category_id": ids["Fuel"], "amount": 99.5}, "applied"),
        (
            "move_money",
            {"month": MONTH, "from_category_id": ids["Fuel"], "to_category_id": ids["Household"], "amount": 10.0},
            "applied",
        ),
        ("undo_operation", {"operation_id": None}, "applied"),
        ("approve_transactions", {"tx_ids": fresh[:2]}, "applied"),
        ("import_transactions", {}, "applied"),
    ]


AT_ONCE = ("approve_transactions", "import_transactions")


async def test_with_a_person(bench, face):
    before, person = bench.stand_in.world(), Person(TICKED)
    asked = calls(bench.stand_in)
    async with bench.session(face, person) as session:
        for tool, arguments, status in asked:
            plan = {"plan_id": "last-used"} if tool in AT_ONCE else PLAN
            answer = await session.call(tool, plan | arguments)
            assert not answer.is_error, (tool, answer.text)
            assert answer.status == status, (tool, answer.text)
    check_held(bench, before, asked)


async def test_with_codes(bench, face):
    before, asked = bench.stand_in.world(), calls(bench.stand_in)
    async with bench.session(face) as session:
        for tool, arguments, status in asked:
            plan = {"plan_id": bench.stand_in.plan_id}
            answer = await session.call(tool, plan | arguments)
            if tool not in AT_ONCE and status == "applied":
                code = {"confirmation": answer.structured["confirmation"]}
                answer = await session.call(tool, plan | arguments | code)
            assert not answer.is_error, (tool, answer.text)
            assert answer.status == status, (tool, answer.text)
    check_held(bench, before, asked)


def check_held(bench, before, asked) -> None:
    """What all of them together leave behind."""
    stand_in, after = bench.stand_in, bench.stand_in.world()
    ids = stand_in.category_ids
    told = [operation.intent["tool"] for operation in bench.operations()]
    assert told == [tool for tool, _, status in asked if status == "applied"]
    assert all(operation.all_applied() for operation in bench.operations())

    new = [row for id, row in after.transactions.items() if id not in before.transactions]
    rows = sorted((row["account_name"], row["amount"], row["payee_name"], row["memo"] or "") for row in new)
    assert rows == [
        ("Girokonto", -31_420, "REWE", ""),
        ("Girokonto", -9_990, "Mobilfunk 24", ""),
        ("Tagesgeld", -14_580, "Balance adjustment", "Entered by reconcile_account"),
        ("Visa", -45_000, 'Pizzeria "Da Gino"', ""),
        ("Wallet 👛", -12_340, "Käse & Brot", ""),
        ("Wallet 👛", -12_340, "Käse & Brot", "Brot"),
    ]
    lines = after.transactions[SPLIT_ROW]["subtransactions"]
    assert [(line["amount"], line["memo"]) for line in lines] == [(-20_000, None), (-12_870, "Seife")]

    assert after.categories[ids["Household"]] == before.categories[ids["Household"]], "its target is removed again"
    assert (after.categories[CINEMA]["name"], after.categories[CINEMA]["category_group_id"]) == ("Kino", EVERYDAY)
    [museum] = after.categories.keys() - before.categories.keys()
    assert after.categories[museum]["name"] == "Museum"
    assert "Lidl" not in stand_in.payees() and stand_in.payees()["Lidl Süd"] == LIDL
    assert after.assigned[ids["Fuel"]] == 99_500 and after.assigned[ids["Household"]] == before.assigned[ids["Household"]]

    fresh = [row["id"] for row in new_rows(before) if row["category_name"] == "Uncategorized"]
    assert (after.transactions[fresh[0]]["category_name"], after.transactions[fresh[0]]["flag_color"] or "") == ("Fuel", "")
    assert [after.transactions[id]["approved"] for id in fresh[:2]] == [True, True]
    # Each is sent as it was asked for, and no more.
    patches = [request for request in stand_in.writes() if request["operation"] == "updateCategory"]
    patches = [json.loads(request["body"])["category"] for request in patches]
    targets = [patch for patch in patches if "goal_target" in patch]
    assert targets == [
        {"goal_target": 50_000},
        {"goal_target": 600_000, "goal_target_date": "2027-06-01"},
        {"goal_target": 15_000, "goal_frequency": "weekly"},
        {"goal_target": 200_000, "goal_frequency": "yearly"},
        {"goal_target": None},
    ]

