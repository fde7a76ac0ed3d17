"""What players want to be sent, and which letters are therefore not sent."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from corr.base import notices
from corr.base.notices import Category, NoticeKind, category_of
from corr.errors import InputError
from corr.players.mail_preferences import (
    MailPreferences,
    begin_silence,
    come_back,
    end_silence_after,
    preferences,
    read_turns,
    reason_to_withhold,
    set_preferences,
    wants_one_letter,
)
from corr.players.profiles import set_zone
from corr.players.sessions import find_session, open_session, touch_session
from corr.store.base import table
from corr.store.tables.mails import MailPreference, MailStanding, TurnMail
from tests.playing import Room, statements_of

TURNS = ("game-started", "your-turn", "game-over", "draw-offered", "draw-declined", "draw-withdrawn")
CLOCKS = ("time-given", "time-extended", "frozen", "thawed")
LEAGUES = ("replacement", "season-opens", "season-started", "season-ended", "season-report", "announcement")
OF_OWN_SEASON = ("league-news",)
ABOUT_ADDRESSES = ("address-to-confirm", "address-asked-for", "address-changed", "address-removed")
NEVER_ENDED = ("sign-in", "sign-up", "answer", "held", "test", "moderation", *ABOUT_ADDRESSES, *OF_OWN_SEASON)


def choose(room: Room, player_id: int, **wishes: Any) -> MailPreferences:  # noqa: ANN401 - fields of many types
    with room.workshop.open() as uow:
        return set_preferences(uow, player_id, MailPreferences(**wishes))


def wanted(room: Room, player_id: int) -> MailPreferences:
    with room.workshop.look() as reader:
        return preferences(reader, player_id)


def reason(room: Room, kind: str, player_id: int | None, address: str | None = None) -> str:
    with room.workshop.look() as reader:
        return reason_to_withhold(reader, kind, player_id, address)


def sent(room: Room, player_id: int, kind: str = "your-turn", letter_id: int = 1) -> bool:
    """Whether a letter may go, as a sender asks just before."""
    with room.workshop.open() as uow:
        return not wants_one_letter(preferences(uow, player_id), kind) or begin_silence(uow, player_id, letter_id)


def test_whoever_has_chosen_nothing_is_sent_everything_at_once(room: Room) -> None:
    ada = room.player("Ada")

    assert wanted(room, ada) == MailPreferences()
    assert {reason(room, kind, ada) for kind in NoticeKind if kind not in {"digest", "invitation"}} == {""}


def test_every_kind_of_letter_belongs_to_a_category_or_cannot_be_ended() -> None:
    found = {kind.value: category_of(kind) for kind in NoticeKind}

    assert {kind for kind, category in found.items() if category is None} == set(NEVER_ENDED)
    turns = {kind for kind, category in found.items() if category is Category.TURNS}
    assert turns == {*TURNS, *CLOCKS, "digest", "automatic-leave"}
    assert {kind for kind, category in found.items() if category is Category.LEAGUES} == set(LEAGUES)
    assert category_of("challenge-expired", has_account=False) is Category.INVITATIONS


def test_wishes_are_kept_and_changed_again(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.NONE, reminders=False)

    chosen = choose(room, ada, turns=TurnMail.ONE, messages=False, challenges=False, digest_hour=21)

    assert chosen == wanted(room, ada)
    assert chosen == MailPreferences(TurnMail.ONE, 21, reminders=True, messages=False, challenges=False)
    assert room.count(MailPreference) == 1


@pytest.mark.parametrize("hour", [-1, 24, 999_999_999])
def test_a_day_has_24_hours(room: Room, hour: int) -> None:
    ada = room.player("Ada")

    with pytest.raises(InputError, match="from 0 to 23"):
        choose(room, ada, turns=TurnMail.DIGEST, digest_hour=hour)


@pytest.mark.parametrize("word", ["", "always", "EACH", "\0"])
def test_there_are_four_ways_to_hear_of_games(word: str) -> None:
    with pytest.raises(InputError, match="how you want to hear"):
        read_turns(word)


@pytest.mark.parametrize(
    ("wishes", "kinds", "sentence"),
    [
        ({"turns": TurnMail.DIGEST}, TURNS, "Not sent: you asked for one digest a day."),
        ({"turns": TurnMail.NONE}, TURNS, "Not sent: you asked for no letters about turns."),
        ({"turns": TurnMail.NONE}, ("digest",), "Not sent: you no longer ask for a digest."),
        ({"reminders": False}, ("reminder",), "Not sent: you asked for no reminders."),
        ({"messages": False}, ("message",), "Not sent: you asked for no letters about messages."),
        (
            {"challenges": False},
            ("challenge", "challenge-declined", "challenge-withdrawn", "challenge-expired"),
            "Not sent: you asked for no letters about challenges.",
        ),
    ],
)
def test_what_a_player_does_not_want_is_withheld_and_the_ledger_says_why(
    room: Room, wishes: dict[str, Any], kinds: tuple[str, ...], sentence: str
) -> None:
    ada = room.player("Ada")
    choose(room, ada, **wishes)

    assert {reason(room, kind, ada) for kind in kinds} == {sentence}


def test_whoever_wants_nothing_still_gets_what_cannot_be_ended(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.NONE, reminders=False, messages=False, challenges=False, leagues=False)

    assert {reason(room, kind, ada) for kind in NEVER_ENDED} == {""}


def test_reminders_and_messages_are_wished_for_apart_from_turns(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.NONE)

    assert [reason(room, kind, ada) for kind in ("reminder", "message", "challenge")] == [""] * 3


def test_after_the_one_letter_there_is_silence_until_the_player_comes_back(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.ONE)

    before, went, after = reason(room, "your-turn", ada), sent(room, ada), reason(room, "your-turn", ada)
    with room.workshop.open() as uow:
        come_back(uow, ada)

    assert (before, went) == ("", True)
    assert after == "Not sent: you asked for one letter and then silence until you come back."
    assert reason(room, "your-turn", ada) == ""


def test_of_two_letters_that_are_sent_at_once_one_is_the_one(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.ONE)

    assert [sent(room, ada, letter_id=number) for number in (1, 2, 1)] == [True, False, True]


@pytest.mark.both_databases
def test_a_letter_that_never_goes_is_not_the_one(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.ONE)
    with room.workshop.open() as uow:
        uow.tell(notices.test_letter(ada, "a form"))
    sent(room, ada, letter_id=1)

    with room.workshop.open() as uow:
        end_silence_after(uow, 1)

    assert sent(room, ada, letter_id=2)


@pytest.mark.parametrize("kind", ["reminder", "message", "challenge", "answer", "sign-in"])
def test_the_one_letter_is_one_about_turns(room: Room, kind: str) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.ONE)

    assert sent(room, ada, kind)
    assert wanted(room, ada).silent_since is None


def test_nobody_else_is_ever_left_alone(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    choose(room, bob, turns=TurnMail.DIGEST)

    assert [sent(room, ada), sent(room, ada), sent(room, bob), sent(room, bob)] == [True] * 4


def test_choosing_another_way_ends_the_silence(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.ONE)
    sent(room, ada)

    choose(room, ada, turns=TurnMail.EACH)
    choose(room, ada, turns=TurnMail.ONE)

    assert reason(room, "your-turn", ada) == ""


def test_a_visit_is_noted_only_where_there_is_something_to_note(room: Room) -> None:
    ada = room.player("Ada")
    with room.workshop.open() as uow:
        token = open_session(uow, ada, "a browser").token
    choose(room, ada, turns=TurnMail.ONE)

    noted = []
    for step in (lambda: None, lambda: sent(room, ada), lambda: None):
        step()
        with statements_of(room) as seen, room.workshop.look() as reader:
            visitor = find_session(reader, token)
        assert visitor is not None
        noted.append((visitor.needs_touch, sum("session" in statement for statement in seen)))
        if visitor.needs_touch:
            with room.workshop.open() as uow:
                touch_session(uow, visitor.session_id, visitor.player_id)

    assert noted == [(False, 1), (True, 1), (False, 1)]
    assert reason(room, "your-turn", ada) == ""


def test_the_digest_comes_at_the_next_such_hour_in_the_players_own_zone(room: Room) -> None:
    ada = room.player("Ada")

    moments = [choose(room, ada, turns=TurnMail.DIGEST, digest_hour=hour).digest_at for hour in (8, 13, 14)]

    # It is Monday noon in UTC, one o’clock in Berlin.
    assert moments == [datetime(2026, 3, 3, 7, tzinfo=UTC), datetime(2026, 3, 3, 12, tzinfo=UTC), _at(13)]


def _at(hour: int) -> datetime:
    return datetime(2026, 3, 2, hour, tzinfo=UTC)


@pytest.mark.both_databases
def test_another_zone_moves_the_digest(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.DIGEST, digest_hour=18)

    with room.workshop.open() as uow:
        set_zone(uow, ada, "America/New_York")

    assert wanted(room, ada).digest_at == _at(23)


def test_another_zone_gives_nobody_a_digest_who_wants_none(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    choose(room, bob, turns=TurnMail.EACH)

    with room.workshop.open() as uow:
        set_zone(uow, ada, "Asia/Tokyo")
        set_zone(uow, bob, "Asia/Tokyo")

    assert [wanted(room, ada).digest_at, wanted(room, bob).digest_at] == [None, None]


def test_a_digest_that_is_due_is_not_put_off_by_another_wish(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, turns=TurnMail.DIGEST, digest_hour=14)
    room.clock.move(timedelta(hours=1))

    choose(room, ada, turns=TurnMail.DIGEST, digest_hour=14, reminders=False)

    assert wanted(room, ada).digest_at == _at(13)


def refuse_invitations(room: Room, address_key: str) -> None:
    with room.workshop.open() as uow:
        row = {"address_key": address_key, "score": 0, "hard_bounces": 0, "suppressed_for": "", "words": ""}
        uow.connection.execute(insert(table(MailStanding)).values(**row, no_invitations_at=uow.now))


def test_an_address_whose_owner_asked_never_to_be_invited_gets_no_invitation(room: Room) -> None:
    refuse_invitations(room, "cleo@example.org")

    assert reason(room, "invitation", None, "Cleo@Example.org") == (
        "Not sent: the owner of this address asked not to be invited."
    )
    assert reason(room, "invitation", None, "dora@example.org") == ""


@pytest.mark.parametrize("kind", ["challenge-withdrawn", "challenge-expired"])
def test_an_address_without_an_account_gets_the_invitation_and_nothing_after_it(room: Room, kind: str) -> None:
    room.player("Ada")

    assert "nothing but the invitation" in reason(room, kind, None, "cleo@example.org")
    assert reason(room, kind, None, "ada@example.org") == ""


def test_a_player_who_wants_no_challenges_is_not_invited_by_address_either(room: Room) -> None:
    ada = room.player("Ada")
    choose(room, ada, challenges=False)

    assert reason(room, "invitation", None, "ADA@example.org") == "Not sent: you asked for no letters about challenges."
