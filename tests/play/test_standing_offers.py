"""Standing offers: refilled as games end, never twice running with the same player; and when offers wait."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from corr.base.uow import UnitOfWork
from corr.clocks.leave import away_until
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.play.endings import resign
from corr.play.offer_pauses import offer_limit, renew_pauses, set_most_games
from corr.play.offer_rows import Conditions
from corr.play.offers import (
    LASTS,
    MOST_STANDING,
    MakeOffer,
    StandingView,
    end_standing_offer,
    expire_next_offers,
    expire_next_standing,
    make_offer,
    refill_next,
    standing_offers_of,
    take_offer,
    withdraw_offer,
)
from corr.play.open_offers import offer_page, open_offers
from corr.play.proposed_terms import TypedTerms
from corr.players.listing import note_seen
from corr.players.sanctions import SANCTION
from corr.ratings.rated_games import MOST_RATED
from corr.store.base import table
from corr.store.tables.clocks import Leave, LeaveKind
from corr.store.tables.games import Game, GameSeat, StandingOffer
from corr.store.tables.moderation import Report, SanctionKind
from corr.store.tables.player_accounts import OffersPaused
from tests.league_builders import SETTINGS, a_league
from tests.playing import DAY, Room, a_game
from tests.racing import in_units_of_work

TERMS = TypedTerms("tiny", {"misery": "yes"}, "5d/turn", "first", message="Come and play")
ANYBODY = Conditions(one_at_a_time=False)


def stand(room: Room, player: int, games: int = 1, **more: Any) -> str:  # noqa: ANN401 - fields of the order
    with room.workshop.open() as uow:
        return make_offer(uow, MakeOffer(player, TERMS, ANYBODY, keeps=games, **more))


def take(room: Room, offer_id: str, player: int) -> str:
    with room.workshop.open() as uow:
        return take_offer(uow, offer_id, player)


def end(room: Room, game_id: str, player: int) -> None:
    with room.workshop.open() as uow:
        resign(uow, game_id, player, "web")


def refill(room: Room) -> None:
    room.clock.move(timedelta(minutes=1))
    renew_pauses(room.workshop)
    with room.workshop.open() as uow:
        refill_next(uow)


def listed(room: Room) -> list[str]:
    with room.workshop.look() as reader:
        return [offer.id for offer in open_offers(reader, None).items]


def standing(room: Room, player: int) -> tuple[StandingView, ...]:
    with room.workshop.look() as reader:
        return standing_offers_of(reader, player)


@pytest.mark.both_databases
def test_one_offer_is_open_after_the_other_while_fewer_games_run(room: Room) -> None:
    ada, bob, cleo = (room.player(name) for name in ("Ada", "Bob", "Cleo"))
    first = stand(room, ada, games=2)
    assert listed(room) == [first]

    begun = take(room, first, bob)
    refill(room)
    (second,) = listed(room)
    take(room, second, cleo)
    refill(room)
    refill(room)

    assert second != first
    assert listed(room) == []
    assert [(found.games, found.running, found.offer_id) for found in standing(room, ada)] == [(2, 2, "")]
    end(room, begun, ada)
    refill(room)
    refill(room)
    assert len(listed(room)) == 1
    assert standing(room, ada)[0].running == 1


def test_the_next_offer_has_the_terms_and_conditions_of_the_first(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    end(room, take(room, stand(room, ada), bob), ada)
    refill(room)

    with room.workshop.look() as reader:
        (again,) = open_offers(reader, None).items

    assert (again.pace_words, again.message, again.options) == (
        "5 days for each turn",
        "Come and play",
        ("Three in a row loses",),
    )
    assert "A standing offer" in " ".join(again.conditions)


def test_whoever_took_the_last_one_reads_that_the_next_is_for_somebody_else(room: Room) -> None:
    ada, bob, cleo = (room.player(name) for name in ("Ada", "Bob", "Cleo"))
    end(room, take(room, stand(room, ada), bob), ada)
    refill(room)
    (second,) = listed(room)

    with pytest.raises(NotAllowedError, match="The next game with Ada is for somebody else"):
        take(room, second, bob)
    end(room, take(room, second, cleo), ada)
    refill(room)

    (third,) = listed(room)
    take(room, third, bob)
    assert listed(room) == []


def test_two_accounts_that_give_games_away_in_turns_make_ten_rated_games_each(room: Room) -> None:
    ada, bob, cleo = (room.player(name) for name in ("Ada", "Bob", "Cleo"))
    rated = replace(TERMS, is_rated=True)
    with room.workshop.open() as uow:
        make_offer(uow, MakeOffer(ada, rated, ANYBODY, keeps=1))

    for number in range(2 * MOST_RATED + 4):
        (offered,) = listed(room)
        taker = (bob, cleo)[number % 2]
        end(room, take(room, offered, taker), taker)
        refill(room)

    games = [(row["id"], row["is_rated"]) for row in room.rows(Game)]
    takers = {row["game_id"]: row["player_id"] for row in room.rows(GameSeat) if row["player_id"] != ada}
    for account in (bob, cleo):
        assert sum(is_rated for game_id, is_rated in games if takers[game_id] == account) == MOST_RATED


@pytest.mark.both_databases
def test_two_processes_that_refill_at_once_open_one_offer(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    take(room, stand(room, ada, games=5), bob)

    in_units_of_work(room, refill_next, refill_next)

    assert len(listed(room)) == 1


def test_an_order_that_comes_twice_makes_one_standing_offer(room: Room) -> None:
    ada = room.player("Ada")

    assert stand(room, ada, order_key="k" * 20) == stand(room, ada, order_key="k" * 20)

    assert room.count(StandingOffer) == 1
    with pytest.raises(ConflictError, match="This form was used before"):
        stand(room, ada, games=2, order_key="k" * 20)


def test_nobody_has_more_than_five_and_they_are_not_among_the_ten(room: Room) -> None:
    ada = room.player("Ada")
    for _ in range(MOST_STANDING):
        stand(room, ada)

    with pytest.raises(TooManyError, match="You have 5 standing offers, the most there may be; end one first"):
        stand(room, ada)
    with room.workshop.open() as uow:
        for _ in range(10):
            make_offer(uow, MakeOffer(ada, TERMS, ANYBODY))


@pytest.mark.parametrize("wrong", [{"games": 6}, {"games": -1}, {"games": 1, "is_link": True}])
def test_a_standing_offer_of_no_such_number_is_refused(room: Room, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="A standing offer keeps 1 to 5 games going"):
        stand(room, room.player("Ada"), **wrong)


@pytest.mark.parametrize("way", ["end", "withdraw"])
def test_it_ends_with_its_open_offer_and_its_games_go_on(room: Room, way: str) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    take(room, stand(room, ada, games=2), bob)
    refill(room)
    (found,) = standing(room, ada)

    with room.workshop.open() as uow:
        if way == "end":
            end_standing_offer(uow, found.id, ada)
            end_standing_offer(uow, found.id, ada)
        else:
            withdraw_offer(uow, found.offer_id, ada)
    refill(room)

    assert listed(room) == []
    assert standing(room, ada) == ()
    assert len(room.letters("game-over")) == 0


def test_nobody_ends_the_standing_offer_of_somebody_else(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    stand(room, ada)
    (found,) = standing(room, ada)

    with room.workshop.open() as uow, pytest.raises(NotFoundError, match="You made no such standing offer"):
        end_standing_offer(uow, found.id, bob)


def test_after_thirty_days_it_ends_and_one_letter_says_so(room: Room) -> None:
    ada = room.player("Ada")
    stand(room, ada)
    room.clock.move(LASTS)

    for _ in range(2):
        with room.workshop.open() as uow:
            expire_next_offers(uow)
        with room.workshop.open() as uow:
            expire_next_standing(uow)
    refill(room)

    assert room.letters("offer-expired") == [(ada, None)]
    assert (listed(room), standing(room, ada)) == ([], ())


def test_of_an_offer_that_nobody_took_its_player_is_told_once(room: Room) -> None:
    ada = room.player("Ada")
    with room.workshop.open() as uow:
        make_offer(uow, MakeOffer(ada, TERMS, ANYBODY))
    room.clock.move(LASTS)

    for _ in range(2):
        with room.workshop.open() as uow:
            expire_next_offers(uow)

    assert room.letters("offer-expired") == [(ada, None)]


def test_on_leave_all_offers_wait_and_come_back_by_themselves(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    kept = stand(room, ada)
    with room.workshop.open() as uow:
        plain = make_offer(uow, MakeOffer(ada, TERMS, ANYBODY))
        _go_away(uow, ada)
    renew_pauses(room.workshop)

    assert listed(room) == []
    with room.workshop.look() as reader:
        shown = offer_page(reader, plain, bob)
        assert (shown.waits, shown.away_until) == (OffersPaused.LEAVE, away_until(reader, [ada])[ada])
    for offer in (kept, plain):
        with pytest.raises(ConflictError, match=r"Ada is on leave until \w+ \d+ \w+ \d+\. You can accept after that"):
            take(room, offer, bob)
    room.clock.move(5 * DAY)
    renew_pauses(room.workshop)
    assert set(listed(room)) == {plain, kept}
    assert take(room, plain, bob)


def test_whoever_may_not_offer_for_some_days_gets_no_further_offer_meanwhile(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    take(room, stand(room, ada, games=2), bob)
    with room.workshop.open() as uow:
        _forbid(uow, ada, by=bob)

    refill(room)
    assert listed(room) == []

    room.clock.move(DAY)
    refill(room)
    assert len(listed(room)) == 1


def test_what_was_written_beside_a_standing_offer_is_offered_no_further_while_words_are_forbidden(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    end(room, take(room, stand(room, ada), bob), ada)
    with room.workshop.open() as uow:
        _forbid(uow, ada, by=bob, kind=SanctionKind.WORDS)
    refill(room)

    with room.workshop.look() as reader:
        (again,) = open_offers(reader, None).items
    assert (again.pace_words, again.message) == ("5 days for each turn", "")


def test_at_ones_own_limit_of_running_games_all_offers_wait(room: Room) -> None:
    game = a_game(room)
    ada = game.players[0]
    with room.workshop.open() as uow:
        offer = make_offer(uow, MakeOffer(ada, TERMS, ANYBODY))
        set_most_games(uow, ada, "1")

    assert listed(room) == []
    with room.workshop.look() as reader:
        limit = offer_limit(reader, ada)
    assert (limit.most_games, limit.games, limit.paused) == (1, 1, OffersPaused.LIMIT)
    with pytest.raises(ConflictError, match="taking new games at the moment"):
        take(room, offer, room.player("Cleo"))
    end(room, game.id, ada)
    renew_pauses(room.workshop)
    assert listed(room) == [offer]


def test_a_league_that_was_joined_reserves_its_games_and_its_season_is_never_cut(room: Room) -> None:
    season = a_league(room, 4, replace(SETTINGS, legs=2))
    ada, dan = season.player("Ada"), season.player("Dan")
    with room.workshop.open() as uow:
        offer = make_offer(uow, MakeOffer(ada, TERMS, ANYBODY))
        set_most_games(uow, ada, "18")
        set_most_games(uow, dan, "2")
    with room.workshop.look() as reader:
        reserved = offer_limit(reader, ada)
    before = listed(room)

    season.start()
    renew_pauses(room.workshop)

    assert (reserved.games, reserved.paused, before) == (18, OffersPaused.LIMIT, [])
    assert listed(room) == [offer]
    with room.workshop.look() as reader:
        assert [offer_limit(reader, player).games for player in (ada, dan)] == [6, 6]


@pytest.mark.parametrize("typed", ["0", "501", "-1", "many", "1e3", "٣"])
def test_a_limit_that_is_no_such_number_is_refused(room: Room, typed: str) -> None:
    ada = room.player("Ada")

    with room.workshop.open() as uow, pytest.raises(InputError, match="Write a number from 1 to 500, or nothing"):
        set_most_games(uow, ada, typed)


def test_after_two_weeks_without_a_sign_offers_wait_and_one_letter_says_so(room: Room) -> None:
    ada = room.player("Ada")
    kept = stand(room, ada)
    room.clock.move(timedelta(days=13))
    renew_pauses(room.workshop)
    assert listed(room) == [kept]

    room.clock.move(DAY)
    renew_pauses(room.workshop)
    renew_pauses(room.workshop)

    assert listed(room) == []
    assert room.letters("offers-paused") == [(ada, None)]
    with room.workshop.open() as uow:
        note_seen(uow, ada)
    renew_pauses(room.workshop)
    assert listed(room) == [kept]


def _forbid(uow: UnitOfWork, player: int, *, by: int, kind: SanctionKind = SanctionKind.OFFERS) -> None:
    reported = {"by_player_id": by, "about_id": player, "evidence": "", "reason": "Spam", "made_at": uow.now}
    report_id = uow.connection.execute(insert(table(Report)).values(reported).returning(table(Report).c.id)).scalar()
    act = {"report_id": report_id, "player_id": player, "by_player_id": by, "kind": kind.value}
    uow.connection.execute(insert(SANCTION).values(**act, reason="Spam", at=uow.now, until=uow.now + DAY))


def _go_away(uow: UnitOfWork, player: int) -> None:
    leave = {"player_id": player, "kind": LeaveKind.TAKEN.value, "days": 4, "booked_at": uow.now, "order_key": None}
    uow.connection.execute(insert(table(Leave)).values(**leave, begins_at=uow.now, ends_at=uow.now + 4 * DAY))
