"""Following: who is told of what, once and for sure, and how it ends."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert, update

from corr.errors import InputError, NotAllowedError, NotFoundError, TooManyError
from corr.game.game_row import GAME
from corr.play import following
from corr.play.endings import resign
from corr.play.followed_facts import news_for_digest, news_of, tell_next_followers
from corr.play.following import MOST, find_stopped, follow, follows_of, get_target, stop_token
from corr.players.blocks import block
from corr.store.base import table
from corr.store.tables.follows import Follow, FollowedFact, FollowNews
from corr.store.tables.moderation import BlockKind
from corr.store.tables.player_accounts import Player
from tests.league_builders import NAMES, SETTINGS, a_league, look_after
from tests.playing import DAY, Room, TestGame, a_game, another_game, statements_of

pytestmark = pytest.mark.both_databases


def _follow(room: Room, player_id: int, kind: str, asked: str, *, way: str = "feed", each_turn: bool = False) -> None:
    with room.workshop.open() as uow:
        follow(uow, player_id, get_target(uow, kind, asked), way, each_turn=each_turn)


def _tell(room: Room) -> int:
    """Tell everybody; how many steps it took."""
    steps = 0
    while True:
        with room.workshop.open() as uow:
            if not tell_next_followers(uow):
                return steps
        steps += 1


def _told(room: Room, player_id: int) -> list[tuple[str, str]]:
    return [(row["kind"], row["way"]) for row in room.rows(FollowNews) if row["player_id"] == player_id]


def _resign(game: TestGame) -> None:
    with game.room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")


def test_a_follower_of_a_player_is_told_of_games_that_begin_and_end(room: Room) -> None:
    ada, bob, eve = (room.player(name) for name in ("Ada", "Bob", "Eve"))
    _follow(room, eve, "player", "Ada")

    game = another_game(room, (ada, bob), "A1")
    _resign(game)
    _tell(room)

    assert sorted(_told(room, eve)) == [("begun", "feed"), ("over", "feed")]
    assert _told(room, ada) == _told(room, bob) == []
    assert room.count(FollowedFact) == 0


def test_a_follower_of_a_game_is_told_each_turn_only_if_that_was_chosen(room: Room) -> None:
    game = a_game(room)
    eve, zoe = room.player("Eve"), room.player("Zoe")
    _follow(room, eve, "game", game.id, each_turn=True)
    _follow(room, zoe, "game", game.id)

    game.play("A1")
    _resign(game)
    _tell(room)

    assert sorted(_told(room, eve)) == [("over", "feed"), ("turn", "feed")]
    assert _told(room, zoe) == [("over", "feed")]


def test_nothing_is_written_for_a_game_that_nobody_follows(room: Room) -> None:
    game = a_game(room, "A1")

    _resign(game)

    assert room.count(FollowedFact) == 0


def test_whoever_follows_both_players_and_the_game_is_told_once_in_the_loudest_way(room: Room) -> None:
    game = a_game(room)
    eve = room.player("Eve")
    _follow(room, eve, "player", "Ada", way="digest")
    _follow(room, eve, "player", "Bob", way="letter")
    _follow(room, eve, "game", game.id, way="feed")

    _resign(game)
    _tell(room)

    assert _told(room, eve) == [("over", "letter")]
    assert room.letters("followed") == [(eve, None)]


def test_players_of_a_game_are_not_told_as_followers(room: Room) -> None:
    game = a_game(room)
    _follow(room, game.players[0], "player", "Bob", way="letter")

    _resign(game)
    _tell(room)

    assert _told(room, game.players[0]) == []


def test_very_many_followers_are_told_once_each_and_the_end_costs_one_statement(room: Room) -> None:
    game, quiet = a_game(room), a_game(room, names="Cleo Dan")
    crowd = [room.player(f"Fan {number}") for number in range(450)]
    with room.workshop.open() as uow:
        rows = [
            {"player_id": fan, "followed_id": game.players[number % 2], "way": "letter", "each_turn": False}
            for number, fan in enumerate(crowd)
        ]
        uow.connection.execute(insert(table(Follow)), [row | {"created_at": uow.now} for row in rows])

    with statements_of(room) as alone:
        _resign(quiet)
    with statements_of(room) as followed:
        _resign(game)
    steps = _tell(room)

    assert len(followed) == len(alone)
    assert steps >= len(crowd) / 400
    assert sorted(row["player_id"] for row in room.rows(FollowNews)) == sorted(crowd)
    assert len(room.letters("followed")) == len(crowd)


def test_a_follower_of_a_league_is_told_of_its_seasons_and_of_no_single_game(room: Room) -> None:
    season = a_league(room, 3, replace(SETTINGS, rolls_over=True))
    eve, bob = room.player("Eve"), season.player(NAMES[0])
    for player in (eve, bob):
        _follow(room, player, "league", season.league_id, way="letter")

    season.start()
    _tell(room)
    season.end_all(NAMES)
    room.clock.move(DAY)
    look_after(room)
    _tell(room)

    kinds = ["season-ended", "season-opened", "season-started"]
    assert sorted(_told(room, eve)) == [(kind, "letter") for kind in kinds]
    with room.workshop.look() as reader:
        words = {
            row["kind"]: news.words
            for row in room.rows(FollowNews)
            if row["player_id"] == eve and (news := news_of(reader, eve, row["fact"]))
        }
    assert words == {
        "season-opened": "Summer Cup, season 2, can be joined",
        "season-started": "Summer Cup, season 1, has begun",
        "season-ended": "Summer Cup, season 1, is over",
    }


def test_what_a_follower_was_told_of_a_game_that_became_private_is_shown_no_more(room: Room) -> None:
    game = a_game(room)
    eve = room.player("Eve")
    _follow(room, eve, "player", "Ada")
    _resign(game)
    _tell(room)
    fact = room.rows(FollowNews)[0]["fact"]
    with room.workshop.look() as reader:
        assert news_of(reader, eve, fact) is not None

    with room.workshop.open() as uow:
        uow.known.clear()
        uow.connection.execute(update(GAME).where(GAME.c.id == game.id).values(is_private=True))

    with room.workshop.look() as reader:
        assert news_of(reader, eve, fact) is None


def test_a_private_game_is_told_to_nobody_and_cannot_be_followed(room: Room) -> None:
    ada, bob, eve = (room.player(name) for name in ("Ada", "Bob", "Eve"))
    _follow(room, eve, "player", "Ada")
    game = another_game(room, (ada, bob))
    _tell(room)
    with room.workshop.open() as uow:
        uow.known.clear()
        uow.connection.execute(update(GAME).where(GAME.c.id == game.id).values(is_private=True))

    _resign(game)
    _tell(room)

    assert _told(room, eve) == [("begun", "feed")]
    with room.workshop.look() as reader, pytest.raises(NotFoundError):
        get_target(reader, "game", game.id)


@pytest.mark.both_databases
def test_somebody_blocked_seems_to_follow_and_is_told_nothing(room: Room) -> None:
    game = a_game(room)
    eve, fred = room.player("Eve"), room.player("Fred")
    for follower in (eve, fred):
        _follow(room, follower, "player", "Ada")

    with room.workshop.open() as uow:
        block(uow, game.players[0], eve, BlockKind.BLOCK)
    _follow(room, eve, "player", "Ada")
    _resign(game)
    _tell(room)

    assert _told(room, eve) == []
    assert len(_told(room, fred)) == 1
    assert room.count(Follow) == 2


def test_whoever_blocks_follows_no_more(room: Room) -> None:
    ada, _ = room.player("Ada"), room.player("Bob")
    _follow(room, ada, "player", "Bob")

    with room.workshop.open() as uow:
        block(uow, ada, 2, BlockKind.BLOCK)

    assert room.count(Follow) == 0
    with pytest.raises(NotAllowedError, match="You have blocked Bob"):
        _follow(room, ada, "player", "Bob")


@pytest.mark.parametrize(("kind", "asked"), [("player", "Nobody"), ("game", "zzz"), ("game", "'"), ("moon", "x")])
def test_what_does_not_exist_cannot_be_followed(room: Room, kind: str, asked: str) -> None:
    with room.workshop.look() as reader, pytest.raises(NotFoundError):
        get_target(reader, kind, asked)


def test_one_follows_neither_oneself_nor_in_ways_that_do_not_exist(room: Room) -> None:
    ada = room.player("Ada")
    room.player("Bob")

    with pytest.raises(InputError):
        _follow(room, ada, "player", "Ada")
    with pytest.raises(InputError):
        _follow(room, ada, "player", "Bob", way="pigeon")


def test_following_again_changes_the_way_and_counts_once(room: Room) -> None:
    ada, _ = room.player("Ada"), room.player("Bob")

    _follow(room, ada, "player", "Bob")
    _follow(room, ada, "player", "bob", way="letter")

    with room.workshop.look() as reader:
        (found,) = follows_of(reader, ada)
    assert (found.title, found.way) == ("Bob", "letter")


def test_one_follows_at_most_so_many(room: Room) -> None:
    ada = room.player("Ada")
    others = [room.player(f"Player {number}") for number in range(MOST + 1)]
    with room.workshop.open() as uow:
        rows = [{"player_id": ada, "followed_id": one, "way": "feed", "each_turn": False} for one in others[:MOST]]
        uow.connection.execute(insert(table(Follow)), [row | {"created_at": uow.now} for row in rows])

    with pytest.raises(TooManyError):
        _follow(room, ada, "player", f"Player {MOST}")

    _follow(room, ada, "player", "Player 0", way="letter")
    assert room.count(Follow) == MOST


def test_the_link_in_a_letter_ends_one_follow_and_never_another(room: Room) -> None:
    ada, _ = room.player("Ada"), room.player("Bob")
    room.player("Cleo")
    _follow(room, ada, "player", "Bob", way="letter")
    with room.workshop.look() as reader:
        (mine,) = follows_of(reader, ada)
        token = stop_token(reader, mine.id)
        found = find_stopped(reader, token)
    assert found == (ada, mine)

    with room.workshop.open() as uow:
        following.end_follow(uow, ada, mine.id)
        # SQLite gives the same id to the next one.
        room.clock.move(timedelta(minutes=1))
    _follow(room, ada, "player", "Cleo")

    with room.workshop.look() as reader:
        for wrong in (token, "", "1", "1-", "-", "0-x", "99999999999-x", "\u0661-x", token[:-1]):
            assert find_stopped(reader, wrong) is None


def test_a_digest_tells_only_what_was_chosen_for_it(room: Room) -> None:
    game = a_game(room)
    eve, zoe = room.player("Eve"), room.player("Zoe")
    _follow(room, eve, "player", "Ada", way="digest")
    _follow(room, zoe, "player", "Ada", way="feed")
    begin = room.clock.now()

    room.clock.move(timedelta(hours=1))
    _resign(game)
    _tell(room)

    with room.workshop.look() as reader:
        (told,) = news_for_digest(reader, eve, since=begin, until=reader.now)
        assert news_for_digest(reader, zoe, since=begin, until=reader.now) == ()
        assert news_for_digest(reader, eve, since=reader.now, until=reader.now) == ()
    assert (told.words, told.detail) == ("Ada won against Bob in Tiny", "Ada won: Bob resigned.")


def test_closed_accounts_are_told_nothing(room: Room) -> None:
    game = a_game(room)
    eve = room.player("Eve")
    _follow(room, eve, "player", "Ada", way="letter")
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Player)).where(table(Player).c.id == eve).values(closed_at=uow.now))

    _resign(game)
    _tell(room)

    assert room.letters("followed") == []


def test_old_news_are_forgotten(room: Room) -> None:
    game = a_game(room)
    eve = room.player("Eve")
    _follow(room, eve, "player", "Ada")
    _resign(game)
    _tell(room)

    room.clock.move(timedelta(days=61))
    _tell(room)

    assert room.count(FollowNews) == 0
