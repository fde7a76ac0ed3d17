"""Giving time: a day to the other player, and days by an administrator."""

from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from corr.clocks.gifts import GiveTime, give_time
from corr.core.pace import Late
from corr.errors import ConflictError, CorrError, InputError, NotAllowedError, TooManyError
from corr.game.refusals import FrozenError, GameOverError, LateError
from corr.game.views import ActReceipt
from corr.games.seats import FIRST, SECOND
from corr.leagues.extensions import ExtendTime, extend_time
from corr.play.endings import resign
from corr.players.profiles import grant
from corr.store.base import table
from corr.store.tables.games import Game, GameSeat
from corr.store.tables.mails import Outbox
from tests.playing import DAY, Room, TestGame, a_game, terms
from tests.racing import in_units_of_work, meeting

DAY_MS = 86_400_000


def gift(game: TestGame, by: int = 1, key: str = "one") -> GiveTime:
    """A day from the player at seat *by*."""
    return GiveTime(game.id, game.players[by], key, "web", game.room.clock.now())


def give(game: TestGame, by: int = 1, key: str = "one") -> ActReceipt:
    """Give the other player a day."""
    order = gift(game, by, key)
    with game.room.workshop.open() as uow:
        return give_time(uow, order)


def an_admin(room: Room, name: str = "Ida") -> int:
    """An administrator who plays nothing."""
    player_id = room.player(name)
    with room.workshop.open() as uow:
        grant(uow, name)
    return player_id


def extension(game: TestGame, by: int, days: str = "3", **more: object) -> ExtendTime:
    """Days from an administrator."""
    values: dict[str, object] = {"seat": FIRST, "reason": "storm", "order_key": "one"} | more
    return ExtendTime(game.id, by, days=days, **values)  # type: ignore[arg-type]  # A table of whatever a test wants.


def extend(game: TestGame, by: int, days: str = "3", **more: object) -> ActReceipt:
    """Let an administrator add days."""
    with game.room.workshop.open() as uow:
        return extend_time(uow, extension(game, by, days, **more))


def freeze(game: TestGame) -> None:
    """Freeze the game as far as its row says so."""
    with game.room.workshop.open() as uow:
        frozen = update(table(Game)).where(table(Game).c.id == game.id).values(frozen_at=uow.now)
        uow.connection.execute(frozen)


def facts(room: Room, kind: str) -> list[dict[str, object]]:
    """What the letters of a kind tell."""
    return [row["facts"] for row in room.rows(Outbox) if row["kind"] == kind]


def test_a_day_moves_the_deadline_and_is_told(room: Room) -> None:
    game = a_game(room)
    before = game.seats()[0]["due_at"]

    receipt = give(game)

    assert receipt == ActReceipt(game.id, "Ada has 1 day more now.")
    assert game.seats()[0]["due_at"] == before + DAY
    assert room.letters("time-given") == [(game.players[0], 1)]
    assert [str(event.sentence) for event in game.view().events] == ["Nought gave Cross 1 day."]


def test_a_day_for_who_is_not_due_goes_into_the_bank(room: Room) -> None:
    game = a_game(room, "B2", pace="7d+1d/14d")
    before = game.seats()

    give(game)

    assert game.seats()[0]["bank_ms"] == before[0]["bank_ms"] + DAY_MS
    assert game.seats()[0]["due_at"] is None
    assert game.seats()[1]["due_at"] == before[1]["due_at"]


def test_the_same_click_twice_is_one_day(room: Room) -> None:
    game = a_game(room)
    give(game)
    once = game.seats()

    again = give(game)

    assert again.repeated
    assert (game.seats(), room.events(), len(room.letters("time-given"))) == (once, ["time-given"], 1)


@pytest.mark.both_databases
def test_the_same_click_twice_at_once_is_one_day(room: Room) -> None:
    game = a_game(room)
    before = game.seats()[0]["due_at"]
    order = gift(game)

    with meeting(room, "SELECT", "game_event"):
        in_units_of_work(room, partial(give_time, order=order), partial(give_time, order=order))

    assert game.seats()[0]["due_at"] == before + DAY
    assert room.events() == ["time-given"]


def test_a_page_that_is_kept_is_not_shown_after_time_was_given(room: Room) -> None:
    game = a_game(room, "B2")
    before = game.stamp()

    give(game)

    assert game.stamp() != before


def test_seven_days_are_the_most_and_each_is_told_by_itself(room: Room) -> None:
    game = a_game(room)
    for number in range(7):
        give(game, key=f"key {number}")

    with pytest.raises(TooManyError, match="You have given Ada 7 days, the most you can give in one game"):
        give(game, key="one more")
    give(game, by=0)

    assert len(room.letters("time-given")) == 8


def test_a_day_that_was_given_stays_when_the_turn_is_made(room: Room) -> None:
    game = a_game(room, pace="3d/turn")
    give(game)

    game.play("B2")

    assert game.seats()[0]["bank_ms"] == 4 * DAY_MS


def test_a_claim_that_time_has_overtaken_is_none_any_more(room: Room) -> None:
    game = a_game(room, agreed=terms("1d/turn", late=Late.CLAIM))
    room.clock.move(DAY + timedelta(hours=1))
    with room.workshop.open() as uow:
        lapsed = update(table(GameSeat)).where(table(GameSeat).c.seat == 0).values(lapsed_at=uow.now)
        uow.connection.execute(lapsed)

    give(game)

    assert game.seats()[0]["lapsed_at"] is None
    assert game.seats()[0]["due_at"] > room.clock.now()


def test_no_day_is_given_where_none_can_be(room: Room) -> None:
    untimed = a_game(room, pace="untimed")
    with pytest.raises(ConflictError, match="This game has no time limit, so no time can be given"):
        give(untimed)

    freeze(untimed)
    with pytest.raises(FrozenError):
        give(untimed)


def test_no_day_is_given_in_a_game_that_is_over_or_lost_on_time(room: Room) -> None:
    game = a_game(room)
    room.clock.move(4 * DAY)
    with pytest.raises(LateError):
        give(game)

    over = a_game(room, names="Cid Dan")
    with room.workshop.open() as uow:
        resign(uow, over.id, over.players[0], "web")
    with pytest.raises(GameOverError):
        give(over)


def test_who_does_not_play_gives_no_day(room: Room) -> None:
    game = a_game(room)
    stranger = room.player("Eve")

    with pytest.raises(NotAllowedError), room.workshop.open() as uow:
        give_time(uow, GiveTime(game.id, stranger, "one", "web", room.clock.now()))


@pytest.mark.parametrize("key", ["", "k" * 201, "a\x00b"])
def test_a_key_that_cannot_be_kept_is_refused(room: Room, key: str) -> None:
    game = a_game(room)

    with pytest.raises(InputError, match="load the page again"):
        give(game, key=key)


def test_an_administrator_gives_days_with_a_reason(room: Room) -> None:
    game, ida = a_game(room), an_admin(room)
    before = game.seats()

    receipt = extend(game, ida)

    assert receipt.sentence == "Ada got 3 days more."
    assert game.seats()[0]["due_at"] == before[0]["due_at"] + 3 * DAY
    assert game.seats()[1] == before[1]
    assert sorted(room.letters("time-extended")) == [(player_id, 1) for player_id in game.players]
    told = {"days": 3, "reason": "storm", "seat": 0, "by": "An administrator"}
    assert facts(room, "time-extended")[0] == told
    assert [str(event.sentence) for event in game.view().events] == [
        "The administrator Ida gave Cross 3 days: “storm”."
    ]


def test_days_for_both_are_days_for_each(room: Room) -> None:
    game, ida = a_game(room), an_admin(room)
    before = game.seats()

    receipt = extend(game, ida, "1", seat=None)

    assert receipt.sentence == "Ada and Bob got 1 day more each."
    assert [row["bank_ms"] for row in game.seats()] == [row["bank_ms"] + DAY_MS for row in before]
    assert [str(event.sentence) for event in game.view().events] == [
        "The administrator Ida gave both players 1 day each: “storm”."
    ]


@pytest.mark.both_databases
def test_the_same_extension_twice_at_once_is_one(room: Room) -> None:
    game, ida = a_game(room), an_admin(room)
    before = game.seats()[0]["due_at"]
    order = extension(game, ida)

    with meeting(room, "SELECT", "game_event"):
        in_units_of_work(room, partial(extend_time, order=order), partial(extend_time, order=order))

    assert game.seats()[0]["due_at"] == before + 3 * DAY
    assert (room.events(), len(room.letters("time-extended"))) == (["time-extended"], 2)


def test_thirty_days_are_the_most_for_a_game(room: Room) -> None:
    game, ida = a_game(room), an_admin(room)
    extend(game, ida, "29")

    with pytest.raises(
        TooManyError, match="Administrators may add 30 days in one game together, and 1 day of these is"
    ):
        extend(game, ida, "2", order_key="two")
    extend(game, ida, "1", seat=SECOND, order_key="three")
    with pytest.raises(TooManyError, match="and none of these are left"):
        extend(game, ida, "1", order_key="four")


@pytest.mark.parametrize("days", ["0", "-1", "1000000000", "1e3", "３", "1.5", "", " ", "31", "1_0", "x", "+3"])
def test_what_is_no_number_of_days_is_refused(room: Room, days: str) -> None:
    game, ida = a_game(room), an_admin(room)
    before = game.seats()

    with pytest.raises(InputError, match="whole number of days from 1 to 30") as refused:
        extend(game, ida, days)

    assert (refused.value.field, game.seats(), room.events()) == ("days", before, [])


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 301, "a\x00b", "a\ud800b", "a\u202eb"])
def test_a_reason_is_given_that_both_can_read(room: Room, reason: str) -> None:
    game, ida = a_game(room), an_admin(room)

    with pytest.raises(InputError) as refused:
        extend(game, ida, reason=reason)

    assert (refused.value.field, room.events()) == ("reason", [])


def test_a_reason_is_one_line(room: Room) -> None:
    game, ida = a_game(room), an_admin(room)

    extend(game, ida, reason="  a storm\r\n over the lake ")

    assert facts(room, "time-extended")[0]["reason"] == "a storm over the lake"


def test_only_an_administrator_who_does_not_play_adds_days(room: Room) -> None:
    game = a_game(room)
    stranger = room.player("Eve")
    with room.workshop.open() as uow:
        grant(uow, "Bob")

    for player_id in (stranger, *game.players):
        with pytest.raises(NotAllowedError):
            extend(game, player_id)

    assert room.events() == []


@pytest.mark.parametrize("pace", ["untimed", "3d/turn"])
def test_nothing_is_added_where_no_clock_can_run(room: Room, pace: str) -> None:
    game, ida = a_game(room, pace=pace), an_admin(room)
    if pace != "untimed":
        with room.workshop.open() as uow:
            resign(uow, game.id, game.players[0], "web")
    told = len(room.rows(Outbox))

    with pytest.raises(CorrError, match=r"no time limit|The game is over"):
        extend(game, ida)

    assert len(room.rows(Outbox)) == told


@pytest.mark.parametrize("pace", ["3d/turn", "untimed"])
def test_no_days_are_added_in_a_frozen_game(room: Room, pace: str) -> None:
    game, ida = a_game(room, pace=pace), an_admin(room)
    freeze(game)
    before = game.seats()

    with pytest.raises(FrozenError):
        extend(game, ida)

    assert (game.seats(), room.events()) == (before, [])


def test_an_order_does_not_take_the_place_of_another_players_order(room: Room) -> None:
    game, admins = a_game(room), [an_admin(room, name) for name in ("Ida", "Uwe")]

    give(game, by=0)
    give(game, by=1)
    for admin in admins:
        extend(game, admin)

    assert room.events() == ["time-given", "time-given", "time-extended", "time-extended"]
