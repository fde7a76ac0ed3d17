"""`corr check`: turns from a list, or a whole game from its record, checked by the engine."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

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
from corr.games.api import AnyDraft, Outcome
from corr.games.notation import LONGEST, shown, unlisted_turn
from corr.games.registry import Registry
from corr.games.replay import Track
from corr.games.seats import Seat
from corr.records.format import DRAW, VOID, Record, SeenPosition
from corr.records.parser import LARGEST, decoded, read_record
from corr.records.validation import replay_record

_LONGEST_LINE = 4 * LONGEST + 2
"""The most bytes of a line with a turn: four for each character, and the line's end."""


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
