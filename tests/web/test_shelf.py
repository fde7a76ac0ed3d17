"""Finished pages that are kept."""

from corr.web.shelf import Shelf


def test_what_was_not_asked_for_the_longest_makes_room() -> None:
    shelf: Shelf[str] = Shelf(2)
    shelf.put("a", "A")
    shelf.put("b", "B")
    shelf.find("a")

    shelf.put("c", "C")

    assert [shelf.find(key) for key in "abc"] == ["A", None, "C"]
