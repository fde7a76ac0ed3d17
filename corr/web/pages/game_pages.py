"""A game's pages: the board as it stands or stood, the log, the board as a picture, commitments and the record."""

import re
from dataclasses import astuple, dataclass
from hashlib import sha256

from flask import Blueprint, Response, make_response, request
from markupsafe import Markup

from corr.base.paging import Page
from corr.base.sentences import Sentence
from corr.base.uow import Reader
from corr.clocks.forecast import GameForecast, find_game_forecast
from corr.errors import NotFoundError
from corr.game.game_row import get_game_row
from corr.game.views import ComposeView, EventLine, GameView, MessageLine, TurnLine
from corr.leagues.extensions import may_extend
from corr.leagues.league_games import coming_paces, with_place
from corr.mail.answering.confirmations import AskedConfirmation, asked_of_game
from corr.play import messages, turn_drafts, views
from corr.play.game_record import record_of
from corr.play.page_stamps import GameStamp, game_stamp
from corr.records.format import write_record
from corr.render.png import png_board
from corr.web import forms
from corr.web.app_state import KeptForecast, app_state, forecast_key
from corr.web.auth import current_player, reading, request_session, viewer_id
from corr.web.boards import ComposeLinks, board_of, compose_links, game_place, is_flipped, position_board
from corr.web.practice_addresses import game_sheet
from corr.web.rendering import answer, kept, page, rendered, unchanged

_MESSAGES_ON_PAGE = 50

pages = Blueprint("games", __name__, url_prefix="/games")


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game as it stands."""

    game: GameView
    forecast: GameForecast | None
    """What will happen by the clocks; None if the game is over."""
    forecast_words: Sentence | None
    may_give_time: bool
    may_extend: bool
    """Whether the viewer may add time, as an organiser of the game's league or as an administrator."""
    board: Markup
    is_flipped: bool
    turns: tuple[TurnLine, ...]
    """The latest turns, the newest first."""
    more_turns: int
    events: tuple[EventLine, ...]
    messages: tuple[MessageLine, ...]
    """What the players wrote last, the newest first."""
    more_messages: str
    """How many more there are: "4 more"; empty if these are all."""
    asked: tuple[AskedConfirmation, ...]
    """Orders in the viewer's mails about this game that wait for a yes or no."""
    compose: ComposeView | None
    """The empty turn, if the viewer is due."""
    links: ComposeLinks | None
    practice: str
    """The address of a practice board with what the viewer may know of the position."""

    @property
    def has_acts(self) -> bool:
        """Whether the viewer can do anything besides making a turn."""
        game = self.game
        return any(
            (game.may_resign, game.may_offer_draw, game.draw_offered_by_you, self.may_give_time, self.may_extend)
        )


@dataclass(frozen=True, slots=True)
class LogPage:
    """A part of a game's log, and what the players wrote last."""

    game: GameView
    turns: Page[TurnLine]
    result: str
    """How the game ended, below its last turn; empty elsewhere."""
    said: Page[MessageLine]
    """Empty for whoever is none of the players, and beside earlier turns."""


@dataclass(frozen=True, slots=True)
class MessagesPage:
    """What the players of a game wrote to each other."""

    game: GameView
    said: Page[MessageLine]


@dataclass(frozen=True, slots=True)
class PastPage:
    """A game as it stood after an earlier turn."""

    game: GameView
    board: Markup
    is_flipped: bool
    after: int
    """The number of the last turn that had been made."""
    now: int
    """The number of the latest turn."""
    messages: tuple[MessageLine, ...]
    """What was written from that turn until the next, the newest first."""
    practice: str
    """The address of a practice board with what the viewer may know of the position."""


@pages.get("/<id:game_id>")
def game(game_id: str) -> Response:
    """The game as it stands now."""
    with reading() as reader:
        stamp = game_stamp(reader, game_id, viewer_id())
        kept_forecast = _kept_forecast(reader, game_id, stamp)
        tag = _tag(game_id, stamp, kept_forecast)
        if request.if_none_match.contains_weak(tag):
            return unchanged(tag)
        text = app_state().pages.find(tag)
        if text is None:
            text = rendered("games/game.html", _game_page(reader, game_id, stamp, kept_forecast))
            # A message from the previous page is shown once, so this text is not kept.
            if not request_session().flash:
                app_state().pages.put(tag, text)
        return kept(answer(text), tag)


@pages.get("/<id:game_id>/turns")
def log(game_id: str) -> Response:
    """All turns of the game, a hundred on a page, and what was written last."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
        turns = views.turn_page(reader, game_id, viewer_id(), forms.query_number("page", 0) or None)
        said: Page[MessageLine] = Page((), 1, has_more=False)
        if view.you is not None and not turns.has_more:
            said = messages.message_page(reader, game_id, view.you, number=1, size=_MESSAGES_ON_PAGE)
        return page("games/log.html", LogPage(view, turns, "" if turns.has_more else view.outcome_words, said))


@pages.get("/<id:game_id>/messages")
def said(game_id: str) -> Response:
    """All that the players wrote to each other, newest first."""
    with reading() as reader:
        player = current_player()
        mine = get_game_row(reader, game_id).get_seat(player.player_id)
        view = views.game_view(reader, game_id, player.player_id)
        number = forms.page_number()
        shown = messages.message_page(reader, game_id, mine.seat, number=number, size=_MESSAGES_ON_PAGE)
        return page("games/messages.html", MessagesPage(view, shown))


@pages.get("/<id:game_id>/turns/<count:number>")
def past(game_id: str, number: str) -> Response:
    """The game as it stood after that turn."""
    after = int(number)
    with reading() as reader:
        now = get_game_row(reader, game_id).turn_number
        if after >= now:
            raise NotFoundError(f"This game has no turn {after} yet.")
        view = views.game_view(reader, game_id, viewer_id(), after + 1)
        flipped = is_flipped(view)
        board = board_of(view, flipped=flipped)
        said = tuple(line for line in view.messages[::-1] if line.turn_number >= after)
        shown = PastPage(view, board, flipped, after, now - 1, said, _practice(view))
        return page("games/past.html", shown)


@pages.get("/<id:game_id>/board.png")
def picture(game_id: str) -> Response:
    """The board as a picture."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
    shown = (app_state().statics.build, view.position, sorted(view.last), is_flipped(view))
    tag = sha256(repr(shown).encode()).hexdigest()[:20]
    if request.if_none_match.contains_weak(tag):
        return kept(make_response("", 304), tag)
    response = make_response(png_board(view.scene, flipped=is_flipped(view), last=view.last))
    response.content_type = "image/png"
    return kept(response, tag)


@pages.get("/<id:game_id>/commitments")
def commitments(game_id: str) -> Response:
    """The commitments to choices that were made in secret, and how to check them."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
        if not view.commitments:
            raise NotFoundError("Nothing was chosen in secret in this game yet.")
        return page("games/commitments.html", view)


def _game_page(reader: Reader, game_id: str, stamp: GameStamp, kept_forecast: KeptForecast) -> GamePage:
    forecast = kept_forecast.forecast
    view, compose = turn_drafts.game_and_turn(reader, game_id, viewer_id())
    view = with_place(reader, view)
    flipped = is_flipped(view)
    links, board = None, None
    if compose is not None:
        links = compose_links(compose, game_place(compose))
        board = position_board(compose.scene, flipped=flipped, links=links, last=view.last)
    latest = view.turns[-views.LATEST_TURNS :]
    has_clocks = forecast is not None and not forecast.is_frozen and forecast.closes_at is None
    return GamePage(
        game=view,
        forecast=forecast,
        forecast_words=kept_forecast.sentence,
        may_give_time=has_clocks and view.you is not None,
        may_extend=has_clocks and _may_extend(reader, view),
        board=board or board_of(view, flipped=flipped),
        is_flipped=flipped,
        turns=latest[::-1],
        more_turns=sum(view.made) - len(latest),
        events=view.events[::-1],
        messages=view.messages[::-1],
        more_messages=_more_messages(reader, view),
        asked=_find_confirmations(reader, game_id) if stamp.asked else (),
        compose=compose,
        links=links,
        practice=_practice(view),
    )


def _more_messages(reader: Reader, view: GameView) -> str:
    shown = len(view.messages)
    return "" if shown < views.LATEST_MESSAGES else messages.more_messages(reader, view.id, view.you, shown)


def _find_confirmations(reader: Reader, game_id: str) -> tuple[AskedConfirmation, ...]:
    player_id = viewer_id()
    return () if player_id is None else asked_of_game(reader, player_id, game_id)


def _practice(view: GameView) -> str:
    return f"{game_sheet(view, is_turned=is_flipped(view)).address}#board"


def _may_extend(reader: Reader, view: GameView) -> bool:
    player = request_session().player
    league_id = view.place.league_id if view.place else None
    players = [seat.player_id for seat in view.seats]
    return player is not None and may_extend(reader, player.player_id, players, league_id)


def _kept_forecast(reader: Reader, game_id: str, stamp: GameStamp) -> KeptForecast:
    """The forecast of the game: kept from the same minute, or worked out now."""
    key = forecast_key(reader, game_id, viewer_id(), stamp)
    known = app_state().forecasts.find(key)
    if known is None:
        forecast = None if stamp.is_over else find_game_forecast(reader, game_id, viewer_id(), coming_paces)
        known = KeptForecast.of(reader, forecast)
        app_state().forecasts.put(key, known)
    return known


def _tag(game_id: str, stamp: GameStamp, kept_forecast: KeptForecast) -> str:
    """
    The page's ETag, which differs whenever the page would: by the game, the reader and the words of the forecast.

    A new name of the opponent shows only from the next turn on.
    """
    found = request_session()
    # Trouble with the player's address, shown on top. As a tuple, since repr leaves out fields that logs must not hold.
    told = astuple(found.player.trouble) if found.player and found.player.trouble else ()
    # Without a session the page has no form, and nothing that depends on the browser.
    reader = (found.csrf, found.player.name, found.player.zone, found.player.is_admin, told) if found.player else ()
    is_turned = request.args.get("turned") == "1"
    parts = (app_state().statics.build, game_id, stamp, kept_forecast.shown, reader, found.flash, is_turned)
    return sha256(repr(parts).encode()).hexdigest()[:32]


@pages.get("/<id:game_id>/record.txt")
def record(game_id: str) -> Response:
    """The whole game as one text, as far as the reader may know it."""
    with reading() as reader:
        player = request_session().player
        found = record_of(reader, game_id, player.player_id if player else None, site=app_state().settings.url)
    response = make_response(write_record(found))
    response.content_type = "text/plain; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(found.ruleset, found.game)}"'
    return kept(response)


def _file_name(ruleset: str, game_id: str) -> str:
    """A file name that every system accepts: "chess-k3m9xq.txt"."""
    game = re.sub(r"[^a-z0-9]+", "-", ruleset.partition("/")[0].lower()).strip("-")
    return f"{game or 'game'}-{game_id}.txt"
