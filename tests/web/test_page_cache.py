"""Finished pages that are kept."""

from corr.web.app_state import PageCache


def test_what_was_not_asked_for_the_longest_makes_room() -> None:
    cache: PageCache[str] = PageCache(2)
    cache.put("a", "A")
    cache.put("b", "B")
    cache.find("a")

    cache.put("c", "C")

    assert [cache.find(key) for key in "abc"] == ["A", None, "C"]
