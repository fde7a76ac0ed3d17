"""The front page, the list of public games, the pages of players, and the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, Response, current_app
from markupsafe import Markup

from corr.base.paging import Page
from corr.base.uow import Reader
from corr.clocks.forecast import GameForecast
from corr.errors import NotFoundError
from corr.game.views import ChallengeView, GameLine
from corr.games.api import Info
from corr.games.seats import FIRST
from corr.leagues.league_games import coming_paces, no_coming_paces
from corr.leagues.views.home_stamps import HomeStamp, home_stamp
from corr.leagues.views.season_lists import LeagueName, SeasonLine, organised_by, seasons_now, seasons_of, unanswered
from corr.mail.reading.words.commands import COMMANDS
from corr.play.game_lists import MyGames, my_games, public_games, with_finished
from corr.play.proposals import open_challenges
from corr.play.running_games import foretold_games
from corr.players import profiles
from corr.players.profiles import formerly, player_formerly_named
from corr.ratings.player_ratings import PlayerRatings, ratings_of
from corr.render.svg import svg_board
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, request_session, viewer_id
from corr.web.kept_pages import LastingView, page_kept_until
from corr.web.rendering import go_to, page
from corr.web.rules_pages import Figure, WrittenRules, figures, written_rules

pages = Blueprint("home", __name__)


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The front page for somebody who is not signed in."""

    board: Markup
    games: tuple[Info, ...]


@dataclass(frozen=True, slots=True)
class HomePage:
    """The front page of a player."""

    games: MyGames
    forecasts: Mapping[str, GameForecast]
    """What will happen by the clocks in each running game, by its id."""
    incoming: tuple[ChallengeView, ...]
    outgoing: tuple[ChallengeView, ...]
    seasons: tuple[SeasonLine, ...]
    """Seasons that the player has entered and that are not over."""
    asked: tuple[SeasonLine, ...]
    """Seasons that the player was asked to join."""
    organised: tuple[LeagueName, ...]
    """The leagues that the player runs."""

    @property
    def has_begun(self) -> bool:
        """Whether the player has, or had, any game or challenge."""
        games = self.games
        return any((games.running.has_any, games.over.has_any, self.incoming, self.outgoing))


@dataclass(frozen=True, slots=True)
class PublicGames:
    """Games that anybody may watch."""

    games: Page[GameLine]
    is_over: bool


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's public page."""

    name: str
    formerly: tuple[str, ...]
    """Recent former names; empty for viewers who have not met the player."""
    is_you: bool
    known: PlayerRatings
    running: Page[GameLine]
    over: Page[GameLine]
    seasons: tuple[SeasonLine, ...]
    """Seasons of leagues, with the player's division and place."""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of one game."""

    info: Info
    sample: str
    """A legal first turn, as an example of how turns are written."""
    commands: tuple[tuple[str, str], ...]
    """The commands of mails that do what they say, each with what is added to it."""
    board: Markup
    figures: Mapping[str, Figure]
    written: WrittenRules | None
    """None if this game has no rules page."""


@dataclass(frozen=True, slots=True)
class AllRulesPage:
    """All games, each with its rules."""

    games: tuple[tuple[Info, WrittenRules | None], ...]


@pages.get("/")
def front() -> Response:
    """The front page."""
    number = forms.page_number()
    with reading() as reader:
        player = request_session().player
        if player is None:
            games = reader.registry.games()
            return page("home/front.html", FrontPage(_start_board(games[0].game), games))
        stamp = home_stamp(reader, player.player_id, number)
        return page_kept_until("home/home.html", (stamp,), lambda: _home(reader, player.player_id, stamp, number))


@pages.get("/games")
def games_to_watch() -> Response:
    """Games to watch."""
    is_over = forms.query("state", 10) == "over"
    number = forms.page_number()
    with reading() as reader:
        found = public_games(reader, number, over=is_over)
        return page("home/games.html", PublicGames(found, is_over))


@pages.get("/players/<name>")
def player(name: str) -> Response:
    """A player and the player's games."""
    number = forms.page_number()
    wanted = forms.readable(name, 60)
    with reading() as reader:
        try:
            found = profiles.player_named(reader, wanted)
        except NotFoundError:
            return go_to(f"/players/{quote(player_formerly_named(reader, wanted, viewer_id()).name)}")
        games = my_games(reader, found.id, number, forms.query_number("running", 1))
        you = request_session().player
        is_you = you is not None and you.player_id == found.id
        seasons = seasons_of(reader, found.id)
        return page(
            "home/player.html",
            PlayerPage(
                found.name,
                formerly(reader, found.id, viewer_id()),
                is_you,
                ratings_of(reader, found.id),
                games.running,
                games.over,
                seasons,
            ),
        )


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
            info, sample, commands, _start_board(info.game), figures(engine), _find_written_rules(reader, info)
        )
        return page("home/how_to_play.html", shown)


def _find_written_rules(reader: Reader, info: Info) -> WrittenRules | None:
    return written_rules(current_app.jinja_env, reader.registry.get_rules(info.ruleset))


def _home(reader: Reader, player_id: int, stamp: HomeStamp, number: int) -> LastingView:
    """A player's front page; of what the stamp does not know there is none, so that nobody asks for it."""
    paces = coming_paces if stamp.announced else no_coming_paces
    foretold = foretold_games(reader, player_id, paces, forms.query_number("running", 1))
    incoming, outgoing = open_challenges(reader, player_id) if stamp.challenges else ((), ())
    view = HomePage(
        games=with_finished(reader, foretold.games, player_id, number),
        forecasts=foretold.forecasts,
        incoming=incoming,
        outgoing=outgoing,
        seasons=seasons_now(reader, player_id) if stamp.seasons else (),
        asked=unanswered(reader, player_id) if stamp.asked else (),
        organised=organised_by(reader, player_id) if stamp.organised else (),
    )
    ends = [challenge.expires_at for challenge in view.incoming + view.outgoing]
    ends += [line.season.dates.sign_up_until for line in view.seasons + view.asked if line.is_open]
    return LastingView(view, min([foretold.holds_until, *ends]))


def _start_board(game: str) -> Markup:
    engine = app_state().workshop.registry.get_rules_of_game(game)
    draft = engine.begin(engine.start(), FIRST)
    return svg_board(engine.scene(draft), title=f"{engine.info.title}, the start")
