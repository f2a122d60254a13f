"""The stand-in for YNAB, and what it holds: the tests compare the plan with what the server says of it."""

import json
import os
import subprocess
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError

TODAY = "2026-09-15"
MONTH = "2026-09-01"

# The token. It is given to every server under test, and must never come out of one again.
CANARY = "canary-4f1bd0-never-shown"

# What a transaction loses when another is made in its place.
TIES = ("id", "import_id", "import_payee_name", "import_payee_name_original", "matched_transaction_id")

# What a category's target is made of; the rest of its fields is how far it is funded.
TARGET = (
    "goal_type",
    "goal_target",
    "goal_target_date",
    "goal_cadence",
    "goal_cadence_frequency",
    "goal_day",
    "goal_needs_whole_amount",
)

# A word in the query marks the tests' own requests, which say nothing of the server.
OURS = "asked-by=the-test"


@dataclass(frozen=True)
class World:
    """A plan: assigned milliunits by category of the month, Ready to Assign, the transactions by id, and of each category its
    name, its group and the fields of its target."""

    assigned: dict[str, int]
    ready_to_assign: int
    transactions: dict[str, dict]
    categories: dict[str, dict]

    def total(self) -> int:
        """All money of the month: assigning moves it and never makes or loses any."""
        return sum(self.assigned.values()) + self.ready_to_assign

    def content(self) -> list[str]:
        """What the transactions say, whatever ids they have: a row that was made again says the same and has another."""
        return sorted(json.dumps(content_of(row), sort_keys=True) for row in self.transactions.values())


def content_of(row: dict) -> dict:
    """What a transaction says, without its ids and what ties it to the bank."""
    lines = [{name: line[name] for name in ("amount", "category_id", "memo")} for line in row["subtransactions"]]
    return {name: row[name] for name in row if name not in TIES} | {
        "subtransactions": sorted(lines, key=lambda line: json.dumps(line, sort_keys=True)),
        # A split carries an internal category of YNAB's own.
        "category_id": None if lines else row["category_id"],
    }


class StandIn:
    """One running stand-in with the demo plan, or with a world that was kept in a file."""

    def __init__(self, world: Path | None = None) -> None:
        command = [os.environ["AVENIR_YNAB_SIM_BIN"], "--today", TODAY, "--token", CANARY, "--no-limit", "--control"]
        if world:
            command += ["--state", str(world)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self.plan_id = self.ask("GET", "/plans")["plans"][0]["id"]
        names = [(category["name"], category["id"]) for category in self.month()["categories"]]
        self.category_ids = dict(names)

    def stop(self) -> None:
        """Ends it."""
        self.process.stdin.close()
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()

    def ask(self, method: str, path: str, body: dict | None = None) -> dict:
        """One request of the tests' own."""
        request = urllib.request.Request(
            f"{self.url}{path}{'&' if '?' in path else '?'}{OURS}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {CANARY}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["data"]
        except HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from error

    def requests(self) -> list[dict]:
        """What the server asked so far."""
        with urllib.request.urlopen(self.url.removesuffix("/v1") + "/_control/requests", timeout=30) as answer:
            return [request for request in json.load(answer) if OURS not in request["query"]]

    def writes(self) -> list[dict]:
        """What the server changed, or tried to."""
        return [request for request in self.requests() if request["method"] != "GET"]

    def month(self) -> dict:
        """The month, as YNAB tells it."""
        return self.ask("GET", f"/plans/{self.plan_id}/months/{MONTH}")["month"]

    def world(self) -> World:
        """All that a tool can change."""
        month = self.month()
        rows = self.ask("GET", f"/plans/{self.plan_id}/transactions?since_date=2000-01-01")["transactions"]
        return World(
            assigned={category["id"]: category["budgeted"] for category in month["categories"]},
            ready_to_assign=month["to_be_budgeted"],
            transactions={row["id"]: row for row in rows},
            categories=self.categories(),
        )

    def categories(self) -> dict[str, dict]:
        """Of each category its name, its group and the fields of its target."""
        groups = self.ask("GET", f"/plans/{self.plan_id}/categories")["category_groups"]
        names = ("name", "category_group_id", *TARGET)
        categories = [category for group in groups for category in group["categories"]]
        return {category["id"]: {name: category[name] for name in names} for category in categories}

    def payees(self) -> dict[str, str]:
        """The payees' ids by their names."""
        payees = self.ask("GET", f"/plans/{self.plan_id}/payees")["payees"]
        return {payee["name"]: payee["id"] for payee in payees if not payee["deleted"]}

    def assign(self, category: str, milliunits: int) -> None:
        """Another program assigns an amount."""
        path = f"/plans/{self.plan_id}/months/{MONTH}/categories/{self.category_ids[category]}"
        self.ask("PATCH", path, {"category": {"budgeted": milliunits}})
