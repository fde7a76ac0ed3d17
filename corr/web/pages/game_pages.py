"""
A game's pages: the board as it stands, the log, messages, commitments and the record; and the game after any of its
turns, as a page, as JSON for scripts, and as a picture.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, request
from markupsafe import Markup

from corr.base.paging import Page
from corr.base.uow import Reader
from corr.clocks.forecast import ClockForecast, find_game_forecast
from corr.errors import NotFoundError
from corr.game.game_row import get_game_row
from corr.game.views import ComposeView, EventLine, GameView, MessageLine, TurnLine
from corr.leagues.extensions import may_extend
from corr.leagues.pairings import coming_paces, with_place
from corr.mail.answering.confirmations import AskedConfirmation, asked_of_game
from corr.play import messages, turn_drafts, views
from corr.play.game_record import record_of
from corr.play.page_stamps import GameStamp, game_stamp
from corr.play.past_positions import PastPosition, ToldTurns, past_position, told_turns
from corr.play.running_games import AfterTurn, after_turn
from corr.play.turn_log import LATEST_TURNS
from corr.ratings.player_ratings import RatingChange, RatingShown, rating_changes, ratings_in
from corr.ratings.rated_games import day_of
from corr.records.format import write_record
from corr.render.png import png_board
from corr.web import forms
from corr.web.app_state import KeptForecast, app_state, forecast_key
from corr.web.auth import current_player, reading, request_session, viewer_id
from corr.web.boards import (
    ComposeLinks,
    board_of,
    compose_links,
    game_place,
    is_flipped,
    is_turned,
    knows_signs,
    position_board,
    turned_query,
)
from corr.web.draft_json import draft_object, in_page, position_object
from corr.web.kept_pages import GAPS, framed_page, shown_in_frame, waiting_of_reader
from corr.web.pages.practice import practice_of
from corr.web.rendering import fragment, json_answer, kept, kept_by, page, tag_of, unchanged

_MESSAGES_ON_PAGE = 50

pages = Blueprint("games", __name__, url_prefix="/games")


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game as it stands."""

    game: GameView
    ratings: Mapping[int, RatingShown]
    """The ratings of those players who have one, by their ids."""
    changes: Mapping[int, RatingChange]
    """What became of the players' ratings on the day on which it ended, if it counts."""
    claimable: ClockForecast | None
    """The clock that ran out and lets the viewer claim the game; None if the viewer cannot claim it."""
    may_give_time: bool
    may_extend: bool
    """Whether the viewer may add time, as an organiser of the game's league or as an administrator."""
    may_look_into: bool
    """Whether the game is frozen, and the viewer is an administrator."""
    board: Markup
    turns: tuple[TurnLine, ...]
    """The latest turns, the newest first."""
    more_turns: int
    events: tuple[EventLine, ...]
    asked: tuple[AskedConfirmation, ...]
    """Orders in the viewer's mails about this game that wait for a yes or no."""
    compose: ComposeView | None
    """The empty turn, if the viewer is due."""
    links: ComposeLinks | None
    draft_json: str
    """The same as JSON, for scripts; empty if the viewer is not due."""
    practice: str
    """The address of a practice board with what the viewer may know of the position."""
    after_turn: AfterTurn | None
    """What may follow on the turn that the viewer has just made here; None if it was not just made."""
    gaps: Mapping[str, Markup]
    """The places of what is filled in later, since it changes more often than all else."""

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
    told: ToldTurns
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
    """A game as it stood after one of its turns."""

    shown: PastPosition
    board: Markup
    messages: tuple[MessageLine, ...]
    """What was written from that turn until the next, the newest first."""
    practice: str
    """The address of a practice board with what the viewer may know of the position."""

    @property
    def game(self) -> GameView:
        """The game then."""
        return self.shown.game


@pages.get("/<id:game_id>")
def game(game_id: str) -> Response:
    """The game as it stands now."""
    with reading() as reader:
        stamp = game_stamp(reader, game_id, viewer_id())
        rest = stamp.without_messages
        kept_forecast = _kept_forecast(reader, game_id, rest)
        after = _after_turn(reader, game_id)
        frame_tag = _frame_tag(game_id, rest, kept_forecast, after)
        tag = _tag(frame_tag, stamp, kept_forecast)
        if request.if_none_match.contains_weak(tag):
            return unchanged(tag)
        return kept(
            framed_page(
                "games/game.html",
                (frame_tag, tag),
                lambda: _game_page(reader, game_id, stamp, kept_forecast, after=after),
                lambda: {
                    "forecast": fragment("macros/play.html", "forecast", kept_forecast.sentence),
                    "waiting": fragment("macros/games.html", "waiting", waiting_of_reader()),
                    **_said(reader, game_id, stamp),
                    **{f"clock{seat}": left for seat, left in enumerate(kept_forecast.clocks)},
                },
            ),
            tag,
        )


@pages.get("/<id:game_id>/turns")
def log(game_id: str) -> Response:
    """All turns of the game, fifty on a page, and what was written last."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
        told = told_turns(reader, game_id, viewer_id(), forms.query_number("page", 0) or None)
        said: Page[MessageLine] = Page((), 1, has_more=False)
        if view.you is not None and not told.page.has_more:
            said = messages.message_page(reader, game_id, view.you, number=1, size=_MESSAGES_ON_PAGE)
        return page("games/log.html", LogPage(view, told, "" if told.page.has_more else view.outcome_words, said))


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


@pages.get("/<id:game_id>/commitments")
def commitments(game_id: str) -> Response:
    """The commitments to choices that were made in secret, and how to check them."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
        if not view.commitments:
            raise NotFoundError("Nothing was chosen in secret in this game yet.")
        return page("games/commitments.html", view)


def _after_turn(reader: Reader, game_id: str) -> AfterTurn | None:
    found = request_session()
    return after_turn(reader, found.player.player_id, game_id) if found.player and found.is_receipt else None


def _game_page(
    reader: Reader, game_id: str, stamp: GameStamp, kept_forecast: KeptForecast, *, after: AfterTurn | None
) -> GamePage:
    forecast = kept_forecast.forecast
    view, compose = turn_drafts.game_and_turn(reader, game_id, viewer_id())
    view = messages.with_block(reader, with_place(reader, view))
    flipped = is_flipped(view)
    links, board, draft = None, None, ""
    if compose is not None:
        player_id = current_player().player_id
        draft = in_page(draft_object(turn_drafts.first_draft(reader, player_id, view, compose)))
        links = compose_links(compose, game_place(compose))
        board = position_board(
            compose.scene, flipped=flipped, links=links, course=view.course, folded=knows_signs(view)
        )
    players = [seat.player_id for seat in view.seats]
    ended = view.ended_at if stamp.rated and view.may_count else None
    latest = view.turns[-LATEST_TURNS:]
    has_clocks = forecast is not None and not forecast.is_frozen and forecast.closes_at is None
    return GamePage(
        game=view,
        ratings=ratings_in(reader, view.game, players) if stamp.rated else {},
        changes=rating_changes(reader, view.game, players, day_of(ended)) if ended else {},
        claimable=forecast.claimable if forecast else None,
        may_give_time=has_clocks and view.you is not None,
        may_extend=has_clocks and _may_extend(reader, view),
        may_look_into=view.frozen_at is not None and not view.is_paused and _is_admin(),
        board=board or board_of(view, flipped=flipped),
        turns=latest[::-1],
        more_turns=sum(view.made) - len(latest),
        events=view.events[::-1],
        asked=_find_confirmations(reader, game_id) if stamp.asked else (),
        compose=compose,
        links=links,
        draft_json=draft,
        practice=practice_of(view),
        after_turn=after,
        gaps=GAPS,
    )


def _said(reader: Reader, game_id: str, stamp: GameStamp) -> dict[str, str]:
    """The messages of the game, and the line that leads to one that its reader has not read."""
    player_id, most = viewer_id(), views.LATEST_MESSAGES if stamp.said else 0
    conversation = player_id and messages.find_conversation(reader, game_id, player_id, most)
    if not conversation:
        return {"messages": "", "unread": ""}
    return {
        "messages": fragment("macros/play.html", "conversation", conversation, stamp.said),
        "unread": fragment("macros/play.html", "unread", conversation),
    }


def _find_confirmations(reader: Reader, game_id: str) -> tuple[AskedConfirmation, ...]:
    player_id = viewer_id()
    return () if player_id is None else asked_of_game(reader, player_id, game_id)


def _may_extend(reader: Reader, view: GameView) -> bool:
    player = request_session().player
    league_id = view.place.league_id if view.place else None
    players = [seat.player_id for seat in view.seats]
    return player is not None and may_extend(reader, player.player_id, players, league_id)


def _is_admin() -> bool:
    player = request_session().player
    return player is not None and player.is_admin


def _kept_forecast(reader: Reader, game_id: str, stamp: GameStamp) -> KeptForecast:
    """The forecast of the game: kept from the same minute, or worked out now."""
    key = forecast_key(reader, game_id, viewer_id(), stamp)
    return app_state().forecasts.find_or_make(key, lambda: _forecast(reader, game_id, stamp))


def _forecast(reader: Reader, game_id: str, stamp: GameStamp) -> KeptForecast:
    if stamp.is_over:
        return KeptForecast.of(reader, None)
    beginners = views.find_beginners(reader, game_id)
    found = find_game_forecast(reader, game_id, viewer_id(), coming_paces, beginners=beginners)
    return KeptForecast.of(reader, found)


def _tag(frame_tag: str, stamp: GameStamp, kept_forecast: KeptForecast) -> str:
    """The page's ETag, which differs whenever the page would: by its frame, and by what goes into the gaps."""
    talk = stamp.said, stamp.unread, stamp.unheard, stamp.may_write
    return tag_of(frame_tag, talk, str(kept_forecast.sentence), kept_forecast.clocks, waiting_of_reader())


def _frame_tag(game_id: str, stamp: GameStamp, kept_forecast: KeptForecast, after: AfterTurn | None) -> str:
    """
    A text that differs whenever the page would apart from its gaps: by the game, the reader and what the clocks allow.

    A new name of the opponent shows only from the next turn on.
    """
    found = request_session()
    going_on = (found.player.after_turn, after.others, after.is_new) if found.player and after else ()
    # From day to day a rating may become provisional.
    today = day_of(found.now) if stamp.rated else None
    return tag_of(game_id, stamp, kept_forecast.allowed, today, shown_in_frame(), going_on, turned_query())


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


@pages.get("/<id:game_id>/turns/<count:number>")
def past(game_id: str, number: str) -> Response:
    """The game as it stood after that turn, or after some of its actions."""
    with reading() as reader:
        shown = _shown(reader, game_id, number)
        board = board_of(shown.game, flipped=is_flipped(shown.game))
        said = tuple(line for line in shown.game.messages[::-1] if line.turn_number >= shown.after)
        return page("games/past.html", PastPage(shown, board, said, practice_of(shown.game)))


@pages.get("/<id:game_id>/turns/<count:number>.json")
def position(game_id: str, number: str) -> Response:
    """The game as it stood after that turn, for scripts."""
    with reading() as reader:
        return kept_by(_past_tag(reader, game_id, number), lambda: _told(_shown(reader, game_id, number)))


@pages.get("/<id:game_id>/turns/<count:number>.png")
def past_picture(game_id: str, number: str) -> Response:
    """The board then as a picture."""
    with reading() as reader:
        return kept_by(_past_tag(reader, game_id, number), lambda: _picture(_shown(reader, game_id, number).game))


@pages.get("/<id:game_id>/board.png")
def picture(game_id: str) -> Response:
    """The board as it stands as a picture."""
    with reading() as reader:
        view = views.game_view(reader, game_id, viewer_id())
    course, theme = (view.course.last, sorted(view.course.touched)), request_session().appearance.theme
    tag = tag_of(view.position, course, is_flipped(view), theme)
    return kept_by(tag, lambda: _picture(view))


def _shown(reader: Reader, game_id: str, number: str) -> PastPosition:
    return past_position(reader, game_id, viewer_id(), int(number), action=forms.query_number("action", 0))


def _told(shown: PastPosition) -> Response:
    told = {
        **position_object(shown, flipped=is_flipped(shown.game)),
        "practice": practice_of(shown.game),
        "list": fragment("macros/history.html", "turns", shown.game, shown.around, shown.after),
    }
    return json_answer(told)


def _picture(view: GameView) -> Response:
    theme = request_session().appearance.theme
    response = make_response(png_board(view.scene, flipped=is_flipped(view), course=view.course, theme=theme))
    response.content_type = "image/png"
    return response


def _past_tag(reader: Reader, game_id: str, number: str) -> str:
    """A text that differs whenever a past position would: a secret may be told later, which is a change of the game."""
    game_row = get_game_row(reader, game_id)
    mine = game_row.find_seat(viewer_id())
    viewer = mine and mine.seat, request_session().appearance.code
    return tag_of(game_id, game_row.version, viewer, number, request.query_string, is_turned())
