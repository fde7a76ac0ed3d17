"""
Checks of a game's rows: its log, seats, sealed turns, messages, reply addresses and season fit together; and its clocks
run for the seats that owe a turn and for no others, and show what they should. It ended as its log and history say.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import Row

from corr.administration.cases import LOOK, REPAIR, RESTORE, TELL, Case, Finding
from corr.administration.replay import Replay, check_length, check_waiting, fault_words, replay_log
from corr.core.clock import Clock
from corr.core.days_off import Rest
from corr.core.pace import Pace, read_pace
from corr.errors import InputError
from corr.game.words import (
    ABANDONED,
    ADJUDICATED,
    AGREEMENT,
    ANNULLED,
    CANCELLED,
    DRAWS,
    FORFEIT,
    NO_RESULT,
    RESIGNATION,
    TIME,
    VOIDED,
    EventKind,
)
from corr.games.replay import CorruptLogError
from corr.games.seats import Seat, other
from corr.leagues.division_tables import result_of
from corr.play.sealed_turns import HandedIn
from corr.states import EntryState
from corr.store.tables.games import ChallengeState

_AGREED = ("ruleset", "pace", "weekends_off", "late", "allows_leave")
"""The columns that a game takes from its challenge."""
_NONCE = frozenset("0123456789abcdef")
_NONCE_LENGTH = 32
_MILLISECOND = timedelta(milliseconds=1)
_ADVICE = "Freeze the game and let it go on again: that works its clocks out anew."
_ENDED_BY = {
    RESIGNATION: {EventKind.RESIGNED},
    TIME: {EventKind.TIME, EventKind.TIME_CLAIMED},
    AGREEMENT: {EventKind.DRAW_AGREED},
    CANCELLED: {EventKind.CANCELLED},
    ABANDONED: {EventKind.ABANDONED},
    VOIDED: {EventKind.VOIDED},
    FORFEIT: {EventKind.FORFEITED, EventKind.RULED},
    ADJUDICATED: {EventKind.RULED},
    ANNULLED: {EventKind.ANNULLED},
}
"""The events that end a game other than by its rules, by the reason of the end."""
_ENDING = frozenset().union(*_ENDED_BY.values())
_RULINGS = frozenset({EventKind.RULED, EventKind.ANNULLED})
"""Events by which an organiser ends a running game; the pairing says how it ended."""
_LOSERS = frozenset({EventKind.RESIGNED, EventKind.TIME, EventKind.FORFEITED})
"""Events whose seat lost."""
_ON_TIME = frozenset({EventKind.TIME, EventKind.TIME_CLAIMED, EventKind.FORFEITED})
"""Events that may be a loss by a deadline."""
_STOPPING = frozenset({EventKind.FROZEN, EventKind.PAUSED})
_GOING_ON = frozenset({EventKind.THAWED, EventKind.RESUMED})
_KNOWN = frozenset(kind.value for kind in EventKind)


def check_belongings(case: Case) -> Iterator[Finding]:
    """What does not fit about seats, challenges, messages and reply addresses."""
    players = {row.player_id for row in case.seats}
    if [row.seat for row in case.seats] != [0, 1]:
        yield case.finding("The game does not have its two seats.", RESTORE)
    elif len(players) != len(case.seats):
        yield case.finding("Both seats are the same player’s.", RESTORE)
    for challenge in case.challenges:
        yield from _check_challenge(case, challenge, players)
    if len(case.challenges) > 1:
        yield case.finding("The game came out of more than one challenge.", RESTORE)
    if any(row.seat not in {0, 1} or not 1 <= row.turn_number <= case.game.turn_number for row in case.messages):
        yield case.finding("A message belongs to a turn or a seat that there is not.", RESTORE)
    if any(row.player_id not in players for row in case.tokens):
        yield case.finding("A reply address of the game is that of somebody who does not play it.", RESTORE)
    elif any(not 1 <= row.turn_number <= case.game.turn_number for row in case.tokens):
        yield case.finding("A reply address belongs to a turn that there is not.", RESTORE)


def _check_challenge(case: Case, challenge: Row[Any], players: set[int]) -> Iterator[Finding]:
    name = f"The challenge {challenge.id}"
    if challenge.state != ChallengeState.ACCEPTED.value:
        yield case.finding(f"{name} has a game, and yet was not accepted.", RESTORE)
    if players and {challenge.challenger_id, challenge.opponent_id} != players:
        yield case.finding(f"{name} is between other players than its game.", RESTORE)
    if any(getattr(challenge, agreed) != getattr(case.game, agreed) for agreed in _AGREED):
        yield case.finding(f"{name} was for another game or for other terms.", RESTORE)


def replayed(case: Case) -> Replay | Finding:
    """The game replayed from its log, or what is wrong with the log."""
    try:
        replay = replay_log(case.rules, case.logged)
        check_length(replay, case.game.turn_number)
    except CorruptLogError as fault:
        return case.finding(fault_words(case.rules, fault, is_over=case.is_over), LOOK)
    return replay


def check_log(case: Case, replay: Replay) -> Iterator[Finding]:
    """What is kept beside the log and differs from what it leads to."""
    if case.game.position != replay.track.text:
        yield case.outdated("The board that is shown is not the one that the log leads to.")
    if not replay.has_led_to(case.game.last_squares):
        yield case.outdated("The squares that are marked are not those of the last turn.")
    wrong = [row.number for row in case.turns if row.repeat_key != replay.digests[row.number, row.seat]]
    if wrong:
        yield case.outdated(f"What repetitions are counted by is wrong, first after turn {wrong[0]}.")
    # Turns of earlier versions have no snapshots.
    kept = {(row.number, row.seat): row.position for row in case.turns if row.position is not None}
    astray = [number for (number, seat), text in sorted(kept.items()) if replay.snapshots.get((number, seat)) != text]
    if astray:
        yield case.outdated(f"An earlier board is not the one that the log leads to, first after turn {astray[0]}.")
    for number, seat in replay.odd:
        yield case.finding(f"Turn {number} of {case.title(seat)} is not written as the rules write it.", TELL)


def check_sealed(case: Case, replay: Replay) -> Iterator[Finding]:
    """What is wrong with turns that wait or waited sealed. None of them is quoted."""
    latest = {(row.number, row.seat): row for row in case.sealed}
    played = {(row.number, row.seat): row for row in case.turns}
    together = {number + 1 for number, due in replay.due_after.items() if len(due) > 1}
    for number, seat in sorted(latest):
        if number not in together or Seat(seat) not in replay.due_after[number - 1]:
            yield case.finding(f"A turn {number} of {case.title(seat)} waited sealed, where none had to wait.")
    for key in sorted(key for key in played if key[0] in together):
        yield from _check_played(case, latest.get(key), played[key])
    yield from _check_secrets(case, replay)
    yield from (
        _unchecked(case, latest[key])
        for key in sorted(latest.keys() - played.keys())
        if not _is_nonce(latest[key].nonce)
    )
    waiting = [row for (number, _), row in latest.items() if number == replay.turn_number]
    if waiting and replay.turn_number in together:
        yield from _check_waiting(case, replay, waiting)


def _check_played(case: Case, sealed: Row[Any] | None, turn: Row[Any]) -> Iterator[Finding]:
    """A turn of the log beside the one that was sealed last."""
    whose = _whose(case, turn)
    if sealed is None or _handed_in(sealed) != _handed_in(turn):
        yield case.finding(f"Turn {whose} is not the one that was sealed last.")
    elif turn.nonce not in {None, sealed.nonce}:
        yield case.finding(f"The commitment of turn {whose} is not the one that was made when it was sealed.")


def _handed_in(row: Row[Any]) -> tuple[Any, ...]:
    return row.text, row.received_at, row.order_key


def _check_secrets(case: Case, replay: Replay) -> Iterator[Finding]:
    """The secrets that the log keeps beside its turns."""
    for row in case.turns:
        secret = replay.secrets.get((row.number, row.seat))
        has_word, has_nonce = row.secret is not None, row.nonce is not None
        if row.secret != secret and (has_word or secret is not None):
            yield case.finding(f"What turn {_whose(case, row)} kept secret is not what the log says.")
        elif has_word != has_nonce or (has_nonce and not _is_nonce(row.nonce)):
            yield _unchecked(case, row)


def _unchecked(case: Case, row: Row[Any]) -> Finding:
    return case.finding(
        f"The commitment of turn {_whose(case, row)} cannot be checked: what hides its word is missing or damaged."
    )


def _whose(case: Case, row: Row[Any]) -> str:
    return f"{row.number} of {case.title(row.seat)}"


def _is_nonce(text: str) -> bool:
    return len(text) == _NONCE_LENGTH and set(text) <= _NONCE


def _check_waiting(case: Case, replay: Replay, waiting: list[Row[Any]]) -> Iterator[Finding]:
    turns = [HandedIn(Seat(row.seat), row.text, row.door, row.received_at) for row in waiting]
    try:
        check_waiting(replay, turns)
    except CorruptLogError:
        yield case.finding("A turn that waits sealed cannot be played by the rules.")
    if not case.is_over and len(waiting) == len(replay.track.due):
        yield case.finding("The turns of all are in, and yet they were not played.")


def check_league(case: Case) -> Iterator[Finding]:
    """What does not fit about pairing, entries and ruling; nothing for a game that belongs to no season."""
    if len(case.pairings) > 1:
        yield case.finding("The game is that of more than one pairing.", RESTORE)
    elif not case.pairings and case.game.season_id is not None:
        yield case.finding("The game belongs to a season, and yet is that of no pairing.", RESTORE)
    for pairing in case.pairings:
        if pairing.season_id != case.game.season_id:
            yield case.finding("The pairing of the game is one of another season.", RESTORE)
        yield from _check_entries(case, pairing)
        yield from _check_ruling(case, pairing)


def _check_entries(case: Case, pairing: Row[Any]) -> Iterator[Finding]:
    """A running game is played by the players of its entries; one that is over, perhaps by a player replaced since."""
    entries = {row.id: row for row in case.entries}
    for seat in case.seats:
        entry = entries.get((pairing.first_id, pairing.second_id)[seat.seat])
        if entry is None or entry.division_id != pairing.division_id:
            yield case.finding(f"The entry of {case.title(seat.seat)} is not in the division of the game.", RESTORE)
        elif not case.is_over and entry.player_id != seat.player_id:
            yield case.finding(f"{case.title(seat.seat)} is played by somebody who does not have that entry.", RESTORE)
        elif not case.is_over and entry.state != EntryState.PLAYING.value:
            yield case.finding(f"{case.title(seat.seat)} does not play in the season any more; the game goes on.", LOOK)


def _check_ruling(case: Case, pairing: Row[Any]) -> Iterator[Finding]:
    if pairing.ruling is None:
        if pairing.played_reason or pairing.played_winner is not None:
            yield case.finding("What was played is kept beside the game, and yet nothing was ruled.", LOOK)
        return
    found = result_of(is_over=case.is_over, winner=case.game.winner, reason=case.game.reason)
    if found != pairing.ruling:
        yield case.finding("The result is not the one that was set in its league.", LOOK)
    elif pairing.is_forfeit != (case.game.reason == FORFEIT):
        yield case.finding("Whether the game is a forfeit is not what was set in its league.", LOOK)


def check_clocks(case: Case, replay: Replay) -> Iterator[Finding]:
    """What is wrong with the clocks."""
    try:
        pace = read_pace(case.game.pace)
    except InputError:
        yield case.finding(f"The pace “{case.game.pace}” is none.")
        return
    due = _due(case, replay)
    for seat in case.seats:
        yield from (
            case.finding(f"{case.title(seat.seat)} {words}", _ADVICE) for words in _wrong(case, seat, pace, due)
        )


def check_due(case: Case, replay: Replay) -> Iterator[Finding]:
    """Clocks that do not run for a seat that owes a turn by the log, or run for another."""
    due = _due(case, replay)
    for seat in case.seats:
        yield from (case.finding(f"{case.title(seat.seat)} {words}", _ADVICE) for words in _wrong_due(seat, due))


def _due(case: Case, replay: Replay) -> frozenset[Seat]:
    """The seats that owe a turn and have not handed it in."""
    if case.is_over:
        return frozenset()
    owing = replay.track.due
    if len(owing) < 2:  # noqa: PLR2004 - one alone waits for nobody
        return owing
    return owing - {Seat(row.seat) for row in case.sealed if row.number == case.game.turn_number}


def _wrong_due(seat: Row[Any], due: frozenset[Seat]) -> Iterator[str]:
    if seat.since is None and seat.seat in due:
        yield "owes a turn, and yet no clock of theirs runs."
    elif seat.since is not None and seat.seat not in due:
        yield "owes no turn, and yet a clock of theirs runs."


def _wrong(case: Case, seat: Row[Any], pace: Pace, due: frozenset[Seat]) -> Iterator[str]:
    found = tuple(_wrong_due(seat, due))
    if found:
        yield from found
        return
    if seat.bank_ms < 0:
        yield "has less than nothing in the bank."
    elif seat.bank_ms > _most(case, seat, pace) and not _was_tightened(case):
        yield "has more in the bank than the pace and what was given allow."
    has_deadline = seat.since is not None and not pace.is_untimed and case.game.frozen_at is None
    if has_deadline and seat.due_at is None:
        yield "owes a turn, and yet has no deadline."
    elif not has_deadline and (seat.due_at is not None or seat.remind_at is not None):
        yield "has a deadline or a reminder to come where there is none."
    elif has_deadline:
        yield from _wrong_deadline(case, seat)


def _wrong_deadline(case: Case, seat: Row[Any]) -> Iterator[str]:
    leaves = case.leaves.get(seat.player_id, ()) if case.game.allows_leave else ()
    clock = Clock(seat.since, seat.bank_ms, Rest(seat.rest_days, seat.rest_zone or "UTC"), leaves)
    if seat.due_at < clock.deadline - _MILLISECOND:
        yield "has a deadline that is earlier than what was left allows."
    if seat.remind_at is not None and seat.remind_at >= seat.due_at:
        yield "would be reminded only after the deadline."
    if seat.since > case.now:
        yield "owes a turn since a moment that is still to come."


def _most(case: Case, seat: Row[Any], pace: Pace) -> int:
    """The most that can be in the bank, in milliseconds."""
    if pace.is_untimed:
        return 0
    given = sum(event.amount_ms or 0 for event in case.events if _is_for(event, seat.seat))
    return max(pace.bank_ms, pace.cap_ms, pace.left_after_late) + max(0, given)


def _was_tightened(case: Case) -> bool:
    """Whether the pace became tighter during the game: a turn that was due then kept its time."""
    return any(event.kind == EventKind.PACE_TIGHTENED for event in case.events)


def _is_for(event: Row[Any], seat: int) -> bool:
    """Whether the time that an event added was for that seat: a player gives time to the other."""
    if event.kind == EventKind.TIME_GIVEN:
        return bool(event.seat != seat)
    return event.seat is None or bool(event.seat == seat)


def check_ends(case: Case, replay: Replay) -> Iterator[Finding]:
    """What is wrong with the result, the history, a draw offer, and whether the game is frozen."""
    yield from _check_result(case, replay)
    yield from _check_history(case)
    yield from _check_offer(case, replay)
    yield from _check_frozen(case)


def _check_result(case: Case, replay: Replay) -> Iterator[Finding]:
    game, outcome = case.game, replay.track.outcome
    if any(seat.ended_at != game.ended_at for seat in case.seats):
        yield Finding(case.id, "Its seats do not have the moment at which it ended.", REPAIR, is_repairable=True)
    if not case.is_over:
        if outcome is not None:
            yield case.finding("By its log the game is over, and yet it goes on.")
        if game.winner is not None or game.reason or game.ended_at is not None or game.ran_out_at is not None:
            yield case.finding("The game goes on, and yet a result is noted.")
        if any(event.kind in _ENDING for event in case.events):
            yield case.finding("The game goes on, and yet its history tells of its end.")
        return
    if game.ended_at is None:
        yield case.finding("The game is over, and yet it is not noted when it ended.")
    yield from _check_time_out(case)
    _, reason = case.result
    if outcome is not None:
        if case.result != (outcome.winner, outcome.reason):
            yield case.finding("The result is not the one that the log leads to.")
    elif reason not in _ENDED_BY:
        yield case.finding(f"The game is over for the reason “{reason}”, which its log does not lead to.")
    else:
        yield from _check_act(case)


def _check_time_out(case: Case) -> Iterator[Finding]:
    """The deadline by which a game was lost. One that a version before has ended may have none."""
    game = case.game
    if game.ran_out_at is None:
        if game.loser_was_absent:
            yield case.finding("Its loser was absent, and yet no deadline is noted by which it was lost.")
    elif not any(event.kind in _ON_TIME for event in case.events):
        yield case.finding("A deadline is noted by which it was lost, and yet its history does not tell of it.")
    elif game.ended_at is not None and game.ran_out_at > game.ended_at:
        yield case.finding("The deadline by which it was lost is later than its end.")


def _check_act(case: Case) -> Iterator[Finding]:
    """An end by something other than a turn needs its line in the history."""
    winner, reason = case.result
    ends = [event for event in case.events if event.kind in _ENDING]
    # A ruling about a game that is over already comes after its end.
    is_one = len(ends) == 1 or (len(ends) > 1 and bool(case.pairings))
    if not is_one or ends[0].turn_number != case.game.turn_number:
        yield case.finding(f"The game is over for the reason “{reason}”, and its history does not tell that end.")
    elif ends[0].kind in _RULINGS and case.ruled is not None and not case.ruled.played_reason:
        return
    elif ends[0].kind not in _ENDED_BY[reason]:
        yield case.finding(f"The game is over for the reason “{reason}”, and its history does not tell that end.")
    elif winner != _winner(ends[0]):
        yield case.finding("The winner is not the one whom the history leads to.")


def _winner(end: Row[Any]) -> int | None:
    if end.kind in _LOSERS and end.seat is not None:
        return 1 - int(end.seat)
    return end.seat if end.kind == EventKind.TIME_CLAIMED else None


def _check_history(case: Case) -> Iterator[Finding]:
    for event in case.events:
        if event.kind not in _KNOWN:
            yield case.finding("The history has a line of a kind that is not known.")
        elif not 1 <= event.turn_number <= case.game.turn_number:
            yield case.finding(
                f"A line of the history, “{event.kind}”, is about turn {event.turn_number}, which there is not."
            )
        elif event.seat not in {None, 0, 1}:
            yield case.finding(f"A line of the history, “{event.kind}”, is about a seat that there is not.")


def _check_offer(case: Case, replay: Replay) -> Iterator[Finding]:
    expected = _standing_offer(case)
    if case.is_over:
        if case.game.draw_offer is not None:
            yield case.finding("The game is over, and yet a draw offer stands.")
    elif case.game.draw_offer != expected and not _is_unclear(case, replay):
        whose = case.title(expected if case.game.draw_offer is None else case.game.draw_offer)
        state = (
            "does not stand, though nothing ended it"
            if case.game.draw_offer is None
            else "stands, though it should not"
        )
        yield case.finding(f"A draw offer of {whose} {state}.")


def _standing_offer(case: Case) -> int | None:
    """The seat whose draw offer stands by the history: not answered, not withdrawn, not passed over by a turn."""
    last = next((event for event in reversed(case.events) if event.kind in DRAWS), None)
    if last is not None and last.kind == EventKind.DRAW_STANDS:
        return other(Seat(last.seat))
    if last is None or last.kind != EventKind.DRAW_OFFERED:
        return None
    is_played = any(turn.number >= last.turn_number and turn.seat != last.seat for turn in case.turns)
    return None if is_played else int(last.seat)


def _is_unclear(case: Case, replay: Replay) -> bool:
    """Whether the offer was made while both seats chose, so that nothing says which turn came before it."""
    offers = [event.turn_number for event in case.events if event.kind == EventKind.DRAW_OFFERED]
    return bool(offers) and len(replay.due_after.get(offers[-1] - 1, ())) > 1


def _check_frozen(case: Case) -> Iterator[Finding]:
    kinds = [event.kind for event in case.events if event.kind in _STOPPING | _GOING_ON]
    is_told = bool(kinds) and kinds[-1] in _STOPPING
    is_frozen = case.game.frozen_at is not None
    if case.is_over and is_frozen:
        yield case.finding("The game is over, and yet frozen.")
    elif not case.is_over and is_frozen != is_told:
        yield case.finding("Whether the game is frozen is not what its history says.")
    elif case.is_over and case.game.reason in NO_RESULT and case.game.winner is not None:
        yield case.finding("The game ended without a result, and yet somebody won.")
