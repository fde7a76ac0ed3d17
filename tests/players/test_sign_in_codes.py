"""Codes to sign in: few wrong ones, and counted for each account, so that nobody guesses them."""

import pytest
from sqlalchemy import insert

from corr.errors import InputError
from corr.store.base import table
from corr.store.tables.player_accounts import MailAddress
from tests.builders import (
    a_member,
    ask_to_sign_in,
    follow,
    request,
    write_sign_ins,
)
from tests.players.signing import (
    ADA,
    DAY,
    MINUTE,
    by_code,
    enter_wrong_codes,
    flood,
    newest,
    wrong,
)
from tests.playing import Room


def test_twenty_wrong_codes_a_day_leave_links_alone(room: Room) -> None:
    ada = room.player("Ada")

    said = enter_wrong_codes(room, 20)

    assert ["codes do not work until tomorrow" in sentence for sentence in said] == [False] * 19 + [True]
    room.clock.move(10 * MINUTE)
    asked = ask_to_sign_in(room, ADA, browser="mine")
    assert asked.code == ""
    with pytest.raises(InputError, match="link in the newest letter"):
        by_code(room, "000000", browser="mine")
    assert follow(room, asked).player_id == ada


def test_a_right_code_is_refused_after_twenty_wrong_ones(room: Room) -> None:
    room.player("Ada")
    mine = ask_to_sign_in(room, ADA, browser="mine")
    for stranger in range(4):
        asked = ask_to_sign_in(room, ADA, browser=f"guessing {stranger}", source="203.0.113.9")
        for _ in range(5):
            with pytest.raises(InputError):
                by_code(room, wrong(asked), browser=f"guessing {stranger}")

    with pytest.raises(InputError, match="until tomorrow"):
        by_code(room, mine.code, browser="mine")
    assert follow(room, mine).player_id


def test_right_codes_do_not_count_as_wrong_ones(room: Room) -> None:
    ada = room.player("Ada")

    for _ in range(25):
        asked = ask_to_sign_in(room, ADA, browser="mine")
        assert by_code(room, asked.code, browser="mine").player_id == ada
        room.clock.move(5 * MINUTE)


def test_a_known_browser_counts_its_wrong_codes_by_itself(room: Room) -> None:
    member = a_member(room, "Ada")
    enter_wrong_codes(room, 20)

    request(room, ADA, browser="mine", known=member.known_token)
    write_sign_ins(room)

    assert by_code(room, newest(room).code, browser="mine", known=member.known_token).player_id == member.player_id


def test_wrong_codes_count_again_the_day_after(room: Room) -> None:
    ada = room.player("Ada")
    enter_wrong_codes(room, 20)
    room.clock.move(DAY)

    asked = ask_to_sign_in(room, ADA, browser="mine")

    assert by_code(room, asked.code, browser="mine").player_id == ada


def test_wrong_codes_are_answered_alike_for_known_and_unknown_addresses(room: Room) -> None:
    room.player("Ada")

    answers = [enter_wrong_codes(room, 21, address) for address in (ADA, "stranger@example.org")]

    assert answers[0] == answers[1]


def test_guessing_codes_for_several_spellings_of_a_mailbox_counts_once(room: Room) -> None:
    room.player("Ada")
    enter_wrong_codes(room, 10)
    said = enter_wrong_codes(room, 10, "ada+more@example.org")

    assert "until tomorrow" in said[-1]


def test_wrong_codes_count_for_the_address_whose_letter_they_are_tried_on(room: Room) -> None:
    room.player("Ada")
    asked = ask_to_sign_in(room, ADA, browser="guessing")
    # Of this one there is no letter, so the newest that the browser has is Ada's.
    flood(room, "elsewhere@example.org", 10)
    request(room, "elsewhere@example.org", browser="guessing")
    write_sign_ins(room)

    with pytest.raises(InputError):
        by_code(room, asked.code, browser="guessing")


def test_wrong_codes_for_two_addresses_of_one_account_count_together_and_nothing_shows_it(room: Room) -> None:
    ada = room.player("Ada")
    second = {"address": "ada@example.net", "address_key": "ada@example.net", "is_main": False}
    with room.workshop.open() as uow:
        uow.connection.execute(insert(table(MailAddress)).values(player_id=ada, verified_at=uow.now, **second))
    enter_wrong_codes(room, 19, "ada@example.net")
    asked = ask_to_sign_in(room, ADA, browser="mine")
    enter_wrong_codes(room, 1, "ada@example.net")

    with pytest.raises(InputError, match="That code is not right"):
        by_code(room, asked.code, browser="mine")
