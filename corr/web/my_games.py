"""What a player's front page shows: running games with what is new in them, and how the player chooses among them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from markupsafe import Markup

from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.clocks.forecast import GameForecast
from corr.clocks.forecast_words import OUTAGE_NOW, ForecastLine, forecast_line
from corr.clocks.leave import NearLeave, find_leave_ahead
from corr.core.spans import left_words
from corr.errors import NotFoundError
from corr.game.views import ChallengeView, GameLine
from corr.games.api import Info
from corr.leagues.pairings import coming_paces, no_coming_paces
from corr.leagues.views.home_stamps import HomeStamp
from corr.leagues.views.season_lists import LeagueName, SeasonLine, organised_by, seasons_now, unanswered
from corr.play.game_lists import MyGames, with_finished
from corr.play.open_offers import OfferView, offers_to_take
from corr.play.proposals import open_challenges
from corr.play.running_games import ForetoldGames, GameNews, GamesChosen, foretold_games
from corr.players.profiles import names_like, player_named
from corr.web import forms
from corr.web.auth import RequestSession
from corr.web.kept_pages import LastingView
from corr.web.rendering import fragment

_ROWS_KEPT = 2048
"""How many rows are kept: three megabytes at most."""
OFFERS_SHOWN = 3
"""How many offers a page shows to somebody who has no game yet."""
_MANY = 20
"""From so many running games on, the page has filters."""
_SOON = timedelta(days=7)
"""How long before the player's leave begins the page tells of it."""
_OUTAGE = Sentence.filled(OUTAGE_NOW)
_TURNS: Mapping[str, bool | None] = {"": None, "yours": True, "theirs": False}


@dataclass(frozen=True, slots=True)
class GameFilters:
    """What a player chose, as it stands in addresses."""

    game: str = ""
    turn: str = ""
    """"yours" or "theirs"; empty for both."""
    opponent: str = ""

    @property
    def is_any(self) -> bool:
        """Whether not all games are meant."""
        return bool(self.game or self.turn or self.opponent)

    @property
    def query(self) -> str:
        """The beginning of the address of a page of these games: "/?game=chess&"."""
        values = {"game": self.game, "turn": self.turn, "opponent": self.opponent}
        chosen = forms.query_of(values)
        return f"/?{chosen}&" if chosen else "/?"

    def with_opponent(self, name: str) -> str:
        """The address of the games against somebody else."""
        return replace(self, opponent=name).query[:-1]


@dataclass(frozen=True, slots=True)
class Mark:
    """What sets a game apart in a list: a sign and its words."""

    sign: str
    """The path of a drawing in a box of 16 by 16."""
    words: str
    is_new: bool = True
    """Whether the player may want to do something about it."""


_FLAG = "M3 2v12M3 3h9l-2 3 2 3H3"
_EQUAL = "M2 6h12M2 10h12"
_ENVELOPE = "M2 4h12v8H2zM2 4l6 5 6-5"
_PAUSE = "M5 3v10M11 3v10"


@dataclass(frozen=True, slots=True)
class MyGame:
    """A running game in its player's list."""

    line: GameLine
    time: ForecastLine
    news: GameNews

    @property
    def is_urgent(self) -> bool:
        """Whether its time is up, or the player's own soon will be."""
        return self.time.is_soon or self.time.is_past

    @property
    def is_untimed(self) -> bool:
        """Whether no clock runs in it, and none would."""
        return self.time.due_at is None and not self.line.is_frozen

    @property
    def own_standstill(self) -> datetime | None:
        """Until when the player's clock stands still."""
        return self.time.until if self.line.is_your_turn else None

    @property
    def opponent_rests_until(self) -> datetime | None:
        """Until when the opponent's clock stands still on rest days."""
        return None if self.line.is_your_turn or self.time.is_away else self.time.until

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What sets it apart."""
        found = (
            (bool(self.time.claim), Mark(_FLAG, self.time.claim)),
            (self.news.offers_draw, Mark(_EQUAL, "Draw offered")),
            (self.news.has_unread, Mark(_ENVELOPE, "Message")),
            (self.news.has_offered, Mark(_EQUAL, "You offered a draw", is_new=False)),
            (self.line.is_frozen, Mark(_PAUSE, "Frozen", is_new=False)),
        )
        return tuple(mark for is_so, mark in found if is_so)

    def row(self, reader: RequestSession) -> Markup:
        """The row of the game as *reader* sees it now."""
        left = "" if self.time.due_at is None else left_words(self.time.due_at, reader.now)
        return _row(self, left, (reader.zone, reader.appearance.code))


@lru_cache(maxsize=_ROWS_KEPT)
def _row(game: MyGame, left: str, looks: tuple[str, str]) -> Markup:  # noqa: ARG001 - the template asks the session
    """A row with the time that is *left*; in a long list most are the same after a turn in one of the games."""
    return Markup(fragment("macros/my_games.html", "row", game, left))  # noqa: S704 - a template escapes


@dataclass(frozen=True, slots=True)
class Coming:
    """What is announced about the pace of some of the games."""

    sentence: Sentence
    games: int
    """For how many games of the page it was."""


@dataclass(frozen=True, slots=True)
class HomePage:
    """The front page of a player."""

    games: MyGames
    yours: tuple[MyGame, ...]
    """The games of the page in which the player owes a turn."""
    theirs: tuple[MyGame, ...]
    filters: GameFilters
    infos: tuple[Info, ...]
    """All games there are."""
    may_choose: bool
    """Whether there are enough running games to choose among."""
    coming: tuple[Coming, ...]
    version: str
    """What the page compares with what it is told by and by."""
    outage: Sentence | None
    """That no deadline is enforced, because the service could not be reached; None if it is."""
    leave: NearLeave | None
    """The player's own leave, if it runs or begins soon."""
    incoming: tuple[ChallengeView, ...]
    outgoing: tuple[ChallengeView, ...]
    seasons: tuple[SeasonLine, ...]
    """Seasons that the player has entered and that are not over."""
    asked: tuple[SeasonLine, ...]
    """Seasons that the player was asked to join."""
    organised: tuple[LeagueName, ...]
    """The leagues that the player runs."""
    fault: str = ""
    """Why nobody's games could be looked for, in a sentence; empty if they could."""
    names: tuple[str, ...] = ()
    """Names of players that may have been meant."""
    offers: tuple[OfferView, ...] = ()
    """Offers to take, for a player who has not begun."""

    @property
    def has_begun(self) -> bool:
        """Whether the player has, or had, any game or challenge."""
        games = self.games
        return any((games.running.has_any, games.over.has_any, self.incoming, self.outgoing, self.filters.is_any))

    @property
    def shows_yours(self) -> bool:
        """Whether games in which the player owes a turn were asked for."""
        return self.filters.turn != "theirs"

    @property
    def shows_theirs(self) -> bool:
        """Whether there are games that wait for others, or only they were asked for."""
        return bool(self.theirs) or not self.shows_yours

    @property
    def finished(self) -> tuple[GameLine, ...]:
        """The page of finished games; empty beside a choice of running ones."""
        return () if self.filters.is_any else self.games.over.items

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of the opponents on the page, in their order there."""
        return tuple(dict.fromkeys(game.line.opponent for game in self.yours + self.theirs))


@dataclass(frozen=True, slots=True)
class _Choice:
    """What filters mean."""

    filters: GameFilters
    games: GamesChosen
    fault: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HomeWanted:
    """What a player wants to see."""

    filters: GameFilters
    """As they were typed."""
    running: int
    """The number of the page of running games."""
    over: int
    """The number of the page of those that are over."""


def home_view(reader: Reader, player_id: int, stamp: HomeStamp, wanted: HomeWanted) -> LastingView:
    """A player's front page; of what the stamp does not know there is none, so that nobody asks for it."""
    choice = _choice(reader, wanted.filters)
    paces = coming_paces if stamp.announced else no_coming_paces
    foretold = foretold_games(reader, player_id, paces, wanted.running, chosen=choice.games)
    incoming, outgoing = open_challenges(reader, player_id) if stamp.challenges else ((), ())
    leave = find_leave_ahead(reader, player_id) if stamp.leaves else None
    games = with_finished(reader, foretold.games, player_id, wanted.over)
    is_many = games.your_turns + games.their_turns >= _MANY
    view = HomePage(
        games=games,
        yours=_my_games(foretold, games.your_turn, reader.now),
        theirs=_my_games(foretold, games.their_turn, reader.now),
        filters=choice.filters,
        infos=reader.registry.games(),
        may_choose=is_many or choice.filters.is_any or wanted.running > 1,
        version=stamp.version,
        coming=_coming(foretold.forecasts.values()),
        outage=_OUTAGE if any(forecast.is_outage for forecast in foretold.forecasts.values()) else None,
        leave=leave if leave is not None and leave.span.begin - _SOON <= reader.now else None,
        incoming=incoming,
        outgoing=outgoing,
        seasons=seasons_now(reader, player_id) if stamp.seasons else (),
        asked=unanswered(reader, player_id) if stamp.asked else (),
        organised=organised_by(reader, player_id) if stamp.organised else (),
        fault=choice.fault,
        names=choice.names,
    )
    ends: list[datetime] = []
    if not view.has_begun:
        # Who offers games is not in the stamp.
        view = replace(view, offers=offers_to_take(reader, player_id, OFFERS_SHOWN))
        ends.append(reader.now)
    ends += [challenge.expires_at for challenge in view.incoming + view.outgoing]
    ends += [line.season.dates.sign_up_until for line in view.seasons + view.asked if line.is_open]
    if leave is not None:
        changes = (leave.span.begin - _SOON, leave.span.begin, leave.ends_at, leave.span.end)
        ends += [moment for moment in changes if moment > reader.now]
    if choice.filters.opponent:
        # Who has a name is not in the stamp.
        ends.append(reader.now)
    return LastingView(view, min([foretold.holds_until, *ends]))


def _choice(reader: Reader, typed: GameFilters) -> _Choice:
    filters = typed if typed.turn in _TURNS else replace(typed, turn="")
    try:
        game = reader.registry.get_info(filters.game).game if filters.game else ""
    except NotFoundError as unknown:
        filters = replace(filters, game="")
        return _Choice(filters, GamesChosen(is_yours=_TURNS[filters.turn]), unknown.sentence)
    filters = replace(filters, game=game)
    chosen = GamesChosen(game, _TURNS[filters.turn])
    if not filters.opponent:
        return _Choice(filters, chosen)
    try:
        opponent = player_named(reader, filters.opponent)
    except NotFoundError as unknown:
        names = tuple(names_like(reader, filters.opponent))
        return _Choice(filters, replace(chosen, opponent_id=0), unknown.sentence, names)
    return _Choice(replace(filters, opponent=opponent.name), replace(chosen, opponent_id=opponent.id))


def _my_games(foretold: ForetoldGames, lines: Iterable[GameLine], now: datetime) -> tuple[MyGame, ...]:
    forecasts, news = foretold.forecasts, foretold.games.news
    return tuple(MyGame(line, forecast_line(forecasts[line.id], now), news[line.id]) for line in lines)


def _coming(forecasts: Iterable[GameForecast]) -> tuple[Coming, ...]:
    """Each announcement once."""
    counts: dict[Sentence, int] = {}
    for forecast in forecasts:
        if forecast.coming:
            counts[forecast.coming] = counts.get(forecast.coming, 0) + 1
    return tuple(Coming(sentence, games) for sentence, games in counts.items())
