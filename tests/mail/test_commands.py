"""Commands: alone on their lines, several in one mail, and words for the other player."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, asks_for_something, read_orders
from corr.mail.reading.words.verdicts import VerdictRow
from tests.mail.meaning import is_asked_back

RULES = Registry.discover().get_rules_of_game("kelasu")


def read(text: str) -> Orders:
    """What *text*, written as a whole mail, asks for."""
    return read_orders(new_text(text), RULES.formed)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("/resign", Act.RESIGN), ("Resign!", Act.RESIGN), ("**resign**", Act.RESIGN),
        ("I resign the game.", Act.RESIGN),
        ("claim", Act.CLAIM), ("I claim the game.", Act.CLAIM), ("/claim", Act.CLAIM), ("Claim on time", Act.CLAIM),
        ("/offer draw", Act.OFFER_DRAW), ("I offer a draw!", Act.OFFER_DRAW), ("propose a draw", Act.OFFER_DRAW),
        ("refuse the draw", Act.DECLINE_DRAW), ("rules", Act.RULES), ("Rules?", Act.RULES), ("/rules", Act.RULES),
        ("games", Act.GAMES), ("My games", Act.GAMES), ("my games?", Act.GAMES), ("back", Act.BACK),
        ("I’m back!", Act.BACK),
        ("confirm", Act.CONFIRM), ("Confirm.", Act.CONFIRM), ("yes", Act.CONFIRM), ("Yes!", Act.CONFIRM),
        ("Hi Corr,\n\nyes\n\n-- \nBob", Act.CONFIRM), ("ＲＥＳＩＧＮ", Act.RESIGN),
    ],
)  # fmt: skip
def test_a_command_is_read_in_its_spellings(text: str, act: Act) -> None:
    assert read(text).acts == (act,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("away 7d", "7d"), ("Away 7 days.", "7 days"), ("/away 2w", "2w"), ("away for 2 weeks", "for 2 weeks"),
        ("away 2026-12-20 to 2027-01-03", "2026-12-20 to 2027-01-03"),
        ("I am away until 2027-01-03", "until 2027-01-03"),
        ("away 2026-12-20 – 2027-01-03", "2026-12-20 - 2027-01-03"), ("away", ""), ("away: 5d", "5d"),
    ],
)  # fmt: skip
def test_how_long_somebody_is_away_is_read_along(text: str, words: str) -> None:
    orders = read(text)

    assert (orders.acts, orders.away) == ((Act.AWAY,), words)


@pytest.mark.parametrize(
    ("text", "act", "league"),
    [
        ("join", Act.JOIN, ""), ("Join!", Act.JOIN, ""), ("I join", Act.JOIN, ""), ("/join", Act.JOIN, ""),
        ("join summer-cup", Act.JOIN, "summer-cup"), ("Please join Summer-Cup.", Act.JOIN, "summer-cup"),
        ("Hi Corr,\njoin summer-cup\nBob", Act.JOIN, "summer-cup"), ("join ｓｕｍｍｅｒ–cup", Act.JOIN, "summer-cup"),
        ("leave summer-cup", Act.LEAVE_LEAGUE, "summer-cup"),
        ("withdraw from summer-cup", Act.LEAVE_LEAGUE, "summer-cup"),
        ("confirm withdraw summer-cup", Act.CONFIRM_WITHDRAWAL, "summer-cup"),
        ("I confirm withdrawal from summer-cup.", Act.CONFIRM_WITHDRAWAL, "summer-cup"),
    ],
)  # fmt: skip
def test_which_league_somebody_joins_or_leaves_is_read_along(text: str, act: Act, league: str) -> None:
    orders = read(text)

    assert (orders.acts, orders.league) == ((act,), league)


@pytest.mark.parametrize(
    "text",
    [
        "I would love to join", "I'd love to\njoin", "I would love to\n\njoin", "join us", "join now", "join?",
        "Should I join summer-cup?", "Who wants to\njoin summer-cup", "We will\nleave tomorrow", "leave",
        "I will not\njoin summer-cup", "please join", "join the club", "leave it as it is", "confirm withdraw",
        "join summer-cup\nand bring friends", "withdraw from that square", "no friends",
    ],
)  # fmt: skip
def test_what_people_write_of_joining_and_leaving_is_no_command(text: str) -> None:
    assert read(text) == Orders()


@pytest.mark.parametrize(
    ("text", "rivals"),
    [
        ("join summer-cup\nleave summer-cup", ("join summer-cup", "leave summer-cup")),
        ("join summer-cup\njoin winter-cup", ("join summer-cup", "join winter-cup")),
        ("B3-C3\nconfirm withdraw summer-cup", ("B3-C3", "confirm withdraw summer-cup")),
    ],
)
def test_what_contradicts_itself_about_leagues_is_asked_back(text: str, rivals: tuple[str, ...]) -> None:
    assert read(text) == Orders(rivals=rivals)


@pytest.mark.parametrize(
    "text",
    [
        "away on holiday", "I am away until Monday", "I will be away for 7 days.", "the rules are hard",
        "I will be back soon", "please confirm that", "yes, but I have a question",
        "board games are fun", "say hello",
        "accept my apologies", "challenge me", "take care", "take that", "offer accepted", "the offers were good",
        "a rematch would be nice one day", "my games are long",
    ],
)  # fmt: skip
def test_prose_holds_no_command(text: str) -> None:
    assert read(text) == Orders()


def test_yes_confirms_only_as_the_whole_of_a_mail() -> None:
    assert read("yes\n\nd4-e5").acts == (Act.TURN,)
    assert is_asked_back(read("yes\n\nI thought so."))


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("d4-e5\noffer draw\nboard\nrules", (Act.TURN, Act.OFFER_DRAW, Act.BOARD, Act.RULES)),
        ("help\nd4-e5", (Act.TURN, Act.HELP)), ("d4-e5\naway 7d", (Act.TURN, Act.AWAY)),
        ("back\nd4-e5\nmy games", (Act.TURN, Act.BACK, Act.GAMES)),
        ("resign\nsay: well played", (Act.RESIGN, Act.SAY)),
        ("decline draw\nd4-e5\nsay: no", (Act.DECLINE_DRAW, Act.TURN, Act.SAY)), ("resign\n\nresign", (Act.RESIGN,)),
        ("d4-e5\nwithdraw draw", (Act.WITHDRAW_DRAW, Act.TURN)),
    ],
)  # fmt: skip
def test_several_commands_go_together_where_they_agree(text: str, acts: tuple[Act, ...]) -> None:
    orders = read(text)

    assert orders.acts == acts
    assert len(orders.typed) == len(acts)


@pytest.mark.parametrize(
    ("text", "rivals"),
    [
        ("resign\nd4-e5", ("d4-e5", "resign")), ("accept draw\nd4-e5", ("d4-e5", "accept draw")),
        ("away 7d\nback", ("away 7d", "back")), ("away 7d\naway 9d", ("away 7d", "away 9d")),
        ("offer draw\naccept draw", ("offer draw", "accept draw")),
    ],
)  # fmt: skip
def test_commands_that_contradict_each_other_are_asked_about(text: str, rivals: tuple[str, ...]) -> None:
    assert read(text) == Orders(rivals=rivals)


def test_what_was_typed_is_told_for_each_command() -> None:
    assert read("Offer a draw, please!\nMy turn: D4–e5").typed == ("D4–e5", "Offer a draw")
    assert read("I offer a draw.\nMy turn: D4–e5").typed == ("D4–e5", "I offer a draw.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("say: hello there", "hello there"), ("Say: Hello\nyou there\n\nBob", "Hello\nyou there"), ("/say: hi", "hi"),
        ("say:\nhello\nworld", "hello\nworld"), ("say:\n\nhello\nworld\n\nBob", "hello\nworld"), ("*say:* hi", "hi"),
        ("say: one\n\nsay: two", "one\ntwo"), ("d4-e5\nsay: I feared c3-c4\nboard", "I feared c3-c4"),
        ("say： 你好", "你好"),
    ],
)  # fmt: skip
def test_what_is_to_be_said_is_its_line_or_its_paragraph(text: str, said: str) -> None:
    assert read(text).say == said


def test_the_end_of_a_long_line_that_is_to_be_said_is_asked_about_if_it_may_be_a_turn() -> None:
    said = "say: it would have been very much better for me if I had never played"

    orders = read(f"{said}\nd4-e5")

    assert (orders.turn, orders.row) == ("d4-e5", VerdictRow.LED_INTO)


def test_a_turn_right_below_what_is_to_be_said_is_played() -> None:
    orders = read("say: Hello!\nd4-e5")

    assert (orders.turn, orders.say) == ("d4-e5", "Hello!")


@pytest.mark.parametrize("line", ["say: x", "away 7d", "rules", "my games", "My turn: d4-e5", "confirm"])
def test_a_line_that_would_be_read_as_a_command_is_recognised(line: str) -> None:
    assert asks_for_something(line, RULES)
