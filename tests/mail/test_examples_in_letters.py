"""The example of a turn in letters: legal for whoever reads it, and played by nobody who only quotes it."""

import re
import textwrap
from collections.abc import Iterator
from email.message import Message

import pytest

from corr.base.notices import NoticeKind
from corr.games.seats import FIRST, SECOND, Seat
from corr.mail.reading.reader import read
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from tests.games.conformance.cases import CASES, REGISTRY, Case, rounds
from tests.mail.composing import GAMES, composed
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import a_room

_CASES = [
    case for case in CASES if case.ruleset in GAMES and REGISTRY.get_rules(case.ruleset).options == dict(case.options)
]
_PLAYED = 24
"""Turns of a random game that are played."""
_LOOKED_AT = 6
"""Every so many of them, whoever is due reads the letter."""
_TEXT_EXAMPLE = re.compile(r"For example:\n\n  \| (.+)\n")
_HTML_EXAMPLE = re.compile(r"For example:\n+\| (.+)\n")
_ANSWERS = {"help": "help", "empty": "> quoted", "nothing": "What a position!", "refused": "A1-A1", "rules": "rules"}


@pytest.fixture(params=list(GAMES))
def office(sqlite_url: str, request: pytest.FixtureRequest) -> Iterator[Office]:
    """A game of each kind in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES[request.param], ruleset=request.param)


def due_in(office: Office) -> list[Seat]:
    """The seats that owe a turn."""
    return [seat.seat for seat in office.game.view().seats if seat.is_due]


def examples_in(letter: Message) -> set[str]:
    """What a letter gives as an example, in its text and in its HTML."""
    in_text = _TEXT_EXAMPLE.search(text_of(letter))
    in_html = _HTML_EXAMPLE.search(text_of_html(html_of(letter)))
    assert in_text is not None
    assert in_html is not None
    return {in_text[1].replace("\xa0", " "), in_html[1].replace("\xa0", " ")}


def legal_by(office: Office, seat: Seat, text: str) -> bool:
    """Whether the rules let a seat make that turn now."""
    view = office.game.view(office.game.players[seat])
    rules = office.room.workshop.registry.get_rules(view.ruleset, view.option_values)
    draft = rules.read(rules.begin(rules.parse_position(view.position), seat), text)
    return bool(draft.made) and (draft.may_stop or not draft.has_action())


@pytest.mark.slow
@pytest.mark.parametrize("case", _CASES, ids=str)
def test_it_is_legal_for_whoever_is_due_in_letters_and_on_pages(sqlite_url: str, case: Case) -> None:
    read_by = set[Seat]()
    with a_room(sqlite_url) as room:
        office = an_office(room, ruleset=case.ruleset)
        texts = [text for one in rounds(case) for text in one.texts.values()][:_PLAYED]
        for number, text in enumerate(texts):
            if number % _LOOKED_AT in {0, 1}:
                seat = due_in(office)[0]
                (example,) = examples_in(office.letters("AdaBob"[3 * seat : 3 * seat + 3])[-1])
                read_by.add(seat)

                assert legal_by(office, seat, example)
                assert office.game.view(office.game.players[seat]).sample == example
            office.game.play(text)

    assert read_by == {FIRST, SECOND}


def test_nobody_is_given_an_example_out_of_turn(office: Office) -> None:
    waiting = 1 - due_in(office)[0]

    assert office.game.view(office.game.players[waiting]).sample == ""
    assert office.game.view().sample == ""


@pytest.mark.parametrize("words", _ANSWERS.values(), ids=_ANSWERS)
def test_the_example_in_an_answer_is_legal_too(office: Office, words: str) -> None:
    office.answer("Bob", words)

    (example,) = examples_in(office.letters("Bob")[-1])

    assert legal_by(office, SECOND, example)
    assert office.answer("Bob", example) == "played"


def test_the_example_with_its_sign_is_no_turn(office: Office) -> None:
    (example,) = examples_in(office.letters("Bob")[-1])

    assert office.answer("Bob", f"| {example}") == "empty"
    assert office.answer("Bob", f"For example: | {example}") != "played"


def quotations(letter: Message) -> Iterator[str]:
    """The words of a letter as they come back from people and programs, without the line that marks their beginning."""
    text = text_of(letter).partition("\n")[2]
    html = html_of(letter)
    stripped = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    plain = re.sub(r"[ \n]*\n[ \n]*", "\n", re.sub(r"<[^>]*>", "", stripped)).replace("#", "")
    for words in (text, text_of_html(html).replace("#", ""), plain):
        yield words
        yield "".join(f"> {line}\n" for line in words.split("\n"))
        for width in (30, 45, 60, 78):
            paragraphs = (" ".join(paragraph.split(" ")) for paragraph in re.split(r"\n\s*\n", words))
            yield "\n\n".join(
                textwrap.fill(paragraph, width, break_long_words=False, break_on_hyphens=False)
                for paragraph in paragraphs
            )


@pytest.mark.parametrize(
    "kind",
    [
        NoticeKind.YOUR_TURN,
        pytest.param(NoticeKind.GAME_STARTED, marks=pytest.mark.slow),
        pytest.param(NoticeKind.ANSWER, marks=pytest.mark.slow),
    ],
)
def test_a_letter_that_is_quoted_in_any_way_plays_nothing(office: Office, kind: NoticeKind) -> None:
    letter = composed(office, kind)
    ruleset, registry = office.game.view().ruleset, office.room.workshop.registry

    for words in quotations(letter):
        raw = f"From: bob@example.org\nContent-Type: text/plain; charset=utf-8\n\n{words}".encode()
        orders = read(raw, sender="bob@example.org", ruleset=ruleset, authserv_id="", registry=registry).orders
        assert Act.TURN not in orders.acts or orders.row, words


def test_the_html_of_a_letter_sent_back_as_it_is_plays_nothing(office: Office) -> None:
    html = html_of(composed(office, NoticeKind.YOUR_TURN))
    ruleset, registry = office.game.view().ruleset, office.room.workshop.registry
    bare = html.replace(f"#{office.game.id}#", "")

    for body in (html, bare):
        raw = f"From: bob@example.org\nContent-Type: text/html; charset=utf-8\n\n{body}".encode()
        found = read(raw, sender="bob@example.org", ruleset=ruleset, authserv_id="", registry=registry)
        assert Act.TURN not in found.orders.acts or found.orders.row


def test_no_line_break_can_part_the_example(office: Office) -> None:
    found = _TEXT_EXAMPLE.search(text_of(office.letters("Bob")[-1]))

    assert found is not None
    assert " " not in found[1]


@pytest.fixture
def kyo(sqlite_url: str) -> Iterator[Office]:
    """A game with many beginnings in which Bob is due, with its post."""
    with a_room(sqlite_url) as room:
        yield an_office(room, *GAMES["kyo/1"], ruleset="kyo/1")


def beginnings(office: Office) -> list[str]:
    """The legal beginnings in the last letter of Bob."""
    _, _, below = office.last_text().partition("You can begin like this:\n")
    return below.strip("\n").partition("\n\n")[0].split("\n") if below else []


def test_what_signs_mean_stands_before_the_beginnings(kyo: Office) -> None:
    told, _, below = kyo.last_text().partition("\n\nYou can begin like this:\n")

    assert "\n  | How it is written: > Mana move, - Direct move, x strike," in told
    assert "How it is written" not in below


def test_after_a_slip_few_beginnings_are_listed_those_of_the_named_piece_first(kyo: Office) -> None:
    whole = beginnings(kyo)

    kyo.answer("Bob", "d6=d5")

    assert len(beginnings(kyo)) <= 8 < len(whole)
    assert " from D6: " in beginnings(kyo)[0]
    assert "“help” sends you all of them" in kyo.last_words()


def test_whoever_asks_for_help_gets_all_beginnings(kyo: Office) -> None:
    whole = beginnings(kyo)

    kyo.answer("Bob", "help")

    assert beginnings(kyo) == whole


def test_where_a_refusal_says_what_is_possible_instead_no_beginnings_follow(kyo: Office) -> None:
    kyo.answer("Bob", "D6-D1")

    assert "Possible instead: " in kyo.last_words()
    assert beginnings(kyo) == []
