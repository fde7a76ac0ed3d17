"""Parameters that commands share: a game, its options, a position, a seat, and files."""

import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

from corr.errors import CorrError, InputError, OptionError, TurnError
from corr.games.api import AnyDraft, AnyRules, Info, Option
from corr.games.notation import shown
from corr.games.registry import Registry, read_options
from corr.games.seats import Seat

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class AskedGames:
    """The rules, position and seat that a command is about."""

    rules: AnyRules
    position: Hashable
    seat: Seat | None = None
    """The seat that asks; None for somebody who may know the whole position."""

    @property
    def seen(self) -> Hashable:
        """The position as far as the seat may know it."""
        known: Hashable = self.position if self.seat is None else self.rules.observe(self.position, self.seat)
        return known

    @property
    def draft(self) -> AnyDraft:
        """
        The empty turn of the seat that is due, or of the one that asks if several are.

        In a game that is over, it has no actions.

        :raises InputError: several seats are due and none of them asks, or the seat that asks is not due.
        """
        due = self.rules.due(self.seen)
        if self.seat is None and len(due) > 1:
            letters = " or ".join(f"--seat {self.rules.info.letters[seat]}" for seat in sorted(due))
            both = self.rules.info.titles(due)
            raise InputError(f"{both} choose at the same time here: say whose actions with {letters}.")
        if self.seat is not None and due and self.seat not in due:
            title = self.rules.info.seats[self.seat]
            raise InputError(f"It is {self.rules.info.titles(due)}’s turn here, and {title} has no actions.")
        rules = self.rules
        draft: AnyDraft = rules.empty_turn(self.seen) if self.seat is None else rules.begin(self.seen, self.seat)
        return draft


def asked(
    game: str,
    position: str | None,
    option: tuple[str, ...],
    seat: str | None = None,
    *,
    registry: Registry | None = None,
) -> AskedGames:
    """
    The rules, the position and the seat that a command line names.

    :raises NotFoundError: there is no such game.
    :raises OptionError: there is no such option, or it cannot have that value.
    :raises PositionError: the text describes no position.
    :raises InputError: there is no such seat.
    """
    games = registry or Registry.discover()
    info = games.get_info(game)
    rules = games.get_rules(info.ruleset, read_options(info, _pairs(option)))
    whose = None if seat is None else read_seat(info, seat)
    # A copied position often ends with a line break.
    return AskedGames(rules, rules.start() if position is None else rules.parse_position(position.strip()), whose)


def read_seat(info: Info, typed: str) -> Seat:
    """
    The seat that *typed* names by its letter or title, in upper or lower case.

    :raises InputError: there is no such seat.
    """
    wanted = typed.strip().casefold()
    for number, names in enumerate(zip(info.letters, info.seats, strict=True)):
        if wanted in {name.casefold() for name in names}:
            return Seat(number)
    raise InputError(f"{info.title} has no seat “{shown(typed)}”; its seats are {info.known_seats}.")


def _pairs(option: tuple[str, ...]) -> dict[str, str]:
    """
    The options by their names.

    :raises OptionError: one is not of the form name=value, or comes twice.
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


class GameCommand(click.Command):
    """A command about a game, whose help lists all games."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of games at the end."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Games"):
            formatter.write_dl([(info.game, _game_words(info)) for info in Registry.discover().games()])


def _game_words(info: Info) -> str:
    options = "; ".join(f"option {option.name}: {_values(option)}" for option in info.options)
    return f"{info.title}; seats: {info.known_seats}; {options or 'no options'}."


def _values(option: Option) -> str:
    """The values of an option in words."""
    return " or ".join([word for word, _ in option.choices] or ["yes", "no"])


def about_a_position(*, is_required: bool = True) -> Callable[[Command], Command]:
    """The argument and options that commands about a position share."""

    def add(command: Command) -> Command:
        option = click.option("--option", "-o", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
        position = click.option("--position", "-p", metavar="TEXT", help="Where to begin, if not at the start.")
        return click.argument("game", required=is_required)(position(option(command)))

    return add


def for_a_seat(meaning: str) -> Callable[[Command], Command]:
    """The option for the seat whose knowledge a command uses."""
    return click.option("--seat", "-s", metavar="SEAT", help=f"{meaning} Its letter or name.")


def read_file(path: str, most: int) -> bytes:
    """
    The bytes of a file, or of standard input for “-”; at most *most* and one more, which shows that it is too long.

    :raises InputError: it cannot be read.
    """
    check_path(path)
    if path == "-":
        return standard_input().read(most + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except OSError as fault:
        raise InputError(f"The file {shown(path)} cannot be read: {(fault.strerror or str(fault)).lower()}.") from fault


def write_text(path: str, text: str) -> None:
    """
    Write *text* into a file, or to standard output for “-”, with its line ends as they are.

    :raises InputError: the file cannot be written.
    """
    check_path(path)
    if path == "-":
        click.echo(text.encode(), nl=False)
        return
    try:
        Path(path).write_bytes(text.encode())
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise InputError(f"The file {shown(path)} cannot be written: {reason}.") from fault


def check_path(path: str) -> None:
    """
    Refuse an empty file name, as a script may pass it: it would mean the current folder.

    :raises InputError: the name is empty.
    """
    if not path:
        raise InputError("The name of the file is missing.")


def standard_input() -> BinaryIO:
    """
    Standard input as bytes.

    :raises InputError: there is none.
    """
    if sys.stdin is None:
        raise InputError("There is no standard input to read from.")
    return sys.stdin.buffer


def instead(refused: CorrError) -> str:
    """A sentence with what would be legal instead of a refused action; empty if that is unknown."""
    if not isinstance(refused, TurnError) or not refused.refusal.legal:
        return ""
    more = ", and more" if refused.refusal.more else ""
    return f" Legal instead: {', '.join(refused.refusal.legal)}{more}."
