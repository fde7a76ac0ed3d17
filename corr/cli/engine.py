"""Commands that ask the engines: counts, legal actions, turns played from a list, boards."""

import sys
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

import click

from corr.errors import CorrError, InputError, OptionError, TurnError
from corr.games.api import AnyDraft, AnyRules, Info, Outcome
from corr.games.notation import LONGEST, shown
from corr.games.perft import END, first_turn
from corr.games.perft import perft as count_sequences
from corr.games.registry import Registry, read_options
from corr.games.replay import Track
from corr.render.text import text_board

_LONGEST_LINE = 4 * LONGEST + 2
"""Bytes of a line that may still be a turn: four for each character, and the line's end."""
_DEEPEST = 400
"""No count ever gets so deep, and the interpreter's stack ends not far below."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What every one of these commands is asked about."""

    rules: AnyRules
    position: Hashable

    @property
    def draft(self) -> AnyDraft:
        """The empty turn at the position."""
        return first_turn(self.rules, self.position)


def _asked(game: str, position: str | None, option: tuple[str, ...]) -> _Asked:
    """
    The rules and the position that were asked for.

    :raises NotFoundError: there is no such game.
    :raises OptionError: there is no such option, or it cannot have that value.
    :raises PositionError: the text describes no position.
    """
    registry = Registry.discover()
    info = registry.get_info(game)
    rules = registry.get_rules(info.ruleset, read_options(info, _pairs(option)))
    return _Asked(rules, rules.start() if position is None else rules.parse_position(position))


def _pairs(option: tuple[str, ...]) -> dict[str, str]:
    """
    The options by their names.

    :raises OptionError: one is not written as name=value, or comes twice.
    """
    pairs: dict[str, str] = {}
    for text in option:
        name, sign, value = text.partition("=")
        if not sign:
            raise OptionError(f"An option is written as name=value, not “{shown(text)}”.")
        if name in pairs:
            raise OptionError(f"The option “{shown(name)}” is given twice.")
        pairs[name] = value
    return pairs


class _GameCommand(click.Command):
    """A command about a game, whose help says which there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the games after all else."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Games"):
            formatter.write_dl([(info.game, _options_words(info)) for info in Registry.discover().games()])


def _options_words(info: Info) -> str:
    names = ", ".join(option.name for option in info.options)
    return f"{info.title}; its options: {names}." if names else f"{info.title}."


class _Depth(click.IntRange):
    """How deep to count."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own signature
        """
        The depth that was typed.

        :raises BadParameter: it is none.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"write a whole number from {self.min} to {self.max}, not “{shown(str(value))}”.", param, ctx)


def _about_a_position(command: Callable[..., None]) -> Callable[..., None]:
    """The argument and options that these commands share."""
    option = click.option("--option", "-o", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
    position = click.option("--position", "-p", metavar="TEXT", help="Where to begin, if not at the start.")
    return click.argument("game")(position(option(command)))


@click.command(cls=_GameCommand)
@_about_a_position
@click.argument("depth", type=_Depth(0, _DEEPEST))
def perft(game: str, depth: int, position: str | None, option: tuple[str, ...]) -> None:
    """Count the sequences of exactly DEPTH actions in GAME."""
    asked = _asked(game, position, option)
    click.echo(count_sequences(asked.rules, asked.draft, depth))


@click.command(cls=_GameCommand)
@_about_a_position
@click.option("--begun", default="", metavar="ACTIONS", help="The actions already made in this turn.")
@click.option("--all", "everything", is_flag=True, help="However many there are, as they come.")
def actions(game: str, position: str | None, option: tuple[str, ...], *, begun: str, everything: bool) -> None:
    """List the legal next actions in GAME, one a line; "end" where the turn may stop."""
    asked = _asked(game, position, option)
    draft = _begun(asked, begun)
    lines = _every_action(asked.rules, draft) if everything else _listed_actions(asked.rules, draft)
    # Few writes for many lines, and yet the first of them at once.
    while chunk := list(islice(lines, 1000)):
        click.echo("\n".join(chunk))


def _begun(asked: _Asked, text: str) -> AnyDraft:
    """
    The turn with the actions that were already made.

    :raises InputError: they cannot be made.
    """
    try:
        return asked.rules.read(asked.draft, text)
    except TurnError as refused:
        raise InputError(f"{refused.sentence}{_instead(refused)}") from refused


def _every_action(rules: AnyRules, draft: AnyDraft) -> Iterator[str]:
    """All that may come next, lazily and unsorted; the end first, since the others may never end."""
    if draft.may_stop:
        yield END
    yield from map(rules.write_action, draft.actions())


def _listed_actions(rules: AnyRules, draft: AnyDraft) -> Iterator[str]:
    """What may come next, sorted, with the astronomical kinds cut short."""
    listing = rules.listing(draft)
    yield from listing.actions
    if draft.may_stop:
        yield END
    if listing.cuts:
        more = [cut.more for cut in listing.cuts]
        known = [count for count in more if count is not None]
        yield f"# {sum(known)} more" if len(known) == len(more) else "# more"


@click.command(cls=_GameCommand)
@_about_a_position
def check(game: str, position: str | None, option: tuple[str, ...]) -> None:
    """
    Play the turns of GAME on standard input, one a line.

    Prints each turn in canonical notation and the position after it, or how the game ended. A turn that is refused
    ends the command with status 2 and a sentence about what is wrong with it.
    """
    asked = _asked(game, position, option)
    track = Track.begin(asked.rules, asked.position)
    if sys.stdin is None:
        raise InputError("There is no standard input to read turns from.")
    for number, line in _lines(sys.stdin.buffer):
        try:
            text = _turn_text(line)
            if text:
                track, written = _played(track, text)
                click.echo(f"{written}\t{_end(track, track.outcome) if track.outcome else track.text}")
                sys.stdout.flush()
        except CorrError as refused:
            raise InputError(f"Line {number}: {refused.sentence}{_instead(refused)}") from refused


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers, never more of a line than could be a turn and one byte."""
    number = 0
    while line := stream.readline(_LONGEST_LINE + 1):
        number += 1
        yield number, line


def _turn_text(line: bytes) -> str:
    """
    The turn on a line; empty for a blank line.

    :raises InputError: the line is no text, or too long.
    """
    if len(line) > _LONGEST_LINE:
        raise InputError(f"A turn has at most {LONGEST:,} characters; this line is longer.")
    try:
        return line.decode().removeprefix("\ufeff").strip()
    except UnicodeDecodeError as fault:
        raise InputError(f"The line is not UTF-8 text: see its byte {fault.start + 1}.") from fault


def _played(track: Track, text: str) -> tuple[Track, str]:
    """
    The game one turn further, and the turn in canonical notation.

    :raises TurnError: the turn cannot be played.
    :raises InputError: the game is over.
    """
    if track.outcome:
        how = track.rules.info.endings[track.outcome.reason]
        raise InputError(f"The game is over: {how}. No further turn can be played.")
    seat = min(track.due)
    draft = track.rules.read(track.rules.begin(track.position, seat), text)
    return track.after({seat: draft}), track.rules.write(draft.made)


def _end(track: Track, outcome: Outcome) -> str:
    """How the game ended."""
    side = "draw" if outcome.winner is None else track.rules.info.letters[outcome.winner]
    return f"over {side} {outcome.reason}"


def _instead(refused: CorrError) -> str:
    """What would be legal instead of a refused action, where that helps."""
    if not isinstance(refused, TurnError) or not refused.refusal.legal:
        return ""
    more = ", and more" if refused.refusal.more else ""
    return f" Legal instead: {', '.join(refused.refusal.legal)}{more}."


@click.command(cls=_GameCommand)
@_about_a_position
def board(game: str, position: str | None, option: tuple[str, ...]) -> None:
    """Show a board of GAME as it stands in letters."""
    asked = _asked(game, position, option)
    click.echo(text_board(asked.rules.scene(asked.draft)), nl=False)
