"""Commands that ask the engines about one position: counts, legal actions, boards."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from corr.cli.game_parameters import AskedGames, GameCommand, about_a_position, asked, for_a_seat, instead
from corr.errors import InputError, TurnError
from corr.games.api import AnyDraft, AnyRules
from corr.games.notation import shown
from corr.games.perft import END
from corr.games.perft import perft as count_sequences
from corr.games.seats import FIRST
from corr.render.text import text_board

_DEEPEST = 400
"""The greatest depth: no count ever gets so deep, and a greater one could overflow the interpreter's stack."""


class _Depth(click.IntRange):
    """The depth of a count."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own signature
        """
        The depth that was typed.

        :raises BadParameter: it is no whole number within bounds.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"write a whole number from {self.min} to {self.max}, not “{shown(str(value))}”.", param, ctx)


@click.command(cls=GameCommand)
@about_a_position()
@click.argument("depth", type=_Depth(0, _DEEPEST))
@click.option("--divide", "is_divided", is_flag=True, help="Also count for each first action, one a line.")
def perft(game: str, depth: int, position: str | None, option: tuple[str, ...], *, is_divided: bool) -> None:
    """Count the sequences of exactly DEPTH actions in GAME."""
    about = asked(game, position, option)
    for text, count in divided(about, depth) if is_divided and depth else ():
        click.echo(f"{text}: {count}")
    click.echo(counted(about, depth))


def divided(about: AskedGames, depth: int) -> Iterator[tuple[str, int]]:
    """
    Each first action in canonical notation, with the number of sequences of *depth* actions that begin with it.

    :raises InputError: several seats are due, and their actions have no order.
    """
    check_order(about)
    found = {about.rules.write_action(action): about.draft.after(action) for action in about.draft.actions()}
    for text in sorted(found):
        yield text, count_sequences(about.rules, found[text], depth - 1)


def counted(about: AskedGames, depth: int) -> int:
    """
    The number of sequences of exactly *depth* actions.

    :raises InputError: several seats are due, and their actions have no order.
    """
    check_order(about)
    return count_sequences(about.rules, about.draft, depth)


def check_order(about: AskedGames) -> None:
    """
    Refuse a position in which several seats are due.

    :raises InputError: it is one.
    """
    due = about.rules.due(about.position)
    if len(due) > 1:
        both = about.rules.info.titles(due)
        raise InputError(f"{both} choose at the same time here, so counting is not defined: begin after that.")


@click.command(cls=GameCommand)
@about_a_position()
@for_a_seat("Whose actions, and as far as that seat may know the position.")
@click.option("--begun", default="", metavar="ACTIONS", help="The actions already made in this turn.")
@click.option("--all", "everything", is_flag=True, help="However many there are, as they come.")
def actions(
    game: str, position: str | None, option: tuple[str, ...], *, seat: str | None, begun: str, everything: bool
) -> None:
    """List the legal next actions in GAME, one a line; "end" where the turn may stop."""
    about = asked(game, position, option, seat)
    draft = begun_turn(about, begun)
    lines = _every_action(about.rules, draft) if everything else _listed_actions(about.rules, draft)
    # Few writes for many lines, but the first lines at once.
    while chunk := list(islice(lines, 1000)):
        click.echo("\n".join(chunk))


def begun_turn(about: AskedGames, text: str) -> AnyDraft:
    """
    The turn with the actions that were already made.

    :raises InputError: they cannot be made, or several seats are due and none was named.
    """
    try:
        draft: AnyDraft = about.rules.read(about.draft, text)
    except TurnError as refused:
        raise InputError(f"{refused.sentence}{instead(refused)}") from refused
    return draft


def _every_action(rules: AnyRules, draft: AnyDraft) -> Iterator[str]:
    """All legal next actions, lazily and unsorted; `END` comes first, since the others may be endless."""
    if draft.may_stop:
        yield END
    yield from map(rules.write_action, draft.actions())


def _listed_actions(rules: AnyRules, draft: AnyDraft) -> Iterator[str]:
    """The legal next actions, sorted; kinds with astronomically many are cut short."""
    listing = rules.listing(draft)
    yield from listing.actions
    if draft.may_stop:
        yield END
    if listing.cuts:
        more = [cut.more for cut in listing.cuts]
        known = [count for count in more if count is not None]
        yield f"# {sum(known)} more" if len(known) == len(more) else "# more"


@click.command(cls=GameCommand)
@about_a_position()
@for_a_seat("Show what that seat may know, its own side at the bottom.")
def board(game: str, position: str | None, option: tuple[str, ...], *, seat: str | None) -> None:
    """Show a board of GAME as it stands in letters."""
    click.echo(drawn(asked(game, position, option, seat)), nl=False)


def drawn(about: AskedGames) -> str:
    """The board as text, as the seat that asks sees it; without a seat, the whole board the usual way up."""
    due = about.rules.due(about.seen)
    mover = about.seat if about.seat in due else min(due, default=FIRST)
    is_flipped = about.seat is not None and about.seat != about.rules.info.bottom
    return text_board(about.rules.scene(about.rules.begin(about.seen, mover)), flipped=is_flipped)
