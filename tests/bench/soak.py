"""
The memory of a web process after very many requests, next to a tenth of them: what it keeps must have an end.

`BENCH_REQUESTS` says how many. What many hours of play leave behind is looked at by the crash test:
`make crashtest CRASH_OPTIONS="--hours 100 --players 200 --kills 0"`.
"""

import os
from collections.abc import Iterator

from tests.bench._figures import Figure, Found
from tests.bench._grounds import Past, grounds
from tests.bench._programs import Installation, corr
from tests.bench._worlds import sites
from tests.bench.load import requested

REQUESTS = int(os.environ.get("BENCH_REQUESTS") or 100_000)
_PAST = Past(games=10_000, finished=500, messages=200, turns=100)


def figures() -> Iterator[Found]:
    """One for each database."""
    for site in sites():
        world = grounds(site.new_url("soak"), _PAST)
        with corr("web", Installation(world.url, site.folder)) as web:
            requested(world, web, REQUESTS // 10)
            early = web.memory()
            requested(world, web, REQUESTS - REQUESTS // 10)
            late = web.memory()
        name = f"{site.name}: memory after {REQUESTS:,} requests x after a tenth"
        yield Figure(name, late / early, 1.1, detail=f"{late:.0f} MB, {early:.0f} MB")
