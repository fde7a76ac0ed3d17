"""The facts that letters are composed from, read when they are about to be sent, or that nobody needs them any more."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from corr.base.notices import ABOUT_CHALLENGES, ABOUT_SEASONS, NoticeKind, category_of
from corr.base.tokens import new_token
from corr.base.uow import Reader
from corr.clocks.forecast import GameForecast, find_game_forecast
from corr.core.pace import is_late
from corr.errors import CorrError, NotFoundError
from corr.game.views import ChallengeView, GameView, TurnLine
from corr.games.courses import Course
from corr.games.seats import other
from corr.leagues.letter_contents import season_letter
from corr.leagues.pairings import coming_paces, with_place
from corr.mail.letters.letter import Letter, ReminderLine
from corr.mail.letters.since_last_turn import PastBoard
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.delayed_orders import moment_to_play
from corr.mail.queues.digests import digest_of
from corr.mail.queues.held_orders import find_held_of_player
from corr.mail.queues.outbox import ClaimedLetter, comes_with_turn
from corr.mail.queues.recipients import Recipient, previous_ids, reason_against, recipients
from corr.mail.queues.subscriptions import subscription_token
from corr.play.followed_facts import news_of
from corr.play.following import follows_behind, stop_token
from corr.play.links import awaited
from corr.play.proposals import get_proposal, told_view_of
from corr.play.turn_drafts import preview_turn
from corr.play.views import game_view, hints_of, question_of
from corr.players.sign_in_letters import LINK_VALID_FOR

_OPEN = "open"
_PROPOSING = frozenset({NoticeKind.CHALLENGE, NoticeKind.INVITATION})
_SHORT_LIVED = frozenset({NoticeKind.SIGN_IN, NoticeKind.SIGN_UP})
"""Letters with a link that expires soon."""
_FOR_ANYBODY = frozenset({NoticeKind.ANSWER, NoticeKind.HELD})
"""Letters about a game that may go to somebody who has no seat in it."""
_MOST_TURNS = 4
"""The most turns since the reader's last that a letter shows, each with a board; the game's page has all."""
_MOST_MESSAGES = 200
"""A letter that had to wait may be about a message that many have followed."""


def find_letters(reader: Reader, identity: MailIdentity, claimed: Sequence[ClaimedLetter]) -> Mapping[int, Letter]:
    """The letters for what was *claimed*, by their ids; without those that are obsolete or have no recipient."""
    to = recipients(reader, claimed)
    found = {}
    for one in claimed:
        # Whoever still waits for a link that has expired asks for another.
        if one.id not in to or (one.kind in _SHORT_LIVED and reader.now - one.created_at > LINK_VALID_FOR):
            continue
        letter = _with_delay(reader, _bare_letter(reader, identity, one, to[one.id]))
        if letter is not None:
            letter = _TELLING.get(one.kind, _of_game)(reader, letter)
        if letter is not None:
            found[one.id] = _with_tokens(reader, letter)
    found = {letter.claimed.id: letter for letter in _telling_commands(identity, found.values())}
    in_threads = [one for one, letter in found.items() if letter.game and letter.game.frozen_at is None]
    before = previous_ids(reader, in_threads)
    return found | {one: replace(found[one], previous_id=last) for one, last in before.items()}


def _bare_letter(reader: Reader, identity: MailIdentity, claimed: ClaimedLetter, to: Recipient) -> Letter:
    """The letter for what was *claimed*, without what it tells."""
    return Letter(
        claimed,
        to,
        identity.url,
        identity.letter_id(claimed.key),
        kind=claimed.kind,
        facts=claimed.facts,
        written_at=claimed.created_at,
        recipient=claimed.rendered.recipient if claimed.rendered else to.address,
        category=category_of(claimed.kind, has_account=claimed.player_id is not None),
        withheld=reason_against(reader, claimed, to),
    )


def _with_delay(reader: Reader, letter: Letter) -> Letter | None:
    """*letter* with the moment of the delayed turn that it tells of, if it still is delayed; None if it is settled."""
    held_id, player_id = letter.claimed.delayed_order_id, letter.claimed.player_id
    if held_id is None or player_id is None:
        return letter
    held = find_held_of_player(reader, player_id, held_id)
    if held is None or not held.may_confirm:
        return None
    return replace(letter, plays_at=(held.plays_at or moment_to_play(reader)) if held.is_delayed else None)


def _with_tokens(reader: Reader, letter: Letter) -> Letter:
    """*letter* with the tokens in its addresses, which count once they are stored."""
    player_id, category, reply_token, subscription = letter.claimed.player_id, letter.category, "", ""
    if player_id is not None:
        is_of_game = letter.game is not None and letter.game.you is not None
        reply_token = new_token() if letter.is_of_account or is_of_game else ""
    else:
        # Of an invitation, or of an answer to one.
        reply_token = str(letter.facts.get("reply_token", ""))
    if category:
        subscription = subscription_token(reader, player_id, letter.recipient.lower(), category)
    return replace(letter, reply_token=reply_token, unsubscribe_token=subscription)


def _telling_commands(identity: MailIdentity, letters: Iterable[Letter]) -> Iterator[Letter]:
    """*letters* with the address for commands in the first of all to a player, and in answers that tell it."""
    told = set[int]()
    for letter in letters:
        player_id, to = letter.claimed.player_id, letter.to
        is_answer = letter.kind == NoticeKind.ANSWER and bool(letter.facts.get("is_answerable"))
        # Letters about signing in and addresses tell none, since they may go to somebody else.
        is_first = not (to.has_command_address or player_id in told or letter.withheld)
        tells = (is_first and (letter.category or is_answer)) or (is_answer and letter.facts.get("tells_commands"))
        if player_id is not None and to.command_token and tells:
            told.add(player_id)
            yield replace(letter, command_address=identity.reply.address(to.command_token))
        else:
            yield letter


def _of_game(reader: Reader, letter: Letter) -> Letter | None:
    """A letter about one game, or about none."""
    kind, claimed = letter.kind, letter.claimed
    if claimed.game_id is None:
        return letter
    game = with_place(reader, _view(reader, claimed.game_id, claimed.player_id, claimed.turn_number))
    # Somebody else may have taken the seat over since the notice.
    is_of_somebody_else = game.you is None and kind not in _FOR_ANYBODY
    return None if is_of_somebody_else or _is_obsolete(reader, claimed, game) else _about_game(reader, letter, game)


def _view(reader: Reader, game_id: str, player_id: int | None, number: int | None) -> GameView:
    """A game with all messages that a letter may be about, however long it had to wait."""
    return game_view(reader, game_id, player_id, number, most_messages=_MOST_MESSAGES)


def _about_game(reader: Reader, letter: Letter, game: GameView) -> Letter:
    """*letter* with all that is to be told about *game*."""
    rules = reader.registry.get_rules(game.ruleset)
    if game.frozen_at is not None:
        # Earlier boards are replayed from the log, which may not be possible while the game is frozen.
        return replace(letter, game=game, rules=rules)
    player_id = letter.claimed.player_id
    # Of somebody who made none, all; a choice that the other made at the same time is new to the viewer too.
    turns = [turn for turn in game.turns if turn.number >= game.last_own and turn.seat != game.you]
    shown = tuple(turns[-_MOST_TURNS:])
    tried = _tried(reader, letter, game)
    is_running = not game.is_past and not game.is_over
    return replace(
        letter,
        rules=rules,
        game=tried or game,
        is_tried=tried is not None,
        forecast=_forecast(reader, game, player_id) if is_running else None,
        turns=shown,
        # Whoever made no turn yet is told of all there were.
        left_out=(len(turns) if game.last_own else sum(game.made)) - len(shown),
        boards=tuple(_boards(reader, game, player_id, shown)),
        beginnings=hints_of(reader, game),
        question=question_of(reader, game),
    )


def _forecast(reader: Reader, game: GameView, player_id: int | None) -> GameForecast | None:
    # A first turn may wait sealed, which the view does not tell.
    beginners = () if all(game.made) else None
    return find_game_forecast(reader, game.id, player_id, coming_paces, beginners=beginners)


def _tried(reader: Reader, letter: Letter, game: GameView) -> GameView | None:
    """*game* with the board after the turn that the letter asks about; None if there is none or it cannot be played."""
    turn, player_id = (letter.facts.get("question") or letter.facts).get("turn"), letter.claimed.player_id
    if not turn or player_id is None or game.is_past or not game.may_play:
        return None
    try:
        tried = preview_turn(reader, game.id, player_id, game.turn_number, text=str(turn))
    except CorrError:
        # It came from a stranger and may be illegal, or its time has run out since.
        return None
    return replace(game, scene=tried.scene, course=Course(made=tuple(step.trace for step in tried.steps)))


def _boards(reader: Reader, game: GameView, player_id: int | None, turns: Sequence[TurnLine]) -> Iterator[PastBoard]:
    """The boards after *turns*, as the player may see them, without the last, which is the game's own."""
    numbers = sorted({turn.number for turn in turns})
    for number in numbers[:-1]:
        past = game_view(reader, game.id, player_id, number + 1)
        # A secret choice changes nothing on the board that others see.
        if past.course.touched:
            yield PastBoard(number, past.scene, past.course)


def _is_obsolete(reader: Reader, claimed: ClaimedLetter, game: GameView) -> bool:
    """Whether the news of the letter has been overtaken, or another letter tells it."""
    kind = claimed.kind
    if kind in {NoticeKind.LAPSED, NoticeKind.CLAIMABLE}:
        late = (seat for seat in game.seats if seat.is_you is (kind == NoticeKind.LAPSED))
        return game.is_past or game.is_over or not any(is_late(reader.now, seat.due_at) for seat in late)
    if kind == NoticeKind.FROZEN:
        return game.frozen_at is None
    if kind in {NoticeKind.THAWED, NoticeKind.ABANDONING}:
        return game.is_over or game.is_past or game.frozen_at is not None
    if kind == NoticeKind.YOUR_TURN:
        return not game.is_your_turn
    if kind == NoticeKind.DRAW_OFFERED:
        return not game.draw_offered_to_you or comes_with_turn(reader, claimed)
    return False


def _reminder(reader: Reader, letter: Letter) -> Letter | None:
    """A reminder of all games in which the player is still due; of a single one it tells everything."""
    waiting = _waiting(reader, letter)
    if len(waiting) <= 1:
        return _about_game(reader, letter, waiting[0]) if waiting else None
    player_id = letter.claimed.player_id
    lines = (replace(_reminder_line(view), forecast=_forecast(reader, view, player_id)) for view in waiting)
    return replace(letter, reminders=_by_time_left(lines))


def _automatic_leave(reader: Reader, letter: Letter) -> Letter:
    """The games in which the player is due; never obsolete, since it cost a day."""
    return replace(letter, reminders=_by_time_left(map(_reminder_line, _waiting(reader, letter))))


def _waiting(reader: Reader, letter: Letter) -> list[GameView]:
    """The games of the notice in which the player is still due."""
    turns = ((str(game_id), int(number)) for game_id, number in letter.facts["turns"])
    views = [_view(reader, game_id, letter.claimed.player_id, number) for game_id, number in turns]
    return [view for view in views if view.is_your_turn and view.due_at and not is_late(reader.now, view.due_at)]


def _reminder_line(view: GameView) -> ReminderLine:
    assert view.you is not None
    assert view.due_at is not None
    return ReminderLine(view.id, view.title, view.seats[other(view.you)].name, view.turn_number, view.due_at)


def _by_time_left(lines: Iterable[ReminderLine]) -> tuple[ReminderLine, ...]:
    return tuple(sorted(lines, key=lambda line: line.due_at))


def _digest(reader: Reader, letter: Letter) -> Letter | None:
    """All games as they stand now; None if there is nothing left to tell."""
    assert letter.claimed.player_id is not None
    digest = digest_of(reader, letter.claimed.player_id, letter.facts)
    return replace(letter, digest=digest) if digest.is_worth_telling else None


def _about_season(reader: Reader, letter: Letter) -> Letter | None:
    """A season as it stands now; None if the news has been overtaken."""
    assert letter.claimed.player_id is not None
    season = season_letter(reader, NoticeKind(letter.kind), letter.facts, letter.claimed.player_id)
    return replace(letter, season=season) if season is not None else None


def _about_challenge(reader: Reader, letter: Letter) -> Letter | None:
    """A challenge; None if it is gone, or the letter proposes one that is answered by now."""
    challenge = _find_challenge(reader, letter.facts, letter.claimed.player_id)
    if challenge is None or (letter.kind in _PROPOSING and challenge.state != _OPEN):
        return None
    return replace(letter, challenge=challenge)


def _find_challenge(reader: Reader, facts: Mapping[str, Any], player_id: int | None) -> ChallengeView | None:
    try:
        proposal = get_proposal(reader, str(facts["challenge_id"]))
    except NotFoundError:
        return None
    return told_view_of(reader, proposal, is_yours=proposal.challenger_id == player_id)


def _sign_in(reader: Reader, letter: Letter) -> Letter:
    """A letter with a link that confirms the address, and takes the offer for which it was asked."""
    return replace(letter, facts={**letter.facts, "wanted": awaited(reader, letter.facts.get("offer_id")).words})


def _followed(reader: Reader, letter: Letter) -> Letter | None:
    """News of what the player follows; None if that has ended since."""
    player_id, fact = letter.claimed.player_id, str(letter.facts["fact"])
    assert player_id is not None
    news, behind = news_of(reader, player_id, fact), follows_behind(reader, player_id, fact)
    if news is None or not behind:
        return None
    stops = tuple((one.title, f"{letter.url}/following/stop/{stop_token(reader, one.id)}") for one in behind)
    return replace(letter, news=news, stops=stops)


_TELLING: Mapping[str, Callable[[Reader, Letter], Letter | None]] = {
    NoticeKind.REMINDER: _reminder,
    NoticeKind.AUTOMATIC_LEAVE: _automatic_leave,
    NoticeKind.DIGEST: _digest,
    **dict.fromkeys(_SHORT_LIVED, _sign_in),
    NoticeKind.FOLLOWED: _followed,
    **dict.fromkeys(ABOUT_SEASONS, _about_season),
    **dict.fromkeys(ABOUT_CHALLENGES | {NoticeKind.INVITATION}, _about_challenge),
}
"""How letters are told that are not about one game."""
