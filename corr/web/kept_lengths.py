"""How long games usually take, kept until another one has ended."""

from collections.abc import Sequence
from functools import partial

from corr.base.uow import Reader
from corr.games.api import Info
from corr.play.usual_lengths import UsualLength, last_ended, usual_length
from corr.web.app_state import app_state


def kept_usual_lengths(reader: Reader, infos: Sequence[Info]) -> tuple[UsualLength, ...]:
    """The usual lengths of games: one narrow statement, and one more for each of which one has ended meanwhile."""
    return tuple(
        app_state().usual_lengths.find_or_make(f"{info.ruleset} {last}", partial(usual_length, reader, info))
        for info, last in zip(infos, last_ended(reader, infos), strict=True)
    )
