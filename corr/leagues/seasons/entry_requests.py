"""Requests to players, by letter, to join a season: to those whom an organiser names, or those of the last season."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from sqlalchemy import bindparam, exists, func, or_, select

from corr.base import notices, rate_limits
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotFoundError
from corr.game.game_row import PLAYER
from corr.leagues.consents import (
    STANDING,
    AskQuestion,
    AskRow,
    asked_too_often,
    asks_of,
    covered_by_standing_yes,
    refusers,
    refusers_of_league,
    write_asks,
)
from corr.leagues.journal import LeagueAct, check_in_sign_up, find_repeated, note_act
from corr.leagues.league_news import Link, tell_news
from corr.leagues.rows import ENTRY, SEASON, SeasonRow, check_organiser, entries_of, get_season_locked, show_season_anew
from corr.leagues.seasons.entries import check_room, plan_divisions, write_entries
from corr.players.profiles import player_named
from corr.players.sanctions import Outreach, check_may_reach
from corr.states import AskAnswer, EntryState, SeasonState

MOST_AT_ONCE = 100
Tiers = Mapping[int, int]
"""The divisions that organisers chose for players, as tiers by player ids."""
_BY_ONE = rate_limits.Limit(
    "asks-to-join", 20, timedelta(days=1), "You have asked players to join 20 times, the most for one day."
)
_LAST_OVER = (
    select(func.max(SEASON.c.id))
    .where(SEASON.c.league_id == bindparam("league"), SEASON.c.state == SeasonState.OVER.value)
    .scalar_subquery()
)
_PLAYERS_OF = (
    select(PLAYER.c.id, PLAYER.c.name)
    .where(
        PLAYER.c.closed_at.is_(None),
        or_(
            exists().where(
                ENTRY.c.season_id == _LAST_OVER,
                ENTRY.c.division_id.is_not(None),
                or_(ENTRY.c.player_id == PLAYER.c.id, ENTRY.c.began_by == PLAYER.c.id),
            ),
            exists().where(
                SEASON.c.league_id == bindparam("league"),
                SEASON.c.id > func.coalesce(_LAST_OVER, 0),
                SEASON.c.state == SeasonState.CALLED_OFF.value,
                ENTRY.c.season_id == SEASON.c.id,
                ENTRY.c.state == EntryState.JOINED.value,
                ENTRY.c.player_id == PLAYER.c.id,
            ),
        ),
    )
    .order_by(PLAYER.c.id)
)


class Asking(Protocol):
    """The part that all orders to ask players have in common."""

    @property
    def by_player_id(self) -> int:
        """The organiser."""

    @property
    def order_key(self) -> str | None:
        """The same key is the same order, however often it comes."""


@dataclass(frozen=True, slots=True)
class AskPlayers:
    """An organiser asks players to join a season."""

    by_player_id: int
    season_id: int
    names: Sequence[str]
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class AskReceipt:
    """The names of those who were asked, and of the others by the reason why not."""

    asked: tuple[str, ...]
    known: tuple[str, ...] = ()
    """Those who were asked before, or are in the season already: they get no letter."""
    entered: tuple[str, ...] = ()
    """Those who were entered at once, by their standing yes."""
    unasked: tuple[str, ...] = ()
    """Those who were asked too often today, or do not want to be asked; which of the two is not disclosed."""

    @property
    def is_changed(self) -> bool:
        """Whether anybody was asked or entered."""
        return bool(self.asked or self.entered)


def ask_players(uow: UnitOfWork, order: AskPlayers) -> AskReceipt:
    """
    Ask players by letter to join a season; nobody is asked twice for one season.

    Those whom the organisers may enter without asking are entered.

    :raises NotFoundError: there is no such season.
    :raises NotAllowedError: the player does not run its league.
    :raises ConflictError: it has begun, or was called off.
    :raises InputError: there are too many names, or some that nobody has.
    :raises TooManyError: the organiser has asked too often today.
    """
    season = get_season_locked(uow, order.season_id)
    check_organiser(uow, season.league_id, order.by_player_id)
    if find_repeated(uow, season, order.by_player_id, order.order_key):
        return AskReceipt(())
    check_in_sign_up(season)
    return ask_named(uow, season, order, _read_names(uow, order.names), tiers={})


def ask_named(
    uow: UnitOfWork, season: SeasonRow, order: Asking, names: Mapping[int, str], *, tiers: Tiers
) -> AskReceipt:
    """
    The same for players given by ids and names, in a locked season, with the divisions that were chosen for them.

    :raises ConflictError: there would be too many players.
    :raises ForbiddenError: an administrator has forbidden the organiser to ask.
    :raises TooManyError: the organiser has asked too often today.
    """
    known = known_in(uow, season)
    new = [player_id for player_id in names if player_id not in known]
    if not new:
        return AskReceipt((), tuple(names.values()))
    check_may_reach(uow, order.by_player_id, Outreach.ASK_TO_JOIN, "names")
    rate_limits.count(uow, {_BY_ONE: str(order.by_player_id)})
    entered = covered_by_standing_yes(uow, season, new)
    others = [player_id for player_id in new if player_id not in entered]
    unasked = asked_too_often(uow, others) | refusers(uow, order.by_player_id, others)
    asked = [player_id for player_id in others if player_id not in unasked]
    _ask(uow, AskQuestion(season.id, order.by_player_id), season, asked, tiers=tiers)
    _enter(uow, season, [player_id for player_id in new if player_id in entered], tiers)
    _note(uow, season, {LeagueAct.ASKED: asked, LeagueAct.ENTERED: entered}, names, by=order)
    return AskReceipt(
        tuple(names[one] for one in asked),
        tuple(name for one, name in names.items() if one in known),
        tuple(names[one] for one in new if one in entered),
        tuple(names[one] for one in others if one in unasked),
    )


def ask_again(uow: UnitOfWork, season: SeasonRow) -> None:
    """
    Ask all players of the previous season, and of any called off since, each once, whether they join *season* too.

    Those whom the organisers may enter without asking are entered.
    """
    known = known_in(uow, season)
    new = {player_id: name for player_id, name in _players_of(uow, season) if player_id not in known}
    entered = covered_by_standing_yes(uow, season, new)
    refusing = refusers_of_league(uow, season.league_id, new)
    asked = [player_id for player_id in new if player_id not in entered | refusing]
    _ask(uow, AskQuestion(season.id), season, asked, tiers={})
    _enter(uow, season, [player_id for player_id in new if player_id in entered], {})
    _note(uow, season, {LeagueAct.ASKED: asked, LeagueAct.ENTERED: entered}, new)


def names_to_ask(reader: Reader, season: SeasonRow) -> tuple[str, ...]:
    """Those who played in the last season and are neither asked nor in *season*, for a form to begin with."""
    known = known_in(reader, season)
    return tuple(name for player_id, name in _players_of(reader, season) if player_id not in known)[:MOST_AT_ONCE]


def known_in(reader: Reader, season: SeasonRow) -> frozenset[int]:
    """The players who were asked to join or are in the season; those who joined and left may be asked again."""
    asked = {ask.player_id for ask in _asks_to_join(reader, season) if ask.answer is not AskAnswer.YES}
    return frozenset({*asked, *(entry.player_id for entry in entries_of(reader, season.id))})


def _players_of(reader: Reader, season: SeasonRow) -> tuple[tuple[int, str], ...]:
    """
    The ids and names of all players of the previous season, also of those who withdrew or were replaced, and of those
    who had joined a season that was called off since then.

    Closed accounts are left out.
    """
    found = reader.connection.execute(_PLAYERS_OF, {"league": season.league_id})
    return tuple((row.id, row.name) for row in found)


def _asks_to_join(reader: Reader, season: SeasonRow) -> tuple[AskRow, ...]:
    return tuple(ask for ask in asks_of(reader, season.id) if ask.entry_id is None)


def _ask(uow: UnitOfWork, question: AskQuestion, season: SeasonRow, players: Sequence[int], *, tiers: Tiers) -> None:
    """Store the question for *players*, and tell them."""
    asked_before = {ask.player_id for ask in _asks_to_join(uow, season)}
    write_asks(uow, question, players, tiers)
    for player_id in players:
        occasion = f"again:{season.version}" if player_id in asked_before else ""
        uow.tell(notices.about_season(NoticeKind.SEASON_OPENS, season.id, player_id, occasion=occasion, facts={}))
    if players:
        show_season_anew(uow, season.id)


def _enter(uow: UnitOfWork, season: SeasonRow, players: Sequence[int], tiers: Tiers) -> None:
    """Enter *players* by their standing yes, and tell them."""
    if not players:
        return
    check_room(uow, season, len(players))
    left = [entry.player_id for entry in entries_of(uow, season.id, (EntryState.LEFT,))]
    write_entries(uow, season, players, left, door=STANDING)
    plan_divisions(uow, season, {player_id: tier for player_id, tier in tiers.items() if player_id in players})
    show_season_anew(uow, season.id)
    game, pace = uow.registry.get_rules(season.settings.ruleset).info.title, season.settings.terms.pace
    said = (
        Sentence.of(
            "You let the organisers of this league sign you up, and you are in its next season. It begins on ",
            season.dates.starts_at,
            f". You play {game}, {pace.words}: nothing is stricter than last time.",
        ),
        Sentence.of("If you do not want to play, leave on the season’s page before it begins."),
        Sentence.of("There you can also say that you want to be asked in future."),
    )
    occasion = f"entered:{season.version + 1}"
    link = Link("Leave, or be asked in future", f"{season.path}/standing")
    tell_news(uow, season, players, occasion=occasion, title="You are in", sentences=said, link=link)


def _note(
    uow: UnitOfWork,
    season: SeasonRow,
    acts: Mapping[LeagueAct, Collection[int]],
    names: Mapping[int, str],
    *,
    by: Asking | None = None,
) -> None:
    """
    Write into the journal who was asked and who was entered.

    :param by: the order of an organiser; None if the season opened by itself.
    """
    by_player_id, key = (None, None) if by is None else (by.by_player_id, by.order_key)
    for act, players in acts.items():
        if players:
            noted = {player_id: name for player_id, name in names.items() if player_id in players}
            facts = {"player_ids": list(noted), "players": list(noted.values())}
            note_act(uow, season, act, facts=facts, by_player_id=by_player_id, order_key=key)
            # Of several acts by one order only the first has its key, since keys are unique.
            key = None


def _read_names(uow: UnitOfWork, names: Sequence[str]) -> dict[int, str]:
    """The players of these names, as names by ids; empty lines are skipped."""
    # No name of a player has a comma or a semicolon in it, so several names may stand in one line.
    parted = (name for line in names for name in line.replace(";", ",").split(","))
    wanted = list(dict.fromkeys(filter(None, (" ".join(name.split()) for name in parted))))
    if not wanted:
        raise InputError("Write the names of those whom you want to ask, one on each line.", field="names")
    if len(wanted) > MOST_AT_ONCE:
        raise InputError(f"At most {MOST_AT_ONCE} players can be asked at once.", field="names")
    found, unknown = {}, []
    for name in wanted:
        try:
            player = player_named(uow, name)
        except NotFoundError:
            unknown.append(name)
        else:
            found[player.id] = player.name
    if unknown:
        *others, last = (f"“{name[:40]}”" for name in unknown[:10])
        listed = f"{', '.join(others)} or {last}" if others else last
        raise InputError(f"There is no player called {listed}. Nobody was asked.", field="names")
    return found
