"""Boards on pages: turned towards the viewer, with links for the clicks that make a turn."""

from dataclasses import dataclass
from urllib.parse import quote_plus

from flask import request
from markupsafe import Markup

from corr.game.views import ComposeView, GameView
from corr.games.registry import Registry
from corr.games.scene import Scene
from corr.games.seats import FIRST
from corr.render.svg import svg_board


@dataclass(frozen=True, slots=True)
class ComposeLinks:
    """The links of the page on which a turn is made."""

    squares: dict[str, str]
    """The links by the name of the square."""
    labels: dict[str, str]
    """The texts of these links, by the name of the square: "C4", "C4 – strike"."""
    buttons: tuple[tuple[str, str], ...]
    """(text, link) for what is not a square."""
    undo: str
    """The link to the turn without its last pick or action; empty if there is nothing to undo."""
    restart: str
    """The link to the empty turn; empty if the turn is empty."""
    stop: str
    """The link to the preview of the turn as it is; empty if the turn may not stop here."""


@dataclass(frozen=True, slots=True)
class ComposePlace:
    """The addresses of the pages on which a turn is made."""

    start: str
    """The address of the empty turn, with a query; the actions and picks are added to it."""
    stop: str
    """The address of the next page; the finished turn is added to it."""
    end: str
    """The end of every address of a half-made turn."""
    stop_end: str = ""
    """The end of the address of the next page."""


def is_flipped(view: GameView) -> bool:
    """Whether the board is flipped: a player's own side is at the bottom, unless the reader turned the board."""
    return is_turned() != (view.you is not None and view.you != view.bottom)


def is_turned() -> bool:
    """Whether the reader turned the board."""
    return request.args.get("turned") == "1"


def turned_query() -> str:
    """The part of an address that keeps the board turned: "&turned=1", or nothing."""
    return "&turned=1" if is_turned() else ""


def board_of(view: GameView, *, flipped: bool) -> Markup:
    """The board of a game without links."""
    return svg_board(view.scene, flipped=flipped, last=view.last, title=_title(view))


def position_board(
    scene: Scene,
    *,
    flipped: bool,
    links: ComposeLinks | None = None,
    last: frozenset[str] = frozenset(),
    picked: frozenset[str] = frozenset(),
) -> Markup:
    """The board while a turn is made."""
    squares, labels = (links.squares, links.labels) if links else ({}, {})
    return svg_board(scene, flipped=flipped, links=squares, labels=labels, last=last, picked=picked, title="The board")


def game_place(view: ComposeView) -> ComposePlace:
    """The addresses for a turn of a game."""
    game, turn = f"/games/{view.game_id}", f"turn={view.turn_number}{turned_query()}"
    return ComposePlace(start=f"{game}/compose?{turn}", stop=f"{game}/preview?{turn}&text=", end="#board")


def start_board(registry: Registry, game: str) -> Markup:
    """The board at the start of a game."""
    rules = registry.get_rules_of_game(game)
    start = rules.start()
    draft = rules.begin(start, min(rules.due(start), default=FIRST))
    return svg_board(rules.scene(draft), title=f"{rules.info.title}, the start")


def compose_links(view: ComposeView, place: ComposePlace) -> ComposeLinks:
    """The links for each click that a half-made turn allows."""
    start = place.start + _draft_query(view.begun, view.picked)
    ways = [(pick, f"{start}&pick={quote_plus(pick.value)}{place.end}") for pick in view.picks]
    may_stop = view.stop.may_submit and not view.picked
    return ComposeLinks(
        squares={pick.square: address for pick, address in ways if pick.square},
        labels={pick.square: pick.label for pick in view.picks if pick.square},
        buttons=tuple((pick.label, address) for pick, address in ways if not pick.square),
        undo=_undo(view, place),
        restart=place.start + place.end if view.begun or view.picked else "",
        stop=f"{place.stop}{quote_plus(view.begun)}{place.stop_end}" if may_stop else "",
    )


def picked_squares(view: ComposeView) -> frozenset[str]:
    """The squares among the picks of an unfinished action."""
    squares = {square.name for square in view.scene.squares}
    return frozenset(pick for pick in view.picked if pick in squares)


def begun_address(place: ComposePlace, begun: str) -> str:
    """The address of the turn whose actions so far are *begun*."""
    return f"{place.start}{_draft_query(begun, ())}{place.end}"


def _draft_query(begun: str, picks: tuple[str, ...]) -> str:
    """The part of an address with the actions and picks so far."""
    made = f"&begun={quote_plus(begun)}" if begun else ""
    return made + "".join(f"&pick={quote_plus(pick)}" for pick in picks)


def _undo(view: ComposeView, place: ComposePlace) -> str:
    if view.picked:
        return f"{place.start}{_draft_query(view.begun, view.picked[:-1])}{place.end}"
    return begun_address(place, view.before_last) if view.begun else ""


def _title(view: GameView) -> str:
    return f"{view.title}: {view.seats[0].name} against {view.seats[1].name}, turn {view.turn_number}"
