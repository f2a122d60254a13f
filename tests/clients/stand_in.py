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

# A word in the query marks the tests' own requests, which say nothing of the server.
OURS = "asked-by=the-test"


@dataclass(frozen=True)
class World:
    """A plan: assigned milliunits by category of the month, Ready to Assign, and the transactions by id."""

    assigned: dict[str, int]
    ready_to_assign: int
    transactions: dict[str, dict]

    def total(self) -> int:
        """All money of the month: assigning moves it and never makes or loses any."""
        return sum(self.assigned.values()) + self.ready_to_assign


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
        )

    def assign(self, category: str, milliunits: int) -> None:
        """Another program assigns an amount."""
        path = f"/plans/{self.plan_id}/months/{MONTH}/categories/{self.category_ids[category]}"
        self.ask("PATCH", path, {"category": {"budgeted": milliunits}})
