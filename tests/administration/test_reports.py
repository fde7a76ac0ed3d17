"""Reports of players: what administrators are told, what they may do, and what follows from it."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from corr.administration.reports import (
    Decision,
    MakeReport,
    decide,
    journal,
    lift_sanction,
    open_reports,
    report,
    sanctions_in_force,
)
from corr.base.delivery_ledger import ledger
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError, NotAllowedError, NotFoundError, TooManyError
from corr.players.profiles import grant, player_named
from corr.players.reply_tokens import (
    find_command_target,
    find_command_token,
    find_reply_target,
    mint_reply_token,
    store_command_tokens,
)
from corr.players.sanctions import ForbiddenError
from corr.players.sessions import find_session, open_session
from corr.store.base import table
from corr.store.tables.games import Challenge, Message, Offer
from corr.store.tables.mails import Outbox
from corr.store.tables.moderation import Report, Sanction
from tests.play.proposing import propose
from tests.play.test_messages import shown, write
from tests.play.test_offers import offer
from tests.playing import DAY, Room, TestGame, a_game
from tests.racing import in_units_of_work

BAD = "You are an <b>idiot</b>"


@pytest.fixture
def game(room: Room) -> TestGame:
    """A game of Ada and Bob, in which Ada wrote something bad; Zoe is an administrator."""
    made = a_game(room)
    room.player("Zoe")
    with room.workshop.open() as uow:
        grant(uow, "Zoe")
    write(made, BAD)
    return made


def zoe(room: Room) -> int:
    with room.workshop.look() as reader:
        return player_named(reader, "Zoe").id


def tell(game: TestGame, reason: str = "Rude.", *, about_game: bool = True) -> None:
    ada, bob = game.players
    with game.room.workshop.open() as uow:
        report(uow, MakeReport(bob, ada, reason, game.id if about_game else ""))


def judge(room: Room, kind: str, *, days: int = 7, report_id: int = 1, reason: str = "Be kind.") -> str:
    with room.workshop.open() as uow:
        return decide(uow, Decision(report_id, zoe(room), kind, reason, days))


def lift(room: Room, sanction_id: int) -> str:
    with room.workshop.open() as uow:
        return lift_sanction(uow, sanction_id, zoe(room), "All is well.")


def told(room: Room) -> list[tuple[int | None, str | None, str]]:
    rows = [row for row in room.rows(Outbox) if row["kind"] == "moderation"]
    return [(row["player_id"], row["address"], row["facts"]["title"]) for row in rows]


@pytest.mark.both_databases
def test_a_report_reaches_administrators_with_a_copy_of_the_words(room: Room, game: TestGame) -> None:
    tell(game)

    with room.workshop.look() as reader:
        (line,) = open_reports(reader, zoe(room))
    assert (line.by_name, line.about_name, line.reason, line.evidence) == ("Bob", "Ada", "Rude.", BAD)
    assert line.may_decide
    assert told(room) == [(zoe(room), None, "A player was reported")]
    with room.workshop.look() as reader:
        assert [letter.about for letter in ledger(reader, zoe(room)).items] == ["A player was reported"]


@pytest.mark.both_databases
def test_hidden_words_are_shown_to_nobody_and_stay_in_the_report(room: Room, game: TestGame) -> None:
    tell(game)
    write(game, "Later.", key="later")
    before = game.stamp(game.players[1])

    assert judge(room, "hide") == "The words are hidden from both players."

    assert [text for _, _, text in shown(game, 0)] == [text for _, _, text in shown(game, 1)] == ["Later."]
    assert game.stamp(game.players[1]) != before
    assert [row["evidence"] for row in room.rows(Report)] == [BAD]
    assert len(room.rows(Message)) == 2


@pytest.mark.both_databases
def test_messages_are_forbidden_for_some_days(room: Room, game: TestGame) -> None:
    tell(game)
    judge(room, "words", days=2)

    with pytest.raises(ForbiddenError, match="cannot write messages for another 2 days"):
        write(game, "But", key="b")
    with pytest.raises(ForbiddenError, match="cannot write messages"):
        propose(room, game.players[0], message="But")
    assert propose(room, game.players[0]).to == "Bob"
    room.clock.move(2 * DAY)
    assert write(game, "Sorry.", key="c").sentence == "Your message is passed on to Bob."


def test_offers_and_challenges_are_forbidden_for_some_days(room: Room, game: TestGame) -> None:
    tell(game)
    judge(room, "offers", days=1)

    with pytest.raises(ForbiddenError, match="cannot make offers for another day"):
        offer(room, game.players[0])
    with pytest.raises(ForbiddenError, match="cannot make challenges"):
        propose(room, game.players[0])
    assert offer(room, game.players[1])


def test_what_was_offered_before_is_withdrawn(room: Room, game: TestGame) -> None:
    ada, bob = game.players
    mine, theirs = offer(room, ada), offer(room, bob)
    propose(room, ada)
    tell(game)

    judge(room, "offers", days=1)

    states = {row["id"]: row["state"] for row in room.rows(Offer)}
    assert (states[mine], states[theirs]) == ("withdrawn", "open")
    assert [row["state"] for row in room.rows(Challenge)] == ["withdrawn"]


def test_invitations_are_forbidden_for_some_days(room: Room, game: TestGame) -> None:
    tell(game)
    judge(room, "invitations", days=1)

    with pytest.raises(ForbiddenError, match="cannot invite by mail address"):
        propose(room, game.players[0], opponent="eve@example.net")
    assert propose(room, game.players[0]).to == "Bob"


@pytest.mark.both_databases
def test_a_closed_account_has_no_browser_no_letter_and_no_offer_and_its_games_go_on(room: Room, game: TestGame) -> None:
    ada = game.players[0]
    with room.workshop.open() as uow:
        session, token = open_session(uow, ada, "Firefox"), mint_reply_token(uow, ada, game.id, 1)
        store_command_tokens(uow, [ada])
        commands = find_command_token(uow, ada)
    offer(room, ada)
    tell(game)

    judge(room, "close")

    with room.workshop.look() as reader:
        assert find_session(reader, session.token) is None
        assert find_reply_target(reader, token) is None
        assert find_command_target(reader, commands) is None
        with pytest.raises(NotFoundError):
            player_named(reader, "Ada")
    assert [row["state"] for row in room.rows(Offer)] == ["withdrawn"]
    assert not game.view().is_over
    assert (None, "ada@example.org", "A report about you") in told(room)


def test_both_are_told_and_the_reported_one_only_if_something_follows(room: Room, game: TestGame) -> None:
    tell(game)
    tell(game, "Again.")

    judge(room, "nothing")
    assert told(room)[-1] == (game.players[1], None, "Your report")
    assert "A report about you" not in {title for _, _, title in told(room)}
    judge(room, "words", report_id=2)

    facts = [row["facts"] for row in room.rows(Outbox) if row["kind"] == "moderation"]
    about = next(one for one in facts if one["title"] == "A report about you")
    assert about["sentences"][1:] == [
        "No messages can be written for 7 days, nor anything else that others read.",
        "The reason: Be kind.",
    ]
    assert all("Bob" not in sentence and "Zoe" not in sentence for sentence in about["sentences"])


def test_every_decision_stands_in_the_journal(room: Room, game: TestGame) -> None:
    tell(game)
    tell(game, "Again.")
    judge(room, "nothing", reason="Harmless.")
    judge(room, "words", report_id=2, days=1)

    with room.workshop.look() as reader:
        lines = [(line.about_name, line.by_name, line.words, line.reason) for line in journal(reader)]
        assert open_reports(reader, zoe(room)) == ()
    assert lines == [
        ("Ada", "Zoe", "No messages can be written for 1 day, nor anything else that others read.", "Be kind."),
        ("Ada", "Zoe", "Nothing was forbidden.", "Harmless."),
    ]


def test_a_report_is_decided_once_and_by_somebody_else(room: Room, game: TestGame) -> None:
    tell(game)
    with room.workshop.open() as uow:
        grant(uow, "Ada")
        grant(uow, "Bob")
    for player in game.players:
        with room.workshop.open() as uow, pytest.raises(NotAllowedError, match="another administrator decides"):
            decide(uow, Decision(1, player, "nothing", "Hm."))
        with room.workshop.look() as reader:
            assert not open_reports(reader, player)[0].may_decide
    judge(room, "words")

    with pytest.raises(ConflictError, match="decided about this report already"):
        judge(room, "close")
    assert room.count(Sanction) == 1


@pytest.mark.parametrize(
    ("kind", "days", "reason", "field"),
    [
        ("fine", 7, "Hm.", "kind"),
        ("words", 0, "Hm.", "days"),
        ("words", 366, "Hm.", "days"),
        ("words", 7, " ", "reason"),
    ],
)
def test_a_decision_that_cannot_be_used_changes_nothing(  # noqa: PLR0917 - a row of the table
    room: Room, game: TestGame, kind: str, days: int, reason: str, field: str
) -> None:
    tell(game)

    with pytest.raises(InputError) as refused:
        judge(room, kind, days=days, reason=reason)

    assert refused.value.field == field
    assert room.count(Sanction) == 0


def test_words_can_be_hidden_only_if_there_are_any(room: Room, game: TestGame) -> None:
    tell(game, about_game=False)

    with pytest.raises(InputError, match="no words that could be hidden"):
        judge(room, "hide")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("kind", "words", "act"),
    [
        ("words", "Messages and other words can be written again.", lambda game: write(game, "Hello.", key="new")),
        ("offers", "Offers, challenges and leagues can be made again.", lambda game: offer(game.room, game.players[0])),
    ],
)
def test_what_was_forbidden_is_allowed_again_early_and_both_are_told(  # noqa: PLR0917 - a row of the table
    room: Room, game: TestGame, kind: str, words: str, act: Callable[[TestGame], object]
) -> None:
    tell(game)
    tell(game, "Again.")
    for report_id in (1, 2):
        judge(room, kind, days=2 + report_id, report_id=report_id)
    with pytest.raises(ForbiddenError):
        act(game)

    room.clock.move(DAY)
    assert lift(room, 2) == words

    act(game)
    with room.workshop.look() as reader:
        assert sanctions_in_force(reader, zoe(room)) == ()
        lines = [(line.words, line.reason, line.by_name) for line in journal(reader)]
    assert lines[0] == (words, "All is well.", "Zoe")
    assert "for 4 days" in lines[1][0]
    facts = {row["player_id"]: row["facts"] for row in room.rows(Outbox) if row["key"].startswith("moderation:lifted")}
    assert words in facts[game.players[1]]["sentences"]
    assert facts[game.players[0]]["sentences"][-1] == "The reason: All is well."


def test_what_is_forbidden_later_holds_again(room: Room, game: TestGame) -> None:
    tell(game)
    tell(game, "Again.")
    judge(room, "words")
    lift(room, 1)

    judge(room, "words", report_id=2)

    with pytest.raises(ForbiddenError):
        write(game, "Hello.", key="new")


@pytest.mark.both_databases
def test_of_two_who_lift_at_once_one_does_and_nothing_else_is_lifted(room: Room, game: TestGame) -> None:
    tell(game)
    judge(room, "words")

    def lifted(uow: UnitOfWork) -> str:
        try:
            return lift_sanction(uow, 1, zoe(room), "All is well.")
        except NotFoundError:
            return "late"

    said = in_units_of_work(room, lifted, lifted)

    assert sorted(said) == ["Messages and other words can be written again.", "late"]
    assert room.count(Sanction) == 2
    for number in (0, 2, 99, 2**63):
        with room.workshop.open() as uow, pytest.raises(NotFoundError):
            lift_sanction(uow, number, zoe(room), "Hm.")


def test_nobody_lifts_what_was_decided_about_themselves(room: Room, game: TestGame) -> None:
    tell(game)
    judge(room, "words")

    for player in game.players:
        with room.workshop.open() as uow, pytest.raises(NotAllowedError):
            lift_sanction(uow, 1, player, "Hm.")
    assert room.count(Sanction) == 1


def test_ten_reports_a_day_are_enough(game: TestGame) -> None:
    for number in range(10):
        tell(game, f"Rude {number}.")

    with pytest.raises(TooManyError, match="10 reports"):
        tell(game)


def test_nobody_reports_themselves_or_from_a_game_of_others(room: Room, game: TestGame) -> None:
    ada = game.players[0]
    cy = room.player("Cy")
    for order in (
        MakeReport(ada, ada, "Hm."),
        MakeReport(cy, ada, "Hm.", game.id),
        MakeReport(ada, cy, "Hm.", game.id),
    ):
        with room.workshop.open() as uow, pytest.raises(NotAllowedError):
            report(uow, order)
    with room.workshop.look() as reader:
        assert reader.connection.execute(select(table(Report))).all() == []
