"""What a letter is made of when it is about to be sent, and when it need not be sent any more."""

from datetime import timedelta

from sqlalchemy import update

from corr.clocks.reminders import remind_next
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_facts import find_letters
from corr.mail.queues.outbox import Attempt, ClaimedLetter, RenderedLetter, keep_letters, mark_sent
from corr.play.challenges import MakeChallenge, make_challenge, withdraw_challenge
from corr.play.deadlines import enforce_next_deadline
from corr.play.endings import offer_draw, resign, withdraw_draw
from corr.play.proposed_terms import TypedTerms
from corr.play.turns import SubmitTurn, submit_turn
from corr.store.base import table
from corr.store.tables.player_accounts import MailAddress, Player
from tests.mail.office import IDENTITY
from tests.playing import Room, TestGame, a_game, another_game
from tests.posting import claim_letter

DAY = timedelta(days=1)


def test_a_turn_letter_shows_the_game_as_its_reader_may_play_it(room: Room) -> None:
    game = a_game(room, "A1")

    letter = due(room, "your-turn", game.players[1])

    assert (letter.to.address, letter.to.name, letter.to.zone) == ("bob@example.org", "Bob", "Europe/Berlin")
    assert letter.game == game.view(game.players[1])
    assert [turn.text for turn in letter.turns] == ["A1"]
    assert letter.beginnings[0] == "mark A2"


def test_only_the_turns_since_ones_own_last_are_told(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2")

    letter = due(room, "your-turn", game.players[1])

    assert [turn.text for turn in letter.turns] == ["A2"]


def test_a_turn_letter_is_obsolete_once_the_turn_was_played(room: Room) -> None:
    game = a_game(room, "A1")

    assert told(room, "your-turn", game.players[0]) == [None]


def test_a_turn_letter_is_obsolete_once_the_game_is_over(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        resign(uow, game.id, game.players[1], "web")

    assert told(room, "your-turn", game.players[0]) == [None]


def test_a_letter_that_a_game_has_begun_shows_its_beginning_however_late(room: Room) -> None:
    game = a_game(room, "A1")

    letter = due(room, "game-started", game.players[1])

    assert letter.game == game.view(game.players[1], at_turn=1)
    assert letter.beginnings == ()


def test_a_letter_about_the_end_shows_the_last_board(room: Room) -> None:
    game = a_game(room, "A1", "B1", "A2", "B2", "A3")

    letter = due(room, "game-over", game.players[1])

    assert letter.game == game.view(game.players[1])
    assert [turn.text for turn in letter.turns] == ["A3"]


def test_an_offer_that_was_withdrawn_is_not_told(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")
    standing = told(room, "draw-offered", game.players[1])
    with room.workshop.open() as uow:
        withdraw_draw(uow, game.id, game.players[0], "web")

    assert [letter is not None for letter in standing] == [True]
    assert due(room, "draw-withdrawn", game.players[1]).game is not None


def test_an_offer_that_was_withdrawn_before_its_letter_went_is_not_told(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "web")
        withdraw_draw(uow, game.id, game.players[0], "web")

    assert told(room, "draw-offered", game.players[1]) == [None]


def test_an_offer_that_came_with_a_turn_is_told_by_the_letter_about_the_turn(room: Room) -> None:
    game = a_game(room)
    ada, bob = game.players
    with room.workshop.open() as uow:
        submit_turn(uow, SubmitTurn(game.id, ada, 1, "A1", "mail", uow.now))
        offer_draw(uow, game.id, ada, "mail")

    found = {claimed.kind: letter for claimed, letter in letters(room, bob)}

    assert found["draw-offered"] is None
    about_turn = found["your-turn"]
    assert about_turn is not None
    assert about_turn.game is not None
    assert about_turn.game.draw_offered_to_you


def test_an_offer_that_came_after_a_turn_is_told_by_a_letter_of_its_own(room: Room) -> None:
    game = a_game(room, "A1")
    room.clock.move(timedelta(seconds=1))
    with room.workshop.open() as uow:
        offer_draw(uow, game.id, game.players[0], "mail")

    assert due(room, "draw-offered", game.players[1]).game is not None


def test_a_letter_follows_the_one_before_to_the_same_player_and_none_to_the_other(room: Room) -> None:
    game = a_game(room)
    sent = []
    for text in ("A1", "B1"):
        with room.workshop.open() as uow:
            while letter := claim_letter(uow, "a test"):
                made = RenderedLetter(b"A letter", f"{letter.id}@play.example", "x@example.org", "b@play.example", "")
                assert keep_letters(uow, {letter.id: made})
                mark_sent(uow, Attempt(letter.id, "x@example.org", uow.now, "250 kept"))
                sent.append((letter.player_id, letter.id))
        game.play(text)

    told = due(room, "your-turn", game.players[0])

    mine = [letter_id for player_id, letter_id in sent if player_id == game.players[0]]
    assert sent[-1][0] == game.players[1]
    assert told.previous_id == f"{mine[-1]}@play.example"


def test_a_reminder_tells_all_games_that_still_wait_by_time_left(room: Room) -> None:
    game = a_game(room)
    room.clock.move(timedelta(hours=1))
    second = another_game(room, game.players)
    third = another_game(room, game.players)
    room.clock.move(2 * DAY)
    with room.workshop.open() as uow:
        remind_next(uow)
    second.play("A1")

    letter = due(room, "reminder", game.players[0])

    assert [(line.game_id, line.opponent, line.turn_number) for line in letter.reminders] == [
        (game.id, "Bob", 1),
        (third.id, "Bob", 1),
    ]


def test_a_reminder_is_obsolete_once_the_turn_was_made(room: Room) -> None:
    game = reminded_game(room)
    game.play("A1")

    assert told(room, "reminder", game.players[0]) == [None]


def test_a_reminder_is_obsolete_once_the_deadline_has_fallen(room: Room) -> None:
    game = reminded_game(room)
    room.clock.move(2 * DAY)
    with room.workshop.open() as uow:
        enforce_next_deadline(uow)

    assert told(room, "reminder", game.players[0]) == [None]


def test_a_challenge_is_told_as_its_receiver_sees_it(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    propose(room, ada, "Bob")

    letter = due(room, "challenge", bob)

    assert letter.challenge is not None
    assert (letter.challenge.challenger, letter.challenge.may_accept) == ("Ada", True)


def test_an_invitation_goes_to_the_address_and_carries_its_token(room: Room) -> None:
    ada = room.player("Ada")
    propose(room, ada, "friend@example.net")

    letter = due(room, "invitation", None)

    assert (letter.to.address, letter.to.name, letter.to.zone) == ("friend@example.net", "", "UTC")
    assert letter.challenge is not None
    assert letter.facts["token"]


def test_an_invitation_to_the_address_of_a_player_tells_moments_in_that_players_zone(room: Room) -> None:
    ada, _ = room.player("Ada"), room.player("Bob")
    propose(room, ada, "bob@example.org")

    assert due(room, "invitation", None).to.zone == "Europe/Berlin"


def test_a_challenge_that_was_withdrawn_is_not_told_any_more(room: Room) -> None:
    ada, bob = room.player("Ada"), room.player("Bob")
    challenge_id = propose(room, ada, "Bob")
    with room.workshop.open() as uow:
        withdraw_challenge(uow, challenge_id, ada)

    told = {claimed.kind: letter for claimed, letter in letters(room, bob)}

    assert told["challenge"] is None
    assert told["challenge-withdrawn"] is not None


def test_a_closed_account_gets_no_letters(room: Room) -> None:
    game = a_game(room)
    rows = table(Player)
    with room.workshop.open() as uow:
        uow.connection.execute(update(rows).values(closed_at=uow.now))

    assert told(room, "your-turn", game.players[0]) == [None]


def test_a_player_without_an_address_gets_no_letters(room: Room) -> None:
    game = a_game(room)
    with room.workshop.open() as uow:
        uow.connection.execute(table(MailAddress).delete())

    assert told(room, "your-turn", game.players[0]) == [None]


def letters(room: Room, player_id: int | None) -> list[tuple[ClaimedLetter, Letter | None]]:
    """Every letter that waits for a player, and what it is composed from."""
    found: list[tuple[ClaimedLetter, Letter | None]] = []
    while True:
        with room.workshop.open() as uow:
            claimed = claim_letter(uow, "a test")
        if claimed is None:
            return found
        with room.workshop.look() as reader:
            if claimed.player_id == player_id:
                found.append((claimed, find_letters(reader, IDENTITY, [claimed]).get(claimed.id)))
        with room.workshop.open() as uow:
            mark_sent(uow, Attempt(claimed.id, "a@example.org", uow.now))


def told(room: Room, kind: str, player_id: int | None) -> list[Letter | None]:
    return [letter for claimed, letter in letters(room, player_id) if claimed.kind == kind]


def due(room: Room, kind: str, player_id: int | None) -> Letter:
    (letter,) = (letter for letter in told(room, kind, player_id) if letter is not None)
    return letter


def reminded_game(room: Room) -> TestGame:
    game = a_game(room)
    room.clock.move(2 * DAY)
    with room.workshop.open() as uow:
        remind_next(uow)
    return game


def propose(room: Room, challenger: int, opponent: str) -> str:
    order = MakeChallenge(challenger, opponent, TypedTerms("tiny", {}, "3d/turn", "either"))
    with room.workshop.open() as uow:
        return make_challenge(uow, order).id
