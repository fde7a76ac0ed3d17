"""
Building an action of Kyo click by click.

First the stack, then what to do with it: `2` lifts two chips (`0` none), `/2` moves two chips from under the pawn, `^2`
deploys two Shields, `~` shuffles. Where only one of these is possible it is left out. Then comes the tile. A shuffle is
chosen whole where there are few; in a tall stack first how many Mana change places (`~3`), then the Mana from the
lowest up, one by one. Only what can be completed is offered, so no way of picking is a dead end.
"""

from corr.games.api import Rules
from corr.games.guide import Choices, Pick, square_pick, stale_picks
from corr.games.kyo.draft import KyoDraft
from corr.games.kyo.guide import actor_title, chips, number, told_ways
from corr.games.kyo.position import Position
from corr.games.kyo.stacks import DARK, LIGHT, TITLES, Lift, pawn_of
from corr.games.kyo.steps import (
    DEPLOY,
    DIRECT,
    MANA_MOVE,
    SHUFFLE,
    STRIKE,
    STRIKE_SHIELD,
    UNDER,
    Action,
    Shuffle,
    Step,
    shuffles,
)
from corr.games.kyo.tiles import NAMES, TILES, each

_WAYS = {DIRECT: "", MANA_MOVE: "", STRIKE: "", STRIKE_SHIELD: "", UNDER: UNDER, DEPLOY: DEPLOY}
"""How the pick begins that stands for an action of each sign."""

_HOW_MANY = "Move how many chips with the pawn, or do something else? Chips are listed from bottom to top."


class KyoChoices(Rules[Position, Action, KyoDraft]):
    """The part of the rules that asks for clicks."""

    def choices(self, draft: KyoDraft, picks: tuple[str, ...]) -> Choices[Action]:
        if not picks:
            return _stacks(draft)
        tile = TILES.get(picks[0], -1)
        ways = _ways(draft, tile)
        if not ways:
            raise stale_picks()
        rest = picks[1:]
        if len(ways) == 1:
            return self._after_way(draft, tile, next(iter(ways.values())), rest)
        if not rest:
            offered = tuple(Pick(way, _way_label(draft, tile, way)) for way in ways)
            return Choices(_HOW_MANY, offered)
        if rest[0] not in ways:
            raise stale_picks()
        return self._after_way(draft, tile, ways[rest[0]], rest[1:])

    def _after_way(
        self, draft: KyoDraft, tile: int, steps: list[Step] | None, rest: tuple[str, ...]
    ) -> Choices[Action]:
        """What may be chosen once it is plain how the stack acts."""
        if steps is None:
            return self._shuffling(draft, tile, rest)
        if not rest:
            picks = (Pick(NAMES[step.goal], _goal_label(step), NAMES[step.goal]) for step in steps)
            ways = told_ways(steps)
            question = f"Where to? {ways[0].upper()}{ways[1:]}."
            return Choices(question, tuple(sorted(picks, key=lambda pick: TILES[pick.value])))
        for step in steps:
            if rest == (NAMES[step.goal],):
                return self._finished(draft, step)
        raise stale_picks()

    def _shuffling(self, draft: KyoDraft, tile: int, rest: tuple[str, ...]) -> Choices[Action]:
        """The orders in which Mana may be put back."""
        lifted = draft.lift(tile)
        if lifted.is_tall:
            return self._in_tall_stack(draft, tile, lifted, rest)
        orders = {f"{SHUFFLE}{action.order}": action for action in shuffles(tile, lifted)}
        if not rest:
            picks = (
                Pick(value, f"put the topmost {len(action.order)} Mana back as {chips(action.order)}")
                for value, action in orders.items()
            )
            return Choices("In which order, bottom to top?", tuple(picks))
        if len(rest) > 1 or rest[0] not in orders:
            raise stale_picks()
        return self._finished(draft, orders[rest[0]])

    def _in_tall_stack(self, draft: KyoDraft, tile: int, lifted: Lift, rest: tuple[str, ...]) -> Choices[Action]:
        """A shuffle that is built Mana by Mana."""
        sizes = {f"{SHUFFLE}{size}": size for size in _sizes(lifted.mana)}
        if not rest:
            picks = (Pick(value, f"the topmost {size} Mana change places") for value, size in sizes.items())
            return Choices("How many of the topmost Mana shall change places?", tuple(picks))
        if rest[0] not in sizes:
            raise stale_picks()
        left = list(lifted.mana[-sizes[rest[0]] :])
        # The lowest of them changes: that is why so many were chosen.
        order = LIGHT if left[0] == DARK else DARK
        left.remove(order)
        for letter in rest[1:]:
            if letter not in left or len(set(left)) == 1:
                raise stale_picks()
            left.remove(letter)
            order += letter
        if len(set(left)) > 1:
            question = f"So far, bottom to top: {chips(order)}. What comes next?"
            return Choices(question, (Pick(DARK, TITLES[DARK]), Pick(LIGHT, TITLES[LIGHT])))
        return self._finished(draft, Shuffle(tile, order + "".join(left)))

    def _finished(self, draft: KyoDraft, action: Action) -> Choices[Action]:
        return Choices(self.describe(draft, action), action=action)


def _stacks(draft: KyoDraft) -> Choices[Action]:
    able = [NAMES[tile] for tile in each(draft.acting()) if draft.steps(tile)]
    if not able:
        return Choices("No action is possible.")
    return Choices(_next_stack(draft), tuple(map(square_pick, able)))


def _next_stack(draft: KyoDraft) -> str:
    """What is asked before a stack is chosen; in the middle of a turn there is but one."""
    if draft.actor < 0:
        return "Choose a stack."
    return f"Go on with the {actor_title(draft.stacks[draft.actor])} on {NAMES[draft.actor]}, or stop here."


def _ways(draft: KyoDraft, tile: int) -> dict[str, list[Step] | None]:
    """What a stack may do, by the pick that says so; None stands for shuffles."""
    if tile < 0 or not draft.acting() >> tile & 1:
        return {}
    ways: dict[str, list[Step] | None] = {}
    any_shuffle = tile in draft.tall()
    for action in sorted(_steps(draft, tile), key=_order):
        # A Shield is struck with nothing in hand.
        found = ways.setdefault(f"{_WAYS[action.sign]}{action.count}", [])
        assert found is not None, "shuffles come last"
        found.append(action)
    if any_shuffle or any(isinstance(action, Shuffle) for action in draft.steps(tile)):
        ways[SHUFFLE] = None
    return ways


def _steps(draft: KyoDraft, tile: int) -> list[Step]:
    """What a stack may do besides shuffles."""
    return [action for action in draft.steps(tile) if isinstance(action, Step)]


def _order(action: Step) -> tuple[str, int, int]:
    """Steps of the whole group first, those with few chips before those with many."""
    return _WAYS[action.sign], action.count, action.goal


def _way_label(draft: KyoDraft, tile: int, way: str) -> str:
    stack = draft.stacks[tile]
    pawn = pawn_of(stack)
    if way == SHUFFLE:
        return "put the Mana back in another order"
    count = int(way.lstrip(UNDER + DEPLOY))
    below = stack[:-1] if pawn else stack
    lifted = chips(below[len(below) - count :]) if count else ""
    if way[0] == DEPLOY:
        return f"deploy {number(count, 'Shield')}"
    if way[0] == UNDER:
        return f"move {number(count, 'chip')} from under the {TITLES[pawn]}: {lifted}"
    if not pawn:
        return f"lift {number(count, 'chip')}: {lifted}"
    return f"with {number(count, 'chip')}: {lifted}" if count else f"the {TITLES[pawn]} alone"


def _goal_label(step: Step) -> str:
    """What a click on a tile does, shortly: what stands there is said as well."""
    words = {
        MANA_MOVE: "Mana move",
        DIRECT: "Direct move",
        STRIKE: "strike",
        STRIKE_SHIELD: "strike the Shield and stay",
        UNDER: "chips go there, the pawn stays",
        DEPLOY: "deploy",
    }
    return f"{NAMES[step.goal]} – {words[step.sign]}"


def _sizes(mana: str) -> list[int]:
    """How many of the topmost Mana can change places so that the lowest of them does."""
    return [size for size in range(2, len(mana) + 1) if len(set(mana[-size:])) > 1]
