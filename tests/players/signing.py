"""What strangers and owners of addresses do again and again in tests of signing in."""

from collections.abc import Iterator
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address

import pytest

from corr.errors import InputError
from corr.players.accounts import RequestSignIn, finish_by_code, request_sign_in, stop_unasked
from corr.players.sessions import Browser, NewSession, find_session
from corr.players.sign_in_letters import waiting
from tests.builders import (
    SOURCE,
    Asked,
    ask_to_sign_in,
    request,
    sign_in_letters,
    write_sign_ins,
)
from tests.playing import Room

ADA = "ada@example.org"
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
_ONE_SITE = int(IPv6Address("2001:db8:5::"))
_ELSEWHERE = int(IPv6Address("2a00::"))


def networks(count: int) -> Iterator[str]:
    """An address in each of so many networks: every second one a /64 of one /48, the others far apart."""
    for number in range(count):
        half, kind = divmod(number, 4)
        if kind % 2 == 0:
            yield str(IPv6Address(_ONE_SITE + ((2 * half + kind // 2) << 64)))
        elif kind == 1:
            yield str(IPv6Address(_ELSEWHERE + (half << 80)))
        else:
            yield str(IPv4Address((11 << 24) + (half << 8) + 1))


def by_code(room: Room, code: str, *, browser: str, known: str = "", source: str = SOURCE) -> NewSession:
    with room.workshop.open() as uow:
        return finish_by_code(uow, browser, code, name="", zone="UTC", browser=Browser("A browser", source, known))


def wrong(asked: Asked) -> str:
    return f"{(int(asked.code or 0) + 1) % 10**6:06}"


def stop(room: Room, asked: Asked) -> None:
    """The reader of a letter did not ask for it."""
    with room.workshop.open() as uow:
        stop_unasked(uow, asked.token, "192.0.2.55")


def enter_wrong_codes(room: Room, times: int, address: str = ADA) -> list[str]:
    """A stranger asks for letters and guesses five times each; what is said to each guess."""
    said: list[str] = []
    for stranger in range(-(-times // 5)):
        room.clock.move(5 * MINUTE)
        asked = ask_to_sign_in(room, address, browser=f"guessing {stranger}", source="203.0.113.9")
        for _ in range(min(5, times - len(said))):
            with pytest.raises(InputError) as refusal:
                by_code(room, wrong(asked), browser=f"guessing {stranger}", source="203.0.113.9")
            said.append(refusal.value.sentence)
    return said


def flood(room: Room, address: str, times: int, source: str = "203.0.113.9") -> None:
    """A stranger asks for many letters."""
    with room.workshop.open() as uow:
        for number in range(times):
            request_sign_in(uow, RequestSignIn(address, f"stranger {number}", source))
    write_sign_ins(room)


def newest(room: Room, address: str = ADA) -> Asked:
    return sign_in_letters(room, address)[-1]


def waiting_count(room: Room) -> int:
    with room.workshop.look() as reader:
        return waiting(reader).count


def is_signed_in(room: Room, session: NewSession) -> bool:
    with room.workshop.look() as reader:
        return find_session(reader, session.token) is not None


def newest_known(room: Room, member: NewSession) -> Asked:
    """A letter that the known browser asked for just now."""
    request(room, ADA, browser="known", known=member.known_token)
    write_sign_ins(room)
    return [letter for letter in sign_in_letters(room) if letter.facts["has_account"]][-1]
