"""What stands beside the board of a game: players, turns, messages, and what is folded."""

import re

import pytest

from tests.playing import a_game
from tests.web.browsing import Site, links


def test_turns_stand_in_two_columns_with_a_round_in_a_row(site: Site) -> None:
    game = a_game(site.room, "B3-C3", "I3-H3", "B4-C4", ruleset="kelasu/1")

    page = site.browser().get(f"/games/{game.id}").text
    rows = page.partition('id="turns"')[2].partition("</ol>")[0].split("<li>")[1:]

    assert [re.findall(r'turn-of-(\d)"><a href="[^"]*/turns/(\d)', row) for row in rows] == [
        [("0", "1"), ("1", "2")],
        [("0", "3")],
    ]


def test_the_deadline_and_rare_acts_are_folded_below_the_turns(site: Site) -> None:
    game = a_game(site.room, "B3-C3", "I3-H3", ruleset="kelasu/1")

    page = site.browser(game.players[0]).get(f"/games/{game.id}").text
    rest = page.partition('id="messages"')[2].partition('<details class="fold" id="acts">')[2].partition("</main>")[0]

    assert page.count('class="forecast"') == rest.count('class="forecast"') == 1
    assert f"/games/{game.id}/resign" in rest
    assert 'id="turn-typed"' in page.partition('<details class="fold">')[2]


def test_the_legend_is_folded_once_a_player_has_made_ten_turns(site: Site) -> None:
    game = a_game(site.room, ruleset="kyo/1", pace="30d/turn")
    fold = '<details class="legend-fold">'
    seen = []
    for _ in range(20):
        due = next(seat.seat for seat in game.view().seats if seat.is_due)
        seen.append(fold in site.browser(game.players[0]).get(f"/games/{game.id}").text)
        game.play(game.view(game.players[due]).sample, seat=due)

    page = site.browser(game.players[0]).get(f"/games/{game.id}/compose?turn=21")

    assert seen == [False] * 19 + [True]
    assert fold in page.text
    assert fold not in site.browser().get(f"/games/{game.id}").text


@pytest.mark.parametrize(
    ("ruleset", "material", "heading"),
    [
        ("kelasu/1", "Blue’s pieces: 4 × Stone,", "turn"),
        ("kyo/1", "Red’s Mana and pawns: 13 × Dark Mana,", "end"),
        ("kerd/1", "Black’s Pawns: ", "infiltrators"),
    ],
)
def test_material_is_told_beside_the_players_and_explained_by_the_rules(
    site: Site, ruleset: str, material: str, heading: str
) -> None:
    game = a_game(site.room, ruleset=ruleset)

    page = site.browser().get(f"/games/{game.id}")

    beside = page.text.partition('id="board"')[0]
    # A label that says the same as the title would be read out as well.
    assert f'role="img" title="{material}' in beside
    assert f'aria-label="{material}' not in beside
    assert f"/rules/{game.view().game}#{heading}" in links(page)
