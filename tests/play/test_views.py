"""Games as somebody sees them, now and then, alone and in lists."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from corr.base.paging import KeysetPage, Place
from corr.errors import NotFoundError
from corr.play.endings import offer_draw, resign
from corr.play.game_lists import MyGames, my_games
from corr.play.lifecycle import NewGame, start_game
from corr.play.page_stamps import GameStamp, game_stamp
from corr.play.public_games import PAGE, GamesWanted, WatchedGame, public_games
from corr.play.views import game_view, hints_of
from tests.playing import DAY, Room, TestGame, a_game, another_game, terms

WON = ("A1", "B1", "A2", "B2", "A3")
EVERYTHING = GamesWanted()


def test_a_player_sees_whose_turn_it_is_and_until_when(room: Room) -> None:
    game = a_game(room)

    view = game.view(game.players[0])

    assert (view.you, view.is_your_turn, view.due_at) == (0, True, room.clock.now() + 3 * DAY)
    assert [(seat.title, seat.name, seat.is_you) for seat in view.seats] == [
        ("Cross", "Ada", True),
        ("Nought", "Bob", False),
    ]
    assert (view.may_resign, view.may_offer_draw) == (True, True)


def test_a_spectator_sees_the_game_and_may_do_nothing(room: Room) -> None:
    game = a_game(room)

    view = game.view()

    assert (view.you, view.is_your_turn, view.may_resign, view.may_offer_draw) == (None, False, False, False)
    assert view.due_at == room.clock.now() + 3 * DAY


def test_the_squares_of_the_last_turn_are_known(room: Room) -> None:
    game = a_game(room, "B3-C3, B4-C4", ruleset="kelasu/1")

    view = game.view()

    assert view.turns[-1].text == "B3-C3, B4-C4"
    assert view.course.touched == {"B3", "C3", "B4", "C4"}


def test_every_moment_of_the_past_is_as_it_was_seen_then(room: Room) -> None:
    game = a_game(room, ruleset="kelasu/1")
    seen = []
    for text in ("B3-C3", "I3-H3, I4-H4", "C3-D3"):
        seen.append(game.view())
        game.play(text)

    past = [game.view(at_turn=number) for number in (1, 2, 3)]

    for then, now in zip(seen, past, strict=True):
        assert (then.position, then.scene, then.course, then.turns) == (now.position, now.scene, now.course, now.turns)
    assert [view.is_past for view in past] == [True] * 3
    assert not any(view.is_your_turn or view.may_resign for view in past)


def test_a_moment_of_the_past_does_not_give_the_end_away(room: Room) -> None:
    game = a_game(room, *WON)

    view = game.view(at_turn=3)

    assert (view.is_over, view.outcome_words, view.winner, view.ended_at) == (False, "", None, None)


def test_the_last_moment_of_a_game_shows_its_end(room: Room) -> None:
    game = a_game(room, *WON)

    assert game.view(at_turn=6).outcome_words == "Cross won: three stood in a row."


@pytest.mark.parametrize("number", [-1, 0, 3, 2**70])
def test_a_moment_that_never_was_is_not_found(room: Room, number: int) -> None:
    game = a_game(room, "A1")

    with pytest.raises(NotFoundError):
        game.view(at_turn=number)


def test_options_that_differ_from_the_usual_are_told(room: Room) -> None:
    players = (room.player("Ada"), room.player("Bob"))

    with room.workshop.open() as uow:
        usual = start_game(uow, NewGame("tiny/1", {"misery": False, "edge": "sea"}, terms("3d/turn"), players))
        unusual = start_game(uow, NewGame("tiny/1", {"misery": True, "edge": "sand"}, terms("3d/turn"), players))

    assert TestGame(room, usual, players).view().options == ()
    assert TestGame(room, unusual, players).view().options == ("Three in a row loses", "Edge: sand")


def test_the_stamp_changes_with_everything_that_can_be_seen(room: Room) -> None:
    game = a_game(room)
    stamps = [stamp(game)]
    game.play("A1")
    stamps.append(stamp(game))
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")
    stamps.append(stamp(game))
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[0], "web")
    stamps.append(stamp(game))

    assert [found.version for found in stamps] == [0, 1, 2, 3]
    assert [found.is_over for found in stamps] == [False, False, False, True]
    assert stamps[-1].due_at is None


@pytest.mark.parametrize("game_id", ["nosuch", "a\0", "\ud800", ""])
def test_a_game_that_is_not_there_is_not_found(room: Room, game_id: str) -> None:
    with room.workshop.look() as reader, pytest.raises(NotFoundError):
        game_stamp(reader, game_id)
    with room.workshop.look() as reader, pytest.raises(NotFoundError):
        game_view(reader, game_id, None)


@pytest.mark.parametrize(("name", "statements"), [("Ada", 5), ("Eve", 3)])
def test_a_page_takes_as_few_statements_however_long_the_game(room: Room, name: str, statements: int) -> None:
    game = a_game(room, "A1", "B1", "A2")
    viewer = game.players[0] if name == "Ada" else room.player(name)

    with room.workshop.look() as reader:
        seen: list[str] = []
        engine = reader.connection.engine
        event.listen(engine, "before_cursor_execute", lambda *told: seen.append(told[2]))
        game_view(reader, game.id, viewer)

    assert len(seen) == statements


def test_hints_are_for_who_is_due_alone(room: Room) -> None:
    game = a_game(room, *WON[:-1])

    with room.workshop.look() as reader:
        mine = hints_of(reader, game_view(reader, game.id, game.players[0]))
        theirs = hints_of(reader, game_view(reader, game.id, game.players[1]))

    assert mine[0] == "mark A3"
    assert theirs == ()


def test_my_games_are_sorted_by_time_left(room: Room) -> None:
    later = a_game(room, pace="5d/turn")
    sooner = another_game(room, later.players, pace="2d/turn")
    theirs = another_game(room, (later.players[1], later.players[0]))
    over = another_game(room, later.players, *WON)

    games = games_of(room, later.players[0])

    assert [line.id for line in games.your_turn] == [sooner.id, later.id]
    assert [line.id for line in games.their_turn] == [theirs.id]
    assert [(line.id, line.outcome_words) for line in games.over.items] == [
        (over.id, "Cross won: three stood in a row.")
    ]
    assert {line.opponent for line in (*games.your_turn, *games.their_turn)} == {"Bob"}


def test_other_peoples_games_are_not_mine(room: Room) -> None:
    a_game(room)
    stranger = room.player("Eve")

    games = games_of(room, stranger)
    assert (games.your_turn, games.their_turn, games.running.items, games.over.items) == ((), (), (), ())
    assert (games.your_turns, games.their_turns) == (0, 0)


@pytest.mark.both_databases
def test_public_games_come_in_pages_the_latest_first(room: Room) -> None:
    first = a_game(room)
    made = [first.id]
    for _ in range(PAGE):
        room.clock.move(timedelta(minutes=1))
        made.append(another_game(room, first.players).id)

    one = public(room)
    two = public(room, after=one.older)
    back = public(room, before=two.newer)

    assert [line.id for line in (*one.items, *two.items)] == made[::-1]
    assert len(one.items) == PAGE
    assert (one.newer, two.older) == ("", "")
    assert back.items == one.items
    assert public(room, after=two.older or f"1-{made[0]}").is_beyond_end


def test_a_game_that_is_over_says_nothing_of_a_turn_that_nobody_owes(room: Room) -> None:
    game = a_game(room, "B3-C3", ruleset="kelasu/1")
    before = game.view().scene
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    after = game.view().scene

    assert before.turn_notes
    assert after.turn_notes == ()
    assert after.notes == before.notes


def test_games_that_are_over_have_their_own_list(room: Room) -> None:
    over = a_game(room, *WON)
    running = another_game(room, over.players)

    assert [line.id for line in public(room).items] == [running.id]
    assert [line.id for line in public(room, GamesWanted(is_over=True)).items] == [over.id]


def stamp(game: TestGame) -> GameStamp:
    with game.room.workshop.look() as reader:
        return game_stamp(reader, game.id)


def games_of(room: Room, player_id: int) -> MyGames:
    with room.workshop.look() as reader:
        return my_games(reader, player_id)


def public(
    room: Room, wanted: GamesWanted = EVERYTHING, *, after: str = "", before: str = ""
) -> KeysetPage[WatchedGame]:
    with room.workshop.look() as reader:
        return public_games(
            reader,
            wanted,
            after=Place.read(after) if after else None,
            before=Place.read(before) if before else None,
        )
