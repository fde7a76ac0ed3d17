"""The benchmark of the web on PostgreSQL: a cluster of its own, as the suite uses it, with nothing flushed to disk."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.web import lines
from tests.postgresql import find_programs, shared_cluster


def main() -> None:
    """Print the table; nothing but a word where there is no PostgreSQL."""
    programs = find_programs()
    if programs is None:
        print("no PostgreSQL on this machine")
        return
    with TemporaryDirectory() as folder:
        cluster = shared_cluster(Path(folder), programs, run=os.getpid())
        for name in ("ours", "bare"):
            cluster.run(f"CREATE DATABASE {name}")
        for line in lines(cluster.url("ours"), cluster.url("bare")):
            print(line, flush=True)


if __name__ == "__main__":
    main()
