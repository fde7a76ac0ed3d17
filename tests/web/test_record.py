"""The record of a game as a download."""

from corr.records.parser import read_record
from tests.playing import a_game
from tests.web.browsing import URL, Site

WON = ("A1", "B1", "A2", "B2", "A3")


def test_a_record_is_a_text_to_keep(any_site: Site) -> None:
    game = a_game(any_site.room, *WON)

    answer = any_site.browser().get(f"/games/{game.id}/record.txt")

    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="tiny-{game.id}.txt"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    record = read_record(answer.text)
    assert (record.game, record.site, [turn.text for turn in record.turns]) == (game.id, URL, list(WON))


def test_each_reader_gets_what_that_one_may_know(site: Site) -> None:
    game = a_game(site.room, ruleset="hide/1")
    for seat, text in enumerate(("hide A1", "hide B2")):
        game.play(text, seat=seat, number=1)
    readers = [*game.players, site.room.player("Eve"), None]

    texts = [site.browser(reader).get(f"/games/{game.id}/record.txt").text for reader in readers]

    assert [[turn.text for turn in read_record(text).turns] for text in texts] == [
        ["hide A1", "hide ?"],
        ["hide ?", "hide B2"],
        ["hide ?", "hide ?"],
        ["hide ?", "hide ?"],
    ]


def test_a_record_without_changes_is_not_sent_again(site: Site) -> None:
    game = a_game(site.room, "A1")
    browser = site.browser()
    tag = browser.get(f"/games/{game.id}/record.txt").headers["ETag"]

    same = browser.get(f"/games/{game.id}/record.txt", If_None_Match=tag)
    game.play("B1")
    other = browser.get(f"/games/{game.id}/record.txt", If_None_Match=tag)

    assert (same.status_code, other.status_code) == (304, 200)


def test_there_is_no_record_of_no_game(site: Site) -> None:
    for name in ("nothing", "A", "x" * 17, "..%2f..%2fsecret", "%00"):
        assert site.browser().get(f"/games/{name}/record.txt").status_code == 404
