"""Taking back by mail what was offered or proposed, by mail or on a page."""

from collections.abc import Iterator

import pytest

from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer
from corr.play.proposed_terms import TypedTerms
from corr.store.tables.games import Challenge, Offer
from corr.store.tables.mails import HeldOrder
from tests.mail.leagues.seasons import a_season
from tests.mail.office import PROVED, Office, an_office
from tests.mail.test_playing_by_mail import DESK, challenged, commands_of, finished, offered, send
from tests.play.proposing import propose
from tests.playing import a_room


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    with a_room(database_url) as room:
        yield an_office(room, "B3-C3")


def states(office: Office) -> list[str]:
    """What became of offers and challenges."""
    return [row["state"] for table in (Offer, Challenge) for row in office.room.rows(table)]


def challenge_by_bob(office: Office, opponent: str = "Ada") -> str:
    return propose(office.room, office.game.players[1], game="kelasu", options={}, opponent=opponent).id


@pytest.mark.parametrize("text", ["withdraw", "withdraw {}", "Withdraw offer {}!", "withdraw my offer"])
def test_an_offer_made_by_mail_is_withdrawn_by_mail(office: Office, text: str) -> None:
    address = commands_of(office)
    send(office, "offer kelasu", address)
    (offer,) = office.room.rows(Offer)
    assert f"“withdraw {offer['id']}”, alone on a line, takes it back." in office.last_words("bob")

    code = send(office, text.format(offer["id"]), address)

    assert (code, states(office)) == ("withdraw", ["withdrawn"])
    assert f"Your offer {offer['id']} is withdrawn." in office.last_words("bob")


def test_the_answer_to_an_offer_can_be_answered_with_the_word_alone(office: Office) -> None:
    send(office, "offer kelasu", commands_of(office))

    assert (office.answer("Bob", "withdraw"), states(office)) == ("withdraw", ["withdrawn"])


@pytest.mark.parametrize("text", ["withdraw", "withdraw Ada", "withdraw my challenge to ADA", "withdraw {}"])
def test_a_challenge_made_on_a_page_is_withdrawn_by_mail(office: Office, text: str) -> None:
    challenge = challenge_by_bob(office)

    send(office, text.format(challenge), commands_of(office))

    assert states(office) == ["withdrawn"]
    assert "Your challenge to Ada is withdrawn." in office.last_words("bob")
    assert "withdr" in office.last_words("ada")


def test_an_invitation_is_withdrawn_by_its_address(office: Office) -> None:
    challenge_by_bob(office, "guest@example.org")

    send(office, "withdraw Guest@Example.org", commands_of(office))

    assert states(office) == ["withdrawn"]


@pytest.mark.parametrize(("keeps", "is_link"), [(2, False), (0, True)])
def test_a_link_and_a_standing_offer_are_withdrawn_by_their_name(office: Office, keeps: int, *, is_link: bool) -> None:
    address = commands_of(office)
    with office.room.workshop.open() as uow:
        terms = TypedTerms("kelasu", {}, "3d/turn", "first")
        conditions = Conditions(one_at_a_time=False)
        order = MakeOffer(office.game.players[1], terms, conditions, keeps=keeps, is_link=is_link)
        offer = make_offer(uow, order)

    send(office, f"withdraw {offer}", address)

    assert states(office) == ["withdrawn"]


def test_of_several_none_is_withdrawn_and_the_answer_says_what_to_write(office: Office) -> None:
    offer, address = offered(office, by=1), commands_of(office)
    challenge_by_bob(office)

    for proof in (PROVED, ""):
        send(office, "withdraw", address, proof=proof)

        told = office.last_words("bob")
        assert "Nothing was withdrawn. More than one thing is open. Write which one you mean" in told
        assert f"“withdraw {offer}” (the offer: Kelasu, 3 days for each turn)" in told
        assert "“withdraw Ada” (the challenge to Ada: Kelasu, 3 days for each turn)" in told
    assert (states(office), office.room.count(HeldOrder)) == (["open", "open"], 0)


def test_two_challenges_to_one_player_are_told_apart_by_their_ids(office: Office) -> None:
    first, _ = challenge_by_bob(office), challenge_by_bob(office)

    send(office, "withdraw Ada", commands_of(office))
    assert f"“withdraw {first}”" in office.last_words("bob")
    send(office, f"withdraw {first}", commands_of(office))

    assert sorted(states(office)) == ["open", "withdrawn"]


def test_whoever_withdraws_an_offer_twice_gets_the_same_answer(office: Office) -> None:
    offer, address = offered(office, by=1), commands_of(office)

    for _ in range(2):
        send(office, f"withdraw {offer}", address)
        assert f"Your offer {offer} is withdrawn." in office.last_words("bob")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("withdraw", "You have no open offer and no open challenge."),
        ("withdraw Ada", "You have no open offer and no open challenge “Ada”."),
        ("withdraw summer-cup", "To withdraw from Summer Cup, write “leave summer-cup”, alone on a line."),
    ],
)
def test_where_nothing_like_that_is_open_the_answer_says_so(office: Office, text: str, told: str) -> None:
    a_season(office.room, office.game.players[0])

    send(office, text, commands_of(office))

    assert told in office.last_words("bob")


def test_nobody_withdraws_what_another_has_proposed(office: Office) -> None:
    offer, challenge = offered(office), challenged(office)

    send(office, "withdraw", challenge)
    assert "To say no to Ada, write “decline”." in office.last_words("bob")
    send(office, f"withdraw {offer}", commands_of(office))
    assert "Only the player who made an offer can withdraw it." in office.last_words("bob")

    assert states(office) == ["open", "open"]


@pytest.mark.parametrize("text", ["withdraw", "withdraw it", "withdraw please"])
def test_the_word_alone_in_a_game_withdraws_nothing_since_it_may_mean_the_turn(office: Office, text: str) -> None:
    offered(office, by=1)

    office.answer("Bob", "I3-H3", recipient=office.new_address("Bob"))
    code = office.answer("Bob", text)

    assert (code, states(office)) == ("nothing-found", ["open"])
    assert "Your turn was played already and cannot be taken back." in office.last_words("bob")


def test_what_is_named_is_withdrawn_in_answer_to_the_letter_of_a_game_too(office: Office) -> None:
    challenge_by_bob(office)

    assert office.answer("Bob", "I3-H3\n\nwithdraw Ada", recipient=office.new_address("Bob")) == "played"

    assert states(office) == ["withdrawn"]


def test_a_draw_that_was_offered_stays_a_matter_of_its_own(office: Office) -> None:
    offered(office, by=1)
    office.answer("Bob", "offer draw", recipient=office.new_address("Bob"))

    assert office.answer("Bob", "withdraw draw") == "withdraw-draw"

    assert states(office) == ["open"]


def test_a_rematch_that_was_asked_for_is_withdrawn(office: Office) -> None:
    finished(office)
    office.answer("Bob", "rematch", recipient=office.new_address("Bob"))

    office.answer("Bob", "withdraw Ada")

    assert states(office) == ["withdrawn"]


def test_at_the_public_address_it_is_asked_about_first(office: Office) -> None:
    offer = offered(office, by=1)

    assert (send(office, f"withdraw {offer}", DESK), states(office)) == ("asked", ["open"])
    assert (office.answer("Bob", "yes"), states(office)) == ("withdraw", ["withdrawn"])
