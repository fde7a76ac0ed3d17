"""Challenges to players and to addresses: made, answered, withdrawn, expired."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, OptionError
from corr.game.views import ChallengeView
from corr.play.challenges import LASTS, accept_challenge, expire_next
from corr.play.invitations import accept_by_mail, accept_invitation, decline_by_mail, invitation
from corr.play.proposals import challenge_page, open_challenges
from corr.store.base import table
from corr.store.tables.games import Challenge, Game
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import Player
from tests.play.proposing import decline, propose, withdraw
from tests.playing import Room, TestGame, statements_of

SOMEBODY = "New.Friend@example.net"


@pytest.fixture
def ada(room: Room) -> int:
    return room.player("Ada")


@pytest.fixture
def bob(room: Room) -> int:
    return room.player("Bob")


def test_a_challenge_by_name_is_told_and_seen_by_both(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada, seat_wish="second", message="Hello\r\nBob!")

    theirs, mine = page(room, made.id, bob), page(room, made.id, ada)
    assert made.to == "Bob"
    assert (theirs.challenger, theirs.opponent, theirs.game_title) == ("Ada", "Bob", "Tiny")
    assert (theirs.your_seat_words, mine.your_seat_words) == (
        "You play Cross and move first.",
        "You play Nought and move second.",
    )
    assert theirs.message == "Hello\nBob!"
    assert (theirs.may_accept, theirs.may_withdraw) == (True, False)
    assert (mine.may_accept, mine.may_withdraw) == (False, True)
    assert room.letters("challenge") == [(bob, None)]
    assert [view.id for view in lists(room, bob)[0]] == [view.id for view in lists(room, ada)[1]] == [made.id]


def test_a_challenge_between_others_is_not_found(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)
    eve = room.player("Eve")

    assert bob != eve
    with pytest.raises(NotFoundError):
        page(room, made.id, eve)
    with pytest.raises(NotFoundError):
        accept(room, made.id, eve)


@pytest.mark.parametrize("wish", ["first", "second"])
def test_accepting_starts_the_game_with_the_seats_as_wished(room: Room, ada: int, bob: int, wish: str) -> None:
    made = propose(room, ada, seat_wish=wish)

    game_id = accept(room, made.id, bob)

    view = TestGame(room, game_id, (ada, bob)).view()
    assert view.seats[0].player_id == (ada if wish == "first" else bob)
    assert (view.pace, view.options) == ("3d/turn", ("Three in a row loses",))
    told = sorted(room.letters("your-turn") + room.letters("game-started"))
    assert told == sorted([(ada, 1), (bob, 1)])
    assert [row["kind"] for row in room.rows(Outbox) if row["kind"] != "challenge"] in (
        ["your-turn", "game-started"],
        ["game-started", "your-turn"],
    )
    assert lists(room, bob) == ((), ())


@pytest.mark.both_databases
def test_accepting_twice_is_one_game(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    with ThreadPoolExecutor(4) as threads:
        games = set(threads.map(lambda _: accept(room, made.id, bob), range(4)))

    assert len(games) == 1
    assert room.count(Game) == 1


def test_ones_own_challenge_cannot_be_accepted(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    assert bob
    with pytest.raises(NotAllowedError, match="your own"):
        accept(room, made.id, ada)


@pytest.mark.both_databases
def test_accepting_and_withdrawing_at_once_is_one_of_the_two(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    with ThreadPoolExecutor(2) as threads:
        taken = threads.submit(accept, room, made.id, bob)
        gone = threads.submit(withdraw, room, made.id, ada)

    assert (taken.exception() is None) != (gone.exception() is None)
    assert room.count(Game) == (taken.exception() is None)


@pytest.mark.both_databases
def test_nobody_declines_an_own_challenge_in_the_name_of_the_other(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    with pytest.raises(NotAllowedError, match="you can withdraw it"):
        decline(room, made.id, ada)

    assert page(room, made.id, bob).state == "open"
    assert room.letters("challenge-declined") == []


def test_a_declined_challenge_is_told_and_over(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    decline(room, made.id, bob)
    decline(room, made.id, bob)

    assert page(room, made.id, ada).state == "declined"
    assert room.letters("challenge-declined") == [(ada, None)]
    with pytest.raises(ConflictError, match="declined"):
        accept(room, made.id, bob)


@pytest.mark.both_databases
def test_a_withdrawn_challenge_is_told_and_over(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    withdraw(room, made.id, ada)

    assert room.letters("challenge-withdrawn") == [(bob, None)]
    with pytest.raises(ConflictError, match="withdrawn"):
        accept(room, made.id, bob)


def test_nobody_withdraws_what_another_made(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    with pytest.raises(NotFoundError):
        withdraw(room, made.id, bob)


@pytest.mark.both_databases
def test_a_challenge_expires_after_fourteen_days_and_both_are_told_once(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)
    room.clock.move(LASTS)

    with pytest.raises(ConflictError, match="expired"):
        accept(room, made.id, bob)
    assert (expire(room), expire(room)) == (True, False)
    assert page(room, made.id, ada).state == "expired"
    assert sorted(room.letters("challenge-expired")) == [(ada, None), (bob, None)]


def test_nothing_expires_before(room: Room, ada: int, bob: int) -> None:
    propose(room, ada)
    room.clock.move(LASTS - timedelta(seconds=1))

    assert bob
    assert expire(room) is False


@pytest.mark.both_databases
def test_the_same_form_twice_is_one_challenge(room: Room, ada: int, bob: int) -> None:
    with ThreadPoolExecutor(4) as threads:
        made = set(threads.map(lambda _: propose(room, ada, order_key="form"), range(4)))

    assert len(made) == 1
    assert room.letters("challenge") == [(bob, None)]


@pytest.mark.both_databases
def test_two_who_challenge_each_other_at_once_do_not_block_each_other(room: Room, ada: int, bob: int) -> None:
    orders = [(ada, "Bob"), (bob, "Ada")] * 5

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda order: propose(room, order[0], opponent=order[1]), orders))

    assert len({receipt.id for receipt in made}) == 10


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponent": ""},
        {"opponent": "nobody at all"},
        {"opponent": "a\0b"},
        {"opponent": "\ud800"},
        {"opponent": "@"},
        {"opponent": "x@nowhere"},
        {"opponent": "Ada"},
        {"opponent": "ADA@EXAMPLE.ORG"},
        {"game": "chess"},
        {"pace": "1m/turn"},
        {"seat_wish": "third"},
        {"message": "x" * 1001},
        {"message": "a\0b"},
        {"message": "a\u202eb"},
        {"message": "\ud800"},
        {"order_key": "\0"},
    ],
)
def test_what_cannot_be_proposed_is_refused_at_its_field(room: Room, ada: int, bob: int, wrong: dict[str, str]) -> None:
    assert bob
    with pytest.raises(InputError) as refused:
        propose(room, ada, **wrong)

    assert [refused.value.field] == list(wrong)
    assert room.count(Challenge) == 0


def test_an_option_that_does_not_exist_is_refused(room: Room, ada: int, bob: int) -> None:
    assert bob
    with pytest.raises(OptionError):
        propose(room, ada, options={"nonsense": "true"})


@pytest.mark.both_databases
def test_a_name_that_is_mistyped_brings_the_close_ones(room: Room, ada: int) -> None:
    room.player("Benedikt")

    with pytest.raises(InputError, match="Did you mean “Benedikt”"):
        propose(room, ada, opponent="Bendikt")


def test_nobody_is_brought_whose_account_is_closed(room: Room, ada: int) -> None:
    gone = room.player("Benedikt")
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Player)).where(table(Player).c.id == gone).values(closed_at=uow.now))

    with pytest.raises(InputError, match="There is no player of that name") as refused:
        propose(room, ada, opponent="Bendikt")

    assert "Benedikt" not in refused.value.sentence


@pytest.mark.both_databases
def test_an_address_with_an_account_makes_no_outward_difference(room: Room, ada: int, bob: int) -> None:
    with statements_of(room) as known:
        first = propose(room, ada, opponent="bob@example.org")
    with statements_of(room) as unknown:
        second = propose(room, ada, opponent="eve@example.org")

    views = [page(room, made.id, ada) for made in (first, second)]
    rows = [{name: value is None for name, value in row.items()} for row in room.rows(Challenge)]
    letters = [(row["kind"], row["player_id"]) for row in room.rows(Outbox)]
    assert bob
    assert known == unknown
    assert replace(views[0], id="", opponent="") == replace(views[1], id="", opponent="")
    assert rows[0] == rows[1]
    assert letters == [("invitation", None)] * 2


@pytest.mark.both_databases
def test_an_invitation_to_the_address_of_a_player_is_among_that_players_challenges(
    room: Room, ada: int, bob: int
) -> None:
    made = propose(room, ada, opponent="Bob@Example.org")

    assert [view.id for view in lists(room, bob)[0]] == [made.id]
    assert room.count(Game) == 0
    accept(room, made.id, bob)
    assert room.count(Game) == 1


@pytest.mark.both_databases
def test_whoever_is_signed_in_with_the_invited_address_accepts_by_the_link(room: Room, ada: int, bob: int) -> None:
    propose(room, ada, opponent="bob@example.org")

    game_id = take(room, token_of(room), bob)

    assert bob in {seat.player_id for seat in TestGame(room, game_id, (0, 0)).view().seats}


def test_the_link_alone_accepts_nothing_whoever_holds_it(room: Room, ada: int, bob: int) -> None:
    propose(room, ada, opponent=SOMEBODY)

    with room.workshop.look() as reader:
        views = [invitation(reader, token_of(room), viewer) for viewer in (None, bob)]
    with pytest.raises(NotAllowedError, match="a code sent there"):
        take(room, token_of(room), bob)

    assert [view is not None and view.is_for_you for view in views] == [False, False]
    assert (room.count(Game), room.count(Player)) == (0, 2)


def test_an_invitation_looks_the_same_whether_or_not_its_address_has_an_account(room: Room, ada: int, bob: int) -> None:
    assert bob
    for address in ("bob@example.org", "nobody@example.org"):
        propose(room, ada, opponent=address)
    known, unknown = (row["facts"]["token"] for row in room.rows(Outbox))

    with room.workshop.look() as reader:
        one, other = invitation(reader, known, None), invitation(reader, unknown, None)

    assert one is not None
    assert other is not None
    assert replace(one.challenge, id="", opponent="") == replace(other.challenge, id="", opponent="")


@pytest.mark.both_databases
def test_a_mail_from_the_invited_mailbox_makes_an_account_once(room: Room, ada: int) -> None:
    propose(room, ada, opponent=SOMEBODY)

    begun = []
    for _ in range(2):
        with room.workshop.open() as uow:
            begun.append(accept_by_mail(uow, token_of(room), "Newcomer"))

    assert [(one.name, one.is_new) for one in begun] == [("Newcomer", True), ("Newcomer", False)]
    assert begun[0].game_id == begun[1].game_id
    assert (room.count(Game), room.count(Player)) == (1, 2)


def test_a_name_that_cannot_be_used_leaves_the_invitation_open(room: Room, ada: int) -> None:
    propose(room, ada, opponent=SOMEBODY)

    with pytest.raises(InputError), room.workshop.open() as uow:
        accept_by_mail(uow, token_of(room), "Ada")

    with room.workshop.look() as reader:
        view = invitation(reader, token_of(room), None)
    assert view is not None
    assert view.challenge.may_accept


@pytest.mark.both_databases
def test_a_declined_invitation_is_told_to_the_challenger(room: Room, ada: int) -> None:
    propose(room, ada, opponent=SOMEBODY)

    with room.workshop.open() as uow:
        decline_by_mail(uow, token_of(room))

    assert room.letters("challenge-declined") == [(ada, None)]


@pytest.mark.parametrize("token", ["", "a" * 26, "\0", "\ud800", "x" * 5000])
def test_a_link_that_was_made_up_leads_nowhere(room: Room, ada: int, token: str) -> None:
    propose(room, ada, opponent=SOMEBODY)

    with room.workshop.look() as reader:
        assert invitation(reader, token, None) is None
    with pytest.raises(NotFoundError):
        take(room, token, ada)


def page(room: Room, challenge_id: str, player_id: int) -> ChallengeView:
    with room.workshop.look() as reader:
        return challenge_page(reader, challenge_id, player_id)


def lists(room: Room, player_id: int) -> tuple[tuple[ChallengeView, ...], tuple[ChallengeView, ...]]:
    with room.workshop.look() as reader:
        return open_challenges(reader, player_id)


def accept(room: Room, challenge_id: str, player_id: int) -> str:
    with room.workshop.open() as uow:
        return accept_challenge(uow, challenge_id, player_id)


def expire(room: Room) -> bool:
    with room.workshop.open() as uow:
        return expire_next(uow)


def token_of(room: Room) -> str:
    (facts,) = (row["facts"] for row in room.rows(Outbox) if row["kind"] == "invitation")
    return str(facts["token"])


def take(room: Room, token: str, player_id: int) -> str:
    with room.workshop.open() as uow:
        return accept_invitation(uow, token, player_id)


@pytest.mark.both_databases
@pytest.mark.parametrize("is_rated", [True, False])
def test_whether_a_game_is_rated_is_told_in_the_challenge_and_holds_for_the_game(
    room: Room, ada: int, bob: int, *, is_rated: bool
) -> None:
    made = propose(room, ada, is_rated=is_rated)
    with room.workshop.open() as uow:
        accept_challenge(uow, made.id, bob)

    told = "The result counts for both players’ ratings." if is_rated else "The result counts for no ratings."
    assert page(room, made.id, bob).terms[-1] == page(room, made.id, ada).terms[-1] == told
    assert room.rows(Game)[0]["is_rated"] == is_rated


def test_a_challenge_that_says_nothing_about_ratings_is_not_rated(room: Room, ada: int, bob: int) -> None:
    made = propose(room, ada)

    assert bob
    assert page(room, made.id, ada).terms[-1] == "The result counts for no ratings."
