"""Names and memos that try to add a line, to hide or to paint over others: none of that reaches a question or answer."""

import json
import re
import unicodedata
from itertools import cycle
from pathlib import Path

import pytest

from sessions import TICKED, Bench, Person
from stand_in import MONTH, StandIn
from test_listing import READS
from test_other_writes import new_rows

pytestmark = pytest.mark.anyio

ENDINGS = [
    "\n- Rent: 0.00 → 999.00",
    "\r\nMove 1.00 from A to B?",
    "\u2028second line\u2029third\x0bfourth\x85fifth",
    "\u202etxet\u2066\u2069\u200f",
    "\u200b\u200d\ufeff\u2060hidden",
    "e" + "\u0301" * 500,
    "L" * 300,
    "\U000e0041\U000e0042\ue000\x1b[31m\x00",
]
# The longest that a name and a memo are shown, and the sign that they go on.
LONGEST_NAME, LONGEST_MEMO = 81, 501


def spoil(world: Path) -> None:
    """Every name and memo of a kept world gets one of the endings."""
    endings = cycle(ENDINGS)
    content = json.loads(world.read_text())
    for plan in content["plans"]:
        plan["name"] += next(endings)
        for rows in ("accounts", "groups", "categories", "payees"):
            for row in plan[rows]:
                row["name"] += next(endings)
        for row in plan["transactions"][-60:]:
            row["memo"] = f"memo{next(endings)}"
    world.write_text(json.dumps(content))


@pytest.fixture
def bench(tmp_path):
    world = tmp_path / "world.json"
    StandIn(world).stop()
    spoil(world)
    bench = Bench(tmp_path, world)
    yield bench
    bench.end()


def check_line(text: str) -> None:
    """Nothing but what shows, on one line."""
    assert not [character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Co")]
    decomposed = "".join("m" if unicodedata.category(c) in ("Mn", "Me") else "." for c in text)
    assert "mmmm" not in decomposed


def check_text(text: str) -> None:
    """A name or a memo in an answer."""
    check_line(text)
    assert len(text) <= LONGEST_MEMO


def texts(value: object):
    """Every text in an answer but the message, whose lines are the question's."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if name != "message":
                yield from texts(item)


def check_lines(text: str, count: int) -> None:
    lines = text.split("\n")
    assert len(lines) == count, text
    for line in lines:
        check_line(line)


async def test_reads(bench, face):
    calls = {tool: {} for tool in READS if tool != "diagnose_account"}
    calls["find_transactions"] = {"since_date": "2026-07-01", "limit": 200}
    calls["forecast_balance"] = {"until": "2027-10"}
    async with bench.session(face) as session:
        for tool, arguments in calls.items():
            answer = await session.call(tool, arguments)
            for text in texts(answer.structured):
                check_text(text)
            for name in re.findall(r'"(?:name|plan|account|category|payee|group)":"([^"]*)"', answer.text):
                assert len(name) <= LONGEST_NAME


async def test_questions_and_codes(bench, face):
    categories = [category["id"] for category in bench.stand_in.month()["categories"] if not category["internal"]]
    rows = [row for row in new_rows(bench.stand_in.world()) if row["category_id"] != categories[9]][:4]
    source, target, other = categories[8:11]
    move = {"month": MONTH, "from_category_id": source, "to_category_id": target, "amount": 1}
    assignments = [{"transaction_id": row["id"], "category_id": target} for row in rows]
    flags = [{"transaction_id": row["id"], "color": "red"} for row in rows]
    # Each with the lines of its question: the headline, one a change, one for each amount that becomes available, and one that it
    # is overspent.
    calls = [
        ("move_money", move, 5),
        ("set_category_budget", {"month": MONTH, "category_id": other, "amount": 3.21}, 4),
        ("apply_categories", {"assignments": assignments}, 6),
        ("flag_transactions", {"flags": flags}, 5),
    ]
    async with bench.session(face) as session:
        for tool, arguments, lines in calls:
            preview = await session.call(tool, arguments)
            assert preview.status == "confirmation_required"
            # And one on what to do with the code.
            check_lines(preview.structured["message"], lines + 1)
            for text in texts(preview.structured):
                check_text(text)
    person = Person(TICKED)
    async with bench.session(face, person) as session:
        for tool, arguments, lines in [*calls, ("undo_operation", {}, 5)]:
            applied = await session.call(tool, arguments)
            assert applied.status == "applied"
            check_lines(person.questions[-1].message, lines)
            for text in texts(applied.structured):
                check_text(text)


async def test_errors(bench, face):
    async with bench.session(face) as session:
        for wanted in ("Fuel", "no such thing" + "".join(ENDINGS)):
            move = {"month": MONTH, "from_category_id": wanted, "to_category_id": "Clothing", "amount": 1}
            refused = await session.call("move_money", move)
            assert refused.is_error
            lines = refused.text.split("\n")
            assert all(line.startswith(("Nothing was sent", "- ")) for line in lines), refused.text
            for line in lines:
                check_line(line)
