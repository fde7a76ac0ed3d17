"""Finished pages that are kept, here and by browsers."""

from pathlib import Path

import pytest

from corr.web.app_state import PageCache, Statics


def test_what_was_not_asked_for_the_longest_makes_room() -> None:
    cache: PageCache[str] = PageCache(2)
    cache.put("a", "A")
    cache.put("b", "B")
    cache.find("a")

    cache.put("c", "C")

    assert [cache.find(key) for key in "abc"] == ["A", None, "C"]


@pytest.mark.parametrize("file", ["static/page.css", "templates/page.html", "game/rules.py", "game/data/drawings.txt"])
def test_browsers_keep_no_page_once_a_file_that_pages_are_made_of_has_changed(file: str, tmp_path: Path) -> None:
    static, templates, game = (tmp_path / name for name in ("static", "templates", "game"))
    for folder in (static, templates, game / "data"):
        folder.mkdir(parents=True)
    (tmp_path / file).write_text("before")
    before = Statics.of(static, templates, [game]).build

    (tmp_path / file).write_text("after")

    assert Statics.of(static, templates, [game]).build != before


def test_scripts_have_one_address_that_changes_with_any_of_them(tmp_path: Path) -> None:
    static, empty = tmp_path / "static", tmp_path / "empty"
    (static / "scripts").mkdir(parents=True)
    empty.mkdir()
    (static / "scripts" / "board.js").write_text("before")
    (static / "scripts" / "turn.js").write_text("import './board.js'")
    before = Statics.of(static, empty, [])

    (static / "scripts" / "board.js").write_text("after")
    after = Statics.of(static, empty, [])

    assert before.scripts.startswith("/static/scripts/")
    assert before.scripts != after.scripts
    assert before.build != after.build
    assert after.is_current(f"{after.scripts}/turn.js", "")
    assert not after.is_current(f"{before.scripts}/turn.js", "")
    assert Statics.of(empty, empty, []).scripts == ""


def test_hosts_that_have_the_same_files_elsewhere_keep_the_same_pages(tmp_path: Path) -> None:
    builds = set()
    for host, first, second in (("one", "a", "b"), ("two", "b", "a")):
        folders = {name: tmp_path / host / name for name in ("static", "templates", first, second)}
        for folder in folders.values():
            folder.mkdir(parents=True)
        (folders[first] / "rules.py").write_text("first")
        (folders[second] / "rules.py").write_text("second")

        builds.add(Statics.of(folders["static"], folders["templates"], [folders["a"], folders["b"]]).build)

    assert len(builds) == 1
