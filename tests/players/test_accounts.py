"""Coming in: one letter, one use, and nothing told to strangers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from corr.errors import ConflictError, CorrError, InputError, NotAllowedError, NotFoundError
from corr.players.accounts import (
    RequestSignIn,
    SignInView,
    find_sign_in,
    finish_by_code,
    open_demo_session,
    request_sign_in,
)
from corr.players.profiles import addresses_of, demo_players, make_player, player_named, rename, set_zone
from corr.players.sessions import Browser, NewSession, find_session
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import MailAddress, Player, Session, SignIn
from tests.builders import BROWSER, SOURCE, Asked, a_member, ask_to_sign_in, ask_to_sign_up, follow
from tests.playing import Room, statements_of


def by_code(room: Room, code: str, *, browser: str = BROWSER, name: str = "") -> NewSession:
    with room.workshop.open() as uow:
        return finish_by_code(uow, browser, code, name=name, zone="UTC", browser=Browser("A browser", SOURCE))


def wrong(asked: Asked) -> str:
    return f"{(int(asked.code) + 1) % 10**6:06}"


def view(room: Room, asked: Asked) -> SignInView | None:
    with room.workshop.look() as reader:
        return find_sign_in(reader, asked.token)


def name_of(room: Room, session: NewSession) -> str:
    with room.workshop.look() as reader:
        found = find_session(reader, session.token)
    assert found is not None
    return found.name


def test_signing_up_makes_a_player_with_a_verified_address(room: Room) -> None:
    asked = ask_to_sign_up(room, "Alice@Example.ORG", "  Alice   B. ", zone="Europe/Berlin")

    session = follow(room, asked)

    assert asked.kind == "sign-up"
    player = room.rows(Player)[0]
    assert (player["name"], player["zone"]) == ("Alice B.", "Europe/Berlin")
    with room.workshop.look() as reader:
        assert addresses_of(reader, session.player_id) == ("Alice@example.org",)
    assert name_of(room, session) == "Alice B."


def test_signing_in_takes_a_link_or_a_code(room: Room) -> None:
    member = a_member(room)

    by_link = follow(room, ask_to_sign_in(room, "alice@example.org"))
    code = ask_to_sign_in(room, "alice@example.org").code
    by_digits = by_code(room, f"{code[:3]} {code[3:]}")

    assert by_link.player_id == by_digits.player_id == member.player_id
    assert len({member.token, by_link.token, by_digits.token}) == 3


def test_an_address_is_one_whatever_the_case(room: Room) -> None:
    member = a_member(room)

    asked = ask_to_sign_in(room, "ALICE@EXAMPLE.ORG")

    assert (asked.kind, asked.to) == ("sign-in", "alice@example.org")
    assert follow(room, asked).player_id == member.player_id


def test_a_stranger_who_signs_in_is_offered_an_account(room: Room) -> None:
    asked = ask_to_sign_in(room, "new@example.org")

    assert asked.kind == "sign-up"
    assert view(room, asked) == SignInView("sign-up", "", "new@example.org", is_usable=True)
    with pytest.raises(InputError) as refusal:
        follow(room, asked)
    assert refusal.value.field == "name"
    assert name_of(room, follow(room, asked, name="Newton", zone="Asia/Tokyo")) == "Newton"
    assert room.rows(Player)[0]["zone"] == "Asia/Tokyo"


def test_whoever_signs_up_twice_is_signed_in(room: Room) -> None:
    member = a_member(room)

    asked = ask_to_sign_up(room, "alice@example.org", "Somebody")

    assert asked.kind == "sign-in"
    assert asked.facts["asked"] == "sign-up"
    assert follow(room, asked).player_id == member.player_id
    assert room.count(Player) == 1


def test_two_letters_to_one_new_address_make_one_player(room: Room) -> None:
    first, second = (ask_to_sign_up(room, "alice@example.org", name) for name in ("Alice", "Alicia"))

    follow(room, second)

    with pytest.raises(ConflictError):
        follow(room, first)
    assert room.count(Player) == 1


@pytest.mark.both_databases
def test_looking_at_a_link_changes_nothing(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")

    views = [view(room, asked) for _ in range(3)]

    assert set(views) == {SignInView("sign-up", "Alice", "alice@example.org", is_usable=True)}
    assert room.count(Player) == 0


def test_a_link_works_once(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")
    follow(room, asked)

    found = view(room, asked)

    assert found is not None
    assert not found.is_usable
    with pytest.raises(ConflictError):
        follow(room, asked)


@pytest.mark.both_databases
def test_a_link_pressed_many_times_at_once_works_once(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")

    def press(_: int) -> bool:
        try:
            follow(room, asked)
        except CorrError:
            return False
        return True

    with ThreadPoolExecutor(6) as threads:
        pressed = list(threads.map(press, range(6)))

    assert sum(pressed) == 1
    assert (room.count(Player), room.count(MailAddress), room.count(Session)) == (1, 1, 1)


def test_link_and_code_are_too_old_after_a_quarter_of_an_hour(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")
    room.clock.move(timedelta(minutes=15))

    with pytest.raises(ConflictError):
        follow(room, asked)
    with pytest.raises(InputError):
        by_code(room, asked.code)


def test_a_code_works_only_in_the_browser_that_asked(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")

    with pytest.raises(InputError) as refusal:
        by_code(room, asked.code, browser="another")

    assert refusal.value.field == "code"
    assert by_code(room, asked.code).player_id


def test_after_five_wrong_codes_the_right_one_is_refused(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")
    for _ in range(5):
        with pytest.raises(InputError):
            by_code(room, wrong(asked))

    with pytest.raises(InputError):
        by_code(room, asked.code)


@pytest.mark.both_databases
def test_four_wrong_codes_do_no_harm(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")
    for _ in range(4):
        with pytest.raises(InputError):
            by_code(room, wrong(asked))

    assert by_code(room, asked.code).player_id


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "１２３４５６", "\0", "\ud800", "1" * 10_000])
def test_what_is_no_code_is_a_wrong_code(room: Room, code: str) -> None:
    ask_to_sign_up(room, "alice@example.org", "Alice")

    with pytest.raises(InputError):
        by_code(room, code)


@pytest.mark.parametrize("token", ["", "x", "\0", "\ud800", "a" * 100_000])
def test_what_is_no_link_is_unknown(room: Room, token: str) -> None:
    asked = Asked("sign-in", None, {"token": token})

    assert view(room, asked) is None
    with pytest.raises(ConflictError):
        follow(room, asked)


def test_known_and_unknown_addresses_take_the_same_statements_and_rows(room: Room) -> None:
    a_member(room)
    traces = []
    for address in ("alice@example.org", "stranger@example.org"):
        before = room.count(SignIn), room.count(Outbox)
        with statements_of(room) as seen:
            ask_to_sign_in(room, address, source="203.0.113.9")
        traces.append((seen, room.count(SignIn) - before[0], room.count(Outbox) - before[1]))

    assert traces[0] == traces[1]
    assert traces[0][1:] == (1, 1)


def test_signing_up_with_known_and_unknown_addresses_takes_the_same_statements(room: Room) -> None:
    a_member(room)
    traces = []
    for address, name in (("alice@example.org", "Bob"), ("stranger@example.org", "Carol")):
        with statements_of(room) as seen:
            ask_to_sign_up(room, address, name)
        traces.append(seen)

    assert traces[0] == traces[1]


def test_a_refused_request_sends_no_letter(room: Room) -> None:
    with pytest.raises(InputError), room.workshop.open() as uow:
        request_sign_in(uow, RequestSignIn("no address", BROWSER, SOURCE))

    assert room.count(Outbox) == 0


@pytest.mark.parametrize("name", ["IAN", "іan", "lan", "1an", "ＩＡＮ", "I-an"])
def test_a_name_like_anothers_is_refused(room: Room, name: str) -> None:
    a_member(room, "Ian")

    with pytest.raises(InputError, match="taken") as refusal:
        ask_to_sign_up(room, "new@example.org", name)

    assert refusal.value.field == "name"


@pytest.mark.both_databases
def test_two_people_who_want_one_name_at_once_do_not_both_get_it(room: Room) -> None:
    asked = [ask_to_sign_up(room, f"a{number}@example.org", "Alice") for number in range(4)]

    def press(letter: Asked) -> str:
        try:
            follow(room, letter)
        except InputError as refusal:
            return refusal.field
        return "made"

    with ThreadPoolExecutor(4) as threads:
        pressed = list(threads.map(press, asked))

    assert sorted(pressed) == ["made", "name", "name", "name"]


def test_a_taken_name_leaves_the_link_good_for_another(room: Room) -> None:
    asked = ask_to_sign_up(room, "second@example.org", "Alice")
    a_member(room, "Alice")

    with pytest.raises(InputError):
        follow(room, asked)

    assert name_of(room, follow(room, asked, name="Alicia")) == "Alicia"


def test_a_player_changes_name_and_zone(room: Room) -> None:
    member = a_member(room, "Alice")

    with room.workshop.open() as uow:
        rename(uow, member.player_id, "ALICE")
        set_zone(uow, member.player_id, "America/Argentina/Buenos_Aires")

    player = room.rows(Player)[0]
    assert (player["name"], player["zone"]) == ("ALICE", "America/Argentina/Buenos_Aires")


def test_nobody_can_take_anothers_name(room: Room) -> None:
    a_member(room, "Alice")
    bob = a_member(room, "Bob")

    with pytest.raises(InputError), room.workshop.open() as uow:
        rename(uow, bob.player_id, "alice")


@pytest.mark.parametrize(
    "zone",
    [
        *("", "Mars/Olympus", "Europe", "../../etc/passwd", "/etc/localtime", "UTC\0", "\ud800", "x" * 5000),
        *("localtime", "posixrules", "Factory", "right/Europe/Berlin"),
    ],
)
def test_a_zone_that_does_not_exist_is_refused(room: Room, zone: str) -> None:
    member = a_member(room)

    with pytest.raises(InputError) as refusal, room.workshop.open() as uow:
        set_zone(uow, member.player_id, zone)

    assert refusal.value.field == "zone"


def test_a_player_is_found_by_name_whatever_the_case(room: Room) -> None:
    member = a_member(room, "Zoë B", "zoe@example.org")

    with room.workshop.look() as reader:
        assert player_named(reader, "zoe\u0308  b").id == member.player_id


@pytest.mark.parametrize("name", ["", "Nobody Here", "\0", "\ud800", "x" * 10_000])
def test_a_name_that_nobody_has_is_not_found(room: Room, name: str) -> None:
    a_member(room)

    with room.workshop.look() as reader, pytest.raises(NotFoundError):
        player_named(reader, name)


@pytest.mark.both_databases
def test_only_demo_players_can_be_signed_in_as_by_anybody(room: Room) -> None:
    member = a_member(room, "Alice")
    with room.workshop.open() as uow:
        ada = make_player(uow, "Ada", "ada@example.org", "UTC", is_demo=True)

    with room.workshop.open() as uow:
        session = open_demo_session(uow, ada, "A browser")
        names = [player.name for player in demo_players(uow)]
    for stranger in (member.player_id, 0, 2**70):
        with pytest.raises(NotAllowedError), room.workshop.open() as uow:
            open_demo_session(uow, stranger, "A browser")

    assert names == ["Ada"]
    assert name_of(room, session) == "Ada"


def test_no_token_or_code_is_stored_but_in_the_letter(room: Room) -> None:
    asked = ask_to_sign_up(room, "alice@example.org", "Alice")
    session = follow(room, asked)

    stored = str([room.rows(kept) for kept in (SignIn, Session, Player)])

    assert asked.token not in stored
    assert session.token not in stored
    assert BROWSER not in stored
    assert session.token not in repr(session)
