"""Finding somebody to play by mail: challenges, offers and rematches, in answers to letters or not."""

import re
from collections.abc import Iterator
from email.message import Message
from email.utils import parseaddr

import pytest

from corr.play.blocking import block_player
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer, withdraw_offer
from corr.play.proposed_terms import TypedTerms
from corr.players.blocks import unblock
from corr.store.tables.games import Challenge, Game, GameSeat, Offer
from corr.store.tables.mails import HeldOrder, Inbox
from corr.store.tables.player_accounts import Player
from tests.mail.office import IDENTITY, PROVED, Office, an_office, text_of
from tests.play.proposing import propose
from tests.playing import a_room

DESK = IDENTITY.sender_address
SENDERS = {
    "pass": PROVED,
    "unknown": "",
    "fail": "Authentication-Results: mx.play.example; dmarc=fail header.from=example.org\n",
}
WORDS = {"take": "take {offer}", "accept": "accept", "accept NAME": "accept as Robin", "offer": "offer kelasu 5d/turn"}
DONE = {"take": "take", "accept": "accept-challenge", "offer": "offer"}
TABLE = {
    # What becomes of: take, accept, accept NAME, offer.
    ("pass", "token"): ("take", "accept-challenge", "accepted", "offer"),
    ("unknown", "token"): ("take", "accept-challenge", "accepted", "offer"),
    ("fail", "token"): ("stranger", "stranger", "unproved", "stranger"),
    ("pass", "commands"): ("take", "accept-challenge", "nothing-found", "offer"),
    ("unknown", "commands"): ("asked", "accept-challenge", "nothing-found", "offer"),
    ("fail", "commands"): ("stranger", "stranger", "stranger", "stranger"),
    ("pass", "public"): ("asked", "wrong-address", "wrong-address", "asked"),
    ("unknown", "public"): ("asked", "wrong-address", "wrong-address", "asked"),
    ("fail", "public"): ("for-people", "for-people", "for-people", "for-people"),
}
CELLS = [
    pytest.param(sender, place, act, expected, id=f"{sender}-{place}-{act}".replace(" ", "_"))
    for (sender, place), row in TABLE.items()
    for act, expected in zip(WORDS, row, strict=True)
]


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def send(office: Office, text: str, to: str, *, proof: str = PROVED, sender: str = "bob@example.org") -> str:
    """The code of what becomes of a mail."""
    number = office.room.count(Inbox)
    office.arrive(f"{proof}From: <{sender}>\nTo: {to}\nMessage-ID: <{number}@x.org>\n\n{text}\n", to, sender)
    return office.reasons()[-1]


def commands_of(office: Office, name: str = "bob") -> str:
    """The address for commands, in the latest letter that tells it."""
    texts = "\n".join(map(text_of, office.letters(name)))
    return str(re.findall(r"^(r\+\w+@play\.example)$", texts, re.MULTILINE)[-1])


def words_of(letter: Message) -> str:
    """The text of *letter* with its lines put together."""
    return " ".join(text_of(letter).split())


def offered(office: Office, by: int = 0) -> str:
    with office.room.workshop.open() as uow:
        terms = TypedTerms("kelasu", {}, "3d/turn", "first")
        return make_offer(uow, MakeOffer(office.game.players[by], terms, Conditions(one_at_a_time=False)))


def challenged(office: Office, **changed: str) -> str:
    """The reply address in the letter of a challenge of Ada to Bob."""
    propose(office.room, office.game.players[0], game="kelasu", options={}, **changed)
    return str(parseaddr(office.letters("bob")[-1]["Reply-To"])[1])


def invited(office: Office) -> str:
    propose(office.room, office.game.players[0], game="kelasu", options={}, opponent="guest@example.org")
    return str(parseaddr(office.letters("guest")[-1]["Reply-To"])[1])


def finished(office: Office) -> None:
    office.answer("Bob", "resign", recipient=office.new_address("Bob"))
    office.send_all()


@pytest.mark.parametrize(("sender", "place", "act", "expected"), CELLS)
def test_who_may_do_what_where(office: Office, sender: str, place: str, act: str, expected: str) -> None:  # noqa: PLR0917 - a row of the table
    words = WORDS[act].format(offer=offered(office))
    by, to = "bob@example.org", DESK
    if place == "commands":
        to = commands_of(office)
    elif place == "token":
        to = challenged(office)
        if act == "accept NAME":
            by, to = "guest@example.org", invited(office)
    before = office.room.count(Game), office.room.count(Offer)

    code = send(office, words, to, proof=SENDERS[sender], sender=by)

    began, made = office.room.count(Game) - before[0], office.room.count(Offer) - before[1]
    is_done = expected == {**DONE, "accept NAME": "accepted"}[act] and (act != "accept" or place == "token")
    assert code == expected
    assert (began, made) == ((0, is_done) if act == "offer" else (is_done, 0))
    assert office.room.count(HeldOrder) == (expected == "asked")


@pytest.mark.parametrize("place", ["commands", "public"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("accept", "write it in a reply to the letter with the challenge"),
        ("rematch", "write it in a reply to that letter"),
        ("take zzzzz", "There is no such offer"),
        ("offer chess", "There is no game called chess"),
        ("challenge Ada", "Which game?"),
    ],
)
def test_nobody_is_asked_about_what_cannot_be_done_anyway(office: Office, place: str, text: str, told: str) -> None:
    office.send_all()
    to = commands_of(office) if place == "commands" else DESK

    send(office, text, to, proof="")

    is_answer = place == "public" and text in {"accept", "rematch"}
    assert ("reply to the letter that brought it" if is_answer else told) in office.last_words("bob")
    assert office.room.count(HeldOrder) == 0


@pytest.mark.parametrize("text", ["accept draw", "offer draw", "resign", "claim", "board", "rules"])
def test_what_is_about_a_game_names_the_games_whose_letters_may_be_meant(office: Office, text: str) -> None:
    office.send_all()

    code = send(office, text, commands_of(office))

    told = office.last_words("bob")
    assert code == "of-a-game"
    assert f"“{text}” is about one of your games." in told
    assert "Nothing has been changed." in told
    assert "reply to the last letter of that game" in told
    assert f"/games/{office.game.id}" in told
    assert office.room.count(HeldOrder) == 0


def test_whoever_has_no_game_is_told_so(office: Office) -> None:
    finished(office)

    send(office, "accept draw", commands_of(office))

    assert "You have no running game." in office.last_words("bob")


@pytest.mark.parametrize("place", ["commands", "public"])
def test_what_was_asked_back_is_done_after_a_yes(office: Office, place: str) -> None:
    to = commands_of(office) if place == "commands" else DESK
    send(office, f"take {offered(office)}", to, proof="")

    asked = office.last_words("bob")
    code = office.answer("Bob", "yes")

    assert "Do you mean this?" in asked
    assert (code, office.room.count(Game)) == ("take", 2)


def test_five_mails_a_day_to_the_public_address_are_asked_back(office: Office) -> None:
    office.send_all()

    codes = [send(office, "offer kelasu", DESK) for _ in range(7)]

    assert codes == ["asked"] * 5 + ["wrong-address", "for-people"]


@pytest.mark.parametrize(
    ("text", "state", "reason"),
    [
        ("accept", "accepted", ""),
        ("I accept.", "accepted", ""),
        ("Hello Ada,\n\naccept\n\nBest wishes\nBob", "accepted", ""),
        ("Challenge accepted!", "accepted", ""),
        ("decline", "declined", ""),
        ("decline pace", "declined", "pace"),
        ("Decline: too many games", "declined", "games"),
        ("decline not now", "declined", "now"),
        ("Should I accept?", "open", ""),
        ("accept?", "open", ""),
        ("If you give me a week:\naccept", "open", ""),
        ("> accept", "open", ""),
        ("accept\ndecline", "open", ""),
        ("I will never accept that.", "open", ""),
    ],
)
def test_a_challenge_is_answered_by_mail(office: Office, text: str, state: str, reason: str) -> None:
    send(office, text, challenged(office))

    (challenge,) = office.room.rows(Challenge)
    assert (challenge["state"], challenge["decline_reason"]) == (state, reason)


def test_whoever_declines_by_mail_reads_what_the_challenger_is_told(office: Office) -> None:
    send(office, "decline pace", challenged(office))

    assert "Bob would like to play, but at another pace." in office.last_words("bob")
    assert "Bob would like to play, but at another pace." in office.last_words("ada")


def test_a_wish_for_a_seat_goes_with_accept_and_take(office: Office) -> None:
    send(office, "accept first", challenged(office, seat_wish="either"))
    with office.room.workshop.open() as uow:
        terms = TypedTerms("kelasu", {}, "3d/turn", "either")
        offer = make_offer(uow, MakeOffer(office.game.players[0], terms, Conditions(one_at_a_time=False)))
    send(office, f"take {offer} first", commands_of(office))

    seats = [row["player_id"] for row in office.room.rows(GameSeat) if row["seat"] == 0]
    assert seats.count(office.game.players[1]) == 2


@pytest.mark.parametrize(("text", "code"), [("accept", "not-allowed"), ("decline", "not-allowed")])
def test_in_a_game_accept_and_decline_mean_a_draw_alone(office: Office, text: str, code: str) -> None:
    challenged(office)

    answered = send(office, text, office.new_address("Bob"))

    assert answered in {code, "conflict"}
    assert "draw" in office.last_words("bob")
    assert office.room.rows(Challenge)[0]["state"] == "open"


def test_a_draw_that_is_offered_is_accepted_by_one_word(office: Office) -> None:
    office.answer("Ada", "offer draw", recipient=office.new_address("Ada"))

    assert office.answer("Bob", "accept", recipient=office.new_address("Bob")) == "accept-draw"


def test_offers_are_listed_and_the_list_says_how_to_take_one(office: Office) -> None:
    offer = offered(office)

    code = send(office, "offers", commands_of(office))

    told = office.last_words("bob")
    assert code == "offers"
    assert f"{offer}: Kelasu with Ada, 3 days for each turn, not rated." in told
    assert "Only the newest are listed" not in told
    assert "write “take” and its short name" in told


def test_the_list_of_offers_is_no_order_when_it_comes_back(office: Office) -> None:
    offered(office)
    send(office, "offers", commands_of(office))
    told = office.last_text("bob")

    send(office, told, commands_of(office))

    assert office.room.count(Game) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("offer chess 3d/turn", "There is no game called chess."),
        ("offer kelas", "Did you mean kelasu?"),
        ("offer kelasu 3x/turn", "A pace looks like"),
        ("challenge Adda kelasu", "Did you mean “Ada”?"),
        ("challenge Ada", "Which game?"),
        ("challenge Ada kelasu 99z", "A pace looks like"),
        ("challenge Bob kelasu", "That is you"),
        ("take zzzzz", "There is no such offer"),
        ("take k7f", "There is no such offer"),
        ("rematch", "“rematch” answers the letter of a game’s end"),
    ],
)
def test_a_refusal_teaches(office: Office, text: str, told: str) -> None:
    office.send_all()

    send(office, text, commands_of(office))

    assert told in office.last_words("bob")
    assert (office.room.count(Offer), office.room.count(Challenge), office.room.count(Game)) == (0, 0, 1)


@pytest.mark.parametrize("text", ["offer", "challenge", "take", "take abc", "Take offer", "please offer a game"])
def test_a_command_that_lacks_what_it_is_about_is_shown_whole(office: Office, text: str) -> None:
    office.send_all()

    code = send(office, text, office.reply_address("bob"))

    assert code == "nothing-found"
    assert "“challenge” with a name and a game challenges one player" in office.last_words("bob")


@pytest.mark.parametrize("text", ["take care", "Take your time!", "I offer a draw, maybe", "What a challenging game"])
def test_words_that_are_about_no_new_game_are_told_of_none(office: Office, text: str) -> None:
    office.send_all()

    send(office, text, office.reply_address("bob"))

    assert "About new games" not in office.last_words("bob")


def test_an_offer_that_is_not_for_somebody_says_why(office: Office) -> None:
    with office.room.workshop.open() as uow:
        terms = TypedTerms("kelasu", {}, "3d/turn", "first")
        offer = make_offer(uow, MakeOffer(office.game.players[0], terms, Conditions(one_at_a_time=True)))
    office.send_all()

    send(office, f"take {offer}", commands_of(office))

    assert "with you already" in office.last_words("bob") or "already" in office.last_words("bob")
    assert office.room.count(Game) == 1


def test_the_name_of_an_offer_never_means_another(office: Office) -> None:
    first = offered(office)
    with office.room.workshop.open() as uow:
        withdraw_offer(uow, first, office.game.players[0])
    offered(office)
    office.send_all()

    send(office, f"take {first}", commands_of(office))

    assert "This offer was withdrawn." in office.last_words("bob")


def test_a_challenge_by_mail_has_the_terms_that_were_written(office: Office) -> None:
    office.send_all()

    code = send(office, "challenge Ada kelasu 10d+1d/10d unrated second", commands_of(office))

    (made,) = office.room.rows(Challenge)
    assert code == "challenge"
    assert (made["opponent_id"], made["ruleset"]) == (office.game.players[0], "kelasu/1")
    assert (made["pace"], made["is_rated"], made["seat_wish"]) == ("10d+1d/10d", False, "second")


def test_a_rematch_is_asked_for_and_accepted_by_mail(office: Office) -> None:
    finished(office)
    asked = office.answer("Ada", "rematch", recipient=last_of_game(office, "ada"))

    answered = office.last_words("ada")
    invitation = office.last_words("bob")
    begun = office.answer("Bob", "rematch", recipient=last_of_game(office, "bob"))

    assert (asked, begun) == ("rematch", "rematch")
    assert "Ada asks for a rematch of Kelasu" in invitation
    assert "For a rematch" not in answered
    assert office.room.count(Game) == 2


def test_an_accepted_rematch_is_told_as_a_rematch(office: Office) -> None:
    finished(office)
    office.answer("Bob", "rematch", recipient=last_of_game(office, "bob"))
    office.answer("Ada", "rematch", recipient=last_of_game(office, "ada"))

    told = office.last_words("bob")

    assert "Ada has agreed to a rematch. Your rematch of" in told
    assert "challenge" not in told.partition("has begun")[0]


@pytest.mark.parametrize("how", ["accept", "rematch"])
def test_the_answer_that_a_game_has_begun_is_answered_with_a_turn(office: Office, how: str) -> None:
    if how == "accept":
        send(office, "accept", challenged(office, seat_wish="second"))
    else:
        finished(office)
        for name in ("Ada", "Bob"):
            office.answer(name, "rematch", recipient=last_of_game(office, name.lower()))

    begun = next(letter for letter in office.letters("bob")[::-1] if "The game has begun." in text_of(letter))
    assert send(office, "B3-C3", parseaddr(begun["Reply-To"])[1]) == "played"


def test_the_letter_of_a_games_end_says_how_to_ask_for_a_rematch(office: Office) -> None:
    finished(office)

    assert "| rematch" in office.last_text("bob")


def test_the_same_mail_asks_for_a_rematch_once(office: Office) -> None:
    finished(office)
    to = last_of_game(office, "ada")

    for number in (1, 2):
        office.answer("Ada", "rematch", recipient=to, mail_id=str(number))

    assert office.room.count(Challenge) == 1
    assert "You had asked Bob for a rematch already." in office.last_words("ada")


@pytest.mark.parametrize(
    "text", ["rematch?", "Rematch, if you let me begin", "> rematch", "No rematch, please.", "How about it?\nrematch"]
)
def test_what_is_no_wish_for_a_rematch_asks_for_none(office: Office, text: str) -> None:
    finished(office)

    office.answer("Ada", text, recipient=last_of_game(office, "ada"))

    assert office.room.count(Challenge) == 0


def test_a_running_game_has_no_rematch(office: Office) -> None:
    code = office.answer("Bob", "rematch", recipient=office.new_address("Bob"))

    assert code == "rematch"
    assert "still running" in office.last_words("bob")


def last_of_game(office: Office, name: str) -> str:
    """The reply address of the letter about the end of the game."""
    over = next(letter for letter in office.letters(name)[::-1] if "| rematch" in str(letter.as_bytes()))
    return str(parseaddr(over["Reply-To"])[1])


def test_a_strangers_mail_to_an_address_for_commands_does_nothing(office: Office) -> None:
    before = office.room.count(Game)

    code = send(office, f"take {offered(office)}", commands_of(office), sender="eve@example.org")

    assert (code, office.room.count(Game)) == ("stranger", before)


@pytest.mark.both_databases
@pytest.mark.parametrize("blocker", [0, 1])
@pytest.mark.parametrize("text", ["take {offer}", "challenge Ada kelasu", "rematch"])
def test_no_command_opens_a_door_while_one_has_blocked_the_other(office: Office, text: str, blocker: int) -> None:
    finished(office)
    to = last_of_game(office, "Bob") if text == "rematch" else commands_of(office)
    words = text.format(offer=offered(office))
    players = office.game.players[blocker], office.game.players[1 - blocker]
    with office.room.workshop.open() as uow:
        block_player(uow, *players)
    before = office.room.count(Game), office.room.count(Challenge)

    send(office, words, to)

    assert (office.room.count(Game), office.room.count(Challenge)) == before
    if blocker == 0:
        gone = "This offer was withdrawn." if "take" in text else "takes no new games at the moment"
        assert gone in office.last_words("bob")
        assert "block" not in office.last_words("bob").lower()
    with office.room.workshop.open() as uow:
        unblock(uow, *players)
    send(office, words, to)
    assert (office.room.count(Game), office.room.count(Challenge)) != before


@pytest.mark.parametrize("text", ["accept Robin", "Accept as Robin", "Hello Ada,\n\naccept Robin\n\nSee you!"])
def test_accepting_with_a_name_makes_the_account(office: Office, text: str) -> None:
    send(office, text, invited(office), sender="guest@example.org")

    assert "Robin" in {row["name"] for row in office.room.rows(Player)}


@pytest.mark.parametrize(
    "text", ["accept gladly", "If my wife agrees:\naccept Robin", "accept Robin\n\nOr should I not?", "> accept Robin"]
)
def test_what_is_not_meant_makes_no_account(office: Office, text: str) -> None:
    before = office.room.count(Player)

    send(office, text, invited(office), sender="guest@example.org")

    assert office.room.count(Player) == before


def test_an_invitation_is_declined_with_a_reason(office: Office) -> None:
    send(office, "decline games", invited(office), sender="guest@example.org")

    assert [row["decline_reason"] for row in office.room.rows(Challenge)] == ["games"]


SUBJECT = "The subject of a mail is not read. Please write your command into the mail itself, alone on a line."


@pytest.mark.parametrize("subject", ["offers", "Re: take k7fmx", "[Corr] help"])
def test_an_empty_mail_with_a_command_in_its_subject_is_told_how_to_give_it(office: Office, subject: str) -> None:
    to = commands_of(office)

    office.arrive(f"{PROVED}From: <bob@example.org>\nSubject: {subject}\n\n> quoted\n", to)

    assert office.reasons()[-1] == "nothing-found"
    assert SUBJECT in office.last_words()


@pytest.mark.parametrize(("subject", "text"), [("Hello", ""), ("offers", "Hello!"), ("", "")])
def test_other_mails_without_a_command_are_told_nothing_of_their_subject(
    office: Office, subject: str, text: str
) -> None:
    to = commands_of(office)

    office.arrive(f"{PROVED}From: <bob@example.org>\nSubject: {subject}\n\n{text}\n", to)

    assert office.reasons()[-1] == "nothing-found"
    assert "The subject" not in office.last_words()
