"""Plans of divisions: who would be in which division if a season began now, and organisers' changes to that."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, select, update

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError
from corr.game.game_row import PLAYER
from corr.leagues.division_tables import finisher_of
from corr.leagues.journal import check_in_sign_up
from corr.leagues.rows import (
    DIVISION,
    ENTRY,
    SEASON,
    EntryRow,
    SeasonRow,
    check_organiser,
    entries_of,
    entry_of,
    get_season,
)
from corr.leagues.rules.division_table import USUAL_RATING
from corr.leagues.rules.divisions import (
    ROUND_ROBIN,
    Candidate,
    Field,
    Finisher,
    Move,
    Mover,
    Placing,
    PromotionCounts,
    ScheduledPairing,
    divisions_of,
    moved,
)
from corr.leagues.rules.settings import LARGEST_DIVISION, SMALLEST_DIVISION
from corr.leagues.rules.table_words import shortly_listed
from corr.players.names import isolated
from corr.ratings.rated_games import game_of, present_of
from corr.states import EntryState, SeasonState

_LAST_OVER = (
    select(SEASON.c.id)
    .where(
        SEASON.c.league_id == bindparam("league"),
        SEASON.c.number < bindparam("number"),
        SEASON.c.state == SeasonState.OVER.value,
    )
    .order_by(SEASON.c.number.desc())
    .limit(1)
)
_FINALS: Select[Any] = (
    select(ENTRY, PLAYER.c.name, DIVISION.c.tier)
    .join(DIVISION, DIVISION.c.id == ENTRY.c.division_id)
    .join(PLAYER, PLAYER.c.id == ENTRY.c.player_id)
    .where(ENTRY.c.season_id == bindparam("season"))
    .order_by(DIVISION.c.tier, ENTRY.c.number)
)
_WORDS = {
    Move.PROMOTED: "promoted",
    Move.STAYS: "stays",
    Move.RELEGATED: "relegated",
    Move.HELD_BELOW: "stays, since the division above has no more places",
    Move.HELD_ABOVE: "stays, since there is nobody else to fill the division",
    Move.FILLS: "moves up to fill the division",
    Move.MAKES_ROOM: "moves down, since the division above has fewer places",
    Move.NEW: "newcomer",
    Move.PLANNED: "chosen by the organisers",
    Move.COMPLETES: "to fill the division",
    Move.GIVES_WAY: "since the other division was full",
    Move.RENUMBERED: "since there are fewer divisions",
}
_KEPT = "kept here by the organisers"
"""Of a player for whom an organiser chose the division that is proposed anyway."""
_SINCE = {
    Move.COMPLETES: f", since a division needs at least {SMALLEST_DIVISION} players",
    Move.GIVES_WAY: f", since a division has at most {LARGEST_DIVISION} players",
    Move.RENUMBERED: ", since there are fewer divisions",
    Move.PLANNED: "",
}
"""Why a player is moved with another; whoever has no such reason goes back to the proposed division."""
_MOST_NAMES = 10
_PLAN = (
    update(ENTRY)
    .where(ENTRY.c.season_id == bindparam("of_season"), ENTRY.c.id == bindparam("of_entry"))
    .values(planned_tier=bindparam("tier"))
)


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """A player in a planned division."""

    entry_id: int
    player_id: int
    name: str
    number: int
    """The player's number in the pairing table, from 1."""
    rating: int
    move: Move
    why: str
    """The move, or what an organiser chose, in a few words: "newcomer"."""
    planned_tier: int | None = None
    """The division that an organiser chose; None to let the seeding decide."""

    @property
    def is_by_hand(self) -> bool:
        """Whether an organiser chose a division."""
        return self.planned_tier is not None


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """A division as it would begin."""

    tier: int
    name: str
    players: tuple[PlannedPlayer, ...]
    """The players in the order of the seeding."""
    pairings: tuple[ScheduledPairing, ...]
    """The pairings by the players' numbers, round by round."""

    def player(self, number: int) -> PlannedPlayer:
        """The player with that number."""
        return next(player for player in self.players if player.number == number)


@dataclass(frozen=True, slots=True)
class SeasonPlan:
    """The divisions with which a season would begin now."""

    season: SeasonRow
    version: int
    """The version of the season, for forms that change the plan."""
    divisions: tuple[PlannedDivision, ...]
    """The highest first; empty with too few players."""

    @property
    def games(self) -> int:
        """The number of games that would begin."""
        return sum(len(division.pairings) for division in self.divisions)

    @property
    def tiers(self) -> dict[int, int]:
        """The tiers by the ids of entries."""
        return {player.entry_id: division.tier for division in self.divisions for player in division.players}

    @property
    def unkept(self) -> tuple[PlannedPlayer, ...]:
        """Players who are not in the division that an organiser chose, since it cannot be made any more."""
        return tuple(
            player
            for division in self.divisions
            for player in division.players
            if player.planned_tier not in {None, division.tier}
        )


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A plan before and after players were moved."""

    before: SeasonPlan
    after: SeasonPlan

    @property
    def moves(self) -> list[list[str | int]]:
        """The players who are in another division than before: the name, the tier before and the tier now."""
        were = self.before.tiers
        return [
            [player.name, were[player.entry_id], division.tier]
            for division in self.after.divisions
            for player in division.players
            if were[player.entry_id] != division.tier
        ]

    def sentence(self, entry_id: int) -> str:
        """Where the player is whom an organiser moved, who else was moved, and why."""
        were, here = self.before.tiers, self.after.tiers[entry_id]
        others: dict[tuple[int, str | None], list[str]] = {}
        name = ""
        for division in self.after.divisions:
            for player in division.players:
                if player.entry_id == entry_id:
                    name = isolated(player.name)
                elif were[player.entry_id] != division.tier:
                    since = _SINCE.get(player.move)
                    others.setdefault((division.tier, since), []).append(isolated(player.name))
        too = (_moved_too(names, tier, here, since) for (tier, since), names in others.items())
        return f"{'; '.join([f'{name} is in division {here}', *too])}."


def season_plan(reader: Reader, season_id: int, by_player_id: int) -> SeasonPlan:
    """
    The plan of a season, for its organisers.

    :raises ConflictError: the season has begun.
    """
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    check_in_sign_up(season)
    return plan_of(reader, season)


def plan_of(reader: Reader, season: SeasonRow) -> SeasonPlan:
    """The plan of a season, without a check of who asks."""
    entries = {entry.player_id: entry for entry in entries_of(reader, season.id, (EntryState.JOINED,))}
    ratings = ratings_of(reader, season.settings.ruleset, entries)
    candidates = [Candidate(one.player_id, ratings[one.player_id], one.planned_tier) for one in entries.values()]
    wanted = Field(candidates, _movers(reader, season, entries))
    settings = season.settings
    divisions = divisions_of(wanted, settings.players_per_division, settings.newcomers)
    planned = tuple(
        PlannedDivision(
            tier,
            f"Division {tier}",
            tuple(
                _planned(entries[place.player_id], number, place, ratings)
                for number, place in zip(_numbers(len(places), season.number), places, strict=True)
            ),
            ROUND_ROBIN.pairings(len(places), settings.legs),
        )
        for tier, places in enumerate(divisions, 1)
    )
    return SeasonPlan(season, season.version, planned)


def ratings_of(reader: Reader, ruleset: str, players: Collection[int]) -> dict[int, int]:
    """The present ratings of *players* in the game of a ruleset, rounded; `USUAL_RATING` for those without one."""
    found = present_of(reader, game_of(ruleset), players)
    return {one: round(found[one].strength.rating) if one in found else USUAL_RATING for one in players}


def finals_of(reader: Reader, season: SeasonRow) -> tuple[tuple[Finisher, ...], ...]:
    """The final tables of a season that is over, the highest division first."""
    tiers: dict[int, list[Finisher]] = {}
    for row in reader.connection.execute(_FINALS, {"season": season.id}).mappings():
        entry = entry_of(row)
        tiers.setdefault(row["tier"], []).append(finisher_of(season, entry, entry.final_place))
    return tuple(tuple(players) for players in tiers.values())


def _moved_too(names: Sequence[str], tier: int, here: int, since: str | None) -> str:
    who, are = shortly_listed(names, _MOST_NAMES), "is" if len(names) == 1 else "are"
    if since is None:
        return f"{who} {are} back there too" if tier == here else f"{who} {are} back in division {tier}"
    return f"{who} too{since}" if tier == here else f"{who} {are} in division {tier}{since}"


def _numbers(players: int, season: int) -> range:
    """The numbers in the pairing table, in the order of the seeding; reversed in every second season."""
    return range(1, players + 1) if season % 2 else range(players, 0, -1)


def _planned(entry: EntryRow, number: int, place: Placing, ratings: Mapping[int, int]) -> PlannedPlayer:
    is_kept = entry.planned_tier == place.tier and place.move is not Move.PLANNED
    return PlannedPlayer(
        entry_id=entry.id,
        player_id=entry.player_id,
        name=entry.name,
        number=number,
        rating=ratings[entry.player_id],
        move=place.move,
        why=_KEPT if is_kept else _WORDS[place.move],
        planned_tier=entry.planned_tier,
    )


def _movers(reader: Reader, season: SeasonRow, returning: Collection[int]) -> tuple[Mover, ...]:
    """The players of the last season that was played, each with the division that the result leads to."""
    asked = {"league": season.league_id, "number": season.number}
    last_id = reader.connection.execute(_LAST_OVER, asked).scalar()
    if last_id is None:
        return ()
    last = get_season(reader, last_id)
    return moved(finals_of(reader, last), PromotionCounts(last.settings.up, last.settings.down), returning)


def change_plan(uow: UnitOfWork, season: SeasonRow, tiers: Mapping[int, int | None]) -> PlanChange:
    """
    Move players to other divisions, in a locked season.

    :param tiers: tiers by the ids of entries; None to let the seeding decide again.
    :raises InputError: there is no such player or division, or a division would become too small or too large.
    """
    before = plan_of(uow, season)
    known = {player.entry_id: player for division in before.divisions for player in division.players}
    for entry_id, tier in tiers.items():
        _check_wish(entry_id, tier, known, len(before.divisions))
    rows = [{"of_season": season.id, "of_entry": entry_id, "tier": tier} for entry_id, tier in tiers.items()]
    uow.connection.execute(_PLAN, rows)
    after = plan_of(uow, season)
    _check_kept(after, tiers)
    return PlanChange(before, after)


def _check_wish(entry_id: int, tier: int | None, known: Mapping[int, PlannedPlayer], divisions: int) -> None:
    if entry_id not in known:
        raise InputError("One of these players is not in the season any more. Look at it as it is.", field="players")
    if tier is not None and not 1 <= tier <= divisions + 1:
        raise InputError(
            f"{known[entry_id].name} cannot be in division {tier}: there are {divisions}, and one more may be made.",
            field="tier",
        )


def _check_kept(after: SeasonPlan, wishes: Mapping[int, int | None]) -> None:
    tiers = after.tiers
    names = {player.entry_id: player.name for division in after.divisions for player in division.players}
    for entry_id, tier in wishes.items():
        if tier is not None and tiers.get(entry_id) != tier:
            raise InputError(
                f"{names.get(entry_id, 'A player')} cannot be put in division {tier}: a division has "
                f"{SMALLEST_DIVISION} to 20 players. Move others as well, or fewer.",
                field="tier",
            )
