"""
What a mail may do: every sender, every act and every way to name the letter that is answered.

The table is tried as a whole by real mails; each act counts as asked back if its player gets a letter that asks.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from corr.mail.answering.authority import LetterReference, Right, Sender, is_from_anybody, reason_to_ask, right
from corr.mail.reading.mail_facts import SenderVerdict
from corr.mail.reading.words.commands import FINAL, Act
from corr.store.tables.mails import HeldOrder, Inbox, ReplyToken
from tests.mail.office import IDENTITY, PROVED, FakeTransport, Office, an_office, html_of, text_of
from tests.playing import Room, a_room
from tests.worlds import copied_database, empty_database

BOB = "From: Bob <bob@example.org>\n"
DESK = IDENTITY.sender_address
SENDERS = {
    "pass": PROVED,
    "unknown": "",
    "fail": "Authentication-Results: mx.play.example; dmarc=none; spf=fail smtp.mailfrom=bob@example.org; dkim=none\n",
}
ACTS = {"turn": "I4-H4", "resign": "resign", "yes": "confirm", "accept draw": "accept draw"}
KEYS = ("token", "old token", "copied token", "token in References", "letter's id", "root id")
TABLE = {
    # key: (turn, resign, yes, accept draw), by sender
    ("pass", "token"): ("played", "resign", "played", "accept-draw"),
    ("pass", "old token"): ("stale", "asked", "not-heard", "asked"),
    ("pass", "copied token"): ("played", "resign", "played", "accept-draw"),
    ("pass", "token in References"): ("wrong-address",) * 4,
    ("pass", "letter's id"): ("played", "asked", "not-heard", "asked"),
    ("pass", "root id"): ("wrong-address",) * 4,
    ("unknown", "token"): ("played", "asked", "played", "asked"),
    ("unknown", "old token"): ("stale", "asked", "not-heard", "asked"),
    ("unknown", "copied token"): ("played", "asked", "played", "asked"),
    ("unknown", "token in References"): ("wrong-address",) * 4,
    ("unknown", "letter's id"): ("asked", "asked", "not-heard", "asked"),
    ("unknown", "root id"): ("wrong-address",) * 4,
    ("fail", "token"): ("held", "held", "stranger", "held"),
    ("fail", "old token"): ("held", "held", "stranger", "held"),
    ("fail", "copied token"): ("held", "held", "stranger", "held"),
    ("fail", "token in References"): ("for-people",) * 4,
    ("fail", "letter's id"): ("held", "held", "stranger", "held"),
    ("fail", "root id"): ("for-people",) * 4,
}
CELLS = [
    pytest.param((sender, key), act, expected, id=f"{sender}-{key}-{act}".replace(" ", "_"))
    for (sender, key), row in TABLE.items()
    for act, expected in zip(ACTS, row, strict=True)
]


@dataclass(frozen=True)
class Case:
    """A game in which Bob is due for the second time, was offered a draw, and is asked about a mail."""

    office: Office
    old: str
    """The reply address of Bob's letter about his first turn."""
    due: str
    """The same about the turn that is due."""
    question: str
    """The same of the letter that asks whether a mail with I3-H3 is his."""
    ids: dict[str, str]
    """The Message-IDs of the last two."""

    def head(self, key: str, *, is_yes: bool) -> tuple[str, str]:
        """Where a mail with that key goes to, and the fields that it has for that."""
        answered = self.question if is_yes else self.due
        token, root = IDENTITY.reply.token(answered), IDENTITY.root_id(self.office.game.id)
        identity = self.ids["question" if is_yes else "due"]
        return {
            "token": (answered, f"To: {answered}\n"),
            "old token": (self.old, f"To: {self.old}\n"),
            "copied token": (answered, f"To: {answered}\nCc: Ada <ada@example.org>\n"),
            "token in References": (
                DESK,
                f"To: {DESK}\nReferences: <reply-{token}@play.example>\n",
            ),
            "letter's id": (DESK, f"To: {DESK}\nReferences: {root} {identity}\n"),
            "root id": (DESK, f"To: {DESK}\nReferences: {root}\n"),
        }[key]

    def send(self, sender: str, key: str, text: str, *, is_yes: bool = False) -> str:
        """What becomes of such a mail."""
        recipient, fields = self.head(key, is_yes=is_yes)
        number = self.office.room.count(Inbox)
        self.office.arrive(f"{SENDERS[sender]}{BOB}{fields}Message-ID: <{number}@x.org>\n\n{text}\n", recipient)
        return self.office.reasons()[-1]


Keeper = Callable[[str], tuple[str, Case]]


@pytest.fixture(scope="module")
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keeper]:
    """What gives the URL of a database of a kind with the game, and the case as it stands there."""
    with ExitStack() as stack:

        @cache
        def find(kind: str) -> tuple[str, Case]:
            url = stack.enter_context(empty_database(request, kind, tmp_path_factory.mktemp("kept")))
            with a_room(url) as room:
                return url, _case(room)

        yield find


@pytest.fixture
def case(request: pytest.FixtureRequest, database_url: str, kept: Keeper, tmp_path: Path) -> Iterator[Case]:
    """The game, with its letters: a copy, since making it takes far longer than what is done with it."""
    kept_url, found = kept("sqlite" if database_url.startswith("sqlite") else "postgresql")
    with copied_database(request, kept_url, tmp_path) as url, a_room(url) as room:
        room.clock.move(found.office.room.clock.now() - room.clock.now())
        office = Office(replace(found.office.game, room=room), FakeTransport(list(found.office.transport.sent)))
        yield replace(found, office=office)


def _case(room: Room) -> Case:
    office = an_office(room, "B3-C3")
    old = office.reply_address("Bob")
    office.game.play("I3-H3")
    office.answer("Ada", "C3-D3\noffer draw", recipient=office.new_address("Ada"))
    due, identity = office.reply_address("Bob"), office.letters("Bob")[-1]["Message-ID"]
    office.arrive("From: eve@example.org\nMessage-ID: <eve@x.org>\n\nI4-H4\n", office.new_address("Bob"))
    question = office.letters("Bob")[-1]
    assert "/held/" in text_of(question)
    return Case(office, old, due, office.reply_address("Bob"), {"due": identity, "question": question["Message-ID"]})


@pytest.mark.parametrize(("cell", "act", "expected"), CELLS)
def test_every_cell_of_the_table(case: Case, cell: tuple[str, str], act: str, expected: str) -> None:
    turns, held = case.office.turns(), case.office.room.count(HeldOrder)

    assert case.send(*cell, ACTS[act], is_yes=act == "yes") == expected

    assert case.office.turns() == [*turns, *(["I4-H4"] if expected == "played" else [])]
    assert case.office.game.view().is_over is (expected in {"resign", "accept-draw"})
    assert case.office.room.count(HeldOrder) == held + (expected in {"held", "asked"})


def test_the_table_has_every_cell() -> None:
    assert {*TABLE} == {*product(SENDERS, KEYS)}


@pytest.mark.parametrize("sender", SENDERS)
def test_a_yes_counts_for_no_letter_but_the_one_that_asks(case: Case, sender: str) -> None:
    if sender == "unknown":
        # Whoever knows an address could ask for something by it, and then say yes to it.
        assert case.send(sender, "token", "resign") == "asked"
        assert case.send(sender, "token", "confirm") == "not-heard"
        assert not case.office.game.view().is_over
    assert case.office.turns() == ["B3-C3", "I3-H3", "C3-D3"]


@pytest.mark.parametrize("key", ["token", "old token", "letter's id"])
@pytest.mark.parametrize("sender", SENDERS)
@pytest.mark.parametrize("text", ["board", "help", "rules", "games"])
def test_what_changes_nothing_is_told_to_the_player_alone(case: Case, sender: str, key: str, text: str) -> None:
    assert case.send(sender, key, text) == ("stranger" if sender == "fail" else text)

    case.office.send_all()
    assert {to for _, to, _ in case.office.transport.sent[-1:]} == {"bob@example.org"}


@pytest.mark.parametrize(
    ("sender", "words"),
    [("pass", "answers an older letter"), ("unknown", "We cannot be sure that the mail is from you")],
)
def test_the_question_says_why_it_is_asked(case: Case, sender: str, words: str) -> None:
    case.send(sender, "old token", "resign")

    assert words in case.office.last_words()
    assert words in " ".join(html_of(case.office.letters("Bob")[-1]).split())


def test_what_was_asked_back_is_done_by_a_yes_to_the_letter_that_asks(case: Case) -> None:
    case.send("unknown", "token", "confirm", is_yes=True)
    case.send("unknown", "token", "resign")
    question = case.office.reply_address("Bob")

    case.office.arrive(f"{BOB}\nconfirm\n", question)

    assert case.office.game.view().is_over


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("sender", "key", "counts"),
    [
        ("pass", "old token", True),
        ("unknown", "token", True),
        ("unknown", "letter's id", False),
        ("pass", "letter's id", False),
        ("fail", "token", False),
    ],
)
def test_a_question_that_others_can_bring_about_does_not_count_against_the_player(
    case: Case, sender: str, key: str, *, counts: bool
) -> None:
    case.send(sender, key, "resign")

    assert case.office.room.rows(HeldOrder)[-1]["asks_to_resign"] == counts


@pytest.mark.parametrize(
    ("door", "expected"),
    [("smtp", "resign"), ("lmtp", "resign"), ("imap", "resign"), ("hook", "resign"), ("smtp-unjudged", "asked")],
)
def test_who_hands_a_mail_over_from_elsewhere_cannot_write_the_proof_himself(
    case: Case, door: str, expected: str
) -> None:
    case.office.arrive(f"{PROVED}{BOB}\nresign\n", case.due, door=door)

    assert case.office.reasons()[-1] == expected


@pytest.mark.parametrize("door", ["smtp", "lmtp", "imap", "hook"])
@pytest.mark.parametrize(("text", "expected"), [("I4-H4", "played"), ("resign", "asked")])
def test_where_no_server_of_ours_judges_nothing_is_proved(case: Case, door: str, text: str, expected: str) -> None:
    with case.office.signed_by(""):
        case.office.arrive(f"{PROVED}{BOB}\n{text}\n", case.due, door=door)

    assert case.office.reasons()[-1] == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (f"Authentication-Results: mx.evil.example; dmarc=pass\n{BOB}", "asked"),
        (f"Authentication-Results: mx.play.example; dmarc=none\n{PROVED}{BOB}", "asked"),
        (f"Authentication-Results: mx.play.example; dmarc=fail\n{PROVED}{BOB}", "held"),
        (f"ARC-Authentication-Results: i=1; mx.play.example; dmarc=pass header.from=example.org\n{BOB}", "asked"),
        ("Authentication-Results: mx.play.example; dmarc=pass header.from=evil.example\n" + BOB, "asked"),
        (f"{PROVED}{BOB}From: Eve <eve@evil.example>\n", "no-author"),
        (f"{PROVED}From: bob@example.org, eve@evil.example\n", "no-author"),
        (f"{PROVED}From: bob@example.org <eve@evil.example>\n", "no-author"),
        (f'{PROVED}From: "bob@example.org" <eve@evil.example>\n', "held"),
        (f"{PROVED}From: eve@evil.example\nSender: bob@example.org\nReply-To: bob@example.org\n", "held"),
        (f"{PROVED}{BOB}List-Id: <x.example>\n", "held"),
        (f"{PROVED}From: Bob <BOB@example.org>\n", "held"),
        (f"{PROVED}From: Bob <bob+corr@example.org>\n", "held"),
        (f"{PROVED}From: Bob <bob@EXAMPLE.ORG>\n", "resign"),
    ],
)
def test_whoever_knows_the_token_cannot_resign_in_the_players_name(case: Case, head: str, expected: str) -> None:
    case.office.arrive(f"{head}\nresign\n", case.due)

    assert case.office.reasons()[-1] == expected


def revoked(office: Office) -> int:
    """How many reply addresses are used no more."""
    return sum(row["revoked_at"] is not None for row in office.room.rows(ReplyToken))


@pytest.mark.parametrize("text", ["I4-H4", "board", "say: Hi", "Hello!", ""])
@pytest.mark.parametrize("sender", ["pass", "unknown"])
def test_an_address_that_others_have_seen_is_used_once(case: Case, sender: str, text: str) -> None:
    case.send(sender, "copied token", text)

    told = [" ".join(text_of(letter).split()) for letter in case.office.letters("Bob")[-2:]]
    assert any("that address has been retired" in words for words in told)
    assert revoked(case.office) == 1
    case.office.room.clock.move(timedelta(seconds=1))
    assert case.office.is_refused(case.due)
    assert case.office.answer("Bob", "board") == "board"


@pytest.mark.parametrize(
    "cc",
    [
        "",
        f"Cc: {DESK}\n",
        "Cc: Bob <bob@EXAMPLE.org>\n",
        "Cc: postmaster@play.example\n",
        'To: "eve@example.org" <{}>\n',
        "Cc: R+{}@play.example\n",
    ],
)
def test_an_address_that_nobody_else_has_seen_is_used_on(case: Case, cc: str) -> None:
    fields = cc.format(IDENTITY.reply.token(case.due) if "R+" in cc else case.due)

    case.office.arrive(f"{PROVED}{BOB}{fields}\nsay: Hello\n", case.due)

    assert revoked(case.office) == 0
    assert case.send("pass", "token", "I4-H4") == "played"


@pytest.mark.parametrize("field", ["Cc: {}", "To: {}", "To: {}, game@play.example", "Bcc: {}", "Resent-To: {}"])
def test_others_are_noticed_in_every_field(case: Case, field: str) -> None:
    case.office.arrive(f"{PROVED}{BOB}{field.format('Ada <ada@example.org>')}\n\nsay: Hello\n", case.due)

    assert revoked(case.office) == 1


def test_a_mail_that_is_not_believed_retires_no_address(case: Case) -> None:
    case.send("fail", "copied token", "resign")
    case.office.arrive(f"{PROVED}From: eve@example.org\nCc: ada@example.org\n\nresign\n", case.due)

    assert revoked(case.office) == 0


def test_the_same_mail_again_does_not_lose_its_answer_with_its_address(case: Case) -> None:
    raw = f"{PROVED}{BOB}Cc: ada@example.org\nMessage-ID: <one@x.org>\n\nI4-H4\n"
    for _ in range(3):
        case.office.store(raw, case.due)

    case.office.understand_all()

    assert case.office.reasons()[-3:] == ["played", "duplicate", "duplicate"]


def test_nobody_learns_a_token_by_an_answer_of_the_other_player(case: Case) -> None:
    tokens = re.compile(r"[a-z2-7]{26}")
    for letter in case.office.letters("Bob"):
        copied = " ".join(str(letter[name] or "") for name in ("Message-ID", "In-Reply-To", "References", "Subject"))
        assert tokens.findall(copied) == []


def test_whatever_is_asked_for_together_is_done_as_far_as_the_weightiest_may_be() -> None:
    due, by_id = LetterReference(has_token=True), LetterReference(has_token=False)

    assert right(Sender.UNKNOWN, due, [Act.SAY, Act.TURN]) is Right.DO
    assert right(Sender.UNKNOWN, due, [Act.RESIGN, Act.SAY]) is Right.ASK
    assert right(Sender.PROVED, by_id, [Act.TURN, Act.SAY]) is Right.ASK
    assert right(Sender.PROVED, by_id, [Act.CONFIRM, Act.TURN]) is Right.LEAVE


@pytest.mark.parametrize("act", sorted(FINAL))
def test_what_cannot_be_undone_needs_a_proof_and_the_letter_that_is_due(act: Act) -> None:
    keys = [
        LetterReference(has_token=True),
        LetterReference(has_token=True, is_due=False),
        LetterReference(has_token=False),
    ]

    done = [(sender, key) for sender, key in product(Sender, keys) if right(sender, key, [act]) is Right.DO]

    assert done == [(Sender.PROVED, keys[0])]


def test_every_reason_to_ask_has_a_code() -> None:
    keys = [
        LetterReference(has_token=True),
        LetterReference(has_token=True, is_due=False),
        LetterReference(has_token=False),
    ]

    codes = {reason_to_ask(sender, key) for sender, key in product(Sender, keys)}

    assert codes == {"list", "stranger", "forged", "no-token", "unjudged", "old-letter"}


def test_every_verdict_has_a_column() -> None:
    assert {*SENDERS} == {verdict.value for verdict in SenderVerdict}


@pytest.mark.parametrize(
    ("sender", "has_token", "is_anybodys"),
    [
        (Sender.PROVED, False, False),
        (Sender.UNKNOWN, True, False),
        (Sender.UNKNOWN, False, True),
        (Sender.FORGED, True, True),
        (Sender.STRANGER, True, True),
    ],
)
def test_a_mail_may_be_anybodys_that_neither_a_proof_nor_a_token_makes_the_players(
    sender: Sender, *, has_token: bool, is_anybodys: bool
) -> None:
    assert is_from_anybody(sender, has_token=has_token) == is_anybodys
