"""The server's record of operations, read as its description says and by code of its own."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Operation:
    """An operation: its intent, and the last state of each effect."""

    intent: dict
    states: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.intent["operation_id"]

    @property
    def effects(self) -> list[dict]:
        return [effect for group in self.intent["groups"] for effect in group["effects"]]

    def all_applied(self) -> bool:
        """Every effect of the intent has an outcome, and it is that YNAB holds it."""
        places = {
            (group, effect)
            for group, content in enumerate(self.intent["groups"])
            for effect, _ in enumerate(content["effects"])
        }
        return self.states == dict.fromkeys(places, "applied")


def operations(path: Path) -> list[Operation]:
    """The operations in order. A line that is damaged, or an outcome without an intent before it, fails the test."""
    if not path.exists():
        return []
    assert path.stat().st_mode & 0o777 == 0o600, "others can read the journal"
    assert path.parent.stat().st_mode & 0o777 == 0o700, "others can read the journal's folder"
    found: dict[str, Operation] = {}
    for line in path.read_text().splitlines():
        entry = checked(line)
        if entry["line"] == "intent":
            assert entry["operation_id"] not in found
            found[entry["operation_id"]] = Operation(entry)
            continue
        for outcome in entry["effects"]:
            found[entry["operation_id"]].states[outcome["group"], outcome["effect"]] = outcome["state"]
    return list(found.values())


def checked(line: str) -> dict:
    """The entry of a line whose checksum is right: the first 16 digits of the SHA-256 of the entry's exact text."""
    start = len('{"sum":"0123456789abcdef","entry":')
    digest = hashlib.sha256(line[start:-1].encode()).hexdigest()[:16]
    whole = json.loads(line)
    assert whole["sum"] == digest
    return whole["entry"]
