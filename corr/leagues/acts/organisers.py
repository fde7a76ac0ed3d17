"""Who runs a league: organisers are added and removed by organisers, and there is always one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, insert, select

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, TooManyError
from corr.leagues import journal
from corr.leagues.act_basics import LeagueReceipt, act_key, count_organiser, name_of, read_player
from corr.leagues.journal import LeagueAct, LeagueHappening
from corr.leagues.league_news import organiser_ids, tell_news
from corr.leagues.rows import ORGANISER, check_organiser, find_latest_season, get_league, is_organiser, lock_league
from corr.players.profiles import PlayerView

MOST_ORGANISERS = 20
_LATEST = select(func.max(ORGANISER.c.since)).where(ORGANISER.c.league_id == bindparam("league"))
_REMOVE = delete(ORGANISER).where(
    ORGANISER.c.league_id == bindparam("of_league"), ORGANISER.c.player_id == bindparam("of_player")
)


@dataclass(frozen=True, slots=True)
class AddOrganiser:
    """An organiser adds another one."""

    league_id: str
    name: str
    """The player's."""
    by_player_id: int
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RemoveOrganiser:
    """An organiser removes another one, or themselves."""

    league_id: str
    player_id: int
    by_player_id: int
    order_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class _News:
    """What a letter about organisers is about."""

    league_id: str
    about_id: int
    """The player who was added or removed."""


def add_organiser(uow: UnitOfWork, order: AddOrganiser) -> LeagueReceipt:
    """
    Add an organiser to a league, and tell the player and the other organisers.

    :raises InputError: there is no such player.
    :raises TooManyError: there are too many, or it is done too often.
    """
    league_id = _locked(uow, order.league_id, order.by_player_id)
    new = read_player(uow, order.name, field="name")
    key = act_key(order.by_player_id, order.order_key)
    if journal.is_noted(uow, league_id, key) or is_organiser(uow, league_id, new.id):
        return LeagueReceipt(f"{new.name} runs this league already; nothing changed now.", repeated=True)
    if len(organiser_ids(uow, league_id)) >= MOST_ORGANISERS:
        raise TooManyError(f"A league has at most {MOST_ORGANISERS} organisers. Remove one first.")
    count_organiser(uow, order.by_player_id, new.id)
    uow.connection.execute(insert(ORGANISER).values(league_id=league_id, player_id=new.id, since=_next(uow, league_id)))
    _note(uow, league_id, LeagueAct.ORGANISER_ADDED, new, by_player_id=order.by_player_id, key=key)
    made = f"{name_of(uow, order.by_player_id)} made {{}} an organiser of this league."
    news = _News(league_id, new.id)
    _tell(uow, news, _others(uow, league_id, new), [made.format(new.name)], title="An organiser was added")
    own = [made.format("you"), "What organisers can do stands on its pages."]
    _tell(uow, news, [new.id], own, title="You run this league too")
    return LeagueReceipt(f"{new.name} runs this league too.")


def _next(uow: UnitOfWork, league_id: str) -> datetime:
    """The moment from which the next organiser is one: after all others, so that they keep their order."""
    latest: datetime = uow.connection.execute(_LATEST, {"league": league_id}).scalar_one()
    return max(uow.now, latest + timedelta(microseconds=1))


def remove_organiser(uow: UnitOfWork, order: RemoveOrganiser) -> LeagueReceipt:
    """
    Remove an organiser, perhaps oneself, from a league, and tell the player and the other organisers.

    :raises ConflictError: there would be none left.
    """
    league_id = get_league(uow, order.league_id).id
    lock_league(uow, league_id)
    key = act_key(order.by_player_id, order.order_key)
    # Whoever removed themselves is no organiser any more when the form comes again.
    if journal.is_noted(uow, league_id, key):
        return LeagueReceipt("This was done already; nothing changed now.", repeated=True)
    check_organiser(uow, league_id, order.by_player_id)
    if not is_organiser(uow, league_id, order.player_id):
        return LeagueReceipt("That player does not run this league; nothing changed now.", repeated=True)
    if len(organiser_ids(uow, league_id)) == 1:
        raise ConflictError("A league has at least one organiser. Add another one first.")
    gone = PlayerView(order.player_id, name_of(uow, order.player_id))
    uow.connection.execute(_REMOVE, {"of_league": league_id, "of_player": gone.id})
    _note(uow, league_id, LeagueAct.ORGANISER_REMOVED, gone, by_player_id=order.by_player_id, key=key)
    if gone.id == order.by_player_id:
        said, own = f"{gone.name} does not run this league any more.", "You do not run this league any more."
    else:
        took = f"{name_of(uow, order.by_player_id)} took {{}} from the organisers of this league."
        said, own = took.format(gone.name), took.format("you")
    news = _News(league_id, gone.id)
    _tell(uow, news, _others(uow, league_id, gone), [said], title="An organiser was removed")
    _tell(uow, news, [gone.id], [own], title="You do not run this league any more")
    return LeagueReceipt(f"{gone.name} does not run this league any more.")


def _locked(uow: UnitOfWork, league_id: str, by_player_id: int) -> str:
    """The id of the league, which is locked, so that of two who remove each other at once one stays."""
    league = get_league(uow, league_id)
    lock_league(uow, league.id)
    check_organiser(uow, league.id, by_player_id)
    return league.id


def _note(
    uow: UnitOfWork, league_id: str, act: LeagueAct, who: PlayerView, *, by_player_id: int, key: str | None
) -> None:
    journal.note(uow, LeagueHappening(act, league_id, None, by_player_id, {"player": who.name}, key))


def _others(reader: Reader, league_id: str, who: PlayerView) -> list[int]:
    return sorted({*organiser_ids(reader, league_id)} - {who.id})


def _tell(uow: UnitOfWork, news: _News, players: Sequence[int], said: Sequence[str], *, title: str) -> None:
    """Tell *players* of a change among the organisers, each once for this moment."""
    season = find_latest_season(uow, news.league_id)
    assert season is not None, "a league has a season from its foundation on"
    sentences, occasion = tuple(map(Sentence.of, said)), f"{title}:{news.about_id}:{uow.now.isoformat()}"
    tell_news(uow, season, players, occasion=occasion, title=title, sentences=sentences)
