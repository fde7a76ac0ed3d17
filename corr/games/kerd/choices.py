"""
Building a turn of Kerd click by click.

First the piece, then its target. A Commander Pawn may be joined by a Pawn before that (`with-F3`), and a Pawn that
comes back from air may be replaced after it (`=Q`, or `leave`). Revealing and executing begin with a button beside the
board and end with a confirmation, since they cannot be taken back. Only what can be completed is offered.
"""

from collections.abc import Sequence

from corr.games.api import Rules
from corr.games.grid import each
from corr.games.guide import Choices, Pick, offered, square_pick, stale_picks
from corr.games.kerd.actions import CAPTURE, Action, Castling, Choice, Execute, Pair, Reveal, Step, brought_kind
from corr.games.kerd.draft import KerdDraft, begins, told_by
from corr.games.kerd.position import BITS, NAMES, Kind, Position, kind_on

_REVEAL, _EXECUTE, _YES, _LEAVE, _WITH = "reveal", "execute", "yes", "leave", "with-"


class KerdChoices(Rules[Position, Action, KerdDraft]):
    """The part of the rules that asks for clicks."""

    def choices(self, draft: KerdDraft, picks: tuple[str, ...]) -> Choices[Action]:
        if draft.position.seat is None:
            return self._infiltrators(draft, picks)
        if not picks:
            return _pieces(draft)
        if picks[0] == _REVEAL:
            return self._reveal(draft, picks[1:])
        if picks[0] == _EXECUTE:
            return self._execution(draft, picks[1:])
        return self._moves(draft, picks)

    def _finished(self, draft: KerdDraft, actions: list[Action]) -> Choices[Action]:
        """The only action that is left."""
        if not actions:
            raise stale_picks()
        return Choices(self.describe(draft, actions[0]), action=actions[0])

    def _infiltrators(self, draft: KerdDraft, picks: tuple[str, ...]) -> Choices[Action]:
        """The choice of an infiltrator."""
        legal: list[Action] = [action for action in draft.actions() if isinstance(action, Choice)]
        if not picks:
            question = "Choose your infiltrator: one of your opponent’s pieces."
            return Choices(
                question if legal else "Your infiltrator is chosen.", tuple(map(_square, map(begins, legal)))
            )
        return self._finished(draft, [action for action in legal if picks == (NAMES[begins(action)],)])

    def _reveal(self, draft: KerdDraft, picks: tuple[str, ...]) -> Choices[Action]:
        """The reveal of the own infiltrator, with its confirmation."""
        legal: list[Action] = [action for action in draft.actions() if isinstance(action, Reveal)]
        if picks or not legal:
            return self._finished(draft, legal if picks == (_YES,) else [])
        piece = _named(draft, begins(legal[0]))
        question = f"Reveal your infiltrator, the {piece}? It becomes yours where it stands. This is your whole turn, "
        return Choices(f"{question}and it cannot be taken back.", (Pick(_YES, f"Yes, reveal the {piece}"),))

    def _execution(self, draft: KerdDraft, picks: tuple[str, ...]) -> Choices[Action]:
        """The execution of an own piece, with its confirmation."""
        legal: list[Action] = [action for action in draft.actions() if isinstance(action, Execute)]
        if not picks:
            question = "Which of your own pieces shall be removed, in case it is the opponent’s infiltrator?"
            return offered([_square(begins(action)) for action in legal], question)
        chosen = [action for action in legal if NAMES[begins(action)] == picks[0]]
        if len(picks) > 1 or not chosen:
            return self._finished(draft, chosen if picks[1:] == (_YES,) else [])
        square = begins(chosen[0])
        is_pawn = draft.position.kinds[Kind.PAWN] & square
        fate = "is gone for good" if is_pawn else "goes to your reserve"
        question = (
            f"Execute your own {_named(draft, square)}? It leaves the board and {fate}. This is your whole turn, "
        )
        return Choices(
            f"{question}and it cannot be taken back.", (Pick(_YES, f"Yes, execute the {_named(draft, square)}"),)
        )

    def _moves(self, draft: KerdDraft, picks: tuple[str, ...]) -> Choices[Action]:
        """A piece that was chosen: where it goes, with whom, and what replaces it."""
        actions = _actions_of(draft, BITS.get(picks[0], 0))
        rest = picks[1:]
        if not rest:
            may_join = any(isinstance(action, Pair) for action in actions)
            return offered(_targets(actions), "Where to, or together with a Pawn?" if may_join else "Where to?")
        if rest[0].startswith(_WITH):
            together = [action for action in actions if isinstance(action, Pair) and _partner(action) == rest[0]]
            return self._pair(draft, together, rest[1:])
        alone = [action for action in actions if not isinstance(action, Pair) and NAMES[told_by(action)] == rest[0]]
        return self._placed(draft, alone, rest[1:])

    def _pair(self, draft: KerdDraft, pairs: list[Pair], rest: tuple[str, ...]) -> Choices[Action]:
        """A pair that was chosen: where it goes, and what replaces the Pawn."""
        if rest:
            return self._placed(draft, [pair for pair in pairs if NAMES[pair.commander_goal] == rest[0]], rest[1:])
        picks = {}
        for pair in pairs:
            commander, pawn = NAMES[pair.commander_goal], NAMES[pair.pawn_goal]
            picks[commander] = Pick(commander, f"{commander}, and the Pawn to {pawn}", commander)
        return offered(list(picks.values()), "Where shall the Commander Pawn go? The Pawn goes as far.")

    def _placed(self, draft: KerdDraft, actions: Sequence[Action], rest: tuple[str, ...]) -> Choices[Action]:
        """What replaces a Pawn that has come back, if anything may, or the finished action."""
        by_pick: dict[str, Action] = {_brought(action): action for action in actions}
        if len(by_pick) == 1:
            return self._finished(draft, [] if rest else list(by_pick.values()))
        if rest:
            return self._finished(draft, [by_pick[rest[0]]] if len(rest) == 1 and rest[0] in by_pick else [])
        labels = {
            pick: f"replace by the {brought_kind(pick[1:]).title}" if pick != _LEAVE else "leave the Pawn"
            for pick in by_pick
        }
        return offered(
            [Pick(pick, label) for pick, label in labels.items()], "Shall the Pawn be replaced from the reserve?"
        )


def _square(square: int) -> Pick:
    return square_pick(NAMES[square])


def _named(draft: KerdDraft, square: int) -> str:
    """The piece on a square: "Pawn on E2"."""
    return f"{kind_on(draft.position.kinds, square).title} on {NAMES[square]}"


def _pieces(draft: KerdDraft) -> Choices[Action]:
    able = 0
    instead: dict[type[Action], Pick] = {}
    for action in draft.actions():
        if isinstance(action, Reveal):
            instead[Reveal] = Pick(_REVEAL, "reveal your infiltrator")
        elif isinstance(action, Execute):
            instead[Execute] = Pick(_EXECUTE, "execute a piece of your own")
        else:
            able |= begins(action)
    picks = (*map(_square, each(able)), *instead.values())
    return Choices("Choose a piece." if picks else "No turn is possible.", picks)


def _actions_of(draft: KerdDraft, source: int) -> list[Action]:
    """The moves that begin with the piece on *source*."""
    found = (known[goal] for known, goals in draft.reached(source) for goal in each(goals)) if source else ()
    return [action for action in found if isinstance(action, (Step, Pair, Castling))]


def _targets(actions: list[Action]) -> list[Pick]:
    """Where a piece may go alone, then with whom it may go together."""
    goals: dict[int, Pick] = {}
    partners: dict[str, Pick] = {}
    for action in actions:
        if isinstance(action, Pair):
            partners[_partner(action)] = Pick(_partner(action), f"together with the Pawn on {NAMES[action.pawn]}")
        else:
            goals[told_by(action)] = _goal(action)
    return [*(goals[square] for square in sorted(goals)), *partners.values()]


def _goal(action: Action) -> Pick:
    """A click on the square where a piece goes alone, and what it does there."""
    name = NAMES[told_by(action)]
    if isinstance(action, Castling):
        return Pick(name, f"{name} – castle, {action.text}", name)
    is_capture = isinstance(action, Step) and action.sign == CAPTURE
    return Pick(name, f"{name} – capture" if is_capture else name, name)


def _partner(pair: Pair) -> str:
    """The pick of the Pawn that goes along."""
    return f"{_WITH}{NAMES[pair.pawn]}"


def _brought(action: Action) -> str:
    """The pick that says what replaces the Pawn."""
    return f"={action.brought}" if isinstance(action, (Step, Pair)) and action.brought else _LEAVE
