"""Every read tool, its figures held against what the stand-in holds."""

import pytest

from sessions import MODERN, Face
from stand_in import MONTH
from test_listing import READS

pytestmark = pytest.mark.anyio

CALLS = {
    "list_plans": {},
    "list_accounts": {},
    "list_category_groups": {},
    "get_monthly_summary": {"month": MONTH},
    "get_category_balances": {"month": MONTH},
    "find_transactions": {"since_date": "2026-09-01"},
    "diagnose_account": {"account_id": "Girokonto", "bank_balance": 0},
    "list_operations": {},
    "list_categories": {},
    "list_payees": {},
    "get_budget_vs_actual": {},
    "get_underfunded_targets": {},
    "get_spending": {},
    "get_spending_trends": {},
    "get_savings_rate": {},
    "get_runway": {},
    "get_age_of_money": {},
    "list_scheduled_transactions": {},
    "find_recurring_charges": {},
    "forecast_balance": {"until": "2026-12"},
    "get_net_worth_trend": {},
    "get_card_coverage": {},
    "get_debt_payoff_plan": {},
    "list_unapproved": {},
    "suggest_categories": {},
    "get_transaction": {},
}

# Arguments that the plan has to be asked for.
ONE = {"get_transaction": lambda world: {"transaction_id": next(iter(world.transactions))}}


def units(milliunits: int) -> float:
    return milliunits / 1000


@pytest.mark.parametrize("tool", READS)
async def test_a_read_answers_by_its_schema_and_only_reads(bench, face, tool):
    async with bench.session(face) as session:
        arguments = CALLS[tool] or ONE.get(tool, lambda world: {})(bench.stand_in.world())
        answer = await session.call(tool, arguments)
        assert not answer.is_error, answer.text
        if tool != "list_plans":
            assert (answer.structured["plan"], answer.structured["currency"]) == ("Demo household", "EUR")
        if face.library == "fastmcp":
            typed = await session.client.call_tool(tool, arguments)
            assert typed.data is not None, "the library could not build its types from the schema"
    requests = bench.stand_in.requests()
    assert requests and all(request["method"] == "GET" for request in requests)
    assert answer.cost["requests"] == len(requests), "the answer says what it cost; the same call again costs nothing"


async def test_plans(bench, face):
    async with bench.session(face) as session:
        [plan] = (await session.call("list_plans")).structured["plans"]
    assert plan == {
        "id": bench.stand_in.plan_id,
        "name": "Demo household",
        "currency": "EUR",
        "first_month": "2023-10-01",
        "last_month": "2026-10-01",
    }


async def test_accounts(bench, face):
    async with bench.session(face) as session:
        rows = (await session.call("list_accounts")).structured["accounts"]
    held = bench.stand_in.ask("GET", f"/plans/{bench.stand_in.plan_id}/accounts")["accounts"]
    balances = {account["id"]: units(account["balance"]) for account in held if not account["deleted"]}
    assert {row["id"]: row["balance"] for row in rows} == balances


async def test_groups(bench, face):
    async with bench.session(face) as session:
        groups = (await session.call("list_category_groups")).structured["groups"]
    names = [group["name"] for group in groups]
    assert "Everyday" in names and "Wedding" not in names and "Internal Master Category" not in names


async def test_a_month(bench, face):
    async with bench.session(face) as session:
        summary = (await session.call("get_monthly_summary", {"month": "current"})).structured
    month = bench.stand_in.month()
    overspent = [c for c in month["categories"] if c["balance"] < 0 and not c["internal"] and not c["hidden"]]
    assert summary["month"] == MONTH
    assert summary["income"] == units(month["income"])
    assert summary["budgeted"] == units(month["budgeted"])
    assert summary["activity"] == units(month["activity"])
    assert summary["ready_to_assign"] == units(month["to_be_budgeted"])
    assert summary["age_of_money"] == month["age_of_money"]
    assert {row["category_id"] for row in summary["overspent"]} >= {category["id"] for category in overspent}


async def test_transactions(bench, face):
    async with bench.session(face) as session:
        arguments = {"since_date": "2023-01-01", "until_date": "2026-09-15", "payee": "Apotheke", "limit": 200}
        found = (await session.call("find_transactions", arguments)).structured
    rows = bench.stand_in.world().transactions.values()
    wanted = [row["id"] for row in rows if "apotheke" in (row["payee_name"] or "").lower()]
    assert sorted(row["transaction_id"] for row in found["transactions"]) == sorted(wanted)
    assert (found["total"], found["truncated"]) == (len(wanted), False)
    dates = [row["date"] for row in found["transactions"]]
    assert dates == sorted(dates, reverse=True)


async def test_text_from_banks_stays_on_one_line(bench):
    async with bench.session(Face("mcp", MODERN)) as session:
        found = await session.call("find_transactions", {"since_date": "2026-08-01", "payee": "Thalia"})
    memos = [row["memo"] for row in found.structured["transactions"] if "memo" in row]
    assert memos and not set("".join(memos)) & set("\n\u202e\u200b")
