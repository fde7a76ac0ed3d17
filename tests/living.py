"""Builders for the pulse of a service: signs of life, and times without one."""

from datetime import timedelta

from corr.base.heartbeat import JOBS, WEB
from corr.clocks.outages import note_alive
from tests.playing import Room

BOTH = [WEB, JOBS]
"""The loops of what players need."""


def alive(room: Room, owner: str, loops: list[str]) -> None:
    """Let a process leave a sign of life."""
    with room.workshop.open() as uow:
        note_alive(uow, owner, loops)


def outage(room: Room, length: timedelta) -> None:
    """Let the service be away for as long."""
    alive(room, "before", BOTH)
    room.clock.move(length)
    alive(room, "after", BOTH)
