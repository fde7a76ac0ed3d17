"""Each law reports what breaks it, and nothing else: facts that are made up."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from tests.crash.facts import (
    Act,
    Deadline,
    Delivery,
    Disruption,
    Entry,
    Event,
    Facts,
    Game,
    Held,
    Identity,
    Mail,
    Notice,
    Order,
    Pairing,
    Season,
    Seen,
    Shown,
    Stored,
    Turn,
)
from tests.crash.laws import LAWS, broken

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ORDER = Order(Act.TURN, "web", 1, "A1", "g", 1, seen=Seen.ACCEPTED)
MAILED = Order(Act.TURN, "mail", 2, "B2", "g", 2, key="<m@x>", seen=Seen.ACCEPTED, is_taken=True)
SAID = Order(Act.MESSAGE, "web", 1, "Hello", "g", 1, seen=Seen.ACCEPTED)
UNANSWERED = Order(Act.TURN, "web", 1, "A3", "g", 3)
TURN = Turn("g", 1, 0, 1, "A1", "web", NOON)
SECOND = Turn("g", 2, 1, 2, "B2", "mail", NOON + HOUR)
PLAYED = Held("g", 2, 2, "played", NOON + HOUR, NOON + 2 * HOUR, NOON + 2 * HOUR)
YOUR_TURN = Notice(7, "your-turn:g:2:2", "your-turn", "sent", NOON, "<7@p>")
OVER = Notice(8, "game-over:g:1", "game-over", "sent", NOON + HOUR, "<8@p>")
FELL = Event("g", "time", NOON + 3 * HOUR, 3, 0, 1)
GAME = Game("g", 3, "over", "time", "lose", told=frozenset({YOUR_TURN.key, OVER.key}))
LAPSED = replace(FELL, kind="time-lapsed")
CLAIMED = replace(GAME, state="running", late="claim", lapsed=(0,), told=frozenset({YOUR_TURN.key}))
FIRST = (Delivery("<7@p>", 10.0), Delivery("<7@p>", 14.0))
RULED = Order(Act.RULE, "web", 9, "Why", "g", seen=Seen.ACCEPTED)
OVER_ONE = Season(
    4,
    1,
    "over",
    entries=tuple(Entry(10 + number, number, 5, "playing", final_place=number) for number in (1, 2, 3)),
    pairings=(
        Pairing(5, 11, 12, "g", "first"),
        Pairing(5, 12, 13, "h", "draw"),
        Pairing(5, 11, 13, "i", "none"),
    ),
    games=frozenset({"g", "h", "i"}),
    acts=(("opened", ""), *3 * [("joined", "")], ("started", ""), ("ruled", "Why"), ("ended", "")),
    shown=(Shown(1, 1, Fraction(1)), Shown(2, 2, Fraction(1, 2)), Shown(3, 3, Fraction(1, 2))),
)
NEXT_ONE = Season(6, 2, "sign-up", acts=(("opened", ""), ("asked", "")))
TOLD = tuple(
    Notice(number, f"{kind}:{season}::{player}", kind, "obsolete", NOON)
    for number, (kind, season, player) in enumerate(
        [
            (kind, season, player)
            for kind, season in (("season-started", 4), ("season-ended", 4), ("season-opens", 6))
            for player in (1, 2, 3)
        ],
        20,
    )
)
WELL = Facts(
    now=NOON + 5 * HOUR,
    orders=(ORDER, MAILED, SAID, RULED),
    turns=(TURN, SECOND),
    games=(GAME,),
    events=(FELL,),
    words=(Stored(Act.MESSAGE, 1, "Hello"),),
    mails=(Mail("<m@x>", "done", "played"), Mail("<m@x>", "done", "duplicate")),
    held=(PLAYED,),
    notices=(YOUR_TURN, OVER, *TOLD),
    seasons=(OVER_ONE, NEXT_ONE),
    identities=(Identity(7, "<7@p>"), Identity(8, "<8@p>")),
    deliveries=(Delivery("<7@p>", 10.0), Delivery("<7@p>", 14.0), Delivery("<8@p>", 15.0)),
    disruptions=(Disruption(12.0, "SIGKILL jobs", 1),),
    deadlines=(Deadline("g", 1, 0, NOON + HOUR), Deadline("g", 3, 0, NOON + 2 * HOUR)),
)


def twice(season: Season) -> Season:
    """The same, in which two meet a second time."""
    again = replace(season.pairings[2], game_id="j")
    return replace(season, pairings=(*season.pairings, again), games=season.games | {"j"})


def cut(season: Season) -> Season:
    """The same without its last game."""
    return replace(season, pairings=season.pairings[:2], games=season.games - {"i"})


def shown_as(player_id: int, shown: Shown) -> Season:
    """The season that is over, with another line for a player."""
    return replace(OVER_ONE, shown=tuple(shown if line.player_id == player_id else line for line in OVER_ONE.shown))


def test_facts_of_a_good_end_break_no_law() -> None:
    assert broken(WELL) == {}


@pytest.mark.parametrize(
    ("law", "facts"),
    [
        ("L0", replace(WELL, accidents=("jobs ended with 1",))),
        ("L1", replace(WELL, orders=(*WELL.orders, replace(ORDER, words="A2")))),
        ("L1", replace(WELL, turns=(TURN, TURN, SECOND))),
        ("L1", replace(WELL, words=())),
        ("L1", replace(WELL, mails=())),
        ("L1", replace(WELL, mails=(Mail("<m@x>", "new", ""),))),
        (
            "L2",
            replace(WELL, orders=(replace(ORDER, seen=Seen.NOTHING), MAILED, SAID, RULED), turns=(TURN, TURN, SECOND)),
        ),
        ("L3", replace(WELL, orders=(MAILED, SAID, RULED))),
        ("L3", replace(WELL, words=(*WELL.words, Stored(Act.MESSAGE, 2, "Hello")))),
        ("L3", replace(WELL, events=(FELL, Event("g", "draw-offered", NOON, 3, 0, 1)))),
        ("L3", replace(WELL, events=(FELL, Event("g", "resigned", NOON, 3, 0, 1)))),
        ("L3", replace(WELL, sealed=(replace(TURN, text="A2"),))),
        ("L4", replace(WELL, games=(replace(GAME, turn_number=4),))),
        (
            "L4",
            replace(
                WELL,
                turns=(TURN, replace(SECOND, number=3)),
                orders=(ORDER, replace(MAILED, number=3), SAID, RULED),
                games=(replace(GAME, turn_number=4),),
                held=(),
            ),
        ),
        ("L5", replace(WELL, games=(replace(GAME, told=GAME.told | {"your-turn:g:3:1"}),))),
        ("L5", replace(WELL, games=(replace(GAME, told=frozenset({OVER.key})),))),
        ("L5", replace(WELL, notices=(YOUR_TURN, OVER, *TOLD, replace(OVER, id=9, message_id="<8@p>")))),
        ("L6", replace(WELL, notices=(YOUR_TURN, *TOLD, replace(OVER, state="waiting")))),
        ("L6", replace(WELL, notices=(YOUR_TURN, *TOLD, replace(OVER, state="failed")))),
        ("L6", replace(WELL, deliveries=WELL.deliveries[:2])),
        ("L7", replace(WELL, deliveries=(*WELL.deliveries, Delivery("<9@p>", 20.0)))),
        ("L8", replace(WELL, identities=(*WELL.identities, Identity(8, "<9@p>")))),
        ("L9", replace(WELL, disruptions=())),
        ("L9", replace(WELL, disruptions=(Disruption(12.0, "SIGKILL web", 0),))),
        ("L9", replace(WELL, disruptions=(Disruption(6.0, "SIGKILL jobs", 1), Disruption(17.5, "SIGKILL jobs", 1)))),
        ("L9", replace(WELL, deliveries=(*WELL.deliveries, Delivery("<8@p>", 11.0)))),
        ("L10", replace(WELL, events=(FELL, FELL))),
        ("L10", replace(WELL, games=(CLAIMED,), notices=(YOUR_TURN, *TOLD), deliveries=FIRST, events=(LAPSED, LAPSED))),
        ("L11", replace(WELL, turns=(replace(TURN, received_at=NOON + HOUR), SECOND))),
        ("L12", replace(WELL, games=(replace(GAME, state="running", waited=((0, NOON + 2 * HOUR),)),))),
        ("L13", replace(WELL, events=(replace(FELL, at=NOON + HOUR),))),
        ("L13", replace(WELL, deadlines=WELL.deadlines[:1])),
        ("L14", replace(WELL, verified="game g: its snapshot is not what its log says\n")),
        ("L15", replace(WELL, seasons=(replace(OVER_ONE, games=frozenset({"g", "h", "i", "j"})), NEXT_ONE))),
        ("L15", replace(WELL, seasons=(twice(OVER_ONE), NEXT_ONE))),
        ("L15", replace(WELL, seasons=(cut(OVER_ONE), NEXT_ONE))),
        ("L15", replace(WELL, seasons=(OVER_ONE, replace(NEXT_ONE, games=frozenset({"k"}))))),
        ("L16", replace(WELL, ratings=("the rating of player 1 is another",))),
        ("L17", replace(WELL, notices=(YOUR_TURN, OVER, *TOLD[1:]))),
        ("L17", replace(WELL, notices=(YOUR_TURN, OVER, *TOLD, replace(TOLD[0], key="season-ended:6::1")))),
        ("L17", replace(WELL, seasons=(replace(OVER_ONE, acts=(*OVER_ONE.acts, ("started", ""))), NEXT_ONE))),
        ("L17", replace(WELL, seasons=(replace(OVER_ONE, acts=(*OVER_ONE.acts, ("ruled", "Why"))), NEXT_ONE))),
        ("L17", replace(WELL, orders=(*WELL.orders, replace(RULED, words="Why not")))),
        ("L17", replace(WELL, orders=WELL.orders[:-1])),
        ("L19", replace(WELL, held=(replace(PLAYED, settled_at=NOON + HOUR),))),
        ("L19", replace(WELL, held=(replace(PLAYED, plays_at=None),))),
        ("L19", replace(WELL, held=(replace(PLAYED, state="rejected"),))),
        ("L19", replace(WELL, held=(replace(PLAYED, received_at=NOON),))),
        ("L18", replace(WELL, seasons=(shown_as(1, Shown(1, 1, Fraction(2))), NEXT_ONE))),
        ("L18", replace(WELL, seasons=(shown_as(2, Shown(2, 1, Fraction(1, 2))), NEXT_ONE))),
        ("L18", replace(WELL, seasons=(shown_as(2, Shown(2, 3, Fraction(1, 2))), NEXT_ONE))),
    ],
)
def test_a_broken_law_alone_is_reported(law: str, facts: Facts) -> None:
    assert list(broken(facts)) == [law]


def test_every_law_has_a_sentence() -> None:
    assert all(law.sentence for law in LAWS.values())


@pytest.mark.parametrize(
    "changed",
    [
        {"orders": (*WELL.orders, UNANSWERED)},
        {"orders": (*WELL.orders, replace(RULED, words="Why not", seen=Seen.NOTHING))},
        {"seasons": (OVER_ONE, replace(NEXT_ONE, state="called-off", acts=(*NEXT_ONE.acts, ("called-off", ""))))},
        {"orders": (*WELL.orders, replace(UNANSWERED, number=2, player_id=2, words="B2"))},
        {"orders": (*WELL.orders, replace(ORDER, words="A9", seen=Seen.REFUSED))},
        {"orders": (*WELL.orders, replace(MAILED, words="B9", seen=Seen.REFUSED, key="<m@x>"))},
        {"notices": (YOUR_TURN, OVER, *TOLD, Notice(9, "reminder:g:2:2", "reminder", "obsolete", NOON))},
        {
            "notices": (
                YOUR_TURN,
                OVER,
                *TOLD,
                Notice(9, "message:1:2", "message", "withheld", NOON, fault="not wanted"),
            )
        },
        {"notices": (YOUR_TURN, OVER, *TOLD, Notice(9, "message:1:2", "message", "waiting", NOON + 5 * HOUR))},
        {
            "deliveries": (*WELL.deliveries, Delivery("<8@p>", 16.0, was_cut=True), Delivery("<8@p>", 17.0)),
            "disruptions": (*WELL.disruptions, Disruption(15.5, "SIGTERM jobs", 1)),
        },
        {
            "disruptions": (Disruption(20.0, "PostgreSQL restarted", 1, lasted=8.0),),
        },
        {
            "disruptions": (Disruption(11.0, "PostgreSQL restarted", 2),),
            "deliveries": (*WELL.deliveries, Delivery("<8@p>", 10.5)),
        },
        {"games": (replace(GAME, state="running", late="claim", lapsed=(0,), waited=((0, NOON),)),)},
        {
            "games": (CLAIMED,),
            "notices": (YOUR_TURN, *TOLD),
            "deliveries": FIRST,
            "events": (LAPSED, LAPSED),
            "deadlines": (*WELL.deadlines, Deadline("g", 3, 0, NOON + 2.5 * HOUR)),
        },
        {"held": (replace(PLAYED, state="confirmed", settled_at=NOON + HOUR),)},
        {
            "held": (replace(PLAYED, plays_at=None),),
            "deadlines": (*WELL.deadlines, Deadline("g", 2, 1, NOON + 1.5 * HOUR)),
        },
        {"games": (replace(GAME, state="running", is_frozen=True, waited=((0, NOON),)),)},
        {"games": (replace(GAME, state="running", waited=((0, NOON + 5 * HOUR),)),)},
    ],
)
def test_what_may_happen_breaks_no_law(changed: Mapping[str, object]) -> None:
    assert broken(replace(WELL, **changed)) == {}  # type: ignore[arg-type]  # fields of facts
