"""Blocking, following, the time zone and the choice of letters by mail, in answer to whichever letter."""

from collections.abc import Iterator

import pytest

from corr.mail.reading.words.commands import grouped_commands
from corr.play.following import follows_of
from corr.players.blocks import blocks_of
from corr.players.mail_preferences import MailPreferences, preferences, set_turn_mail
from corr.store.tables.games import Challenge
from corr.store.tables.mails import HeldOrder, Inbox, Outbox, TurnMail
from corr.store.tables.player_accounts import Player
from tests.mail.office import PROVED, Office, an_office
from tests.mail.test_playing_by_mail import DESK, challenged, commands_of, send
from tests.playing import a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def blocked(office: Office, seat: int = 1) -> list[str]:
    with office.room.workshop.look() as reader:
        return [line.name for line in blocks_of(reader, office.game.players[seat])]


def followed(office: Office, seat: int = 1) -> list[tuple[str, str]]:
    with office.room.workshop.look() as reader:
        return [(one.title, one.way) for one in follows_of(reader, office.game.players[seat])]


def wanted(office: Office, seat: int = 1) -> MailPreferences:
    with office.room.workshop.look() as reader:
        return preferences(reader, office.game.players[seat])


def zone(office: Office, seat: int = 1) -> str:
    return str(next(row["zone"] for row in office.room.rows(Player) if row["id"] == office.game.players[seat]))


@pytest.mark.parametrize(
    "text", ["block Ada", "block ADA", 'block "Ada"', "I3-H3\n\nblock Ada", "block Ada\n\nThanks!\nBob"]
)
def test_somebody_is_blocked_in_answer_to_the_letter_of_a_game(office: Office, text: str) -> None:
    office.answer("Bob", text, recipient=office.new_address("Bob"))

    assert blocked(office) == ["Ada"]
    assert "You have blocked Ada. They are not told." in office.last_words("bob")
    assert "“unblock Ada”" in office.last_words("bob")


def test_nobody_learns_of_a_block_by_mail(office: Office) -> None:
    before = len(office.letters("ada"))

    office.answer("Bob", "block Ada", recipient=office.new_address("Bob"))

    assert len(office.letters("ada")) == before


def test_whoever_blocks_or_unblocks_twice_gets_the_same_answer(office: Office) -> None:
    for words, expected in (("block Ada", ["Ada"]), ("unblock Ada", [])):
        said = []
        for _ in range(2):
            office.answer("Bob", words, recipient=commands_of(office))
            said.append(office.last_words("bob"))
            assert blocked(office) == expected
        assert said[0].split("#")[-1] == said[1].split("#")[-1]


@pytest.mark.both_databases
def test_a_block_declines_the_open_challenge(office: Office) -> None:
    office.answer("Bob", "block Ada", recipient=challenged(office))

    assert [row["state"] for row in office.room.rows(Challenge)] == ["declined"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("block Adda", "There is no player of that name. Did you mean “Ada”?"),
        ("block Bob", "That is you"),
        ("block ada@example.org", "There is no player of that name."),
        ("unblock Zoe", "There is no player of that name."),
        ("follow Zoe", "There is no player and no league of that name."),
        ("follow Bob", "That is you"),
        ("unfollow Zoe", "There is no player and no league of that name."),
        ("time zone Berln", "There is no time zone of that name. Did you mean"),
        ("time zone +5:45", "Did you mean Asia/Kathmandu?"),
        ("time zone +2:15", "Clocks are not set like that anywhere."),
    ],
)
@pytest.mark.parametrize("proof", [PROVED, ""])
def test_what_cannot_be_done_is_told_with_what_to_write(office: Office, text: str, told: str, proof: str) -> None:
    send(office, text, commands_of(office), proof=proof)

    assert told in office.last_words("bob")
    assert (blocked(office), followed(office), office.room.count(HeldOrder)) == ([], [], 0)


def test_whoever_writes_no_name_in_a_game_is_offered_the_opponent(office: Office) -> None:
    code = office.answer("Bob", "block", recipient=office.new_address("Bob"))

    assert code == "nothing-found"
    assert "“block Ada”" in office.last_words("bob")
    assert blocked(office) == []


@pytest.mark.parametrize("place", ["game", "commands", "desk"])
@pytest.mark.parametrize("text", ["block Ada", "unblock Ada"])
def test_without_a_proof_of_the_sender_a_block_is_asked_about(office: Office, text: str, place: str) -> None:
    to = {"game": office.new_address("Bob"), "commands": commands_of(office), "desk": DESK}[place]

    code = send(office, text, to, proof="")

    assert (code, blocked(office)) == ("asked", [])
    assert f"{text}" in office.last_words("bob")
    office.answer("Bob", "yes")
    assert blocked(office) == (["Ada"] if text == "block Ada" else [])


def test_a_turn_without_a_proof_is_played_while_the_block_beside_it_is_asked_about(office: Office) -> None:
    send(office, "I3-H3\n\nblock Ada", office.new_address("Bob"), proof="")

    assert (len(office.turns()), blocked(office)) == (2, [])
    office.answer("Bob", "yes")
    assert blocked(office) == ["Ada"]


@pytest.mark.parametrize("turn", ["I3-H3", "I3-E3"])
def test_a_turn_that_is_refused_does_not_let_a_block_through_without_proof(office: Office, turn: str) -> None:
    send(office, f"{turn}\n\nblock Ada", office.new_address("Bob"), proof="")

    assert blocked(office) == []


def test_a_stranger_can_do_nothing_and_causes_no_question(office: Office) -> None:
    for words in ("block Ada", "time zone Tokyo", "unsubscribe", "follow Ada"):
        code = send(office, words, commands_of(office), sender="eve@elsewhere.example")
        assert code == "stranger"
        code = send(office, words, office.new_address("Bob"), sender="eve@elsewhere.example")
        assert code in {"stranger", "too-many"}

    assert (blocked(office), followed(office), zone(office), wanted(office)) == (
        [],
        [],
        "Europe/Berlin",
        MailPreferences(),
    )
    assert office.room.count(HeldOrder) == 0


def test_somebody_is_followed_by_letter_and_a_way_chosen_before_stays(office: Office) -> None:
    office.answer("Bob", "follow Ada", recipient=commands_of(office))
    assert followed(office) == [("Ada", "letter")]
    assert "You follow Ada." in office.last_words("bob")

    office.answer("Bob", "follow Ada", recipient=commands_of(office))
    assert followed(office) == [("Ada", "letter")]

    for _ in range(2):
        office.answer("Bob", "unfollow Ada", recipient=commands_of(office))
        assert "You do not follow Ada any more." in office.last_words("bob")
    assert followed(office) == []


def test_whoever_is_blocked_cannot_be_followed(office: Office) -> None:
    office.answer("Bob", "block Ada\n\nfollow Ada", recipient=commands_of(office))

    assert (blocked(office), followed(office)) == (["Ada"], [])
    assert "You have blocked" in office.last_words("bob")


@pytest.mark.parametrize(
    ("text", "kept", "told"),
    [
        ("time zone Asia/Tokyo", "Asia/Tokyo", "Times are now shown for Asia/Tokyo."),
        ("timezone tokyo", "Asia/Tokyo", "Times are now shown for Asia/Tokyo."),
        ("time zone +2", "Etc/GMT-2", "Times are now shown for UTC+02."),
        ("time zone", "Europe/Berlin", "Your time zone is Europe/Berlin."),
    ],
)
def test_the_time_zone_is_set_as_on_the_page(office: Office, text: str, kept: str, told: str) -> None:
    office.answer("Bob", text, recipient=office.new_address("Bob"))

    assert zone(office) == kept
    assert told in office.last_words("bob")


def test_unsubscribing_ends_letters_like_the_answered_one(office: Office) -> None:
    office.answer("Bob", "unsubscribe", recipient=challenged(office))

    assert wanted(office) == MailPreferences(challenges=False)
    told = office.last_words("bob")
    assert "You get no more letters about challenges." in told
    assert "deadlines" not in told
    office.answer("Bob", "subscribe challenges", recipient=commands_of(office))
    assert wanted(office) == MailPreferences()


@pytest.mark.both_databases
def test_unsubscribing_in_answer_to_the_letter_of_a_turn_ends_those(office: Office) -> None:
    office.send_all()

    office.answer("Bob", "unsubscribe")

    assert wanted(office).turns is TurnMail.NONE
    assert wanted(office).reminders
    assert "Your games and their deadlines continue." in office.last_words("bob")


def test_at_the_address_for_commands_all_letters_about_games_end(office: Office) -> None:
    office.answer("Bob", "unsubscribe", recipient=commands_of(office))

    now = wanted(office)
    assert (now.turns, now.reminders, now.messages, now.challenges) == (TurnMail.NONE, False, False, True)
    office.answer("Bob", "subscribe", recipient=commands_of(office))
    assert wanted(office) == MailPreferences()


def test_all_that_can_be_ended_is_ended_by_one_word_more(office: Office) -> None:
    for _ in range(2):
        office.answer("Bob", "unsubscribe all", recipient=office.new_address("Bob"))
        now = wanted(office)
        assert (now.turns, now.reminders, now.messages) == (TurnMail.NONE, False, False)
        assert (now.challenges, now.leagues, now.follows) == (False, False, False)
        assert "“subscribe all”, alone on a line, brings them back." in office.last_words("bob")


def test_a_digest_stays_if_its_letters_were_never_ended(office: Office) -> None:
    address = commands_of(office)
    with office.room.workshop.open() as uow:
        set_turn_mail(uow, office.game.players[1], TurnMail.DIGEST)

    office.answer("Bob", "subscribe turns", recipient=address)

    assert wanted(office).turns is TurnMail.DIGEST


@pytest.mark.parametrize(
    "text", ["Please stop all these letters!", "No more mails, I beg you.", "How do I unsubscribe from this?"]
)
def test_whoever_asks_for_fewer_letters_in_other_words_reads_the_command(office: Office, text: str) -> None:
    office.answer("Bob", text, recipient=office.new_address("Bob"))

    assert "write “unsubscribe”, alone on a line" in office.last_words("bob")
    assert wanted(office) == MailPreferences()


@pytest.mark.parametrize("text", ["block Ada", "follow Ada", "time zone Berlin", "unsubscribe"])
def test_the_same_mail_that_comes_twice_is_done_once(office: Office, text: str) -> None:
    address = commands_of(office)
    for _ in range(2):
        office.answer("Bob", text, recipient=address, mail_id="twice")

    assert office.reasons()[-1] == "duplicate"
    assert office.room.count(Inbox) == 2
    assert len([row for row in office.room.rows(Outbox) if row["kind"] == "answer"]) == 1


def test_words_beside_a_command_are_not_passed_on_and_told(office: Office) -> None:
    office.answer("Bob", "block Ada\n\nShe is rude to me.", recipient=office.new_address("Bob"))

    assert blocked(office) == ["Ada"]
    assert "She is rude to me." in office.last_words("bob")
    assert office.letters("ada") == []


@pytest.mark.parametrize("place", ["game", "commands"])
@pytest.mark.parametrize("text", ["help", "Help?"])
def test_help_names_every_command(office: Office, text: str, place: str) -> None:
    send(office, text, office.new_address("Bob") if place == "game" else commands_of(office))

    lines = [line.strip() for line in office.last_text("bob").split("\n")]
    for rows in grouped_commands().values():
        for name, deed in rows:
            assert any(line.startswith(f"| {name} ") and line.endswith(deed) for line in lines), name


def test_the_help_that_comes_back_is_no_order(office: Office) -> None:
    address = commands_of(office)
    send(office, "help", address)

    assert send(office, office.last_text("bob"), address) == "nothing-found"
