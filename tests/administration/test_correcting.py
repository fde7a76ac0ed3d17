"""When the rules of a game were corrected, just the running games that differ by them are frozen."""

from collections.abc import Iterator

import pytest

from corr.administration.game_freezes import FreezeOrder, thaw
from corr.administration.verification import differing, freeze_differing
from corr.base.uow import Workshop
from corr.errors import NotFoundError
from corr.games.seats import Seat
from corr.play.views import game_view
from tests.known_games import registry_with
from tests.playing import SECRET, Room, TestGame, a_game, another_game
from tests.tiny_game import TinyDraft, TinyPosition, TinyRules


class _NoCentreDraft(TinyDraft):
    """A turn that never marks the square in the middle."""

    __slots__ = ()

    def actions(self) -> Iterator[str]:
        """The empty squares but for the middle."""
        return (square for square in super().actions() if square != "B2")


class NoCentreRules(TinyRules):
    """The rules as they always should have been: the middle stays empty."""

    def begin(self, position: TinyPosition, seat: Seat) -> TinyDraft:
        """An empty turn."""
        return _NoCentreDraft(position, seat)


class MirroredRules(TinyRules):
    """The same rules, which write the other side to move."""

    def format_position(self, position: TinyPosition) -> str:
        """With a word more."""
        return super().format_position(position).replace(".", "·")


def corrected(room: Room, rules: type[TinyRules]) -> Workshop:
    """The same service after its rules were corrected."""
    return Workshop(room.database, room.clock, registry_with(rules), SECRET)


def freeze_all(workshop: Workshop) -> list[str]:
    """Freeze what differs; the ids."""
    found = list(differing(workshop, "tiny/1"))
    for finding in found:
        freeze_differing(workshop, finding)
    return [str(finding.game_id) for finding in found]


def frozen(*games: TestGame) -> list[bool]:
    """Which games are frozen."""
    return [game.view().frozen_at is not None for game in games]


def three_games(room: Room) -> tuple[TestGame, TestGame, TestGame]:
    """One in which the middle is marked, one in which it is not, and one that is over."""
    first = a_game(room, "A1", "B2")
    over = another_game(room, first.players, "A1", "B1", "A2", "B2", "A3")
    return first, another_game(room, first.players, "A1", "C3"), over


@pytest.mark.both_databases
def test_just_the_running_games_that_differ_are_frozen_and_their_players_told(room: Room) -> None:
    games = three_games(room)

    found = freeze_all(corrected(room, NoCentreRules))

    assert found == [games[0].id]
    assert frozen(*games) == [True, False, False]
    assert len(room.letters("frozen")) == 2
    assert games[0].view().frozen_for == "Its rules were corrected, and by them it comes out differently now."


def test_only_listing_changes_nothing(room: Room) -> None:
    games = three_games(room)

    found = list(differing(corrected(room, NoCentreRules), "tiny/1"))

    assert [finding.game_id for finding in found] == [games[0].id]
    assert frozen(*games) == [False, False, False]
    assert "Turn 2 cannot be replayed" in found[0].words


def test_twice_freezes_once(room: Room) -> None:
    three_games(room)
    workshop = corrected(room, NoCentreRules)

    assert freeze_all(workshop) == freeze_all(workshop)

    assert room.events() == ["frozen"]
    assert "It is frozen already." in next(iter(differing(workshop, "tiny/1"))).words


def test_games_that_come_out_the_same_are_left_alone(room: Room) -> None:
    three_games(room)

    assert freeze_all(corrected(room, TinyRules)) == []


def test_a_game_that_only_comes_to_another_board_goes_on_from_that(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    workshop = corrected(room, MirroredRules)
    assert freeze_all(workshop) == [game.id]

    with workshop.open() as uow:
        thaw(uow, FreezeOrder(game.id))

    assert list(differing(workshop, "tiny/1")) == []


def test_an_unknown_ruleset_is_refused_with_those_that_there_are(room: Room) -> None:
    with pytest.raises(NotFoundError, match=r"there are: .*kelasu/1"):
        list(differing(room.workshop, "kelasu/77"))


@pytest.mark.both_databases
def test_a_game_that_ended_meanwhile_is_left_as_it_is(room: Room) -> None:
    game = a_game(room, "A1", "B2")
    workshop = corrected(room, NoCentreRules)
    [finding] = differing(workshop, "tiny/1")
    for turn in ("A2", "C1", "A3"):
        game.play(turn)

    assert freeze_differing(workshop, finding) == "The game is over."
    with room.workshop.look() as reader:
        assert game_view(reader, game.id, None).is_over
