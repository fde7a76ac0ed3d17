"""Rosters: the players of a season as CSV, to export and to import."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotFoundError
from corr.games.notation import shown
from corr.leagues.consents import covered_by_standing_yes, plan_asked_divisions
from corr.leagues.journal import LeagueAct, LeagueReceipt, check_in_sign_up, find_repeated, note_act
from corr.leagues.rows import (
    EntryRow,
    SeasonRow,
    check_organiser,
    entries_of,
    get_season,
    get_season_locked,
    show_season_anew,
)
from corr.leagues.rules.roster_file import NAME, WRITTEN_COLUMNS, Roster, RosterLine, first_of, read_roster
from corr.leagues.rules.spreadsheets import write_csv
from corr.leagues.rules.table_words import listed
from corr.leagues.rules.typed_values import FaultsError, SettingFault
from corr.leagues.seasons.division_plans import PlanChange, plan_of
from corr.leagues.seasons.entries import plan_divisions
from corr.leagues.seasons.entry_requests import AskReceipt, ask_named, known_in
from corr.players.names import isolated
from corr.players.profiles import player_named
from corr.states import EntryState

_ALL = tuple(EntryState)
_MOST_NAMES = 10


@dataclass(frozen=True, slots=True)
class ImportRoster:
    """An organiser asks the players of a list to join a season."""

    season_id: int
    by_player_id: int
    body: bytes = field(repr=False)
    """The file as it came."""
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RosterPreview:
    """The consequences of importing a roster."""

    new: tuple[str, ...]
    """The names of those who would be asked."""
    entering: tuple[str, ...]
    """The names of those who would enter at once, since they let the organisers of this league enter them."""
    known: tuple[str, ...]
    """The names of those who are in the season already, or were asked."""
    version: int
    tiers: Mapping[str, int]
    """The divisions that it gives, as tiers by names of players."""


@dataclass(frozen=True, slots=True)
class _Meant:
    """The players of a roster, each once: their names and chosen divisions by their ids."""

    names: Mapping[int, str]
    tiers: Mapping[int, int]


def roster_csv(reader: Reader, season_id: int, by_player_id: int) -> str:
    """The players of a season as CSV, safe to open in a spreadsheet; without mail addresses, which stay private."""
    season = get_season(reader, season_id)
    check_organiser(reader, season.league_id, by_player_id)
    return write_csv(
        WRITTEN_COLUMNS, map(_cells, entries_of(reader, season.id, _ALL)), texts={WRITTEN_COLUMNS.index(NAME)}
    )


def roster_preview(reader: Reader, order: ImportRoster) -> RosterPreview:
    """
    What importing the roster would do.

    :raises ConflictError: the season has begun.
    :raises InputError: the file cannot be used; the sentence names the lines.
    """
    season = get_season(reader, order.season_id)
    check_organiser(reader, season.league_id, order.by_player_id)
    check_in_sign_up(season)
    meant = _meant(reader, read_roster(order.body))
    here = known_in(reader, season)
    unknown = [player_id for player_id in meant.names if player_id not in here]
    covered = covered_by_standing_yes(reader, season, unknown)
    new = tuple(meant.names[player_id] for player_id in unknown if player_id not in covered)
    entering = tuple(meant.names[player_id] for player_id in unknown if player_id in covered)
    known = tuple(name for player_id, name in meant.names.items() if player_id in here)
    tiers = {meant.names[player_id]: tier for player_id, tier in meant.tiers.items()}
    return RosterPreview(new, entering, known, season.version, tiers)


def import_roster(uow: UnitOfWork, order: ImportRoster) -> LeagueReceipt:
    """
    Ask the players of a roster to join a season: all of them or, if one line cannot be used, none.

    Those whom the organisers may enter without asking are entered.

    :raises ConflictError: the season has begun.
    :raises InputError: the file cannot be used; the sentence names the lines.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    repeated = find_repeated(uow, season, order.by_player_id, order.order_key)
    if repeated:
        # Nothing is applied again: divisions that somebody chose since then stay as they are.
        return repeated
    check_in_sign_up(season)
    meant = _meant(uow, read_roster(order.body))
    receipt = ask_named(uow, season, order, meant.names, tiers=meant.tiers)
    is_planned = _plan(uow, season, meant, order, key=None if receipt.is_changed else order.order_key)
    if receipt.is_changed or receipt.unasked:
        return LeagueReceipt(" ".join(asked_words(receipt)))
    if is_planned:
        return LeagueReceipt("All of them are known already. Their divisions are those of the list now.")
    return LeagueReceipt("All of them were asked before, or are in the season already.", repeated=True)


def asked_words(receipt: AskReceipt) -> Iterator[str]:
    """What became of all who were to be asked, in a few sentences."""
    if receipt.asked:
        yield f"A letter goes to {_named(receipt.asked)}."
    if receipt.entered:
        are = "is" if len(receipt.entered) == 1 else "are"
        yield f"{_named(receipt.entered)} {are} in the season now, and told: they let you sign them up."
    if receipt.unasked:
        yield (
            f"Not asked: {_named(receipt.unasked)}. Who was asked often enough today, or does not want to be asked, "
            "can still join by themselves."
        )


def _named(names: Sequence[str]) -> str:
    shown = listed(isolated(name) for name in names[:_MOST_NAMES])
    return shown if len(names) <= _MOST_NAMES else f"{shown} and {len(names) - _MOST_NAMES} more"


def _cells(entry: EntryRow) -> tuple[str, ...]:
    tier = "" if entry.planned_tier is None else str(entry.planned_tier)
    return entry.name, tier, "" if entry.rating is None else str(entry.rating), entry.state.value


def _meant(reader: Reader, roster: Roster) -> _Meant:
    """The players that the lines of a roster name; refuses them all if one line names nobody."""
    names: dict[int, str] = {}
    lines: dict[int, RosterLine] = {}
    faults: list[SettingFault] = []
    for line in roster.lines:
        try:
            player = player_named(reader, line.who)
        except NotFoundError:
            faults.append(_fault(line, f"There is no player called “{shown(line.who)}”."))
            continue
        names[player.id] = player.name
        # Names with different letters may name the same player: “EVE”, or “Еve” with a Cyrillic letter.
        known = lines.setdefault(player.id, line)
        if known.tier != line.tier:
            stands = f"who stands in line {known.line} already, with another division"
            faults.append(_fault(line, f"“{shown(line.who)}” is {player.name}, {stands}."))
    if faults:
        raise FaultsError(first_of(faults))
    return _Meant(names, {player_id: line.tier for player_id, line in lines.items() if line.tier is not None})


def _fault(line: RosterLine, sentence: str) -> SettingFault:
    return SettingFault(f"line {line.line}", f"Line {line.line}: {sentence}")


def _plan(uow: UnitOfWork, season: SeasonRow, meant: _Meant, order: ImportRoster, *, key: str | None) -> bool:
    """Store the divisions that the roster gives, and note that; whether any was changed."""
    plan_asked_divisions(uow, season.id, meant.tiers)
    were = {entry.player_id: entry.planned_tier for entry in entries_of(uow, season.id)}
    tiers = {one: tier for one, tier in meant.tiers.items() if one in were and were[one] != tier}
    if tiers:
        before = plan_of(uow, season)
        plan_divisions(uow, season, tiers)
        moves = PlanChange(before, plan_of(uow, season)).moves
        by = order.by_player_id
        note_act(uow, season, LeagueAct.PLANNED, facts={"moves": moves}, by_player_id=by, order_key=key)
        show_season_anew(uow, season.id)
    return bool(tiers)
