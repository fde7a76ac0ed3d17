"""Boards on pages: turned towards the viewer, with links for the clicks that make a turn."""

from dataclasses import dataclass, replace
from urllib.parse import quote_plus

from flask import request
from markupsafe import Markup

from corr.game.views import ComposeView, GameView
from corr.games.api import AnyRules
from corr.games.courses import NOTHING, Course
from corr.games.guide import Pick
from corr.games.registry import Registry
from corr.games.scene import Piece, Scene
from corr.games.seats import FIRST, Seat
from corr.render.glyphs import color
from corr.render.svg import board_legend, svg_board
from corr.web.auth import request_session


@dataclass(frozen=True, slots=True)
class ComposeLinks:
    """The links of the page on which a turn is made."""

    squares: dict[str, str]
    """The links by the name of the square."""
    labels: dict[str, str]
    """The texts of these links, by the name of the square: "C4", "C4 – strike"."""
    targets: frozenset[str]
    """The squares whose links go on with what is picked; the others begin anew."""
    groups: "tuple[PickGroup, ...]"
    """What is no square."""
    undo: str
    """The link to the turn without its last pick or action; empty if there is nothing to undo."""
    restart: str
    """The link to the empty turn; empty if the turn is empty."""
    stop: str
    """The link to the board after the turn as it is; empty if it may not stop here, or a form submits it."""
    stack: "tuple[Chip, ...]" = ()
    """The stack that is picked, if it is one."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A piece of a stack that is drawn large."""

    words: str
    look: str
    """Its colour and its shape as one word: "gold-dark-mana"."""
    upwards: int
    """How many chips there are from it upwards; 0 for a piece that is no chip."""
    is_going: bool = False
    """Whether it goes along, as far as that is chosen."""


@dataclass(frozen=True, slots=True)
class PickLink:
    """A link for a pick that is no square."""

    label: str
    address: str
    number: str = ""
    """What stands on it in a group."""
    chips: tuple[str, ...] = ()
    """The looks of the chips that it means."""


@dataclass(frozen=True, slots=True)
class PickGroup:
    """Picks that are numbers, under what they say; or one that stands alone."""

    title: str
    """Empty for one that stands alone."""
    picks: tuple[PickLink, ...]


_TURNS_WITH_LEGEND = 10
"""Own turns of a game beside which its legend is open."""
_FOLDED = Markup('<details class="legend-fold"><summary>What the signs mean</summary>{}</details>')
_NO_LINKS = ComposeLinks({}, {}, frozenset(), (), "", "", "")


@dataclass(frozen=True, slots=True)
class ComposePlace:
    """The addresses of the pages on which a turn is made."""

    start: str
    """The address of the empty turn, with a query; the actions and picks are added to it."""
    end: str = "#board"
    """The end of every address of a half-made turn, and of that of the board after it."""
    stop: str = ""
    """The address of the board after the turn, which is added to it; empty if a form submits the turn."""


def is_flipped(view: GameView) -> bool:
    """Whether the board of a game is flipped."""
    return is_flipped_for(view.you, view.bottom)


def is_flipped_for(you: Seat | None, bottom: Seat) -> bool:
    """
    Whether a board that has the seat *bottom* at its bottom is flipped, because the reader wants the other one there,
    which is the own one unless something else was chosen; or because the reader turned the board.
    """
    return is_turned() != is_usually_flipped(you, bottom)


def is_usually_flipped(you: Seat | None, bottom: Seat) -> bool:
    """Whether that board is flipped unless the reader turned it."""
    return request_session().appearance.bottom_for(you, bottom) != bottom


def is_turned() -> bool:
    """Whether the reader turned the board: by the address, or else as scripts noted it for this game in the browser."""
    return request.args["turned"] == "1" if "turned" in request.args else _is_noted_turned()


def turned_query(sign: str = "&") -> str:
    """The part of an address that keeps the board as it is turned, such as "&turned=1"; nothing for the usual side."""
    turned = is_turned()
    return f"{sign}turned={turned:d}" if turned or _is_noted_turned() else ""


def _is_noted_turned() -> bool:
    # Asking first is faster than asking in vain, and a page has many addresses.
    return "turned" in request.cookies and request.cookies["turned"] == "1"


def board_of(view: GameView, *, flipped: bool) -> Markup:
    """The board of a game without links."""
    board = svg_board(view.scene, flipped=flipped, course=view.course, title=_title(view))
    return with_legend(view.scene, board, folded=knows_signs(view))


def knows_signs(view: GameView) -> bool:
    """Whether the viewer has made so many turns that the legend need not be open."""
    return view.you is not None and view.made[view.you] >= _TURNS_WITH_LEGEND


def with_legend(scene: Scene, board: Markup, *, folded: bool = False) -> Markup:
    """The *board* of *scene* and what its signs mean, which shows when somebody wants to know if it is *folded*."""
    return board + (_FOLDED if folded else Markup("{}")).format(board_legend(scene))


def position_board(
    scene: Scene,
    *,
    flipped: bool,
    links: ComposeLinks | None = None,
    course: Course = NOTHING,
    picked: frozenset[str] = frozenset(),
    folded: bool = False,
) -> Markup:
    """The board while a turn is made; *folded*: whether its legend is."""
    links = links or _NO_LINKS
    board = svg_board(
        scene,
        flipped=flipped,
        links=links.squares,
        labels=links.labels,
        targets=links.targets if picked else None,
        course=course,
        picked=picked,
        title="The board",
    )
    return with_legend(scene, board, folded=folded)


def game_place(view: ComposeView) -> ComposePlace:
    """The addresses for a turn of a game."""
    return ComposePlace(start=f"/games/{view.game_id}/compose?turn={view.turn_number}{turned_query()}")


def start_board(registry: Registry, game: str) -> Markup:
    """The board at the start of a game, as the player sees it who begins."""
    rules = registry.get_rules_of_game(game)
    scene = start_scene(rules)
    board = svg_board(scene, flipped=rules.info.bottom != FIRST, title=f"{rules.info.title}, the start")
    return with_legend(scene, board)


def start_scene(rules: AnyRules) -> Scene:
    """The position before the first turn."""
    start = rules.start()
    return rules.scene(rules.begin(start, min(rules.due(start), default=FIRST)))


def compose_links(view: ComposeView, place: ComposePlace) -> ComposeLinks:
    """The links for each click that a half-made turn allows."""
    start = place.start + _draft_query(view.begun, view.picked)
    ways = [(pick, f"{start}&pick={quote_plus(pick.value)}{place.end}") for pick in view.picks]
    squares = {pick.square: (address, pick.label) for pick, address in ways if pick.square}
    shown = _anew(view, place) | squares
    stack = _picked_stack(view)
    return ComposeLinks(
        squares={square: address for square, (address, _) in shown.items()},
        labels={square: label for square, (_, label) in shown.items()},
        targets=frozenset(squares),
        groups=_groups([(pick, address) for pick, address in ways if not pick.square], stack),
        undo=_undo(view, place),
        restart=place.start + place.end if view.begun or view.picked else "",
        stop=f"{place.stop}{quote_plus(view.begun)}{place.end}" if view.may_submit and place.stop else "",
        stack=stack,
    )


def chips_of(pieces: tuple[Piece, ...]) -> tuple[Chip, ...]:
    """The *pieces* on a square from bottom to top, if they are a stack."""
    if not pieces[1:]:
        return ()
    upwards = [
        sum(piece.is_chip for piece in pieces[index:]) if piece.is_chip else 0 for index, piece in enumerate(pieces)
    ]
    return tuple(
        Chip(piece.name, f"{color(piece)}-{piece.shape}", count) for piece, count in zip(pieces, upwards, strict=True)
    )


def _groups(ways: list[tuple[Pick, str]], stack: tuple[Chip, ...]) -> tuple[PickGroup, ...]:
    """Picks with their links, by their groups."""
    groups: dict[tuple[str, str], list[PickLink]] = {}
    for pick, address in ways:
        number = pick.value[len(pick.value.rstrip("0123456789")) :] if pick.group else ""
        chips = tuple(chip.look for chip in stack if number and 0 < chip.upwards <= int(number))
        link = PickLink(pick.label, address, number, chips)
        groups.setdefault((pick.group, "" if pick.group else pick.value), []).append(link)
    return tuple(PickGroup(title, tuple(links)) for (title, _), links in groups.items())


def _picked_stack(view: ComposeView) -> tuple[Chip, ...]:
    """The stack that is picked, if it is one."""
    pieces = next((square.pieces for square in view.scene.squares if square.name in view.picked[:1]), ())
    going = next((int(pick) for pick in view.picked[1:] if pick.isdecimal()), -1)
    return tuple(replace(chip, is_going=chip.upwards <= going) for chip in chips_of(pieces))


def _anew(view: ComposeView, place: ComposePlace) -> dict[str, tuple[str, str]]:
    """The links and labels, by squares, with which what is picked is exchanged, or put down."""
    picked = [pick for pick in view.picked if pick in picked_squares(view)]
    if len(picked) > 1 and view.is_gathering:
        return {square: (_without(view, place, picked, square), f"{square} – take it out again") for square in picked}
    if len(picked) != 1 or view.is_preselected:
        return {}
    start = place.start + _draft_query(view.begun, ())
    found = {
        pick.square: (f"{start}&pick={quote_plus(pick.value)}{place.end}", f"{pick.label} – pick this instead")
        for pick in view.instead
        if pick.square
    }
    if view.picked[0] in found:
        found[view.picked[0]] = (start + place.end, f"{view.picked[0]} – put it down")
    return found


def _without(view: ComposeView, place: ComposePlace, picked: list[str], square: str) -> str:
    """The link to the same picks without one square of a set; the next one stands in the place of the first."""
    left = iter([other for other in picked if other != square])
    picks = tuple(next(left, "") if pick in picked else pick for pick in view.picked)
    return f"{place.start}{_draft_query(view.begun, tuple(filter(None, picks)))}{place.end}"


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
    if view.picked and not view.is_preselected:
        return f"{place.start}{_draft_query(view.begun, view.undone)}{place.end}"
    return begun_address(place, view.before_last) if view.begun else ""


def _title(view: GameView) -> str:
    return f"{view.title}: {view.seats[0].name} against {view.seats[1].name}, turn {view.turn_number}"
