"""
Practice boards: any position of any game, both sides played by hand.

Each address is one board: the whole state of such a board is in its address, and nowhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote_plus

from flask import Blueprint, Response, request
from markupsafe import Markup

from corr.errors import OptionError, PositionError, Refusal, TurnError
from corr.game.views import ComposeView, GameView
from corr.games.api import AnyRules, Info, Option, OptionValue
from corr.games.game_files import Diagram
from corr.games.registry import Registry, option_text, read_options
from corr.games.seats import FIRST
from corr.play.practice_boards import (
    BrokenLineError,
    PlayedTurn,
    PracticeBoard,
    compose_turn,
    draft_turn,
    set_up_board,
    typed_draft,
)
from corr.play.turn_preview import DraftView, course_so_far
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading
from corr.web.boards import (
    ComposeLinks,
    ComposePlace,
    begun_address,
    compose_links,
    is_flipped,
    is_flipped_for,
    is_turned,
    is_usually_flipped,
    picked_squares,
    position_board,
    start_board,
)
from corr.web.draft_json import Json, draft_with_board, in_page
from corr.web.rendering import go_to, json_answer, kept, page, tagged
from corr.web.rules_pages import find_diagram

_SHOWN_TURNS = 14
"""How many turns are shown with links; each link holds all turns before it."""

_LONGEST_POSITION = 2000
"""Characters of a position; no position of any game has a quarter of it."""
_OPTION = "option."
"""The prefix of the fields for options."""

_LONGEST_TURNS = 8000
_LONGEST_ADDRESS = 4000
"""In a longer address the turns are folded into the position, as every link of the page repeats them all."""
_MOST_TURNS = 200
_BETWEEN = "_"
"""The separator of two turns: no notation uses it, and no browser encodes it."""
_LONGEST_ID = 16
_LONGEST_NAME = 40
_PLAIN = ",:/*~!@"
"""Characters that are not encoded in a query, so that addresses stay short."""

pages = Blueprint("practice", __name__, url_prefix="/practice")


@dataclass(frozen=True, slots=True)
class PracticeFault:
    """The part of an address that could not be followed."""

    field: str
    """Which field it came from: "position", "turns", "text" or "options"."""
    sentence: str
    text: str = ""
    """What was written there, to be corrected."""
    refusal: Refusal | None = None
    """Why a turn was refused."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game to choose from."""

    info: Info
    board: Markup


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A turn that was made, and the board after it."""

    turn: PlayedTurn
    address: str


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the game in a form."""

    option: Option
    chosen: str


@dataclass(frozen=True, slots=True)
class PracticeAddress:
    """A practice board as its address describes it; its texts may still be invalid."""

    game: str
    options: Mapping[str, str]
    """The values, as words, of options that differ from their defaults, by name."""
    position: str = ""
    """The position that it begins with; empty for the start of the game."""
    turns: tuple[str, ...] = ()
    is_folded: bool = False
    """Whether earlier turns were folded into the position."""
    is_turned: bool = False
    """Whether the reader turned the board, which stands as the player sees it who begins."""
    from_game: str = ""
    """The id of the game from which the reader came; empty if from none."""
    task: str = ""
    """The name of the diagram of the rules page from which the reader came; empty if from none."""

    @property
    def turns_text(self) -> str:
        """All turns in the form that addresses use."""
        return _BETWEEN.join(self.turns)

    @property
    def query(self) -> str:
        """The query of the address; the turns come last."""
        values = {_OPTION + name: word for name, word in self.options.items()}
        values |= {"position": self.position} if self.position else {}
        values |= {"folded": "1"} if self.is_folded else {}
        values |= {"turned": "1"} if self.is_turned else {}
        values |= {"from": self.from_game} if self.from_game else {}
        values |= {"task": self.task} if self.task else {}
        values |= {"turns": self.turns_text} if self.turns else {}
        return "&".join(f"{name}={quote_plus(value, safe=_PLAIN)}" for name, value in values.items())

    @property
    def address(self) -> str:
        """The address of the board."""
        return f"/practice/{self.game}?{self.query}".rstrip("?")

    @property
    def is_long(self) -> bool:
        """Whether the turns should be folded into the position before the next turn."""
        return len(self.turns) >= _MOST_TURNS or len(self.address) > _LONGEST_ADDRESS

    @property
    def place(self) -> ComposePlace:
        """The addresses for the next turn."""
        start = f"/practice/{self.game}?{self.query}"
        turns = _BETWEEN if self.turns else "&turns=" if self.query else "turns="
        return ComposePlace(start=start, stop=start + turns)

    def upto(self, count: int) -> "PracticeAddress":
        """The board after the first *count* turns."""
        return replace(self, turns=self.turns[:count])

    def after(self, turn: str) -> "PracticeAddress":
        """The board after *turn* too."""
        return replace(self, turns=(*self.turns, turn))

    def at(self, position: str, *, is_folded: bool = False) -> "PracticeAddress":
        """The same game and options with another position and no turns."""
        return replace(self, position=position, turns=(), is_folded=is_folded)


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """What the rules page asks to be done on a board."""

    sentence: str
    """Empty if nothing is asked."""
    caption: str
    """What the diagram shows."""
    back: str
    """The address of the diagram."""
    is_done: bool


@dataclass(frozen=True, slots=True)
class PracticePage:
    """A practice board."""

    sheet: PracticeAddress
    table: PracticeBoard
    board: Markup
    compose: ComposeView | None
    """The turn in the making; None if the game is over here."""
    links: ComposeLinks | None
    fault: PracticeFault | None
    ways: tuple[tuple[str, str], ...]
    """(action, where it leads) for each action that would be legal instead of a refused one."""
    draft_json: str
    """The finished actions of that turn and what can follow them as JSON, for scripts; empty if the game is over."""

    @property
    def info(self) -> Info:
        """The game's title, seats and options."""
        return self.table.info

    @property
    def position(self) -> str:
        """The position as text."""
        return self.table.track.text

    @property
    def typed(self) -> str:
        """What stands in the field for a turn in notation."""
        return self.kept("text") or (self.compose.begun if self.compose else "")

    @property
    def fields(self) -> tuple[OptionField, ...]:
        """The options of the game, each with its chosen value."""
        usual = {option.name: option_text(option.default) for option in self.info.options}
        words = usual | dict(self.sheet.options)
        return tuple(OptionField(option, words[option.name]) for option in self.info.options)

    @property
    def turns(self) -> tuple[TurnLink, ...]:
        """The latest turns, the newest first."""
        latest = self.table.turns[-_SHOWN_TURNS:][::-1]
        return tuple(TurnLink(turn, f"{self.sheet.upto(turn.number).address}#board") for turn in latest)

    @property
    def more_turns(self) -> int:
        """How many turns came before the latest."""
        return max(len(self.table.turns) - _SHOWN_TURNS, 0)

    @property
    def undo(self) -> str:
        """The address of the board without the last click, action or turn; empty if there is none."""
        if self.links and self.links.undo:
            return self.links.undo
        if not self.table.turns:
            return ""
        *before, last = self.table.turns
        return begun_address(self.sheet.upto(len(before)).place, last.text)

    @property
    def turned_round(self) -> str:
        """The address of the board as it stands, seen from the other side."""
        return f"{replace(self.sheet, is_turned=not self.sheet.is_turned).address}#board"

    @property
    def draft_address(self) -> str:
        """The address at which scripts ask about the turn in the making."""
        return f"/practice/{self.sheet.game}/draft?{self.sheet.query}"

    @property
    def beginning(self) -> str:
        """The address of the board before the first turn; empty if none was made."""
        return f"{self.sheet.upto(0).address}#board" if self.table.turns else ""

    @property
    def start(self) -> str:
        """The address of the game's start; empty if no other position was set up."""
        return f"{replace(self.sheet.at(''), task='').address}#board" if self.sheet.position else ""

    @property
    def canonical(self) -> str:
        """The whole address of the board, for search engines and for people."""
        return app_state().settings.url + replace(self.sheet, is_turned=False, from_game="", task="").address

    @property
    def shared(self) -> str:
        """The address of the board for others, who know nothing of a game of the reader's."""
        return replace(self.sheet, from_game="", task="").address

    @property
    def task(self) -> PracticeTask | None:
        """What the rules page asks the reader to do here."""
        diagram = _task_of(self.sheet, self.table)
        if diagram is None:
            return None
        begun = [step.text for step in self.compose.steps] if self.compose else []
        back = f"/rules/{self.sheet.game}#diagram-{diagram.name}"
        return PracticeTask(diagram.task, diagram.caption, back, is_done=_is_done(diagram, self.table, begun))

    @property
    def tells_of_game(self) -> bool:
        """Whether anything is said beside the board, besides whose turn it is."""
        return len(self.table.track.due) > 1 or any((self.table.turns, self.start))

    @property
    def has_ways_back(self) -> bool:
        """Whether anything can be undone."""
        return any((self.undo, self.beginning, self.start))

    def has_fault_in(self, *fields: str) -> bool:
        """Whether the fault is in one of *fields*."""
        return self.fault is not None and self.fault.field in fields

    def kept(self, field: str) -> str:
        """What was written in *field*, if the fault is there; else empty."""
        return self.fault.text if self.fault and self.fault.field == field else ""


def practice_of(view: GameView) -> str:
    """The address of a practice board with what the viewer may know of a game's position."""
    words = {name: option_text(value) for name, value in view.option_values.items()}
    is_turned_here = is_flipped(view) != is_usually_flipped(FIRST, view.bottom)
    sheet = PracticeAddress(view.game, words, position=view.position, is_turned=is_turned_here, from_game=view.id)
    return f"{sheet.address}#board"


@pages.get("")
def games() -> Response:
    """All games, to choose one."""
    with reading() as reader:
        registry = reader.registry
        cards = tuple(GameCard(info, start_board(registry, info.game)) for info in registry.games())
        return page("practice/games.html", cards)


@pages.get("/<token:game>")
def practice(game: str) -> Response:
    """One board, and what can be done on it; a turn that was typed leads to the address with that turn made."""
    sheet, table, fault = _asked_board(game)
    if fault is None and sheet.is_long:
        return go_to(f"{sheet.at(table.track.text, is_folded=True).address}#board")
    if table.outcome_words or fault:
        return _board_page(sheet, table, fault=fault)
    return _in_the_making(sheet, table)


@pages.get("/<token:game>/draft")
def draft(game: str) -> Response:
    """The half-made turn on one board as JSON, or as much of a typed one as is legal."""
    text = forms.query("text", forms.TURN_LENGTH)
    begun = forms.query("begun", forms.TURN_LENGTH)
    picks = forms.picks()
    sheet, table, fault = _asked_board(game)
    if fault is not None:
        return json_answer({"sentence": fault.sentence}, status=422)
    made = typed_draft(table, text) if text else draft_turn(table, begun, picks)
    return tagged(json_answer(_draft_object(sheet, table, made)))


def _draft_object(sheet: PracticeAddress, table: PracticeBoard, made: DraftView) -> Json:
    found = draft_with_board(made, flipped=_is_flipped(table), after=_query_after(sheet, table, made))
    diagram = _task_of(sheet, table)
    if diagram is None:
        return found
    return {**found, "done": _is_done(diagram, table, [step.text for step in made.steps])}


def _task_of(sheet: PracticeAddress, table: PracticeBoard) -> Diagram | None:
    """The diagram from which the reader came."""
    return find_diagram(table.rules, sheet.task) if sheet.task else None


def _is_done(diagram: Diagram, table: PracticeBoard, begun: list[str]) -> bool:
    """Whether the task of a diagram is done by the turns on the board and the actions *begun* after them."""
    return diagram.is_done_by([*begun, *(action for turn in table.turns for action in turn.text.split(", "))])


def _is_flipped(table: PracticeBoard) -> bool:
    """Whether the board is flipped: it stands as the player sees it who begins, unless the reader turned it."""
    return is_flipped_for(FIRST, table.info.bottom)


def _query_after(sheet: PracticeAddress, table: PracticeBoard, made: DraftView) -> str:
    """The query of the board after that turn, of its position alone if it were too long; empty if it may not stop."""
    if not made.stop.may_submit:
        return ""
    after = sheet.after(made.begun)
    return (after.at(table.after(made.begun).track.text, is_folded=True) if after.is_long else after).query


def _asked_board(game: str) -> tuple[PracticeAddress, PracticeBoard, PracticeFault | None]:
    """The board that the present address describes, and the address, as far as they can be read; and the fault."""
    with reading() as reader:
        registry = reader.registry
        info = registry.get_info(game)
        sheet, rules, fault = _read_options(registry, info, _asked_sheet(info))
    return _laid(sheet, rules, fault)


def _read_options(
    registry: Registry, info: Info, sheet: PracticeAddress
) -> tuple[PracticeAddress, AnyRules, PracticeFault | None]:
    """The rules with the options of the address; with the defaults, and a fault, if those cannot be read."""
    try:
        options, sheet = _read_choices(info, sheet)
    except OptionError as refused:
        return replace(sheet, options={}), registry.get_rules(info.ruleset), PracticeFault("options", refused.sentence)
    return sheet, registry.get_rules(info.ruleset, options), None


def _laid(
    sheet: PracticeAddress, rules: AnyRules, fault: PracticeFault | None
) -> tuple[PracticeAddress, PracticeBoard, PracticeFault | None]:
    """The board that the address describes, and the address, both as far as it can be followed; and the fault."""
    try:
        table = set_up_board(rules, sheet.position, sheet.turns)
    except PositionError as refused:
        written = PracticeFault("position", refused.sentence, sheet.position)
        sheet, table, fault = sheet.at(""), set_up_board(rules, "", ()), fault or written
    except BrokenLineError as refused:
        table, fault = refused.table, fault or PracticeFault("turns", refused.sentence)
    return replace(sheet, turns=tuple(turn.text for turn in table.turns)), table, fault


def _in_the_making(sheet: PracticeAddress, table: PracticeBoard) -> Response:
    text = forms.query("text", forms.TURN_LENGTH)
    begun = text or forms.query("begun", forms.TURN_LENGTH)
    picks = () if text else forms.picks()
    try:
        compose = compose_turn(table, begun, picks)
    except TurnError as refused:
        return _board_page(
            sheet, table, fault=PracticeFault("text", refused.sentence, begun, refused.refusal), begun=refused.begun
        )
    if text and compose.stop.may_submit:
        return go_to(f"{sheet.after(compose.begun).address}#board")
    return _board_page(
        sheet, table, compose, fault=PracticeFault("text", compose.stop.must_go_on, text) if text else None
    )


def _board_page(
    sheet: PracticeAddress,
    table: PracticeBoard,
    compose: ComposeView | None = None,
    *,
    fault: PracticeFault | None = None,
    begun: str = "",
) -> Response:
    if compose is None and table.track.due:
        compose = compose_turn(table, "")
    links = compose_links(compose, sheet.place) if compose else None
    scene = compose.scene if compose else table.scene
    picked = picked_squares(compose) if compose else frozenset()
    course = course_so_far(compose.steps if compose else (), table.course)
    board = position_board(scene, flipped=_is_flipped(table), links=links, course=course, picked=picked)
    before = f"{begun}, " if begun else ""
    legal = fault.refusal.legal if fault and fault.refusal else ()
    ways = tuple((action, begun_address(sheet.place, before + action)) for action in legal)
    draft = in_page(_draft_object(sheet, table, draft_turn(table, compose.begun))) if compose else ""
    view = PracticePage(sheet, table, board, compose, links, fault, ways, draft)
    return kept(page("practice/practice.html", view, status=422 if fault else 200))


def _asked_sheet(info: Info) -> PracticeAddress:
    """
    The board that the present request asks for.

    :raises InputError: a part of the address is too long, or is no text.
    """
    turns = forms.query("turns", _LONGEST_TURNS)
    from_game = forms.query("from", _LONGEST_ID)
    return PracticeAddress(
        game=info.game,
        options=forms.prefixed_queries(_OPTION, 40),
        position=" ".join(forms.query("position", _LONGEST_POSITION).split()),
        turns=tuple(text.strip() for text in turns.split(_BETWEEN)) if turns else (),
        is_folded=request.args.get("folded") == "1",
        is_turned=is_turned(),
        from_game=from_game if from_game.isalnum() and from_game.isascii() else "",
        task=forms.query("task", _LONGEST_NAME),
    )


def _read_choices(info: Info, sheet: PracticeAddress) -> tuple[dict[str, OptionValue], PracticeAddress]:
    """
    Every option of the game, and *sheet* with only those that differ from their defaults.

    :raises OptionError: there is no such option, or it cannot have that value.
    """
    chosen = read_options(info, sheet.options)
    usual = {option.name: option.default for option in info.options}
    words = {name: option_text(value) for name, value in chosen.items() if value != usual[name]}
    return chosen, replace(sheet, options=words)
