"""
Promotion and relegation: where the players of a season begin in the next one, as far as its result says so.

Whoever does not return leaves a free place. The free place of somebody who would have been promoted goes to the next
in order; any other is filled when the divisions are made. Those who withdrew come last, whatever their place was, and
are relegated.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Move(StrEnum):
    """Why somebody is in a division."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    HELD_BELOW = "held-below"
    """Stays, since there is no place in the division that the result leads to."""
    HELD_ABOVE = "held-above"
    """Stays, since there is nobody else to fill the division."""
    FILLS = "fills"
    """Moved up to fill a division."""
    MAKES_ROOM = "makes-room"
    """Moved down, since the division has fewer places than before."""
    NEW = "new"
    """Was not in the last season."""
    PLANNED = "planned"
    """An organiser chose it."""


@dataclass(frozen=True, slots=True)
class Lines:
    """How many go up and down."""

    up: int
    down: int


@dataclass(frozen=True, slots=True)
class Finisher:
    """Somebody in the final table of a division."""

    player_id: int
    place: int | None
    """Shared places are possible; None for results that left the table."""
    lot: str = ""
    """What parts those who share a place: SHA-256 of the published seed and the player's id; the lower comes first."""
    has_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Mover:
    """Somebody of the last season who returns, and the division that its result leads to."""

    player_id: int
    came_from: int
    """The tier of the last season."""
    tier: int
    """The tier of the next one; 1 is the highest."""
    move: Move


def moved(
    finals: Sequence[Sequence[Finisher]], lines: Lines, returning: Collection[int] | None = None
) -> tuple[Mover, ...]:
    """
    Where each player begins in the next season, in the order of the last one: the highest division first.

    :param finals: the divisions with all who played there, the highest first, in whatever order.
    :param returning: the ids of the players who return; None if nobody has said so yet, and all count as returning.
    """
    return tuple(
        Mover(player.player_id, tier, *_target(tier, player, zones))
        for tier, players in enumerate(finals, 1)
        for zones in [_Zones.of(players, lines, returning, is_top=tier == 1, is_bottom=tier == len(finals))]
        for player in zones.order
    )


def in_order(players: Sequence[Finisher]) -> tuple[Finisher, ...]:
    """The players of a division from the first to the last: by place, then by lot; whoever withdrew comes last."""
    return tuple(sorted(players, key=lambda one: (one.has_withdrawn, one.place is None, one.place or 0, one.lot)))


@dataclass(frozen=True, slots=True)
class _Zones:
    """Who of a division goes up and down."""

    order: tuple[Finisher, ...]
    """Those who return."""
    up: frozenset[int]
    down: frozenset[int]

    @classmethod
    def of(
        cls,
        players: Sequence[Finisher],
        lines: Lines,
        returning: Collection[int] | None,
        *,
        is_top: bool,
        is_bottom: bool,
    ) -> "_Zones":
        order = in_order(players)
        here = tuple(one for one in order if returning is None or one.player_id in returning)
        able = [one.player_id for one in here if not one.has_withdrawn]
        up = frozenset(able[: 0 if is_top else lines.up])
        withdrawn = sum(one.has_withdrawn for one in order)
        # Places on which nobody returns are relegated as any other: nobody else goes down in their stead.
        last = [one.player_id for one in order][len(order) - min(len(order), max(lines.down, withdrawn)) :]
        return cls(here, up, frozenset() if is_bottom else frozenset(last))


def _target(tier: int, player: Finisher, zones: _Zones) -> tuple[int, Move]:
    # In a small division somebody may be in both: then up comes first.
    if player.player_id in zones.up:
        return tier - 1, Move.PROMOTED
    if player.player_id in zones.down:
        return tier + 1, Move.RELEGATED
    return tier, Move.STAYS
