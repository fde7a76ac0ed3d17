"""Boards on pages: turned towards the viewer, and with links where a click makes a turn."""

from dataclasses import dataclass
from urllib.parse import quote_plus, urlencode

from flask import request
from markupsafe import Markup

from corr.games.scene import Scene
from corr.games.seats import FIRST, Seat
from corr.render.svg import svg_board
from corr.service.shown import ComposeView, GameView


@dataclass(frozen=True, slots=True)
class ComposeLinks:
    """Where the clicks of a half-made turn lead."""

    squares: dict[str, str]
    """By the name of the square."""
    buttons: tuple[tuple[str, str], ...]
    """(what it says, where it leads), for what is not a square."""
    undo: str
    """The turn without its last pick or action; empty if there is nothing to undo."""
    restart: str
    """The empty turn; empty if it is empty."""
    stop: str
    """The preview of the turn as it is; empty if it may not stop here."""


def is_flipped(seat: Seat | None) -> bool:
    """
    Whether the board lies the other way round: a player's own side is at the bottom, unless the reader turned it.

    The first seat's notation draws its side on top.
    """
    own = seat == FIRST
    return not own if request.args.get("turned") == "1" else own


def board_of(view: GameView, *, flipped: bool) -> Markup:
    """The board of a game without links."""
    return svg_board(view.scene, flipped=flipped, last=view.last, title=_title(view))


def position_board(
    scene: Scene, *, flipped: bool, links: ComposeLinks | None = None, last: frozenset[str] = frozenset()
) -> Markup:
    """The board in the middle of a turn."""
    squares = links.squares if links else None
    return svg_board(scene, flipped=flipped, links=squares, last=last, title="The board")


def compose_links(view: ComposeView) -> ComposeLinks:
    """Where each click of a half-made turn leads."""
    start, end = _compose_ends(view, view.begun, view.picked)
    ways = [(pick, f"{start}&pick={quote_plus(pick.value)}{end}") for pick in view.picks]
    stop = f"/games/{view.game_id}/preview?{_query(view, view.begun, 'text')}" if _may_stop(view) else ""
    return ComposeLinks(
        squares={pick.square: address for pick, address in ways if pick.square},
        buttons=tuple((pick.label, address) for pick, address in ways if not pick.square),
        undo=_undo(view),
        restart=compose_address(view, "", ()) if view.begun or view.picked else "",
        stop=stop,
    )


def picked_squares(view: ComposeView) -> frozenset[str]:
    """The squares among the picks of the action that is not finished yet."""
    squares = {square.name for square in view.scene.squares}
    return frozenset(pick for pick in view.picked if pick in squares)


def compose_address(view: ComposeView, begun: str, picks: tuple[str, ...]) -> str:
    """The page with *begun* made and *picks* clicked."""
    return "".join(_compose_ends(view, begun, picks))


def _compose_ends(view: ComposeView, begun: str, picks: tuple[str, ...]) -> tuple[str, str]:
    """What an address of a half-made turn begins and ends with; a further pick goes between."""
    clicked = "".join(f"&pick={quote_plus(pick)}" for pick in picks)
    turned = "&turned=1" if request.args.get("turned") == "1" else ""
    return f"/games/{view.game_id}/compose?{_query(view, begun, 'begun')}{clicked}", f"{turned}#board"


def _may_stop(view: ComposeView) -> bool:
    return view.may_submit and not view.picked


def _undo(view: ComposeView) -> str:
    if view.picked:
        return compose_address(view, view.begun, view.picked[:-1])
    return compose_address(view, view.before_last, ()) if view.begun else ""


def _query(view: ComposeView, text: str, name: str) -> str:
    return urlencode({"turn": view.turn_number} | ({name: text} if text else {}))


def _title(view: GameView) -> str:
    return f"{view.title}: {view.seats[0].name} against {view.seats[1].name}, turn {view.turn_number}"
