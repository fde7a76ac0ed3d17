"""
Repairing: what is kept beside a game's log is written anew from the log. The log itself is never touched.

Nothing is repaired of a game whose log cannot be replayed, or is shorter or longer than the game's counter says: then
a turn may be missing, and a person has to look.
"""

from sqlalchemy import bindparam, update

from corr.administration.replay import check_length, fault_words, retell
from corr.base.uow import UnitOfWork
from corr.game.game_row import GAME, get_standing_locked
from corr.game.repetition import TURN
from corr.games.replay import CorruptLogError
from corr.play.turn_log import turns_of

_SNAPSHOT = (
    update(GAME)
    .where(GAME.c.id == bindparam("of_game"), GAME.c.turn_number == bindparam("of_turn"))
    .values(position=bindparam("new_position"), last_squares=bindparam("new_squares"), version=GAME.c.version + 1)
)
_KEY = (
    update(TURN)
    .where(
        TURN.c.game_id == bindparam("of_game"),
        TURN.c.number == bindparam("of_number"),
        TURN.c.seat == bindparam("of_seat"),
        TURN.c.repeat_key.is_distinct_from(bindparam("new_key")),
    )
    .values(repeat_key=bindparam("new_key"))
)


def repair(uow: UnitOfWork, game_id: str) -> str:
    """
    Write a game's snapshot and what repetitions are counted by anew; what was done, in one sentence.

    :raises NotFoundError: there is no such game, or nobody knows its rules.
    """
    standing = get_standing_locked(uow, game_id)
    rules = standing.rules(uow)
    try:
        retold = retell(rules, turns_of(uow, game_id))
        check_length(retold, standing.turn_number)
    except CorruptLogError as fault:
        return f"Not repaired. {fault_words(rules, fault, is_over=standing.is_over)}"
    is_same = (standing.position, standing.last_squares) == (retold.track.text, retold.squares)
    connection = uow.session.connection()
    if not is_same:
        asked = {"of_game": game_id, "of_turn": standing.turn_number}
        values = {"new_position": retold.track.text, "new_squares": retold.squares}
        connection.execute(_SNAPSHOT, {**asked, **values})
    keys = 0
    for (number, seat), digest in retold.digests.items():
        asked = {"of_game": game_id, "of_number": number, "of_seat": seat, "new_key": digest}
        keys += connection.execute(_KEY, asked).rowcount
    return _words(is_same=is_same, keys=keys)


def _words(*, is_same: bool, keys: int) -> str:
    parts = [] if is_same else ["its board"]
    if keys:
        parts.append(f"what repetitions are counted by in {keys} turn{'' if keys == 1 else 's'}")
    return f"Written anew from the log: {' and '.join(parts)}." if parts else "Nothing had to be repaired."
