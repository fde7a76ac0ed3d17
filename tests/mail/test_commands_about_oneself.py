"""Commands about whom a player wants to hear of, their letters and their time: how they are read, and what is talk."""

import pytest

from corr.games.registry import Registry
from corr.mail.reading.words.commands import COMMANDS, Act, grouped_commands
from corr.mail.reading.words.new_text import new_text
from corr.mail.reading.words.orders import Orders, read_orders

RULES = Registry.discover().get_rules_of_game("kelasu")
NEW = (
    Act.WITHDRAW, Act.BLOCK, Act.UNBLOCK, Act.FOLLOW, Act.UNFOLLOW, Act.TIME_ZONE, Act.UNSUBSCRIBE, Act.SUBSCRIBE,
    Act.STANDINGS, Act.RATINGS, Act.SIGN_IN,
)  # fmt: skip


def read(text: str) -> Orders:
    """What *text*, written as a whole mail, asks for."""
    return read_orders(new_text(text), RULES.formed)


@pytest.mark.parametrize(
    ("text", "act", "name"),
    [
        ("block Ben", Act.BLOCK, "Ben"), ("Block BEN.", Act.BLOCK, "BEN"), ("please block Ben", Act.BLOCK, "Ben"),
        ('block "Ben Miller"', Act.BLOCK, "Ben Miller"), ("block Ben Miller", Act.BLOCK, "Ben Miller"),
        ("block “The Duke”", Act.BLOCK, "The Duke"), ("Hi Corr,\n\nblock Ben please\n\nAda", Act.BLOCK, "Ben"),
        ("unblock Ben", Act.UNBLOCK, "Ben"), ("follow Ben", Act.FOLLOW, "Ben"),
        ("follow summer-cup", Act.FOLLOW, "summer-cup"), ("unfollow Ben!", Act.UNFOLLOW, "Ben"),
        ("stop following Ben", Act.UNFOLLOW, "Ben"),
        ("time zone Europe/Berlin", Act.TIME_ZONE, "Europe/Berlin"), ("timezone +2", Act.TIME_ZONE, "+2"),
        ("Time zone: Berlin", Act.TIME_ZONE, "Berlin"), ("my time zone is UTC-3", Act.TIME_ZONE, "UTC-3"),
        ("time zone New York", Act.TIME_ZONE, "New York"), ("time zone UTC +05:30", Act.TIME_ZONE, "UTC +05:30"),
        ("time zone", Act.TIME_ZONE, ""),
        ("unsubscribe", Act.UNSUBSCRIBE, ""), ("Please unsubscribe me.", Act.UNSUBSCRIBE, ""),
        ("unsubscribe all", Act.UNSUBSCRIBE, "all"), ("unsubscribe from leagues", Act.UNSUBSCRIBE, "leagues"),
        ("subscribe reminders", Act.SUBSCRIBE, "reminders"),
        ("standings", Act.STANDINGS, ""), ("standings summer-cup", Act.STANDINGS, "summer-cup"),
        ("show me the standings of the Summer Cup", Act.STANDINGS, "Summer Cup"),
    ],
)  # fmt: skip
def test_a_command_is_read_with_what_it_names(text: str, act: Act, name: str) -> None:
    orders = read(text)

    assert (orders.acts, dict(orders.named)) == ((act,), {act: name})


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("ratings", Act.RATINGS), ("my rating?", Act.RATINGS), ("sign in", Act.SIGN_IN), ("Sign-in link", Act.SIGN_IN),
        ("log in please", Act.SIGN_IN), ("sign me in", Act.SIGN_IN),
    ],
)  # fmt: skip
def test_a_command_that_names_nothing_is_read_in_its_spellings(text: str, act: Act) -> None:
    assert read(text).acts == (act,)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("withdraw", ""), ("withdraw it", ""), ("withdraw my offer", ""), ("withdraw the challenge.", ""),
        ("withdraw zmm37", "zmm37"), ("withdraw offer zmm37", "zmm37"), ("withdraw Ben", "Ben"),
        ("withdraw my challenge to Ben Miller", "Ben Miller"),
        ("please withdraw guest@Example.org", "guest@Example.org"),
    ],
)  # fmt: skip
def test_what_is_withdrawn_is_read_along(text: str, name: str) -> None:
    orders = read(text)

    assert (orders.acts, orders.wanted) == ((Act.WITHDRAW,), name)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("withdraw draw", Act.WITHDRAW_DRAW), ("withdraw my draw offer", Act.WITHDRAW_DRAW),
        ("withdraw from summer-cup", Act.LEAVE_LEAGUE),
    ],
)  # fmt: skip
def test_withdrawing_a_draw_or_from_a_season_stays_what_it_is(text: str, act: Act) -> None:
    assert read(text).acts == (act,)


@pytest.mark.parametrize(
    "text",
    [
        "I would block you there", "block", "Block!", "block you", "block that path", "block the road", "block it",
        "I would\nblock Ben", "follow me", "follow up soon", "follow", "I follow Ben on the radio.",
        "Should I block Ben?", "block Ben?", "time zones are odd", "the time zone is a nuisance to me and to you",
        "withdraw my last turn", "withdraw my move", "I withdraw", "withdraw?", "Unsubscribe here: http://x.example",
        "standings look good for me", "Your rating is impressive", "I could not sign in yesterday",
        "No time zone fits me", "stop following me", "Ratings:",
        "Stop following Ben:", "subscribe to my channel", "We should withdraw to Berlin",
    ],
)  # fmt: skip
def test_talk_is_no_command(text: str) -> None:
    assert not set(read(f"B3-C3\n\n{text}").acts) & set(NEW)
    assert not set(read(text).acts) & set(NEW)


def test_what_is_quoted_is_no_command() -> None:
    assert read("> block Ben").acts == ()


def test_commands_go_with_a_turn_and_with_each_other() -> None:
    orders = read("B3-C3\n\nblock Ben\n\nunsubscribe\n\ntime zone Berlin")

    assert set(orders.acts) == {Act.TURN, Act.BLOCK, Act.UNSUBSCRIBE, Act.TIME_ZONE}
    assert orders.row == ""


@pytest.mark.parametrize(
    "text",
    [
        "block Ben\nblock Carl", "time zone Berlin\ntime zone +2", "withdraw a1b\nwithdraw Ben",
        "block Ben\nunblock Ben", "unfollow Ben\nfollow Ben", "subscribe all\nunsubscribe all",
    ],
)  # fmt: skip
def test_two_that_contradict_each_other_are_asked_about(text: str) -> None:
    assert read(text).rivals == tuple(text.split("\n"))


def test_every_new_command_stands_in_the_table() -> None:
    assert set(NEW) <= set(COMMANDS)


def test_each_command_is_written_in_help_as_it_is_read() -> None:
    rows = [name for rows in grouped_commands().values() for name, _ in rows]

    assert len(rows) == len(set(rows))
    assert [read(name.replace("NAME", "Ben").replace("GAME", "kelasu")).acts for name in rows] == [
        (next(act for act in COMMANDS if name == (COMMANDS[act].example or act.value)),) for name in rows
    ]
    assert set(NEW) <= {read(name.replace("NAME", "Ben").replace("GAME", "kelasu")).acts[0] for name in rows}
