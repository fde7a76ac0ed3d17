"""The text and the HTML of one mail side by side."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_both, read_both_of_any
from corr.mail.reading.words.verdicts import VerdictRow

GAMES = Registry.discover()
RULES = GAMES.get_rules_of_game("kelasu")


def read(text: str, html: str) -> Orders:
    """What a mail with these two parts asks for."""
    return read_both(new_text(text), new_text(text_of_html(html)), RULES)


def test_the_same_turn_in_text_and_html_is_one() -> None:
    assert (
        read("d4-e5\n\nThat was a very long\nsentence.", "<p>D4-E5</p><p>That was a very long sentence.</p>").turn
        == "d4-e5"
    )


@pytest.mark.parametrize("text", ["", "  \n\t\n", "> a1-b2\n"])
def test_a_text_without_own_words_leaves_it_to_the_html(text: str) -> None:
    assert read(text, "<div>d4-e5</div>").turn == "d4-e5"


def test_different_turns_in_text_and_html_are_asked_about() -> None:
    assert read("d4-e5", "<div>d4-d5</div>").rivals == ("d4-e5", "d4-d5")


def test_a_turn_that_only_one_of_two_parts_takes_for_new_is_asked_about() -> None:
    for text, html in [
        ("d4-e5", "<blockquote>d4-e5</blockquote>"),
        ("d4-e5", "<div>Thank you.</div>"),
        ("Thank you.", "<div>d4-e5</div>"),
    ]:
        orders = read(text, html)

        assert (orders.turn, orders.row) == ("d4-e5", VerdictRow.OTHER_PART)


def test_a_doubt_about_one_of_two_parts_is_a_doubt_about_the_mail() -> None:
    assert read("d4-e5", "<div>d4-e5</div><div>not yet</div>").row is VerdictRow.TAKEN_BACK
    assert read("d4-e5\n\nnot yet", "<div>d4-e5</div>").row is VerdictRow.TAKEN_BACK


def test_a_mail_without_html_is_read_by_its_text_alone() -> None:
    assert read("d4-e5", "").turn == "d4-e5"


@pytest.mark.parametrize("turn", ["d4-e5", "H0+H1=W@H0", "A0>B1:2", "infiltrator F11", "O-O"])
def test_turns_of_any_game_are_found_where_no_game_is_known(turn: str) -> None:
    assert read_both_of_any(new_text(turn), new_text(""), GAMES).turn == turn


def test_commands_are_found_where_no_game_is_known() -> None:
    assert read_both_of_any(new_text("confirm"), new_text(""), GAMES).acts == (Act.CONFIRM,)
