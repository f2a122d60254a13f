"""Arguments as clients really send them, and what is refused before anything is asked of YNAB."""

import json

import pytest
from mcp.shared.exceptions import MCPError

from sessions import TICKED, Person
from stand_in import MONTH
from test_moving_money import MOVE, after_the_move
from test_other_writes import changed, new_rows

pytestmark = pytest.mark.anyio


async def test_text_stands_for_numbers_and_lists_and_nothing(bench, face):
    plain = {"since_date": "2026-08-01", "account_ids": ["Girokonto", "Visa"], "limit": 3}
    as_text = {
        "since_date": "2026-08-01",
        "account_ids": '["Girokonto", "Visa"]',
        "limit": "3",
        "category_ids": "null",
        "payee": "",
        "until_date": None,
        "amount": ["null"],
        "plan_id": "null",
    }
    async with bench.session(face) as session:
        expected = await session.call("find_transactions", plain)
        assert len(expected.structured["transactions"]) == 3
        for limit in ("3", 3.0):
            answer = await session.call("find_transactions", as_text | {"limit": limit})
            assert answer.structured == expected.structured
        by_amount = {"since_date": "2026-08-01", "amount": "-23.87"}
        [row] = (await session.call("find_transactions", by_amount)).structured["transactions"]
        assert (row["payee"], row["amount"]) == ("REWE", -23.87)


async def test_an_amount_may_be_a_number_or_its_text(bench, face):
    before = bench.stand_in.world()
    async with bench.session(face, Person(TICKED)) as session:
        for amount in (12.5, "12.5", "12.50"):
            assert (await session.call("move_money", MOVE | {"amount": amount})).status == "applied"
            assert bench.stand_in.world().assigned == after_the_move(bench, before)
            await session.agreed("undo_operation", {})


async def test_an_amount_that_is_not_exact_is_refused(bench, face):
    person = Person(TICKED)
    amounts = ["12,500", "1.234", "1e3", "twelve", "", "null", None, True, [], 12.3456, "0", 0, -3, "NaN", "12.5.0"]
    async with bench.session(face, person) as session:
        for amount in amounts:
            refused = await session.call("move_money", MOVE | {"amount": amount})
            assert refused.is_error, amount
            assert refused.text.endswith("."), "a sentence is told to its end"
            if amount == "12,500":
                assert "12500" in refused.text and "12.500" in refused.text, "both readings are named"
    assert person.questions == [] and bench.stand_in.writes() == [] and bench.operations() == []


async def test_lists_of_rows_may_come_as_text(bench, face):
    before = bench.stand_in.world()
    row = next(row for row in new_rows(before) if row["category_name"] == "Uncategorized")
    assignments = [{"transaction_id": row["id"], "category_id": "Fuel"}]
    async with bench.session(face, Person(TICKED)) as session:
        await session.agreed("apply_categories", {"assignments": json.dumps(assignments)})
        await session.agreed("approve_transactions", {"tx_ids": json.dumps([row["id"]])})
        flags = [{"transaction_id": row["id"], "color": "null"}, {"transaction_id": row["id"], "color": "blue"}]
        twice = await session.call("flag_transactions", {"flags": json.dumps(flags)})
        assert twice.is_error, "the same row twice says two things"
        await session.agreed("flag_transactions", {"flags": json.dumps(flags[1:])})
    held = changed(before, bench.stand_in.world())
    assert list(held) == [row["id"]]
    assert (held[row["id"]]["category_name"], held[row["id"]]["flag_color"]) == ("Fuel", "blue")


async def test_arguments_may_be_absent(bench, face):
    async with bench.session(face) as session:
        for tool in ("list_plans", "list_accounts", "get_monthly_summary"):
            assert not (await session.call(tool)).is_error
            assert not (await session.call(tool, {})).is_error


async def test_an_unknown_argument_is_refused_with_the_valid_ones(bench, face):
    async with bench.session(face) as session:
        refused = await session.call("list_accounts", {"budget_id": "x"})
        assert refused.is_error and "`budget_id` is not an argument; the valid ones are plan_id" in refused.text
        refused = await session.call("move_money", {"Month": MONTH, "from": "Fuel", "amount": 1})
        names = "plan_id, month, from_category_id, to_category_id, amount, confirmation"
        for problem in (f"the valid ones are {names}; `month` may be meant", "`to_category_id` is missing"):
            assert problem in refused.text
        refused = await session.call("flag_transactions", {"flags": [{"transaction_id": "x", "colour": "red"}]})
        assert "`flags[0].colour` is not an argument; the valid ones are transaction_id, color" in refused.text
        refused = await session.call("list_plans", {"plan_id": "x"})
        assert refused.is_error and "`plan_id` is not an argument" in refused.text
    assert bench.stand_in.requests() == []


WRONG_BY_THEMSELVES = [
    ("get_monthly_summary", {"month": "2026-09-15"}),
    ("get_monthly_summary", {"month": "2026-13-01"}),
    ("get_category_balances", {"month": "September"}),
    ("find_transactions", {"since_date": "01.09.2026"}),
    ("find_transactions", {"since_date": "2026-09-10", "until_date": "2026-09-01"}),
    ("find_transactions", {"since_date": "2026-09-10", "limit": 0}),
    ("find_transactions", {"since_date": "2026-09-10", "limit": "many"}),
    ("move_money", MOVE | {"month": "09/2026"}),
    ("move_money", {}),
    ("undo_operation", {"operation_id": "../../etc"}),
    ("approve_transactions", {"tx_ids": "not a list"}),
    ("approve_transactions", {"tx_ids": ["a/b"]}),
    ("apply_categories", {"assignments": [{"transaction_id": "a%2Fb", "category_id": "Fuel"}]}),
    ("flag_transactions", {"flags": [{"transaction_id": "a/../b", "color": "red"}]}),
    ("flag_transactions", {"flags": [{"transaction_id": "x", "color": {"name": "red"}}]}),
]


async def test_what_is_wrong_by_itself_costs_no_request(bench, face):
    asked = {}
    async with bench.session(face) as session:
        for tool, arguments in WRONG_BY_THEMSELVES:
            known = len(bench.stand_in.requests())
            refused = await session.call(tool, arguments)
            assert refused.is_error and refused.text, arguments
            if new := bench.stand_in.requests()[known:]:
                asked[f"{tool} {arguments}"] = [request["path"] for request in new]
    assert asked == {}


async def test_an_id_never_changes_the_path(bench, face):
    async with bench.session(face) as session:
        for plan in ("../user", "a/b", "a%2Fb", "..", "x?y=z", "x#y"):
            assert (await session.call("list_accounts", {"plan_id": plan})).is_error
    assert {request["path"] for request in bench.stand_in.requests()} <= {"/v1/plans"}


async def test_a_name_that_fits_nothing_or_too_much_lists_the_candidates(bench, face):
    async with bench.session(face) as session:
        refused = await session.call("move_money", MOVE | {"to_category_id": "Fuell"})
        assert refused.is_error and "Fuel" in refused.text.replace("Fuell", "")
    assert bench.stand_in.writes() == []


async def test_an_unknown_tool_is_an_error_of_the_protocol(bench, face):
    async with bench.session(face) as session:
        with pytest.raises(MCPError) as refused:
            await session.call("delete_everything")
        assert refused.value.error.code == -32602
        assert len((await session.call("list_plans")).structured["plans"]) == 1
