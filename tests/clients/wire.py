"""The server spoken to line by line, for what no client library would send."""

import json
import os
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any

CLIENT = {"name": "wire", "version": "1"}
# Longer than anything here takes; only a server that hangs gets there.
PATIENCE = 30


class Wire:
    """One server process and its three pipes; what it says is kept."""

    def __init__(self, environment: dict[str, str], kept: Path, *arguments: str) -> None:
        self.kept = kept
        self.ids = 0
        with Path(f"{kept}.err").open("w") as log:
            self.process = subprocess.Popen(
                [os.environ["AVENIR_MCP_BIN"], *arguments],
                env=environment | {"PATH": os.environ["PATH"]},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        with Path(f"{self.kept}.out").open("wb") as kept:
            for line in self.process.stdout:
                kept.write(line)
                self.lines.put(line)
        self.lines.put(None)

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join()
        if not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.stdout.close()

    @property
    def log(self) -> str:
        return Path(f"{self.kept}.err").read_text()

    def write(self, line: str) -> None:
        """One line, whatever it is."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def send(self, **message: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0"} | message))

    def next(self) -> dict:
        """The next message of the server."""
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None, f"the server has ended: {self.log}"
        return json.loads(line)

    def start(self, method: str, params: Any = None) -> int:
        """A request whose answer is not waited for; its id."""
        self.ids += 1
        self.send(id=self.ids, method=method, **({} if params is None else {"params": params}))
        return self.ids

    def request(self, method: str, params: Any = None) -> dict:
        """The whole answer to a request; notifications in between are passed over."""
        return self.answer(self.start(method, params))

    def answer(self, id: int) -> dict:
        while True:
            message = self.next()
            if "method" not in message:
                assert message.get("id") == id, message
                return message

    def call(self, tool: str, arguments: dict) -> dict:
        """A tool's result."""
        return self.request("tools/call", {"name": tool, "arguments": arguments})["result"]

    def initialize(self, version: str = "2025-11-25", capabilities: dict | None = None) -> dict:
        """The handshake of the protocols before 2026-07-28."""
        params = {"protocolVersion": version, "capabilities": capabilities or {}, "clientInfo": CLIENT}
        result = self.request("initialize", params)["result"]
        self.send(method="notifications/initialized")
        return result

    def end(self) -> int:
        """End of input; the exit code."""
        self.process.stdin.close()
        return self.process.wait(PATIENCE)
