"""News of leagues: letters about what was done, and organisers' own mails; and who gets them."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from corr.base import notices
from corr.base.notices import NoticeKind
from corr.base.sentences import Sentence, stored
from corr.base.uow import Reader, UnitOfWork
from corr.leagues.rows import SeasonRow, entries_of, find_latest_season, organisers_of
from corr.states import EntryState

_MEMBERS = (EntryState.JOINED, EntryState.PLAYING)


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a letter to a page of the service."""

    words: str
    """What the page shows."""
    path: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """A mail of an organiser to many; all of it was checked before."""

    by: str
    """The organiser's name."""
    to: str
    """The receivers in words: "all players", or the name of a division."""
    title: str
    """The subject, without the league's name."""
    text: str = field(repr=False)


def members_of(reader: Reader, season_id: int, division_id: int | None = None) -> tuple[int, ...]:
    """The ids of the players who are in a season, or in one of its divisions."""
    entries = entries_of(reader, season_id, _MEMBERS)
    return tuple(entry.player_id for entry in entries if division_id in {None, entry.division_id})


def organiser_ids(reader: Reader, league_id: str) -> tuple[int, ...]:
    """The ids of the players who run a league."""
    return tuple(player_id for player_id, _ in organisers_of(reader, league_id))


def tell_news(
    uow: UnitOfWork,
    season: SeasonRow,
    players: Iterable[int],
    *,
    occasion: str,
    title: str,
    sentences: Collection[Sentence],
    link: Link | None = None,
) -> None:
    """
    Tell *players* news of their league, each once.

    :param occasion: what makes it happen once in that season, such as "paused:7".
    :param title: the subject of the letter, without the league's name.
    :param link: the page that it is about, where that is not only the season's.
    """
    facts: dict[str, Any] = {"title": title, "sentences": [stored(sentence) for sentence in sentences]}
    if link is not None:
        facts["link"] = asdict(link)
    for player_id in dict.fromkeys(players):
        uow.tell(notices.about_season(NoticeKind.LEAGUE_NEWS, season.id, player_id, occasion=occasion, facts=facts))


def tell_of_league(
    uow: UnitOfWork, league_id: str, by_player_id: int, *, title: str, said: str, are_members_told: bool = False
) -> None:
    """
    Tell the other organisers what *by_player_id* did about a league as a whole.

    :param are_members_told: whether the players of its latest season are told too.
    """
    season = find_latest_season(uow, league_id)
    assert season is not None, "a league has a season from its foundation on"
    players = {*organiser_ids(uow, league_id), *(members_of(uow, season.id) if are_members_told else ())}
    occasion = f"{title}:{uow.now.isoformat()}"
    others = sorted(players - {by_player_id})
    tell_news(uow, season, others, occasion=occasion, title=title, sentences=[Sentence.of(said)])


def tell_announcement(
    uow: UnitOfWork, season: SeasonRow, players: Iterable[int], said: Announcement, *, occasion: str
) -> None:
    """Tell *players* what an organiser writes, each once; *occasion* as in `tell_news`."""
    facts = {"by": said.by, "to": said.to, "title": said.title, "text": said.text}
    for player_id in dict.fromkeys(players):
        uow.tell(notices.about_season(NoticeKind.ANNOUNCEMENT, season.id, player_id, occasion=occasion, facts=facts))
