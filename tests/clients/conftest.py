"""What every test gets: a bench of its own, and one run for each client library and protocol."""

import pytest

from sessions import LEGACY, LIBRARIES, MODERN, Bench, Face


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
