"""Random years of a league, played through the service and through the model of what is promised."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TypeVar

from sqlalchemy import delete

from corr.base.uow import UnitOfWork
from corr.game.game_row import get_game_row, get_game_row_locked
from corr.game.words import AGREEMENT, VOIDED, EventKind
from corr.games.seats import Seat
from corr.leagues.acts.before_start import RemovePlayer, StartSeason
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.acts.rulings import SetResult, UndoResult
from corr.leagues.acts.season_changes import MoveEnd, Pause, Resume
from corr.leagues.acts.withdrawal import OwnWithdrawal, Withdraw
from corr.leagues.rules.settings import Unfinished
from corr.leagues.seasons.entries import JoinSeason, LeaveSeason, join_season, leave_season
from corr.leagues.seasons.entry_requests import AskPlayers, ask_players
from corr.leagues.seasons.season_opening import OpenSeason, open_season
from corr.play.endings import resign
from corr.play.lifecycle import Ending, end_game
from corr.store.base import table
from corr.store.tables.player_accounts import MailAddress
from tests.league_builders import TestSeason, a_league, dates_from, look_after, replaced, some_players
from tests.leagues.any_settings import any_settings
from tests.leagues.comparing import (
    compare_asked,
    compare_boards,
    compare_ratings,
    compare_season,
    is_refused,
    look_at_seats,
)
from tests.leagues.glickman import Found, ratings
from tests.leagues.glickman import Game as Rated
from tests.leagues.model import DAY, RESULTS, Bout, Edition, Group, Row, divided
from tests.playing import Room
from tests.ratings.building import count, log_turns

T = TypeVar("T")
GRACE = timedelta(seconds=5)
"""For so long turns that came in time may be under way; the end date is applied after it."""
WHY = "Because it had to be."
UNVERIFIED = "Zoe"
"""A player without a verified address: games against her count for no ratings."""
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Joan", "Kim", "Leo", UNVERIFIED)


@dataclass
class Years:
    """The seasons of a league one after the other, and what became of them by the model."""

    room: Room
    chance: Random
    people: dict[str, int] = field(default_factory=dict)
    known: dict[str, Bout] = field(default_factory=dict)
    """The games of all seasons."""
    editions: list[Edition] = field(default_factory=list)
    seasons: list[TestSeason] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # What was done, for whoever looks for what went wrong.

    def begin(self) -> None:
        """Somebody founds the league."""
        self.seasons = [a_league(self.room, 0, any_settings(self.chance))]
        self.people = dict(zip(NAMES, some_players(self.room, NAMES), strict=True))
        self.forget_address(self.people[UNVERIFIED])
        self.adopt_edition()

    @property
    def now(self) -> datetime:
        """The present moment."""
        return self.room.clock.now()

    @property
    def season(self) -> TestSeason:
        """The latest season, as the service has it."""
        return self.seasons[-1]

    @property
    def edition(self) -> Edition:
        """The same by the model."""
        return self.editions[-1]

    @property
    def organiser(self) -> int:
        """Who runs the league."""
        return self.season.organiser

    def step(self) -> None:
        """Some time passes, and something happens."""
        self.room.clock.move(timedelta(minutes=self.chance.choice((6, 50, 400, 1500, 9000))))
        self.tick()
        act = self.chance.choice(self.acts())
        self.told.append(f"{self.now:%d %b %H:%M} {self.edition.state} {act.__name__}")
        act()
        self.compare()

    def acts(self) -> list[Callable[[], None]]:
        """What may be done now, the more often named the likelier."""
        before = [self.join] * 8 + [self.enter] * 3 + [self.leave, self.take_out, self.start, self.wait]
        during = [self.play] * 12 + [self.hurry] * 2 + [self.draw] * 4 + [self.rule] * 3 + [self.undo] * 2
        during += [self.void, self.withdraw, self.replace, self.replace, self.pause, self.resume, self.move, self.wait]
        return {"sign-up": before, "running": during}.get(
            self.edition.state, [self.open, self.join, self.withdraw, self.wait]
        )

    def tick(self) -> None:
        """Everything that happens in seasons by itself."""
        count(self.room)
        look_after(self.room)
        edition = self.edition
        if edition.state == "called-off" and edition.opens_again_at and edition.opens_again_at <= self.now:
            self.open_by_itself()
        if edition.state == "sign-up" and edition.starts_at <= self.now:
            if len(edition.inside) < 3:
                edition.call_off(self.now)
            else:
                edition.ends_at += (self.now - edition.starts_at) // DAY * DAY
                self.adopt_divisions()
        if edition.state == "running":
            self.run()

    def run(self) -> None:
        """What is due in a season that runs."""
        edition = self.edition
        is_due = edition.ends_at <= self.now - GRACE and edition.paused_at is None
        if is_due and not edition.is_up and any(not bout.result for bout in edition.bouts):
            edition.apply_end(self.now.date())
        if all(bout.result for bout in edition.bouts):
            edition.finish()
            if edition.settings.rolls_over:
                self.open_by_itself()

    def open_by_itself(self) -> None:
        """A season has opened by itself, and asks who played the last, and who joined what was called off since."""
        last = self.edition
        self.seasons.append(self.season.next(len(self.seasons) + 1))
        self.adopt_edition()
        self.edition.is_second_try = last.state == "called-off"
        assert self.season.row.length == last.length
        asked: set[int] = set()
        for before in reversed(self.editions[:-1]):
            asked |= before.inside if before.state == "called-off" else before.played()
            if before.state == "over":
                break
        self.edition.asked = list(asked)

    def adopt_edition(self) -> None:
        """A season has opened: its dates are the service’s."""
        row = self.season.row
        length = row.dates.ends_at - row.dates.starts_at
        self.editions.append(Edition(row.settings, row.dates.starts_at, row.dates.ends_at, length))
        assert row.dates.sign_up_until >= self.now + min(14, row.settings.sign_up_days) * DAY

    def adopt_divisions(self) -> None:
        """A season has begun: its divisions are the model’s, and everybody meets everybody with seats that are fair."""
        edition = self.edition
        over = [one for one in self.editions[:-1] if one.state == "over"]
        rated = dict.fromkeys(edition.line, 1500) | {player: round(found[0]) for player, found in self.rated().items()}
        edition.state, edition.seed = "running", self.season.row.seed
        lists = divided(edition, over[-1] if over else None, rated)
        tables = self.season.tables()
        # The numbers follow the seeding in one season, and run against it in the next.
        numbered = [players[:: 1 if len(self.editions) % 2 else -1] for players in lists]
        assert [[entry.player_id for entry in division.entries] for division in tables] == numbered
        for division in tables:
            rows = {entry.id: Row(entry.player_id, rated[entry.player_id]) for entry in division.entries}
            assert [entry.rating for entry in division.entries] == [row.rating for row in rows.values()]
            group = Group(list(rows.values()), [])
            for meeting in division.table.meetings:
                pair = (rows[meeting.first], rows[meeting.second])
                is_rated = edition.settings.is_rated and self.people[UNVERIFIED] not in {row.player for row in pair}
                bout = Bout(pair, (pair[0].player, pair[1].player), is_rated)
                group.bouts.append(bout)
                self.known[meeting.game_id] = bout
            look_at_seats(group, edition.settings.legs)
            edition.groups.append(group)

    def compare(self) -> None:
        """All that the service says of the league is what the model says."""
        for season, edition in list(zip(self.seasons, self.editions, strict=True))[-2:]:
            compare_season(season, edition, self.known)
        compare_ratings(self.room, self.rated())
        compare_boards(self.room, self.known)
        compare_asked(self.room, self.editions)

    def rated(self) -> dict[int, Found]:
        """Everybody’s rating by the model."""
        games: list[Rated] = [
            (bout.day, *bout.players, bout.score)
            for bout in self.known.values()
            if bout.day is not None and bout.score is not None
        ]
        return ratings(games)

    def join(self) -> None:
        """Somebody joins."""
        player, edition = self.any_player(), self.edition
        is_open = edition.state == "sign-up"
        row = edition.row_of(player)
        # Who is in it already stays, as long as there is something to be in.
        is_playing = edition.state == "running" and row is not None and not row.withdrew
        is_in = is_playing or (is_open and player in edition.inside)
        can = is_open and self.now < self.season.row.dates.sign_up_until and player != self.people[UNVERIFIED]
        self.expect(lambda uow: join_season(uow, JoinSeason(self.season.id, player, "web")), may=is_in or can)
        if can:
            self.is_in(player)

    def enter(self) -> None:
        """The organiser asks some, even after the sign-up; all of those who can say yes."""
        names = self.chance.sample(sorted(self.people), self.chance.choice((3, 6, 10)))
        receipt = self.write(lambda uow: ask_players(uow, AskPlayers(self.organiser, self.season.id, names)))
        self.edition.asked += [self.people[name] for name in receipt.asked]
        for player in (self.people[name] for name in receipt.asked if name != UNVERIFIED):
            self.write(partial(join_season, order=JoinSeason(self.season.id, player, "web")))
            self.is_in(player)

    def leave(self) -> None:
        """Somebody leaves before the start."""
        player = self.any_player()
        self.write(lambda uow: leave_season(uow, LeaveSeason(self.season.id, player, "web")))
        self.edition.inside.discard(player)

    def take_out(self) -> None:
        """The organiser takes somebody out."""
        player = self.any_player()
        self.write(lambda uow: RemovePlayer(self.season.id, player).carry_out(uow, ActRequest(self.organiser)))
        self.edition.inside.discard(player)

    def start(self) -> None:
        """The organiser lets it begin before its day, if there are enough."""
        act, request = StartSeason(self.season.id), ActRequest(self.organiser, version=self.season.row.version)
        may = len(self.edition.inside) >= 3
        self.expect(lambda uow: act.carry_out(uow, request), may=may)
        if may:
            self.adopt_divisions()

    def wait(self) -> None:
        """Weeks pass."""
        self.room.clock.move(self.chance.choice((9, 20, 45)) * DAY)
        self.tick()

    def open(self) -> None:
        """The organiser opens the next season."""
        order = OpenSeason(self.organiser, self.season.league_id, any_settings(self.chance), dates_from(self.room))
        self.write(lambda uow: open_season(uow, order))
        self.seasons.append(self.season.next(len(self.seasons) + 1))
        self.adopt_edition()

    def play(self) -> None:
        """Somebody gives a game up, unless all stands still."""
        game_id, bout = self.any_bout(is_open=True)
        if bout is not None:
            self.give_up(game_id, bout)

    def hurry(self) -> None:
        """All games that are open are given up, one after the other."""
        for bout in self.edition.bouts:
            if not bout.result:
                self.give_up(next(game_id for game_id, known in self.known.items() if known is bout), bout)

    def give_up(self, game_id: str, bout: Bout) -> None:
        """One of the two gives a game up, unless all stands still."""
        seat = self.chance.choice((0, 1))
        may = not self.edition.stands_still()
        if may:
            self.make_turns(game_id, bout)
        self.expect(lambda uow: resign(uow, game_id, bout.players[seat], "web"), may=may)
        if may:
            bout.end("second" if seat == 0 else "first", self.now.date())

    def make_turns(self, game_id: str, bout: Bout) -> None:
        """Some turns stand in the log of a game, mostly enough of them that it counts for ratings."""
        if bout.turns:
            return
        # Without chance, so that the years stay the same whatever is written here.
        bout.turns = (4, 0, 4, 5, 3, 4)[list(self.known).index(game_id) % 6]
        self.write(lambda uow: log_turns(uow, game_id, bout.turns, since=self.now))

    def draw(self) -> None:
        """Two agree on a draw."""
        self.close("draw", Ending(None, AGREEMENT, EventKind.DRAW_AGREED, Seat(0), "web"))

    def void(self) -> None:
        """An administrator ends a game without a result."""
        self.close("none", Ending(None, VOIDED, EventKind.VOIDED, None, "web"))

    def close(self, result: str, ending: Ending) -> None:
        """A game ends without a winner."""
        game_id, bout = self.any_bout(is_open=True)
        if bout is None or self.edition.stands_still():
            return
        self.make_turns(game_id, bout)
        self.write(lambda uow: end_game(uow, get_game_row_locked(uow, game_id), ending, ()))
        bout.end(result, self.now.date())

    def withdraw(self) -> None:
        """Somebody withdraws, or an organiser says so."""
        rows = self.edition.rows
        if not rows:
            return
        row = self.chance.choice(rows)
        by = self.chance.choice((row.player, self.organiser))
        may = self.edition.state == "running" or bool(row.withdrew)
        kind = OwnWithdrawal if by == row.player else Withdraw
        act, request = kind(self.season.id, row.player), ActRequest(by, WHY)
        self.expect(lambda uow: act.carry_out(uow, request), may=may)
        if may and not row.withdrew:
            self.edition.withdraw(row, self.now.date())

    def replace(self) -> None:
        """Somebody else is to play on."""
        row, name = self.chance.choice(self.edition.rows), self.chance.choice(NAMES)
        new = self.people[name]
        may = self.edition.may_replace(row, new) and name != UNVERIFIED
        act, request = AskToReplace(self.season.id, row.player, name), ActRequest(self.organiser, WHY)
        self.expect(lambda uow: replaced(uow, act, request), may=may)
        if may:
            self.edition.replace(row, new)

    def rule(self) -> None:
        """The organiser sets a result."""
        game_id, bout = self.any_bout(is_open=self.chance.choice((True, False)))
        if bout is None:
            return
        verdict, is_forfeit = self.chance.choice(RESULTS), self.chance.random() < 0.3
        may = not (is_forfeit and verdict in {"draw", "none"})
        act, request = SetResult(game_id, verdict, is_forfeit), ActRequest(self.organiser, WHY, self.version(game_id))
        self.expect(lambda uow: act.carry_out(uow, request), may=may)
        if may:
            self.edition.rule(bout, verdict, self.now.date(), is_forfeit=is_forfeit)

    def undo(self) -> None:
        """The organiser takes a result back that was set."""
        ruled = [(game_id, bout) for game_id, bout in self.known.items() if bout.is_ruled]
        if not ruled:
            return
        game_id, bout = self.chance.choice(ruled)
        may = bout in self.edition.bouts and bout.played is not None
        act, request = UndoResult(game_id), ActRequest(self.organiser, WHY, self.version(game_id))
        self.expect(lambda uow: act.carry_out(uow, request), may=may)
        if may:
            self.edition.undo(bout)

    def pause(self) -> None:
        """The organiser lets all stand still."""
        edition = self.edition
        has_come = self.now >= edition.ends_at and edition.settings.unfinished is not Unfinished.PLAY_ON
        may = edition.paused_at is not None or not has_come
        self.expect(lambda uow: Pause(self.season.id).carry_out(uow, ActRequest(self.organiser, WHY)), may=may)
        if may:
            edition.paused_at = edition.paused_at or self.now

    def resume(self) -> None:
        """The organiser lets all go on."""
        self.write(lambda uow: Resume(self.season.id).carry_out(uow, ActRequest(self.organiser)))
        if self.edition.paused_at is not None:
            self.edition.resume(self.now)

    def move(self) -> None:
        """The organiser moves the end date."""
        edition = self.edition
        moment = self.chance.choice((self.now, edition.ends_at)) + self.chance.choice((-9, -1, 3, 8, 20)) * DAY
        if moment == edition.ends_at:
            return
        may = edition.paused_at is None and edition.may_end_at(moment, self.now)
        act, request = MoveEnd(self.season.id, moment), ActRequest(self.organiser, WHY, self.season.row.version)
        self.expect(lambda uow: act.carry_out(uow, request), may=may)
        if may:
            edition.ends_at, edition.is_up = moment, False

    def any_player(self) -> int:
        """Somebody."""
        return self.chance.choice(sorted(self.people.values()))

    def any_bout(self, *, is_open: bool) -> tuple[str, Bout | None]:
        """Some game of the season."""
        own = set(self.edition.bouts)
        found = [
            (game_id, bout) for game_id, bout in self.known.items() if bout in own and bool(bout.result) != is_open
        ]
        return self.chance.choice(found) if found else ("", None)

    def is_in(self, player: int) -> None:
        """Somebody has entered; the place in the line is that of the first time."""
        self.edition.inside.add(player)
        if player not in self.edition.line:
            self.edition.line.append(player)

    def version(self, game_id: str) -> int:
        """What the organiser saw of a game."""
        return self.write(lambda uow: get_game_row(uow, game_id).version)

    def forget_address(self, player: int) -> None:
        """Let a player have no verified address."""
        rows = table(MailAddress)
        self.write(lambda uow: uow.connection.execute(delete(rows).where(rows.c.player_id == player)))

    def expect(self, act: Callable[[UnitOfWork], object], *, may: bool) -> None:
        """Do what may be done; what may not is refused and changes nothing."""
        assert is_refused(lambda: self.write(act)) != may

    def write(self, act: Callable[[UnitOfWork], T]) -> T:
        """Do something in a transaction of its own."""
        with self.room.workshop.open() as uow:
            return act(uow)
