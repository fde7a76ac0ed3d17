"""The games that anybody may watch, by game, player and state."""

from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy import insert

from corr.base.paging import KeysetPage, Place
from corr.errors import InputError, NotFoundError
from corr.play.endings import resign
from corr.play.public_games import GamesWanted, WatchedGame, public_games
from corr.store.base import table
from corr.store.tables.ratings import Rating
from tests.playing import Room, a_game, a_room, another_game, statements_of
from tests.ratings.building import DAYS
from tests.tiny_game import TinyRules

WON = ("A1", "B1", "A2", "B2", "A3")
FIRST_TURN = {"tiny/1": "A1", "kelasu/1": "B3-C3"}
ANY_ORDER = [
    GamesWanted(is_over=is_over, game=game, player_id=player)
    for is_over in (False, True)
    for game in ("", "tiny")
    for player in (None, 1)
]


class NewerRules(TinyRules):
    """The same game with a later ruleset."""

    info = TinyRules.info.__class__(
        **{name: getattr(TinyRules.info, name) for name in TinyRules.info.__dataclass_fields__ if name != "ruleset"},
        ruleset="tiny/2",
    )


def seen(room: Room, wanted: GamesWanted, **more: object) -> KeysetPage[WatchedGame]:
    with room.workshop.look() as reader:
        return public_games(reader, wanted, **more)  # type: ignore[arg-type]  # a test says what it means


def ids(room: Room, wanted: GamesWanted) -> list[str]:
    return [game.id for game in seen(room, wanted).items]


@pytest.mark.both_databases
def test_games_are_found_by_game_player_and_state(room: Room) -> None:
    mine = a_game(room, "A1")
    eve, fay = room.player("Eve"), room.player("Fay")
    kelasu = another_game(room, (mine.players[0], eve), "B3-C3", ruleset="kelasu/1")
    other = another_game(room, (eve, fay), "A1")
    ended = another_game(room, mine.players, *WON)
    resigned = another_game(room, (fay, mine.players[1]), "B3-C3", ruleset="kelasu/1")
    with room.workshop.open() as uow:
        resign(uow, resigned.id, fay, "web")
    ada, bob = mine.players

    assert ids(room, GamesWanted()) == [other.id, kelasu.id, mine.id]
    assert ids(room, GamesWanted(game="kelasu")) == [kelasu.id]
    assert ids(room, GamesWanted(game="Tiny")) == [other.id, mine.id]
    assert ids(room, GamesWanted(player_id=ada)) == [kelasu.id, mine.id]
    assert ids(room, GamesWanted(game="tiny", player_id=eve)) == [other.id]
    assert ids(room, GamesWanted(is_over=True)) == [resigned.id, ended.id]
    assert ids(room, GamesWanted(is_over=True, game="tiny")) == [ended.id]
    assert ids(room, GamesWanted(is_over=True, player_id=bob)) == [resigned.id, ended.id]
    assert ids(room, GamesWanted(is_over=True, game="kelasu", player_id=ada)) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("wanted", ANY_ORDER, ids=repr)
def test_pages_follow_each_other_there_and_back_without_gap_or_repetition(room: Room, wanted: GamesWanted) -> None:
    first = a_game(room)
    games = [first, *(another_game(room, first.players) for _ in range(6))]
    with room.workshop.open() as uow:
        for game in games[::2]:
            resign(uow, game.id, first.players[0], "web")
    whole = ids(room, wanted)

    there, cursor = [seen(room, wanted, size=2)], ""
    while cursor := there[-1].older:
        there.append(seen(room, wanted, size=2, after=Place.read(cursor)))
    back = [seen(room, wanted, size=2, before=Place.read(page.newer)) for page in there if page.newer]

    assert [game.id for page in there for game in page.items] == whole
    assert [page.items for page in back] == [before.items for before, _ in pairwise(there)]
    assert (there[0].newer, back[0].newer) == ("", "")


@pytest.mark.both_databases
def test_all_rulesets_of_a_game_are_one_game(database_url: str) -> None:
    with a_room(database_url, NewerRules) as room:
        old = a_game(room, "A1")
        new = another_game(room, old.players, "A1", ruleset="tiny/2")
        last = another_game(room, old.players, "A1")

        pages = [seen(room, GamesWanted(game="tiny"), size=2)]
        pages.append(seen(room, GamesWanted(game="tiny"), size=2, after=Place.read(pages[0].older)))

    assert [[game.id for game in page.items] for page in pages] == [[last.id, new.id], [old.id]]


def test_a_line_says_who_plays_how_strong_they_are_and_whose_turn_it_is(room: Room) -> None:
    game = a_game(room, "A1")
    cells = {"game": "tiny", "player_id": game.players[0], "rating": 1612, "deviation": 60, "volatility": 0.06}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(Rating)).values(**cells, games=12, last_day=DAYS[0]))

    (line,) = seen(room, GamesWanted()).items

    assert [(seat.title, seat.name, seat.rating[:4], seat.is_due) for seat in line.seats] == [
        ("Cross", "Ada", "1612", False),
        ("Nought", "Bob", "", True),
    ]
    assert (line.title, line.turn_number, line.is_over, line.outcome_words) == ("Tiny", 2, False, "")


def test_a_line_has_the_moment_of_the_last_turn_and_of_the_end(room: Room) -> None:
    game = a_game(room)
    begun = room.clock.now()
    (before,) = seen(room, GamesWanted()).items
    room.clock.move(timedelta(days=1))
    game.play("A1")
    played = room.clock.now()
    room.clock.move(timedelta(days=1))
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    (after,) = seen(room, GamesWanted(is_over=True)).items

    assert (before.created_at, before.last_turn_at, before.ended_at) == (begun, None, None)
    assert (after.last_turn_at, after.ended_at) == (played, room.clock.now())
    assert [(seat.has_won, seat.is_due) for seat in after.seats] == [(True, False), (False, False)]
    assert after.outcome_words == "Cross won: Nought resigned."


@pytest.mark.parametrize("wanted", ANY_ORDER, ids=repr)
def test_a_page_takes_two_statements_however_many_games_it_shows(room: Room, wanted: GamesWanted) -> None:
    first = a_game(room)
    games = [first, *(another_game(room, first.players) for _ in range(5))]
    with room.workshop.open() as uow:
        for game in games[::2]:
            resign(uow, game.id, first.players[0], "web")

    with room.workshop.look() as reader, statements_of(room) as asked:
        public_games(reader, wanted)

    assert len(asked) == 2


@pytest.mark.parametrize("cursor", ["", "1", "x-y", "1-A", "1-" + "a" * 17, "9" * 18 + "-a", "-1-a", "١-a", "1-a\x00"])
def test_a_place_that_is_none_is_refused_in_a_sentence(cursor: str) -> None:
    with pytest.raises(InputError, match="begin with the first page"):
        Place.read(cursor)


@pytest.mark.both_databases
def test_the_farthest_places_are_empty_pages(room: Room) -> None:
    a_game(room)

    assert seen(room, GamesWanted(), after=Place.read("0-a")).is_beyond_end
    assert seen(room, GamesWanted(), before=Place.read("99999999999999999-z")).is_beyond_end


def test_a_game_that_does_not_exist_is_not_found(room: Room) -> None:
    with pytest.raises(NotFoundError, match="nosuch"):
        seen(room, GamesWanted(game="nosuch"))


@pytest.mark.parametrize(
    ("wanted", "index"),
    [
        (GamesWanted(), "ix_game_state (state=? AND "),
        (GamesWanted(is_over=True), "ix_game_ended (state=? AND "),
        (GamesWanted(game="tiny"), "ix_game_of_running (ruleset=? AND "),
        (GamesWanted(is_over=True, game="tiny"), "ix_game_of_ended (ruleset=? AND "),
        (GamesWanted(player_id=1), "ix_game_seat_player (player_id=? AND ended_at=?"),
        (GamesWanted(is_over=True, player_id=1), "ix_game_seat_player (player_id=? AND "),
    ],
    ids=repr,
)
def test_a_page_is_found_in_an_index_in_its_order(sqlite_url: str, wanted: GamesWanted, index: str) -> None:
    with a_room(sqlite_url) as room:
        a_game(room)
        with statements_of(room) as asked, room.workshop.look() as reader:
            public_games(reader, wanted)
            plan = [
                row[3]
                for row in reader.connection.exec_driver_sql(
                    f"EXPLAIN QUERY PLAN {asked[0]}", ("1",) * asked[0].count("?")
                )
            ]

    assert any(index in line for line in plan), plan
    assert not [line for line in plan if line.startswith("SCAN ") and "which" not in line]
