"""Writes of the demo plan, one of each kind: what is asked, and what the plan must hold afterwards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stand_in import TARGET, TODAY, World, content_of

# A purchase at REWE on the Visa card, of 32.87.
SPLIT_ROW = "4b042016-51a7-4f1c-9767-c2ce5973a3f6"
SPLIT_QUESTION = """\
Split 2026-09-12 REWE -32.87 into 2 lines?
- -20.00 🛒 Groceries
- -12.87 Household (Seife)
This leaves Household overspent by 12.87.
Undoing it makes a new transaction in its place: its id and its match with the bank are lost then."""


@dataclass(frozen=True)
class Write:
    """A confirmed write that can be undone."""

    tool: str
    arguments: dict
    # All of its question.
    question: str
    # The kinds of its effects, as the record names them.
    effects: list[str]
    # The requests that write, of the operation and of its undo.
    sent: list[str]
    sent_back: list[str]
    # Looks at the plan before and after, and at the answer.
    check: Callable[[Any, World, World, dict], None]
    # Whether the undo leaves every row its id.
    keeps_ids: bool = True
    # Why nothing takes it back; empty where undo_operation does.
    no_way_back: str = ""

    def __str__(self) -> str:
        return self.tool + ("-adjust" if self.arguments.get("adjust") else "")


def new_rows(before: World, after: World) -> list[dict]:
    """The rows that were not there before, by date; all others must be as they were."""
    assert {id: after.transactions[id] for id in before.transactions} == before.transactions
    new = [row for id, row in after.transactions.items() if id not in before.transactions]
    return sorted(new, key=lambda row: row["date"])


def check_created(stand_in, before: World, after: World, answer: dict) -> None:
    bread, deposit = new_rows(before, after)
    told = ("date", "amount", "payee_name", "memo", "category_name", "account_name", "cleared", "approved", "import_id")
    assert [bread[name] for name in told] == [
        "2026-09-10", -12_340, "Käse & Brot", "Brot", "🛒 Groceries", "Wallet 👛", "cleared", False, None,
    ]  # fmt: skip
    assert [deposit[name] for name in told] == [
        "2026-09-11", 5_000, "Pfandautomat", None, "Uncategorized", "Wallet 👛", "cleared", False, None,
    ]  # fmt: skip
    assert answer["created_ids"] == [bread["id"], deposit["id"]]
    assert [row["transaction_id"] for row in answer["transactions"]] == answer["created_ids"]
    assert answer["balance_after"] == sum(row["amount"] for row in of_account(after, "Wallet 👛")) / 1000
    groceries = stand_in.month()["categories"]
    [groceries] = [category for category in groceries if category["name"] == "🛒 Groceries"]
    assert [(row["name"], row["available"]) for row in answer["available_after"]] == [
        ("🛒 Groceries", groceries["balance"] / 1000)
    ]


def of_account(world: World, account: str) -> list[dict]:
    return [row for row in world.transactions.values() if row["account_name"] == account]


def check_reconciled(account: str, adjustment: int = 0):
    """The approved cleared rows of the account are reconciled, with an adjustment if the amount is not zero."""

    def check(_stand_in, before: World, after: World, answer: dict) -> None:
        marked = [row for row in of_account(before, account) if row["cleared"] == "cleared" and row["approved"]]
        assert marked, "nothing to mark proves nothing"
        expected = before.transactions | {row["id"]: row | {"cleared": "reconciled"} for row in marked}
        new = [row for id, row in after.transactions.items() if id not in before.transactions]
        assert {id: row for id, row in after.transactions.items() if row not in new} == expected
        told = ("amount", "date", "account_name", "cleared", "approved", "category_name", "payee_name")
        adjusted = [
            adjustment, TODAY, account, "reconciled", True, "Inflow: Ready to Assign", "Balance adjustment",
        ]  # fmt: skip
        assert [[row[name] for name in told] for row in new] == ([adjusted] if adjustment else [])
        assert answer["reconciled"] == len(marked) == answer["analysis"]["to_reconcile_count"]
        assert answer.get("adjustment") == (adjustment / 1000 if adjustment else None)
        cleared = [row for row in of_account(after, account) if row["cleared"] != "uncleared"]
        assert answer["cleared_balance_after"] == sum(row["amount"] for row in cleared) / 1000
        assert answer["cleared_balance_after"] == answer["analysis"]["bank_balance"]

    return check


def check_split(stand_in, before: World, after: World, answer: dict) -> None:
    others = {id: row for id, row in before.transactions.items() if id != SPLIT_ROW}
    assert {id: row for id, row in after.transactions.items() if id != SPLIT_ROW} == others
    was, now = before.transactions[SPLIT_ROW], after.transactions[SPLIT_ROW]
    lines = [(line["amount"], line["category_name"], line["memo"]) for line in now["subtransactions"]]
    assert lines == [(-20_000, "🛒 Groceries", None), (-12_870, "Household", "Seife")]
    of_the_lines = ("subtransactions", "category_id", "category_name")
    same = [name for name in was if name not in of_the_lines]
    assert [now[name] for name in same] == [was[name] for name in same]
    assert content_of(now)["category_id"] is None and answer["transaction_id"] == SPLIT_ROW
    held = {category["name"]: category["balance"] / 1000 for category in stand_in.month()["categories"]}
    told = [(row["name"], row["available"]) for row in answer["available_after"]]
    assert sorted(told) == sorted((name, held[name]) for name in ("🛒 Groceries", "Household")), "each once"


def check_category(category: str, /, **fields):
    """Just these fields of a category are another."""

    def check(stand_in, before: World, after: World, _answer: dict) -> None:
        id = stand_in.category_ids[category]
        assert after.categories == before.categories | {id: before.categories[id] | fields}
        assert after.transactions.keys() == before.transactions.keys()

    return check


def check_new_category(_stand_in, before: World, after: World, answer: dict) -> None:
    [new] = after.categories.keys() - before.categories.keys()
    assert {id: after.categories[id] for id in before.categories} == before.categories
    names = {category["name"] for category in before.categories.values()}
    assert after.categories[new]["name"] == answer["name"] == "Museum" and "Museum" not in names
    assert after.categories[new]["category_group_id"] == FUN
    assert answer["category_id"] == new and after.transactions == before.transactions


def check_payee(stand_in, before: World, after: World, answer: dict) -> None:
    renamed = {id: row | {"payee_name": "Lidl Süd"} for id, row in before.transactions.items() if is_lidl(row)}
    assert after.transactions == before.transactions | renamed
    assert answer["transactions"] == len(renamed) > 0
    assert stand_in.payees()["Lidl Süd"] == answer["payee_id"] and "Lidl" not in stand_in.payees()


def is_lidl(row: dict) -> bool:
    return row["payee_name"] == "Lidl"


FUN = "b5ae4f68-4dfd-4c00-9e57-6e944e1d417a"
CINEMA = "fa94b4b9-a5a5-4674-b1a3-dab5b779f490"
LIDL = "c58dd8b2-5cd3-446b-bf9f-edf82e5b4459"
EVERYDAY = "dba60baf-e936-4e24-9969-cb512d9e0c21"
MONTHLY = {
    "goal_type": "NEED",
    "goal_target": 50_000,
    "goal_cadence": 1,
    "goal_cadence_frequency": 1,
    "goal_needs_whole_amount": True,
}

GROCERIES_ON_THE_WALLET = {
    "account_id": "Wallet 👛",
    "transactions": [
        {
            "date": "2026-09-10",
            "amount": -12.34,
            "payee_name": "Käse & Brot",
            "memo": "Brot",
            "category_id": "🛒 Groceries",
        },
        {"date": "2026-09-11", "amount": 5, "payee_name": "Pfandautomat"},
    ],
}

UNDOABLE = [
    Write(
        tool="create_transactions",
        arguments=GROCERIES_ON_THE_WALLET,
        question="""\
Create 2 transaction(s) on Wallet 👛?
- 2026-09-10 Käse & Brot -12.34 (🛒 Groceries), memo ‘Brot’
- 2026-09-11 Pfandautomat 5.00 (no category)
Total in 5.00, total out -12.34. They are cleared and not approved.""",
        effects=["created", "created"],
        sent=["createTransaction"],
        sent_back=["deleteTransaction", "deleteTransaction"],
        check=check_created,
    ),
    Write(
        tool="reconcile_account",
        arguments={"account_id": "Tagesgeld", "bank_balance": 9750},
        question="""\
Reconcile Tagesgeld: mark 3 cleared transaction(s) reconciled?
- 2026-09-02 Transfer : Girokonto 150.00
- 2023-11-12 Transfer : Old savings book 150.00
- 2023-10-01 Starting Balance 4200.00
The bank says 9750.00; the cleared transactions add up to 9750.00.""",
        effects=["cleared"] * 3,
        sent=["updateTransactions"],
        sent_back=["updateTransactions"],
        check=check_reconciled("Tagesgeld"),
    ),
    Write(
        tool="reconcile_account",
        arguments={"account_id": "Tagesgeld", "bank_balance": "9735.42", "adjust": True},
        question="""\
Reconcile Tagesgeld: mark 3 cleared transaction(s) reconciled and add a balance adjustment of -14.58?
- 2026-09-02 Transfer : Girokonto 150.00
- 2023-11-12 Transfer : Old savings book 150.00
- 2023-10-01 Starting Balance 4200.00
The bank says 9735.42; the cleared transactions add up to 9750.00.
The adjustment is dated 2026-09-15 and goes to Inflow: Ready to Assign.""",
        effects=["created"] + ["cleared"] * 3,
        sent=["createTransaction", "updateTransactions"],
        sent_back=["updateTransactions", "deleteTransaction"],
        check=check_reconciled("Tagesgeld", -14_580),
    ),
    Write(
        tool="split_transaction",
        arguments={
            "transaction_id": SPLIT_ROW,
            "lines": [
                {"amount": -20, "category_id": "🛒 Groceries"},
                {"amount": -12.87, "category_id": "Household", "memo": "Seife"},
            ],
        },
        question=SPLIT_QUESTION,
        effects=["split"],
        sent=["updateTransactions"],
        sent_back=["createTransaction", "deleteTransaction"],
        check=check_split,
        keeps_ids=False,
    ),
    Write(
        tool="set_category_target",
        arguments={"category_id": "Household", "amount": 50, "frequency": "monthly"},
        question="Set the target of Household: no target → 50.00 each month?",
        effects=["target"],
        sent=["updateCategory"],
        sent_back=["updateCategory"],
        check=check_category("Household", **MONTHLY),
    ),
    Write(
        tool="update_category",
        arguments={"category_id": CINEMA, "name": "Kino", "category_group_id": "Everyday"},
        question="Change category ‘Cinema’ (Fun) to ‘Kino’ (Everyday)?",
        effects=["category_name", "category_group"],
        sent=["updateCategory"],
        sent_back=["updateCategory"],
        check=check_category("Cinema", name="Kino", category_group_id=EVERYDAY),
    ),
    Write(
        tool="rename_payee",
        arguments={"payee_id": LIDL, "name": "Lidl Süd"},
        question="Rename payee ‘Lidl’ to ‘Lidl Süd’?\n141 transaction(s) name it.",
        effects=["payee_name"],
        sent=["updatePayee"],
        sent_back=["updatePayee"],
        check=check_payee,
    ),
]

FINAL = [
    Write(
        tool="create_category",
        arguments={"category_group_id": "Fun", "name": "Museum"},
        question="""\
Create category ‘Museum’ in Fun?
It cannot be deleted again from here: YNAB's API has no way to. It can be hidden in YNAB.""",
        effects=["new_category"],
        sent=["createCategory"],
        sent_back=[],
        check=check_new_category,
        no_way_back="YNAB's API cannot delete a category; it can be hidden in YNAB",
    ),
    Write(
        tool="set_category_target",
        arguments={"category_id": "Emergency fund", "amount": None},
        question="""\
Set the target of Emergency fund: 20000.00 (target balance) → no target?
undo_operation cannot bring back the target before (20000.00 (target balance)): only YNAB itself can.""",
        effects=["target"],
        sent=["updateCategory"],
        sent_back=[],
        check=check_category("Emergency fund", **dict.fromkeys(TARGET)),
        no_way_back="YNAB's API cannot set the target that was there before; YNAB itself can",
    ),
]
