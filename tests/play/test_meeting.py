"""Who may begin something with whom: blocks, whose challenges somebody takes, and what is said of them."""

from datetime import timedelta

import pytest

from corr.base.notices import NoticeKind
from corr.errors import ConflictError, InputError, NotAllowedError
from corr.play.blocking import block_player
from corr.play.challenges import accept_challenge, expire_next
from corr.play.meeting import why_not_challenge, why_not_meet
from corr.play.proposals import open_challenges
from corr.players.blocks import block, blocks_of, is_blocked, set_challenges_from, unblock
from corr.store.tables.games import Challenge, Game
from corr.store.tables.moderation import BlockKind
from tests.play.proposing import propose, withdraw
from tests.play.test_offers import offer, one, take
from tests.playing import Room, another_game

TAKES_NONE = "Bob takes no new games at the moment."


def let_block(room: Room, player: int, other: int) -> None:
    with room.workshop.open() as uow:
        block_player(uow, player, other)


def take_from(room: Room, player: int, word: str) -> None:
    with room.workshop.open() as uow:
        set_challenges_from(uow, player, word)


def may_not(room: Room, asks: int, asked: int) -> tuple[str, str]:
    with room.workshop.look() as reader:
        return why_not_meet(reader, asks, asked), why_not_challenge(reader, asks, asked)


@pytest.mark.both_databases
def test_a_block_holds_both_ways_and_ends_when_it_is_taken_back(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))

    let_block(room, bob, ada)

    blocker_reads = "You have blocked Ada. You can unblock them in your settings."
    assert may_not(room, ada, bob) == (TAKES_NONE, TAKES_NONE)
    assert may_not(room, bob, ada) == (blocker_reads, blocker_reads)
    assert may_not(room, cy, bob) == ("", "")
    with room.workshop.open() as uow:
        assert is_blocked(uow, ada, bob)
        assert is_blocked(uow, bob, ada)
        assert [line.name for line in blocks_of(uow, bob)] == ["Ada"]
        assert blocks_of(uow, ada) == ()
        unblock(uow, bob, ada)
    assert may_not(room, ada, bob) == ("", "")


def test_whoever_is_blocked_reads_what_everybody_reads_of_one_who_takes_no_challenges(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    let_block(room, bob, ada)
    blocked = may_not(room, ada, bob)[1]

    take_from(room, bob, "none")

    assert may_not(room, cy, bob)[1] == blocked == may_not(room, ada, bob)[1]


def test_the_wish_to_play_only_with_whom_one_played_looks_the_same_with_a_block(room: Room) -> None:
    ada, bob, cy, dan = (room.player(name) for name in ("Ada", "Bob", "Cy", "Dan"))
    another_game(room, (cy, bob))
    take_from(room, bob, "played")
    let_block(room, bob, ada)

    assert may_not(room, cy, bob) == ("", "")
    assert may_not(room, ada, bob)[1] == may_not(room, dan, bob)[1]
    assert may_not(room, dan, bob)[1] == "Bob takes challenges only from people who have played a game with them."


def test_a_mute_keeps_nobody_from_playing(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    with room.workshop.open() as uow:
        block(uow, bob, ada, BlockKind.MUTE)

    assert may_not(room, ada, bob) == ("", "")


def test_a_block_takes_the_place_of_a_mute(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")

    with room.workshop.open() as uow:
        block(uow, bob, ada, BlockKind.MUTE)
        block(uow, bob, ada, BlockKind.BLOCK)
        block(uow, bob, ada, BlockKind.BLOCK)

    with room.workshop.look() as reader:
        assert [line.kind for line in blocks_of(reader, bob)] == [BlockKind.BLOCK]


def test_nobody_blocks_themselves(room: Room) -> None:
    ada = room.player("Ada")

    with pytest.raises(InputError, match="That is you"):
        let_block(room, ada, ada)


def test_a_challenge_to_somebody_who_blocked_its_maker_is_refused_beside_the_name(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    let_block(room, bob, ada)

    with pytest.raises(InputError, match=TAKES_NONE) as refused:
        propose(room, ada)

    assert refused.value.field == "opponent"
    assert room.count(Challenge) == 0


@pytest.mark.both_databases
def test_a_block_declines_open_challenges_and_withdraws_ones_own(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    to_bob = propose(room, ada).id
    invited = propose(room, ada, opponent="bob@example.org").id
    to_ada = propose(room, bob, opponent="Ada").id

    let_block(room, bob, ada)

    assert {row["id"]: row["state"] for row in room.rows(Challenge)} == {
        to_bob: "declined",
        invited: "declined",
        to_ada: "withdrawn",
    }
    with pytest.raises(Exception, match="was withdrawn"), room.workshop.open() as uow:
        accept_challenge(uow, to_ada, ada)
    assert room.count(Game) == 0


@pytest.mark.both_databases
def test_an_invitation_to_somebody_who_blocked_its_maker_looks_sent_and_reaches_nobody(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    let_block(room, bob, ada)

    receipt = propose(room, ada, opponent="Bob@Example.org")

    assert receipt.to == "Bob@example.org"
    with room.workshop.look() as reader:
        assert open_challenges(reader, bob) == ((), ())
        assert [view.id for view in open_challenges(reader, ada)[1]] == [receipt.id]
    withdraw(room, receipt.id, ada)
    for kind in (NoticeKind.CHALLENGE, NoticeKind.INVITATION, NoticeKind.CHALLENGE_WITHDRAWN):
        assert room.letters(kind.value) == []


@pytest.mark.both_databases
def test_an_invitation_to_somebody_who_muted_its_maker_looks_sent_and_reaches_nobody(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    with room.workshop.open() as uow:
        block(uow, bob, ada, BlockKind.MUTE)

    made = propose(room, ada, opponent="bob@example.org", message="But listen.")

    assert made.to == "bob@example.org"
    assert room.letters("invitation") == []
    with room.workshop.open() as uow:
        unblock(uow, bob, ada)
    propose(room, ada, opponent="bob@example.org")
    assert len(room.letters("invitation")) == 1


@pytest.mark.both_databases
def test_an_invitation_reaches_whoever_takes_challenges_from_people_they_played(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    another_game(room, (bob, cy))
    take_from(room, bob, "played")

    propose(room, ada, opponent="bob@example.org")
    by_cy = propose(room, cy, opponent="bob@example.org")

    with room.workshop.look() as reader:
        assert [view.id for view in open_challenges(reader, bob)[0]] == [by_cy.id]


def test_a_withheld_invitation_expires_for_its_maker_alone(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    take_from(room, bob, "none")
    propose(room, ada, opponent="bob@example.org")

    room.clock.move(timedelta(days=15))
    with room.workshop.open() as uow:
        assert expire_next(uow)

    assert room.letters(NoticeKind.CHALLENGE_EXPIRED.value) == [(ada, None)]


@pytest.mark.both_databases
def test_offers_of_who_blocked_the_reader_are_as_withdrawn_and_cannot_be_taken(room: Room) -> None:
    ada, bob, cy = (room.player(name) for name in ("Ada", "Bob", "Cy"))
    of_bob, of_ada = offer(room, bob), offer(room, ada)
    let_block(room, bob, ada)

    assert one(room, of_bob, ada).state == "withdrawn"
    assert (one(room, of_bob, cy).state, one(room, of_bob, cy).why_not) == ("open", "")
    assert one(room, of_ada, bob).why_not.startswith("You have blocked Ada.")
    with pytest.raises(ConflictError, match="This offer was withdrawn"):
        take(room, of_bob, ada)
    with pytest.raises(NotAllowedError, match="You have blocked Ada"):
        take(room, of_ada, bob)


def test_an_offer_can_be_taken_although_its_player_takes_no_challenges(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    take_from(room, bob, "none")

    assert take(room, offer(room, bob), ada)
