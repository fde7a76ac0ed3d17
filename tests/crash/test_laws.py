"""Each law reports what breaks it, and nothing else: facts that are made up."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.crash.facts import (
    Act,
    Deadline,
    Delivery,
    Disruption,
    Event,
    Facts,
    Game,
    Identity,
    Mail,
    Notice,
    Order,
    Seen,
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
YOUR_TURN = Notice(7, "your-turn:g:2:2", "your-turn", "sent", NOON, "<7@p>")
OVER = Notice(8, "game-over:g:1", "game-over", "sent", NOON + HOUR, "<8@p>")
FELL = Event("g", "time", NOON + 3 * HOUR, 3, 0, 1)
GAME = Game("g", 3, "over", "time", "lose", told=frozenset({YOUR_TURN.key, OVER.key}))
LAPSED = replace(FELL, kind="time-lapsed")
CLAIMED = replace(GAME, state="running", late="claim", lapsed=(0,), told=frozenset({YOUR_TURN.key}))
FIRST = (Delivery("<7@p>", 10.0), Delivery("<7@p>", 14.0))
WELL = Facts(
    now=NOON + 5 * HOUR,
    orders=(ORDER, MAILED, SAID),
    turns=(TURN, SECOND),
    games=(GAME,),
    events=(FELL,),
    words=(Stored(Act.MESSAGE, 1, "Hello"),),
    mails=(Mail("<m@x>", "done", "played"), Mail("<m@x>", "done", "duplicate")),
    notices=(YOUR_TURN, OVER),
    identities=(Identity(7, "<7@p>"), Identity(8, "<8@p>")),
    deliveries=(Delivery("<7@p>", 10.0), Delivery("<7@p>", 14.0), Delivery("<8@p>", 15.0)),
    disruptions=(Disruption(12.0, "SIGKILL jobs", 1),),
    deadlines=(Deadline("g", 1, 0, NOON + HOUR), Deadline("g", 3, 0, NOON + 2 * HOUR)),
)


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
        ("L2", replace(WELL, orders=(replace(ORDER, seen=Seen.NOTHING), MAILED, SAID), turns=(TURN, TURN, SECOND))),
        ("L3", replace(WELL, orders=(MAILED, SAID))),
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
                orders=(ORDER, replace(MAILED, number=3), SAID),
                games=(replace(GAME, turn_number=4),),
            ),
        ),
        ("L5", replace(WELL, games=(replace(GAME, told=GAME.told | {"your-turn:g:3:1"}),))),
        ("L5", replace(WELL, games=(replace(GAME, told=frozenset({OVER.key})),))),
        ("L5", replace(WELL, notices=(YOUR_TURN, OVER, replace(OVER, id=9, message_id="<8@p>")))),
        ("L6", replace(WELL, notices=(YOUR_TURN, replace(OVER, state="waiting")))),
        ("L6", replace(WELL, notices=(YOUR_TURN, replace(OVER, state="failed")))),
        ("L6", replace(WELL, deliveries=WELL.deliveries[:2])),
        ("L7", replace(WELL, deliveries=(*WELL.deliveries, Delivery("<9@p>", 20.0)))),
        ("L8", replace(WELL, identities=(*WELL.identities, Identity(8, "<9@p>")))),
        ("L9", replace(WELL, disruptions=())),
        ("L9", replace(WELL, disruptions=(Disruption(12.0, "SIGKILL web", 0),))),
        ("L9", replace(WELL, disruptions=(Disruption(8.0, "SIGKILL jobs", 1), Disruption(15.5, "SIGKILL jobs", 1)))),
        ("L9", replace(WELL, deliveries=(*WELL.deliveries, Delivery("<8@p>", 11.0)))),
        ("L10", replace(WELL, events=(FELL, FELL))),
        ("L10", replace(WELL, games=(CLAIMED,), notices=(YOUR_TURN,), deliveries=FIRST, events=(LAPSED, LAPSED))),
        ("L11", replace(WELL, turns=(replace(TURN, received_at=NOON + HOUR), SECOND))),
        ("L12", replace(WELL, games=(replace(GAME, state="running", waited=((0, NOON + 2 * HOUR),)),))),
        ("L13", replace(WELL, events=(replace(FELL, at=NOON + HOUR),))),
        ("L13", replace(WELL, deadlines=WELL.deadlines[:1])),
        ("L14", replace(WELL, verified="game g: its snapshot is not what its log says\n")),
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
        {"orders": (*WELL.orders, replace(UNANSWERED, number=2, player_id=2, words="B2"))},
        {"orders": (*WELL.orders, replace(ORDER, words="A9", seen=Seen.REFUSED))},
        {"orders": (*WELL.orders, replace(MAILED, words="B9", seen=Seen.REFUSED, key="<m@x>"))},
        {"notices": (YOUR_TURN, OVER, Notice(9, "reminder:g:2:2", "reminder", "obsolete", NOON))},
        {"notices": (YOUR_TURN, OVER, Notice(9, "message:1:2", "message", "withheld", NOON, fault="not wanted"))},
        {"notices": (YOUR_TURN, OVER, Notice(9, "message:1:2", "message", "waiting", NOON + 5 * HOUR))},
        {
            "deliveries": (*WELL.deliveries, Delivery("<8@p>", 16.0, was_cut=True), Delivery("<8@p>", 17.0)),
            "disruptions": (*WELL.disruptions, Disruption(15.5, "SIGTERM jobs", 1)),
        },
        {
            "disruptions": (Disruption(11.0, "PostgreSQL restarted", 2),),
            "deliveries": (*WELL.deliveries, Delivery("<8@p>", 10.5)),
        },
        {"games": (replace(GAME, state="running", late="claim", lapsed=(0,), waited=((0, NOON),)),)},
        {
            "games": (CLAIMED,),
            "notices": (YOUR_TURN,),
            "deliveries": FIRST,
            "events": (LAPSED, LAPSED),
            "deadlines": (*WELL.deadlines, Deadline("g", 3, 0, NOON + 2.5 * HOUR)),
        },
        {"games": (replace(GAME, state="running", is_frozen=True, waited=((0, NOON),)),)},
        {"games": (replace(GAME, state="running", waited=((0, NOON + 5 * HOUR),)),)},
    ],
)
def test_what_may_happen_breaks_no_law(changed: Mapping[str, object]) -> None:
    assert broken(replace(WELL, **changed)) == {}  # type: ignore[arg-type]  # fields of facts
