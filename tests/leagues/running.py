"""Builders for seasons that run: a division in which all play each other, with an organiser who does not play."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sqlalchemy import insert

from corr.leagues.division_tables import DivisionTable, division_tables
from corr.leagues.rows import SeasonRow, get_season
from corr.leagues.rules.settings import SeasonSettings, Unfinished
from corr.leagues.rules.settings_conversion import mapping_of
from corr.play.endings import resign
from corr.play.lifecycle import NewGame, start_games
from corr.store.base import Row, table
from corr.store.tables.leagues import Division, Entry, League, LeagueEvent, LeagueOrganiser, Pairing, Season
from corr.store.tables.mails import Outbox
from tests.playing import DAY, Room, TestGame, terms

REASON = "Because it had to be."


@dataclass(frozen=True)
class RunningSeason:
    """A season that runs."""

    room: Room
    id: int
    organiser: int
    players: dict[str, int]
    games: dict[str, TestGame]
    """By the names of both: "Ada-Bob"."""

    @property
    def row(self) -> SeasonRow:
        """The season as it stands."""
        with self.room.workshop.look() as reader:
            return get_season(reader, self.id)

    @property
    def division(self) -> DivisionTable:
        """Its first division."""
        with self.room.workshop.look() as reader:
            return division_tables(reader, get_season(reader, self.id))[0]

    def pairing(self, names: str) -> dict[str, Any]:
        """The row of a pairing."""
        return next(row for row in self.room.rows(Pairing) if row["game_id"] == self.games[names].id)

    def entry(self, name: str) -> dict[str, Any]:
        """The row of the entry that a player has now."""
        return next(row for row in self.room.rows(Entry) if row["player_id"] == self.players[name])

    def win(self, *games: str) -> None:
        """Let whoever moves first win some games, by the other's resigning."""
        for names in games:
            self.resign(names, 1)

    def begin(self, *games: str) -> None:
        """Let both players make two turns in some games of the small game: from then on they count for ratings."""
        for names in games:
            for text in ("A1", "B1", "A2", "B2"):
                self.games[names].play(text)

    def resign(self, names: str, seat: int) -> None:
        """Let somebody give a game up."""
        from_game = self.games[names]
        resign_at(self.room, from_game, seat)

    def news(self, name: str) -> list[str]:
        """The sentences of the news that wait for a player."""
        player_id = self.players.get(name, self.organiser)
        rows = [row for row in self.room.rows(Outbox) if row["kind"] == "league-news" and row["player_id"] == player_id]
        return [" ".join(_told(parts) for parts in row["facts"]["sentences"]) for row in rows]

    def acts(self) -> list[str]:
        """What stands in the journal."""
        return [row["kind"] for row in self.room.rows(LeagueEvent)]


def resign_at(room: Room, game: TestGame, seat: int) -> None:
    """Let the player at a seat give the game up."""
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[seat], "web")


def a_running_season(
    room: Room,
    names: str = "Ada Bob Cleo Dan",
    *,
    pace: str = "3d/turn",
    unfinished: Unfinished = Unfinished.ADJUDICATE,
    days: int = 60,
    organiser: str = "Olga",
    settings: SeasonSettings | None = None,
) -> RunningSeason:
    """A season of one division that began just now; whoever is named first moves first."""
    players = {name: room.player(name) for name in names.split()}
    organiser_id = players.get(organiser) or room.player(organiser)
    usual = settings or SeasonSettings("tiny/1", terms=terms(pace, leave=False), unfinished=unfinished)
    with room.workshop.open() as uow:
        now = uow.now

        def made(of: type[Row], **values: object) -> int:
            rows = table(of)
            row = uow.connection.execute(insert(rows).values(**values).returning(rows.c.id)).first()
            assert row is not None
            return row[0]  # type: ignore[no-any-return]  # a row of a statement

        made(League, id="cup", name="Summer Cup", name_key="summer cup", made_by=organiser_id, made_at=now)
        uow.connection.execute(
            insert(table(LeagueOrganiser)).values(league_id="cup", player_id=organiser_id, since=now)
        )
        dates = {"sign_up_until": now - DAY, "starts_at": now, "ends_at": now + days * DAY}
        season = made(
            Season,
            league_id="cup",
            number=1,
            state="running",
            settings=mapping_of(usual),
            started_at=now,
            seed="seed",
            version=0,
            **dates,
        )
        division = made(Division, season_id=season, tier=1, name="Division 1")
        entries = {
            name: made(
                Entry,
                season_id=season,
                player_id=player_id,
                state="playing",
                door="web",
                joined_at=now - 2 * DAY,
                division_id=division,
                number=number,
                rating=1500,
            )
            for number, (name, player_id) in enumerate(players.items(), 1)
        }
        pairs = list(combinations(players, 2))
        orders = [
            NewGame(usual.ruleset, {}, usual.terms, (players[one], players[two]), is_rated=True, season_id=season)
            for one, two in pairs
        ]
        ids = start_games(uow, orders)
        for round_, ((one, two), game_id) in enumerate(zip(pairs, ids, strict=True), 1):
            made(
                Pairing,
                season_id=season,
                division_id=division,
                round=round_,
                first_id=entries[one],
                second_id=entries[two],
                game_id=game_id,
                is_forfeit=False,
                ruled_for="",
                played_reason="",
            )
    games = {
        f"{one}-{two}": TestGame(room, game_id, (players[one], players[two]))
        for (one, two), game_id in zip(pairs, ids, strict=True)
    }
    return RunningSeason(room, season, organiser_id, players, games)


def _told(parts: Iterable[object]) -> str:
    return "".join(part if isinstance(part, str) else "…" for part in parts)
