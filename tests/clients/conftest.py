"""What every test gets: a bench of its own, and one run for each client library and protocol."""

from itertools import count

import pytest

from sessions import LEGACY, LIBRARIES, MODERN, Bench, Face
from wire import Wire


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.end()


@pytest.fixture(params=[LEGACY, MODERN])
def protocol(request) -> str:
    return request.param


@pytest.fixture(params=LIBRARIES)
def face(request, protocol) -> Face:
    return Face(request.param, protocol)


@pytest.fixture
def wire(bench):
    """Starts servers that the test speaks to line by line; the bench looks at their output when the test ends."""
    numbers = count(1)

    def start(*arguments: str, **environment: str) -> Wire:
        return Wire(bench.environment(**environment), bench.folder / f"session-w{next(numbers)}", *arguments)

    return start
