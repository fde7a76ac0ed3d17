"""What all players of the crash test share: the service as they know it, and the memory of the harness."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import insert

from corr.administration.installation import find_rehearsal
from corr.base.uow import Workshop
from corr.games.api import AnyRules
from corr.games.registry import Registry
from corr.players.profiles import make_player
from corr.players.sessions import open_session
from corr.store.base import table
from corr.store.db import Database
from corr.store.tables.clocks import ClockPreference
from corr.wiring import RehearsalClock, SystemClock
from tests.crash.far_end import FarEnd
from tests.crash.journal import Journal
from tests.crash.stage import Stage
from tests.crash.watching import watch


@dataclass(frozen=True, slots=True)
class Member:
    """One of the players."""

    id: int
    name: str
    address: str
    token: str = field(repr=False)
    """Of the session that the player is signed in with."""
    likes_mail: float
    """How often turns go by mail, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How players behave."""

    insists: bool = True
    """Whether they ask again who got no answer."""
    has_mail: bool = True
    """Whether they send turns by mail too."""
    sleeps_in: int = 12
    """At one of so many turns a player stops for good, so that the deadline falls."""
    long: int = 14
    """After so many turns they look for an end."""
    is_tardy: bool = False
    """Whether they make no turn before its deadline has passed."""
    chatty: float = 0.2
    """How often a turn by mail stands beside talk, so that it is played by itself some time later."""


USUAL = Manners()


@dataclass(frozen=True)
class House:
    """The service, as the harness looks at it."""

    stage: Stage
    workshop: Workshop
    """To look only, once the play has begun."""
    far_end: FarEnd
    journal: Journal
    members: Sequence[Member]
    games: Sequence[AnyRules]
    games_each: int = 4
    """How many games a player wishes to have at once."""
    manners: Manners = USUAL
    has_league: bool = False
    """Whether a season of a league is played too."""

    def rules(self, ruleset: str) -> AnyRules:
        """The rules of a game that is played here."""
        return self.workshop.registry.get_rules(ruleset)


def moved_in(stage: Stage, database: Database, far_end: FarEnd, players: int, *, seed: int) -> House:
    """A house with so many *players*, all signed in, on a rehearsal's database that is empty."""
    registry = Registry.discover()
    with Workshop(database, SystemClock(), registry, b"").look() as reader:
        rehearsal = find_rehearsal(reader)
    assert rehearsal is not None
    workshop = Workshop(database, RehearsalClock(rehearsal), registry, b"")
    chance = random.Random(seed)
    members = []
    with workshop.open() as uow:
        watch(uow)
        for number in range(players):
            name, address = f"Player{number}", f"player{number}@players.example"
            player_id = make_player(uow, name, address, "Europe/Berlin", is_demo=False)
            token = open_session(uow, player_id, "the crash test").token
            # Whoever has no leave by itself lets deadlines fall.
            wishes = {
                "player_id": player_id,
                "reminder_hours": "24,4",
                "automatic_leave": number % 3 == 0,
                "rest_days": "67",
            }
            uow.connection.execute(insert(table(ClockPreference)).values(wishes))
            members.append(Member(player_id, name, address, token, chance.choice((0.0, 0.5, 1.0))))
    games = [registry.get_rules_of_game(info.game) for info in registry.games()]
    return House(stage, workshop, far_end, Journal(), members, games)
