"""The demo: no token and no network of its own, the same plan for one command after another."""

import json
import os
import subprocess

import pytest

from stand_in import TODAY
from test_moving_money import MOVE


@pytest.fixture
def demo(tmp_path):
    """Runs one command on the demo; its exit code and what it printed."""
    settings = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "AVENIR_MCP_DEMO_DIR": str(tmp_path / "demo"),
        "AVENIR_MCP_TODAY": TODAY,
    }

    def run(*arguments: str) -> tuple[int, str]:
        command = [os.environ["AVENIR_MCP_BIN"], *arguments, "--demo"]
        no_terminal = {"stdin": subprocess.DEVNULL, "start_new_session": True}
        done = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60, **no_terminal)
        return done.returncode, done.stdout

    return run


def test_the_first_command_that_anybody_tries(demo):
    code, printed = demo("call", "get_monthly_summary")
    summary = json.loads(printed)
    assert (code, summary["plan"], summary["currency"], summary["month"]) == (0, "Demo household", "EUR", "2026-09-01")


def test_without_a_terminal_nobody_can_say_yes(demo):
    code, printed = demo("call", "move_money", json.dumps(MOVE), "--writes", "true")
    assert (code, printed) == (1, "")
    assert demo("call", "move_money", json.dumps(MOVE)) == (2, ""), "and while writes are off there is no such tool"
