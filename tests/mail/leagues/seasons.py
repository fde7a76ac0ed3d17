"""Builders for seasons: rows as the use cases write them, with real games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import func, insert, select, update

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork
from corr.game.words import AGREEMENT, RESIGNATION
from corr.leagues.consents import AskQuestion, write_asks
from corr.leagues.rows import SeasonRow, find_entry, get_season, organisers_of
from corr.leagues.rules.settings import SeasonSettings
from corr.leagues.rules.settings_conversion import mapping_of
from corr.play.lifecycle import NewGame, start_games
from corr.states import EntryState, SeasonState
from corr.store.base import table
from corr.store.tables.games import Game
from corr.store.tables.leagues import Ask, Division, Entry, League, LeagueOrganiser, Pairing, Season
from tests.playing import DAY, Room

SETTINGS = SeasonSettings("kelasu/1", up=1, down=1)


def a_season(
    room: Room,
    organiser: int,
    *,
    settings: SeasonSettings = SETTINGS,
    league: str = "summer-cup",
    name: str = "Summer Cup",
) -> int:
    """A season that takes players for two weeks; of a new league, or the next one of a league that there is."""
    with room.workshop.open() as uow:
        seasons, leagues = table(Season), table(League)
        if uow.connection.execute(select(leagues.c.id).where(leagues.c.id == league)).first() is None:
            row = {"id": league, "name": name, "name_key": name.casefold(), "description": "", "version": 0}
            uow.connection.execute(insert(leagues).values(**row, made_by=organiser, made_at=uow.now))
            runs = {"league_id": league, "player_id": organiser, "since": uow.now}
            uow.connection.execute(insert(table(LeagueOrganiser)).values(**runs))
        count = select(func.count()).where(seasons.c.league_id == league)
        values = {
            "league_id": league,
            "number": int(uow.connection.execute(count).scalar_one()) + 1,
            "state": SeasonState.SIGN_UP.value,
            "settings": mapping_of(settings),
            "sign_up_until": uow.now + 14 * DAY,
            "starts_at": uow.now + 15 * DAY,
            "ends_at": uow.now + 100 * DAY,
            "seed": "",
            "version": 0,
            "tighter_pace": "",
        }
        return int(uow.connection.execute(insert(seasons).values(**values).returning(seasons.c.id)).scalar_one())


def season_row(room: Room, season_id: int) -> SeasonRow:
    """The season as it stands."""
    with room.workshop.look() as reader:
        return get_season(reader, season_id)


def change(room: Room, season_id: int, **values: Any) -> None:  # noqa: ANN401 - columns of many types
    """Change a season's row."""
    with room.workshop.open() as uow:
        seasons = table(Season)
        uow.connection.execute(update(seasons).where(seasons.c.id == season_id).values(**values))


def begin(room: Room, season_id: int, *divisions: Sequence[int]) -> Mapping[tuple[int, int], str]:
    """Let a season begin with these players in its divisions; gives the game of each two players."""
    season = season_row(room, season_id)
    games: dict[tuple[int, int], str] = {}
    with room.workshop.open() as uow:
        for tier, players in enumerate(divisions, 1):
            games |= _division(uow, season, tier, players)
    change(room, season_id, state=SeasonState.RUNNING.value, started_at=room.clock.now(), seed="a seed")
    return games


def finish(room: Room, game_id: str, winner: int | None, reason: str = "", *, turns: int = 1) -> None:
    """Let a game be over after so many turns: *winner* is a seat, or None for a draw."""
    games, at = table(Game), room.clock.now()
    reason = reason or (AGREEMENT if winner is None else RESIGNATION)
    values = {"state": "over", "winner": winner, "reason": reason, "ended_at": at, "changed_at": at}
    values["turn_number"] = turns + 1
    with room.workshop.open() as uow:
        uow.connection.execute(update(games).where(games.c.id == game_id).values(**values, version=games.c.version + 1))


def close(room: Room, season_id: int, places: Mapping[int, int]) -> None:
    """Let a season be over, with the final place of each player."""
    entries = table(Entry)
    with room.workshop.open() as uow:
        for player_id, place in places.items():
            mine = (entries.c.season_id == season_id, entries.c.player_id == player_id)
            uow.connection.execute(update(entries).where(*mine).values(final_place=place))
    change(room, season_id, state=SeasonState.OVER.value, ended_at=room.clock.now())


def tell(room: Room, kind: NoticeKind, season_id: int, player_id: int, **facts: Any) -> None:  # noqa: ANN401
    """Tell a player something about a season; in a letter that asks somebody, the organiser asks."""
    with room.workshop.open() as uow:
        if kind is NoticeKind.SEASON_OPENS:
            (organiser, _), *_ = organisers_of(uow, get_season(uow, season_id).league_id)
            write_asks(uow, AskQuestion(season_id, organiser), [player_id])
        uow.tell(notices.about_season(kind, season_id, player_id, occasion="", facts=facts))


def by_itself(room: Room) -> None:
    """Let everybody be asked by seasons that opened by themselves, and by no organiser."""
    with room.workshop.open() as uow:
        uow.connection.execute(update(table(Ask)).values(by_player_id=None))


def ask_to_play_on(room: Room, season_id: int, player_id: int, replaced_id: int) -> None:
    """The organiser asks a player to play on for another."""
    with room.workshop.open() as uow:
        (organiser, _), *_ = organisers_of(uow, get_season(uow, season_id).league_id)
        entry = find_entry(uow, season_id, replaced_id)
        assert entry is not None
        asked = AskQuestion(season_id, organiser, entry.id, replaced_id, "Cleo is ill.")
        write_asks(uow, asked, [player_id])
        uow.tell(notices.about_season(NoticeKind.REPLACEMENT, season_id, player_id, occasion="", facts={}))


def entered(room: Room, season_id: int) -> list[str]:
    """What became of each who entered, in the order of the rows."""
    return [row["state"] for row in room.rows(Entry) if row["season_id"] == season_id]


def _division(uow: UnitOfWork, season: SeasonRow, tier: int, players: Sequence[int]) -> dict[tuple[int, int], str]:
    divisions, entries = table(Division), table(Entry)
    values = {"season_id": season.id, "tier": tier, "name": f"Division {tier}"}
    division = uow.connection.execute(insert(divisions).values(**values).returning(divisions.c.id)).scalar_one()
    ids = {}
    for number, player_id in enumerate(players, 1):
        row = {"state": EntryState.PLAYING.value, "division_id": division, "number": number, "rating": 1500}
        mine = (entries.c.season_id == season.id, entries.c.player_id == player_id)
        if uow.connection.execute(update(entries).where(*mine).values(**row)).rowcount == 0:
            more = {"season_id": season.id, "player_id": player_id, "door": "web", "joined_at": uow.now}
            uow.connection.execute(insert(entries).values(**row, **more))
        ids[player_id] = uow.connection.execute(select(entries.c.id).where(*mine)).scalar_one()
    pairs = [(one, other) for at, one in enumerate(players) for other in players[at + 1 :]]
    settings = season.settings
    game = NewGame(settings.ruleset, settings.options, settings.terms, (0, 0), season_id=season.id)
    found = start_games(uow, [replace(game, players=pair) for pair in pairs])
    rows = [
        {
            "season_id": season.id,
            "division_id": division,
            "round": number,
            "first_id": ids[one],
            "second_id": ids[other],
        }
        | {"game_id": game_id}
        for number, ((one, other), game_id) in enumerate(zip(pairs, found, strict=True), 1)
    ]
    uow.connection.execute(insert(table(Pairing)), rows)
    return dict(zip(pairs, found, strict=True))
