"""The front page and the rules."""

from dataclasses import dataclass

from flask import Blueprint, Response, current_app

from corr.base.uow import Reader
from corr.games.api import Info
from corr.games.game_files import last_of
from corr.leagues.views.home_stamps import home_stamp
from corr.mail.reading.words.commands import COMMANDS, grouped_commands
from corr.play.open_offers import OfferView, offers_to_take
from corr.play.public_games import GamesWanted, WatchedGame, public_games
from corr.web import forms
from corr.web.auth import reading, reading_planned, request_session
from corr.web.boards import start_board
from corr.web.kept_lengths import kept_usual_lengths
from corr.web.kept_pages import page_kept_until
from corr.web.my_games import OFFERS_SHOWN, GameFilters, HomeWanted, home_view
from corr.web.rendering import page
from corr.web.rules_pages import RulesPage, WrittenRules, figures, written_rules

_RUNNING_SHOWN = 4
_NAME_LENGTH = 60

pages = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class FrontGame:
    """A game with its short game, which is stepped through."""

    info: Info
    after: int
    """Which position is shown; 0 for the start."""
    last: int
    usual_length: str
    """How long it usually takes, in words."""

    @property
    def has_back(self) -> bool:
        """Whether a position comes before."""
        return self.after > 0

    @property
    def has_next(self) -> bool:
        """Whether another one follows."""
        return self.after < self.last


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The front page for somebody who is not signed in."""

    games: tuple[FrontGame, ...]
    offers: tuple[OfferView, ...]
    """A few of the open offers, the latest first."""
    running: tuple[WatchedGame, ...]
    """A few games that are being played, the last played first."""


@dataclass(frozen=True, slots=True)
class AllRulesPage:
    """All games, each with its rules."""

    games: tuple[tuple[Info, WrittenRules | None], ...]


@pages.get("/")
def front() -> Response:
    """The front page."""
    number = forms.page_number()
    if not request_session().token:
        # The few games of strangers are found in an index by a plan for these few alone.
        with reading() as reader:
            return page("home/front.html", _front(reader))
    with reading_planned() as reader:
        player = request_session().player
        if player is None:
            return page("home/front.html", _front(reader))
        stamp = home_stamp(reader, player.player_id, number)
        filters = GameFilters(*(forms.query(name, _NAME_LENGTH) for name in ("game", "turn", "opponent")))
        wanted = HomeWanted(filters, running=forms.query_number("running", 1), over=number)
        return page_kept_until("home/home.html", (stamp,), lambda: home_view(reader, player.player_id, stamp, wanted))


@pages.get("/rules")
def all_rules() -> Response:
    """The list of all games, with links to their rules."""
    with reading() as reader:
        games = reader.registry.games()
        return page("home/rules.html", AllRulesPage(tuple((info, _find_written_rules(reader, info)) for info in games)))


@pages.get("/rules/<token:game>")
def rules(game: str) -> Response:
    """The rules of a game."""
    with reading() as reader:
        info = reader.registry.get_info(game)
        engine = reader.registry.get_rules(info.ruleset)
        sample = engine.sample(engine.empty_turn(engine.start()))
        commands = tuple((act.value, kind.note) for act, kind in COMMANDS.items() if kind.is_listed)
        shown = RulesPage(
            info,
            sample,
            commands,
            grouped_commands(),
            start_board(reader.registry, info.game),
            figures(engine),
            _find_written_rules(reader, info),
        )
        return page("home/how_to_play.html", shown)


def _find_written_rules(reader: Reader, info: Info) -> WrittenRules | None:
    return written_rules(current_app.jinja_env, reader.registry.get_rules(info.ruleset))


def _front(reader: Reader) -> FrontPage:
    stepped, after = forms.query("show", _NAME_LENGTH), forms.query_number("after", 0)
    games = []
    infos = reader.registry.games()
    for info, usual in zip(infos, kept_usual_lengths(reader, infos), strict=True):
        last = last_of(reader.registry.get_rules_of_game(info.game))
        games.append(FrontGame(info, min(after, last) if info.game == stepped else 0, last, usual.words()))
    return FrontPage(
        tuple(games),
        offers_to_take(reader, None, OFFERS_SHOWN),
        public_games(reader, GamesWanted(), size=_RUNNING_SHOWN).items,
    )
