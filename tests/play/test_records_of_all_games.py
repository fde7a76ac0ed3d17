"""Records of chance games of every game there is, for each viewer, while they run and after their end."""

import random
from dataclasses import replace
from itertools import groupby

import pytest

from corr.game.game_row import get_game_row
from corr.game.refusals import GameOverError
from corr.games.api import AnyDraft, AnyRules
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import Seat
from corr.play.endings import resign
from corr.play.game_record import record_of
from corr.play.turn_log import track_of, turns_of
from corr.records.format import write_record
from corr.records.parser import read_record
from corr.records.validation import replay_record
from tests.playing import Room, TestGame, a_game, a_room

_RULESETS = sorted(info.ruleset for info in Registry.discover().rulesets())
_ROUNDS = 60


def chance_turn(rules: AnyRules, draft: AnyDraft, chance: random.Random) -> AnyDraft:
    """A legal turn in which rare kinds of actions are as frequent as common ones."""
    while not (draft.may_stop and chance.random() < 0.3):
        actions = sorted(rules.listing(draft, 50).actions, key=_kind)
        if not actions:
            break
        kinds = [list(group) for _, group in groupby(actions, _kind)]
        draft = rules.read(draft, chance.choice(chance.choice(kinds)))
    return draft


def _kind(action: str) -> str:
    """What an action looks like, without its squares."""
    word = action.partition(" ")[0] if " " in action else ""
    return word + "".join(sign for sign in action.removeprefix(word) if not sign.isalnum())


def played(room: Room, ruleset: str, seed: int) -> TestGame:
    """A game of chance turns; the seats that are due at once hand theirs in one after the other."""
    chance = random.Random(seed)
    game = a_game(room, ruleset=ruleset)
    track = Track.begin(room.workshop.registry.get_rules(ruleset))
    for number in range(1, _ROUNDS + 1):
        drafts = {seat: chance_turn(track.rules, track.rules.begin(track.position, seat), chance) for seat in track.due}
        for seat, draft in drafts.items():
            game.play(track.rules.write(draft.made), seat=seat, number=number)
        track = track.after(drafts)
        if track.outcome:
            break
    return game


@pytest.mark.parametrize("seed", [2, 6, 8])
@pytest.mark.parametrize("ruleset", _RULESETS)
def test_the_record_of_a_chance_game_is_right_for_everybody(sqlite_url: str, ruleset: str, seed: int) -> None:
    with a_room(sqlite_url) as room:
        game = played(room, ruleset, seed)

        for viewer in (None, *game.players):
            assert replayed(game, viewer).text == game.view(viewer).position
        over(game)
        assert replace(replayed(game), rules=logged(game).rules) == logged(game)


def replayed(game: TestGame, viewer: int | None = None) -> Track:
    """The game played again from its record."""
    with game.room.workshop.look() as reader:
        text = write_record(record_of(reader, game.id, viewer, site=""))
    record = read_record(text)
    assert write_record(record) == text
    return replay_record(record, game.room.workshop.registry)


def logged(game: TestGame) -> Track:
    """The game played again from its log."""
    with game.room.workshop.look() as reader:
        return track_of(get_game_row(reader, game.id).rules(reader), turns_of(reader, game.id))


def over(game: TestGame) -> None:
    """Let the game be over."""
    try:
        with game.room.workshop.open() as uow:
            resign(uow, game.id, game.players[Seat(0)], "web")
    except GameOverError:
        return
