"""The page of a game: what it shows to whom, and when a browser may keep it."""

import gzip
import re
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import text

from corr.core.days_off import ForDays
from corr.core.pace import Late
from corr.game.game_row import show_anew
from corr.play.messages import SendMessage, send_message
from corr.store.tables.games import Message
from tests.clocks.leaving import take
from tests.clocks.ticking import enforce
from tests.playing import TestGame, a_game, statements_of, terms
from tests.ratings.building import change, log_turns
from tests.wandering import wandering
from tests.web.browsing import KeptPage, Site, links, words


def test_a_spectator_sees_whose_turn_it_is_and_how_much_time_is_left(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")

    page = site.browser().get(f"/games/{game.id}")

    assert page.status_code == 200
    assert "Bob to play" in words(page)
    assert "Bob has until Thu 5 Mar 2026, 13:00 UTC (3 days)." in words(page)
    assert "B3-C3" in words(page)


@pytest.mark.parametrize(("player", "heading"), [(0, ">Your turn</h2>"), (1, ">Ada to play</h2>")])
def test_the_heading_that_tells_whose_turn_it_is_leads_to_the_board(site: Site, player: int, heading: str) -> None:
    game = a_game(site.room, ruleset="kelasu/1")

    page = site.browser(game.players[player]).get(f"/games/{game.id}")

    assert heading in page.text.partition('id="board"')[0]


def test_a_deadline_is_shown_in_the_zone_of_the_reader(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")

    assert "until Thu 5 Mar 2026, 13:00 CET" in words(site.browser(game.players[0]).get(f"/games/{game.id}"))


def test_a_player_who_is_due_can_click_pieces_and_write_a_turn(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")

    page = site.browser(game.players[0]).get(f"/games/{game.id}")

    assert "Choose a piece." in words(page)
    assert f"/games/{game.id}/compose?turn=1&pick=B3#board" in links(page)
    assert f'action="/games/{game.id}/turns"' in page.text


def test_nobody_else_is_offered_a_turn(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")

    for browser in (site.browser(game.players[1]), site.browser(), site.browser(site.room.player("Eve"))):
        page = browser.get(f"/games/{game.id}")
        assert "/compose" not in page.text
        assert '/turns"' not in page.text.replace(f'href="/games/{game.id}/turns"', "")


def test_a_finished_game_tells_its_length_and_offers_its_players_another(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    ada = site.browser(game.players[0])
    ada.post(f"/games/{game.id}/resign")

    page, seen = ada.get(f"/games/{game.id}"), site.browser().get(f"/games/{game.id}")

    assert "Kelasu · 1 turn ·" in words(page)
    assert f"/challenge?rematch={game.id}" in links(page)
    assert not any(link.startswith("/challenge?") for link in links(seen))


def test_a_page_without_changes_is_not_sent_again(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    tag = browser.get(f"/games/{game.id}").headers["ETag"]

    again = browser.get(f"/games/{game.id}", If_None_Match=tag)

    assert again.status_code == 304
    assert again.data == b""


def test_a_kept_page_is_sent_anew_once_the_game_the_clock_or_the_reader_changes(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    address = f"/games/{game.id}"
    tag = browser.get(address).headers["ETag"]

    assert site.browser(game.players[1]).get(address, If_None_Match=tag).status_code == 200
    site.room.clock.move(timedelta(hours=2))
    later = browser.get(address, If_None_Match=tag)
    assert later.status_code == 200
    game.play("B3-C3")
    assert browser.get(address, If_None_Match=later.headers["ETag"]).status_code == 200


def test_a_game_of_many_turns_stays_below_sixty_kilobytes(site: Site) -> None:
    steps = (
        ("B{0}-C{0}", "I{0}-H{0}"),
        ("C{0}-D{0}", "H{0}-G{0}"),
        ("A{0}-B{0}", "J{0}-I{0}"),
        ("B{0}-C{0}", "I{0}-H{0}"),
    )
    turns = [text.format(column) for column in (1, 3, 4, 5, 6, 8) for step in steps for text in step]
    game = a_game(site.room, *turns, ruleset="kelasu/1", pace="30d/turn")

    page = site.browser(game.players[0]).get(f"/games/{game.id}")

    assert "All turns, 34 more" in words(page)
    assert len(page.data) < 60_000
    assert (
        re.sub(r'<script (type="application/json" id=|type="module" src=)"[^"]*">', "", page.text).find("<script") < 0
    )


@pytest.mark.parametrize("ruleset", ["kelasu/1", "kyo/1", "kerd/1"])
def test_a_game_page_stays_below_fourteen_kilobytes_when_it_is_compressed(site: Site, ruleset: str) -> None:
    game = a_game(site.room, ruleset=ruleset, pace="30d/turn")
    for _ in range(10):
        due = next(seat.seat for seat in game.view().seats if seat.is_due)
        game.play(game.view(game.players[due]).sample, seat=due)

    due = next(seat.seat for seat in game.view().seats if seat.is_due)
    page = site.browser(game.players[due]).get(f"/games/{game.id}")

    assert "/compose?" in page.text
    assert len(gzip.compress(page.data, 6)) < 14_000


def test_the_board_can_be_seen_as_it_was(site: Site) -> None:
    game = a_game(site.room, "B3-C3", "I3-H3", ruleset="kelasu/1")

    page = site.browser().get(f"/games/{game.id}/turns/1")

    assert "after turn 1" in words(page)
    assert "After turn 1: Blue B3-C3" in words(page)
    assert {f"/games/{game.id}/turns/0", f"/games/{game.id}/turns/2"} <= set(links(page))


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "At the start"), (1, "After turn 1: Blue B3-C3"), (2, "After turn 2: Red I3-H3")]
)
def test_the_page_of_a_turn_shows_the_board_after_it(site: Site, number: int, shown: str) -> None:
    game = a_game(site.room, "B3-C3", "I3-H3", ruleset="kelasu/1")
    browser = site.browser()

    page = words(browser.get(f"/games/{game.id}/turns/{number}"))

    assert shown in page
    assert f"Position: {game.view(at_turn=number + 1).position}" in page
    linked = re.findall(rf'href="(/games/{game.id}/turns/\d)">\d<', browser.get(f"/games/{game.id}/turns").text)
    assert linked == [f"/games/{game.id}/turns/{turn}" for turn in (1, 2)]


@pytest.mark.parametrize("number", ["3", "4", "999999999", "9" * 30, "-1", "x"])
def test_a_turn_that_is_not_there_is_told_to_be_missing(any_site: Site, number: str) -> None:
    game = a_game(any_site.room, "B3-C3", "I3-H3", ruleset="kelasu/1")

    assert any_site.browser().get(f"/games/{game.id}/turns/{number}").status_code == 404


def test_the_bar_tells_the_last_turn_of_the_other_player(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    ada, bob = map(site.browser, game.players)

    assert "Ada played B3-C3" in words(bob.get(f"/games/{game.id}"))
    assert "played" not in words(ada.get(f"/games/{game.id}"))


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        ("/games", 'href="/games" aria-current="page"'),
        ("/rules", 'href="/rules" aria-current="page"'),
        ("/rules/kelasu", 'href="/rules" aria-current="true"'),
    ],
)
def test_the_menu_marks_where_the_page_lies(any_site: Site, path: str, marked: str) -> None:
    head = any_site.browser().get(path).text.partition("</header>")[0]

    assert marked in head
    assert head.count("aria-current") == 1


@pytest.mark.parametrize("path", ["/following", "/appearance", "/account/mails", "/account/letters"])
def test_pages_of_the_account_lie_below_the_name_of_the_player(site: Site, path: str) -> None:
    game = a_game(site.room)

    head = site.browser(game.players[0]).get(path).text.partition("</header>")[0]

    assert 'href="/account" aria-current="true"' in head


def test_a_game_lies_in_no_list_of_the_menu(any_site: Site) -> None:
    game = a_game(any_site.room, ruleset="kelasu/1")

    assert "aria-current" not in any_site.browser().get(f"/games/{game.id}").text.partition("</header>")[0]


def test_the_log_shows_every_turn(site: Site) -> None:
    game = a_game(site.room, "B3-C3", "I3-H3", ruleset="kelasu/1")

    assert "1 Blue (Ada) B3-C3" in words(site.browser().get(f"/games/{game.id}/turns"))


def test_the_board_is_there_as_a_picture(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    browser = site.browser()

    picture = browser.get(f"/games/{game.id}/board.png")

    assert picture.content_type == "image/png"
    assert picture.data.startswith(b"\x89PNG")
    assert browser.get(f"/games/{game.id}/board.png", If_None_Match=picture.headers["ETag"]).status_code == 304


def test_the_picture_of_the_same_position_reached_by_another_turn_is_sent_anew(site: Site) -> None:
    game = a_game(site.room, "B4-C4", "I4-H4", ruleset="kelasu/1")
    browser = site.browser()
    before = browser.get(f"/games/{game.id}/board.png")
    for turn in ("C4-C5", "H4-H5", "C5-C4", "H5-H4"):
        game.play(turn)

    after = browser.get(f"/games/{game.id}/board.png", If_None_Match=before.headers["ETag"])

    assert after.status_code == 200
    assert after.data != before.data


def test_a_player_s_own_side_is_at_the_bottom_and_the_board_can_be_turned(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    first, second = (site.browser(player) for player in game.players)

    def top_row(page: str) -> str:
        return min("AJ", key=lambda row: page.index(f">{row}</text>"))

    assert top_row(first.get(f"/games/{game.id}").text) == "J"
    assert top_row(second.get(f"/games/{game.id}").text) == "A"
    assert top_row(first.get(f"/games/{game.id}?turned=1").text) == "A"


@pytest.mark.parametrize("path", ["", "/turns/1", "/compose?turn=2"])
def test_the_last_turn_is_shown_as_arrows_in_their_order(site: Site, path: str) -> None:
    game = a_game(site.room, "B3-C3, B4-C4", ruleset="kelasu/1")

    page = site.browser(game.players[1]).get(f"/games/{game.id}{path}")

    (arrows,) = re.findall(r'<g class="board-course is-last"[^>]*>.*?</g></g>', page.text)
    assert re.findall(r"<text[^>]*>(.*?)</text>", arrows) == ["1", "2"]


def test_a_half_made_turn_is_shown_as_arrows_instead_of_the_last_one(site: Site) -> None:
    game = a_game(site.room, "B3-C3, B4-C4", ruleset="kelasu/1")

    page = site.browser(game.players[1]).get(f"/games/{game.id}/compose?turn=2&begun=I3-H3")

    assert "board-course is-made" in page.text
    assert "board-course is-last" not in page.text


def test_a_game_of_an_earlier_version_shows_the_squares_of_its_last_turn(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    with site.room.workshop.open() as uow:
        uow.connection.execute(text("UPDATE game SET last_squares = 'B3 C3', version = version + 1"))

    page = site.browser().get(f"/games/{game.id}")

    assert "board-last-frame" in page.text
    assert "board-course" not in page.text


def test_a_turn_that_came_too_late_cannot_be_begun(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    site.room.clock.move(timedelta(days=4))

    assert "The time has run out" in words(browser.get(f"/games/{game.id}"))


def test_a_page_that_many_look_at_is_not_one_player_s_page(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    browsers = [site.browser(game.players[0]), site.browser(game.players[1]), site.browser()]

    for _ in range(2):
        first, second, nobody = (browser.get(f"/games/{game.id}") for browser in browsers)
        assert "Ada you" in words(first)
        assert "Bob you" in words(second)
        assert "you" not in words(nobody).split()
        assert "csrf" not in nobody.text
        assert "Set-Cookie" not in nobody.headers


def test_a_sentence_from_the_page_before_is_shown_once(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")
    browser = site.browser(game.players[0])
    browser.post(f"/games/{game.id}/turns", turn="1", text="B3-C3", act="submit")

    pages = [browser.get(f"/games/{game.id}") for _ in range(2)]

    assert ["Turn submitted" in words(page) for page in pages] == [True, False]


@pytest.mark.parametrize(
    ("query", "shown", "pages"),
    [
        ("", (201, 230), {"?page=1", "?page=4"}),
        ("?page=1", (1, 50), {"?page=2", "?page=5"}),
        ("?page=2", (51, 100), {"?page=1", "?page=3", "?page=5"}),
        ("?page=9", (), {"?page=1", "?page=5"}),
    ],
)
def test_the_log_of_a_long_game_has_pages_and_begins_with_the_last(
    site: Site, query: str, shown: tuple[int, ...], pages: set[str]
) -> None:
    game = a_long_game(site)

    page = site.browser().get(f"/games/{game.id}/turns{query}")

    numbers = [int(number) for number in re.findall(rf'href="/games/{game.id}/turns/\d+">(\d+)<', page.text)]
    assert (numbers[:1] + numbers[-1:]) == list(shown)
    assert {link for link in links(page) if link.startswith("?page")} == pages
    assert ("of 5" in words(page)) == bool(shown)


def test_the_log_tells_each_action_in_words_on_every_page(site: Site) -> None:
    game = a_game(site.room, *wandering(120), ruleset="kelasu/1", pace="30d/turn")
    browser = site.browser()

    pages = [browser.get(f"/games/{game.id}/turns?page={number}") for number in (1, 2, 3)]

    told = browser.get(f"/games/{game.id}/turns/101.json").json
    steps = told["steps"] if told else []
    assert " ".join(f"{step['text']} {step['sentence']}" for step in steps) in words(pages[2])
    assert [page.text.count('<ul class="log-steps"') for page in pages] == [50, 50, 20]
    assert "Turns 51–100 of 120." in words(pages[1])


def test_a_game_without_turns_says_so(site: Site) -> None:
    game = a_game(site.room, ruleset="kelasu/1")

    assert "No turn has been made yet." in words(site.browser().get(f"/games/{game.id}/turns"))


def test_the_page_of_a_long_game_reads_only_the_turns_that_it_shows(site: Site) -> None:
    game = a_long_game(site)

    view, page = game.view(game.players[0]), site.browser().get(f"/games/{game.id}")

    assert ([turn.number for turn in view.turns], view.made) == (list(range(217, 231)), (115, 115))
    assert "All turns, 216 more" in words(page)


def a_long_game(site: Site) -> TestGame:
    """A game with 230 turns in its log."""
    game = a_game(site.room, ruleset="kelasu/1")
    with site.room.workshop.open() as uow:
        log_turns(uow, game.id, 230, since=uow.now)
    change(site.room, game.id, turn_number=231)
    return game


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("path", "player", "stranger"), [("", 9, 6), ("/turns", 9, 6), ("/turns/100", 8, 7), ("/messages", 7, None)]
)
def test_the_pages_of_a_game_take_few_statements(any_site: Site, path: str, player: int, stranger: int | None) -> None:
    game = a_game(any_site.room, *wandering(120), ruleset="kelasu/1", pace="30d/turn")
    browsers = (any_site.browser(game.players[0]), player), (any_site.browser(), stranger)

    for browser, most in browsers:
        if most is not None:
            with statements_of(any_site.room) as seen:
                answer = browser.get(f"/games/{game.id}{path}")
            assert answer.status_code == 200
            assert len(seen) <= most, seen


def test_kept_parts_show_each_reader_what_that_reader_may_see(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    due, *others = site.browser(game.players[1]), site.browser(game.players[0]), site.browser()
    address = f"/games/{game.id}"

    first = [reader.get(address).text for reader in (*others, due)]
    # Whoever looks next finds the parts that the others left behind, but not the page itself.
    touch(game)
    again = [reader.get(address).text for reader in (due, *others)]

    assert ["/compose" in text for text in first] == [False, False, True]
    assert ["/compose" in text for text in again] == [True, False, False]


@pytest.mark.parametrize("late", list(Late))
def test_kept_pages_of_a_game_are_what_a_new_server_shows(site: Site, late: Late) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1", agreed=terms("3d/turn", late=late))
    ada, bob = game.players
    readers = (ada, bob, site.room.player("Eve"), None)
    pages = [KeptPage(site, reader, f"/games/{game.id}") for reader in readers]
    chance, kept = Random(7), 0

    def act(kind: int) -> None:
        if kind == 0:
            say(game, chance.choice(game.players))
        elif kind == 1 and not game.view().is_over:
            take(site.room, chance.choice(game.players), ForDays(1))
        elif kind == 2:
            enforce(site.room)
        else:
            site.room.clock.move(timedelta(seconds=10 ** chance.uniform(-1, 5.2)))

    for _ in range(60):
        act(chance.randrange(7))
        before = [page.tag for page in pages]
        assert [page.kept() for page in pages] == [page.afresh() for page in pages]
        kept += sum(page.tag == tag for page, tag in zip(pages, before, strict=True))

    assert kept > 40
    site.room.clock.move(timedelta(days=40))
    assert [page.kept() for page in pages] == [page.afresh() for page in pages]


def test_only_the_players_can_tell_from_a_tag_that_they_write_to_each_other(site: Site) -> None:
    game = a_game(site.room, "B3-C3", ruleset="kelasu/1")
    browsers = [site.browser(reader) for reader in (*game.players, site.room.player("Eve"), None)]

    def tags() -> list[str]:
        return [browser.get(f"/games/{game.id}").headers["ETag"] for browser in browsers]

    before = tags()

    say(game, game.players[0])

    assert [old == new for old, new in zip(before, tags(), strict=True)] == [False, False, True, True]


@pytest.mark.both_databases
def test_a_message_takes_only_the_statements_that_read_it(any_site: Site) -> None:
    game = a_game(any_site.room, "B3-C3", ruleset="kelasu/1")
    browser = any_site.browser(game.players[1])
    browser.get(f"/games/{game.id}")
    say(game, game.players[0])

    with statements_of(any_site.room) as seen:
        answer = browser.get(f"/games/{game.id}")

    assert "Hello 1!" in answer.text
    assert len(seen) <= 5, seen


def say(game: TestGame, player: int) -> None:
    """Let *player* write another message."""
    with game.room.workshop.open() as uow:
        number = game.room.count(Message) + 1
        send_message(uow, SendMessage(game.id, player, f"Hello {number}!", door="web", order_key=f"{number}"))


def touch(game: TestGame) -> None:
    """Let the version of the game change, and nothing that anybody sees."""
    with game.room.workshop.open() as uow:
        show_anew(uow, [game.id])
