"""Commands that ask the engines: legal actions, boards and counts of a position; and checks of turns or a record."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import click

from corr.cli.game_parameters import (
    AskedGames,
    GameCommand,
    about_a_position,
    asked,
    for_a_seat,
    instead,
    read_file,
    standard_input,
)
from corr.errors import CorrError, InputError, TurnError
from corr.games.api import AnyDraft, AnyRules, Outcome
from corr.games.notation import LONGEST, shown, unlisted_turn
from corr.games.perft import END
from corr.games.perft import perft as count_sequences
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import FIRST, Seat
from corr.records.format import DRAW, VOID, Record, SeenPosition
from corr.records.parser import LARGEST, decoded, read_record
from corr.records.validation import replay_record
from corr.render.text import text_board

_DEEPEST = 400
"""The greatest depth: no count ever gets so deep, and a greater one could overflow the interpreter's stack."""
_LONGEST_LINE = 4 * LONGEST + 2
"""The most bytes of a line with a turn: four for each character, and the line's end."""


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
    """
    List the legal next actions in GAME, one a line.

    "end" is among them where the turn may stop.
    """
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


@click.command(cls=GameCommand)
@about_a_position(is_required=False)
@for_a_seat(
    "Whose turns come first where several seats choose at once; positions are shown as that seat may know them."
)
@click.option("--record", "-r", metavar="FILE", help="A record to be checked instead; “-” for standard input.")
def check(
    game: str | None, position: str | None, option: tuple[str, ...], *, seat: str | None, record: str | None
) -> None:
    """
    Play turns of GAME, or a whole game from its record.

    The turns come on standard input, one a line. Prints each in canonical notation with the position after it, or with
    how the game ended. A turn that is refused ends the command with status 2 and a sentence about what is wrong.

    With --record, plays the whole game that a record tells, and says whether all of it is right.
    """
    if record is None:
        _check_turns(game, position, option, seat)
    elif game is None and position is None and seat is None and not option:
        click.echo(checked(read_file(record, LARGEST), Registry.discover()))
    else:
        raise InputError("A record says itself what is played: with --record, leave the game and its options out.")


def _check_turns(game: str | None, position: str | None, option: tuple[str, ...], seat: str | None) -> None:
    if game is None:
        known = ", ".join(info.game for info in Registry.discover().games())
        raise InputError(f"Say which game, such as: corr check GAME, with one of {known}; or give --record FILE.")
    if Path(game).is_file() and game not in {info.game for info in Registry.discover().games()}:
        raise InputError(f"{shown(game)} is a file, and no game. If it is a record: corr check --record {shown(game)}")
    about = asked(game, position, option, seat)
    for line in played(about, _lines(standard_input())):
        click.echo(line)
        sys.stdout.flush()


def played(about: AskedGames, lines: Iterable[tuple[int, bytes]]) -> Iterator[str]:
    """
    Each turn in canonical notation with the position after it, or with how the game ended.

    :raises InputError: a line is no legal turn.
    """
    track = Track.begin(about.rules, about.position)
    for number, line in lines:
        try:
            text = _turn_text(line)
            if text:
                seat, draft = _draft(about, track, text)
                track = track.after({seat: draft})
                yield f"{_written(about, track, draft)}\t{_after(about, track)}"
        except CorrError as refused:
            raise InputError(f"Line {number}: {refused.sentence}{instead(refused)}") from refused


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream with their numbers; of a longer line, only one byte more than a turn can have."""
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


def _draft(about: AskedGames, track: Track, text: str) -> tuple[Seat, AnyDraft]:
    """
    The turn and the seat that makes it: the seat that asks if it is due, else the first due seat that can.

    :raises TurnError: no seat can make it.
    :raises InputError: the game is over.
    """
    if track.outcome:
        how = track.rules.info.endings[track.outcome.reason]
        raise InputError(f"The game is over: {how}. No further turn can be played.")
    asks = track.due.intersection({about.seat})
    seats = sorted(asks or track.due)
    refusals: list[TurnError] = []
    turn = unlisted_turn(text, track.rules.formed)
    for seat in seats:
        try:
            return seat, track.rules.read(track.rules.begin(track.position, seat), turn)
        except TurnError as refused:
            refusals.append(refused)
    raise refusals[0]


def _written(about: AskedGames, track: Track, draft: AnyDraft) -> str:
    """The turn in canonical notation, veiled if it is secret from the seat that asks."""
    text = track.rules.write(draft.made)
    if about.seat is None or about.seat == draft.seat or track.outcome:
        return text
    secret = track.rules.secret(text, track.position)
    return secret.veiled if secret else text


def _after(about: AskedGames, track: Track) -> str:
    """The position as far as the seat that asks may know it, or how the game ended."""
    if track.outcome:
        return _end(track, track.outcome)
    if about.seat is None:
        return track.text
    return track.rules.format_position(track.rules.observe(track.position, about.seat))


def _end(track: Track, outcome: Outcome) -> str:
    """How the game ended."""
    side = "draw" if outcome.winner is None else track.rules.info.letters[outcome.winner]
    return f"over {side} {outcome.reason}"


def checked(raw: bytes, registry: Registry) -> str:
    """
    One line that says that a whole record is right.

    :raises RecordError: it is not; the sentence names the line.
    """
    record = read_record(decoded(raw))
    track = replay_record(record, registry)
    ended = _result_words(record, track.rules.info.letters)
    return f"All is right: {_game_words(record, track)}, {_count_words(record)}, {ended}."


def _game_words(record: Record, track: Track) -> str:
    info = track.rules.info
    first, second = (f"{shown(name)} ({title})" for name, title in zip(record.players, info.seats, strict=True))
    return f"{info.title} {shown(record.game)}, {first} against {second}"


def _count_words(record: Record) -> str:
    count = len(record.turns)
    veiled = {entry.number - 1 for entry in record.entries if isinstance(entry, SeenPosition)}
    unjudged = sum(turn.number in veiled for turn in record.turns)
    more = f" ({unjudged} of them cannot be judged before the end of the game)" if unjudged else ""
    return f"{count} turn{'' if count == 1 else 's'}{more}"


def _result_words(record: Record, letters: Sequence[str]) -> str:
    """How the game of a record ended, in a form that fits any game's word for the reason."""
    if not record.is_over:
        return "not over yet"
    if record.result == VOID:
        return f"without a result ({record.reason})"
    if record.result == DRAW:
        return f"drawn ({record.reason})"
    winner = record.players[letters.index(record.result)]
    return f"won by {shown(winner)} ({record.reason})"
