"""What a turn of Kerd leaves behind: the position after each kind of action."""

from corr.games.kerd.actions import Action, Castling, Choice, Execute, Pair, Reveal, Step
from corr.games.kerd.attacks import attackers
from corr.games.kerd.position import LETTERS_OF_KINDS, LOST, REVEALED, UNCHOSEN, Kind, Position, kind_on
from corr.games.seats import FIRST, SECOND, Seat, other

_LETTERS = dict(zip(LETTERS_OF_KINDS, Kind, strict=True))
_PAWN, _KING = int(Kind.PAWN), int(Kind.KING)


def after(position: Position, action: Action) -> Position:
    """The position after a legal *action* of the player whose turn it is."""
    if type(action) is Step:
        return _stepped(position, action)
    if isinstance(action, Pair):
        ways = {action.commander: action.commander_goal, action.pawn: action.pawn_goal}
        return _moved_together(position, ways, action.brought)
    if isinstance(action, Castling):
        return _moved_together(position, {action.king: action.king_goal, action.tower: action.tower_goal})
    if isinstance(action, Reveal):
        return _revealed(position, action.square)
    if isinstance(action, Execute):
        return _executed(position, action.square)
    raise TypeError(type(action))


def after_choices(position: Position, choices: dict[Seat, Choice]) -> Position:
    """The position after the infiltrators of one or both players were chosen."""
    marks = tuple(choices[seat].square if seat in choices else position.marks[seat] for seat in (FIRST, SECOND))
    # kerd: Infiltrators. One choice turns only that entry into a square; when both are in, White begins.
    return position._replace(marks=(marks[0], marks[1]), seat=None if UNCHOSEN in marks else FIRST)


def _stepped(position: Position, step: Step) -> Position:
    kinds, sides, unmoved, turn, _, _, reserves, marks = position
    seat = turn or FIRST
    source, goal = step.source, step.goal
    own, enemy = sides[seat], sides[1 - seat]
    mine, theirs = marks[seat], marks[1 - seat]
    pieces = list(kinds)
    kind = 0
    while not pieces[kind] & source:
        kind += 1
    recapture = 0
    if enemy & goal:
        taken = 0
        while not pieces[taken] & goal:
            taken += 1
        pieces[taken] ^= goal
        enemy ^= goal
        # kerd: Traps. The mark on a captured piece is lost before the capturer's mark arrives.
        if mine == goal:
            mine = LOST
        if taken == _PAWN:
            recapture = goal
        else:
            reserves = _added(reserves, other(seat), taken)
    pieces[kind] ^= source
    if step.brought:
        pieces[_LETTERS[step.brought]] |= goal
        reserves = _spent(reserves, seat, step.brought)
        if theirs == source:
            theirs = LOST
    else:
        pieces[kind] |= goal
        if theirs == source:
            theirs = goal
    return _passed(
        position,
        tuple(pieces),
        own ^ (source | goal),
        enemy,
        unmoved & ~(source | goal),
        recapture,
        reserves,
        (mine, theirs),
    )


def _moved_together(position: Position, ways: dict[int, int], brought: str = "") -> Position:
    """
    The position after a pair or a castling.

    :param ways: the goal of each piece by the square that it leaves.
    """
    seat = position.seat or FIRST
    lifted, placed = sum(ways), sum(ways.values())
    # kerd: Traps. Lift both pieces of a pair first, then place both, marks and all, in one step.
    pieces = [squares & ~lifted for squares in position.kinds]
    for source, goal in ways.items():
        kind = kind_on(position.kinds, source)
        pieces[_LETTERS[brought] if brought and kind == _PAWN else kind] |= goal
    mine, theirs = position.marks[seat], position.marks[1 - seat]
    is_lost = brought and theirs in ways and kind_on(position.kinds, theirs) == _PAWN
    return _passed(
        position,
        tuple(pieces),
        position.sides[seat] & ~lifted | placed,
        position.sides[1 - seat],
        position.unmoved & ~(lifted | placed),
        0,
        _spent(position.reserves, seat, brought) if brought else position.reserves,
        (mine, LOST if is_lost else ways.get(theirs, theirs)),
    )


def _revealed(position: Position, square: int) -> Position:
    """The position after the infiltrator on *square* was revealed: the piece changes its colour where it stands."""
    seat = position.seat or FIRST
    return _passed(
        position,
        position.kinds,
        position.sides[seat] | square,
        position.sides[1 - seat] & ~square,
        position.unmoved,
        0,
        position.reserves,
        (REVEALED, position.marks[1 - seat]),
    )


def _executed(position: Position, square: int) -> Position:
    seat = position.seat or FIRST
    kind = kind_on(position.kinds, square)
    theirs = position.marks[1 - seat]
    return _passed(
        position,
        tuple([squares & ~square for squares in position.kinds]),
        position.sides[seat] & ~square,
        position.sides[1 - seat],
        position.unmoved & ~square,
        0,
        # kerd: Execute. Commander Pawns, Bishops, Hussars and Jumpers go to the reserve, a Pawn does not.
        position.reserves if kind == _PAWN else _added(position.reserves, seat, kind),
        (position.marks[seat], LOST if theirs == square else theirs),
    )


def _passed(  # noqa: PLR0917 - made for every single turn; keywords would cost a tenth of it
    position: Position,
    kinds: tuple[int, ...],
    own: int,
    enemy: int,
    unmoved: int,
    recapture: int,
    reserves: tuple[str, str],
    marks: tuple[int, int],
) -> Position:
    """
    The position with the turn passed on to the opponent.

    :param marks: the choice of the player who made the turn, and the opponent's.
    """
    # kerd: Check and end. CHECKED is set for good after any kind of turn that leaves the opponent's King attacked.
    if position.seat == FIRST:
        checked = position.checked or attackers(SECOND, kinds[_KING] & enemy, kinds, own=enemy, enemy=own) != 0
        return Position(kinds, (own, enemy), unmoved, SECOND, checked, recapture, reserves, marks)
    checked = position.checked or attackers(FIRST, kinds[_KING] & enemy, kinds, own=enemy, enemy=own) != 0
    return Position(kinds, (enemy, own), unmoved, FIRST, checked, recapture, reserves, (marks[1], marks[0]))


def _added(reserves: tuple[str, str], seat: Seat, kind: int) -> tuple[str, str]:
    """The reserves with a piece of one kind put to that of *seat*."""
    letters = reserves[seat] + LETTERS_OF_KINDS[kind]
    return _with(reserves, seat, "".join(sorted(letters, key=LETTERS_OF_KINDS.index)))


def _spent(reserves: tuple[str, str], seat: Seat, letter: str) -> tuple[str, str]:
    """The reserves without a piece that *seat* brought back."""
    return _with(reserves, seat, reserves[seat].replace(letter, "", 1))


def _with(reserves: tuple[str, str], seat: Seat, letters: str) -> tuple[str, str]:
    return (letters, reserves[1]) if seat == FIRST else (reserves[0], letters)
