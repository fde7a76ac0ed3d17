"""The facts that a letter is composed from, read when it is about to be sent, or that nobody needs it any more."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select

from corr.base.notices import ABOUT_CHALLENGES, ABOUT_SEASONS, NoticeKind
from corr.base.uow import Reader
from corr.clocks.forecast import GameForecast, find_game_forecast
from corr.core.pace import is_late
from corr.errors import CorrError, NotFoundError
from corr.game.game_row import PLAYER
from corr.game.views import ChallengeView, DigestView, GameView, TurnLine
from corr.games.scene import Scene
from corr.games.seats import Seat, other
from corr.leagues.league_games import coming_paces, with_place
from corr.leagues.letter_contents import SeasonLetter, season_letter
from corr.mail.queues.digests import digest_of
from corr.mail.queues.outbox import ClaimedLetter
from corr.play.proposals import get_proposal, view_of
from corr.play.turn_drafts import preview_turn
from corr.play.views import game_view, hints_of, question_of
from corr.players.mail_preferences import PREFERENCE
from corr.players.sign_in_letters import LINK_VALID_FOR
from corr.store.base import table
from corr.store.tables.games import ChallengeState
from corr.store.tables.mails import Outbox, TurnMail
from corr.store.tables.player_accounts import MailAddress

_ADDRESS = table(MailAddress)
_LETTER = table(Outbox)
_PROPOSING = frozenset({NoticeKind.CHALLENGE, NoticeKind.INVITATION})
_SHORT_LIVED = frozenset({NoticeKind.SIGN_IN, NoticeKind.SIGN_UP})
"""Letters with a link that expires soon; who still waits for one asks for another."""
_FOR_ANYBODY = frozenset({NoticeKind.ANSWER, NoticeKind.HELD})
"""Letters about a game that may go to somebody who has no seat in it."""
_MOST_TURNS = 4
"""The most turns since the reader's last that a letter shows, each with a board; the game's page has all."""


@dataclass(frozen=True, slots=True)
class ReminderLine:
    """One game of a reminder."""

    game_id: str
    title: str
    opponent: str
    turn_number: int
    due_at: datetime
    forecast: GameForecast | None = None
    """What will happen by the clock; None if the letter says it once for all games."""


@dataclass(frozen=True, slots=True)
class PastBoard:
    """The board as it stood after an earlier turn."""

    turn_number: int
    scene: Scene
    last: frozenset[str]
    """The squares that the turn touched."""


@dataclass(frozen=True, slots=True)
class LetterContext:
    """The facts that a letter is composed from."""

    recipient: str
    """The address that it goes to."""
    name: str
    """The player's name; empty for a person without an account."""
    zone: str
    """The IANA name of the zone in which the letter shows moments."""
    kind: str
    """The kind of notice, which is the name of its templates."""
    facts: Mapping[str, Any] = field(repr=False)
    turn_mail: str = "each"
    """The player's preference for letters about turns: "each", "digest", "one" or "none"."""
    has_account: bool = True
    """Whether it goes to a player, and not to an address alone."""
    game: GameView | None = None
    """The game as it stood when `turn_number` was due, as the recipient may see it."""
    is_tried: bool = False
    """Whether its board is the one after the turn that the letter asks about."""
    turn_number: int | None = None
    forecast: GameForecast | None = None
    """What will happen by the clock; None if the game is over, or has gone on since."""
    since_last: tuple[TurnLine, ...] = ()
    """The last few of the turns since the recipient's own last one, oldest first."""
    left_out: int = 0
    """The number of turns since then that are not among them."""
    boards: tuple[PastBoard, ...] = ()
    """The boards after those turns, oldest first, without the last, which is the game's own."""
    previous_id: str = ""
    """The Message-ID of the letter before about the same game to the same player; empty if there is none."""
    hints: tuple[str, ...] = ()
    """The legal beginnings of a turn, if the recipient is due."""
    reminders: tuple[ReminderLine, ...] = ()
    """The games that a reminder of several is about, by time left."""
    challenge: ChallengeView | None = None
    question: str = ""
    """The question to the recipient where both choose at the same time: "Choose a piece."."""
    digest: DigestView | None = None
    """The content of a digest."""
    season: SeasonLetter | None = None
    """The facts about a season, for a letter about a league."""


@dataclass(frozen=True, slots=True)
class _Recipient:
    """The recipient of a letter."""

    address: str
    name: str
    zone: str
    turn_mail: TurnMail = TurnMail.EACH


def letter_context(reader: Reader, letter: ClaimedLetter) -> LetterContext | None:
    """The facts for *letter*; None if it is obsolete or has no recipient."""
    kind = NoticeKind(letter.kind)
    recipient = _recipient(reader, letter)
    if recipient is None or (kind in _SHORT_LIVED and reader.now - letter.created_at > LINK_VALID_FOR):
        return None
    about_several = {
        NoticeKind.REMINDER: _reminder,
        NoticeKind.AUTOMATIC_LEAVE: _automatic_leave,
        NoticeKind.DIGEST: _digest,
        **dict.fromkeys(ABOUT_SEASONS, _about_season),
    }.get(kind)
    if about_several is not None:
        return about_several(reader, letter, recipient)
    if kind in ABOUT_CHALLENGES or kind is NoticeKind.INVITATION:
        return _about_challenge(reader, letter, recipient)
    game = _game(reader, letter)
    if game is not None and (_is_of_somebody_else(kind, game) or _is_obsolete(reader, kind, game)):
        return None
    return _about_game(reader, letter, recipient, game)


def _since_last(game: GameView) -> tuple[TurnLine, ...]:
    """The turns since the viewer's own last one, oldest first; all of them for somebody who made none."""
    # A choice that the other made at the same time is new to the viewer too.
    return tuple(turn for turn in game.turns if turn.number >= game.last_own and turn.seat != game.you)


def _recipient(reader: Reader, letter: ClaimedLetter) -> _Recipient | None:
    """The recipient of the letter; None if the account is closed or has no address."""
    joined = PLAYER.join(_ADDRESS, _ADDRESS.c.player_id == PLAYER.c.id)
    wishing = joined.outerjoin(PREFERENCE, PREFERENCE.c.player_id == PLAYER.c.id)
    columns = select(_ADDRESS.c.address, PLAYER.c.name, PLAYER.c.zone, PREFERENCE.c.turns).select_from(wishing)
    if letter.player_id is None:
        # A letter to an address alone; if that has an account by now, moments are shown in its zone.
        known = columns.where(_ADDRESS.c.address_key == (letter.address or "").lower(), PLAYER.c.closed_at.is_(None))
        row = reader.connection.execute(known).first()
        zone, name = (row.zone, row.name) if row is not None else ("UTC", "")
        return _Recipient(letter.address, name, zone) if letter.address else None
    of_player = columns.where(PLAYER.c.id == letter.player_id, PLAYER.c.closed_at.is_(None))
    row = reader.connection.execute(of_player.order_by(_ADDRESS.c.is_main.desc(), _ADDRESS.c.id)).first()
    if row is None:
        return None
    # A player who never chose has no row of preferences.
    return _Recipient(letter.address or row.address, row.name, row.zone, TurnMail(row.turns or TurnMail.EACH))


def _game(reader: Reader, letter: ClaimedLetter) -> GameView | None:
    if letter.game_id is None:
        return None
    return with_place(reader, game_view(reader, letter.game_id, letter.player_id, letter.turn_number))


def _about_game(reader: Reader, letter: ClaimedLetter, recipient: _Recipient, game: GameView | None) -> LetterContext:
    """A letter that shows *game*, or none at all."""
    if game is None:
        return _bare(letter, recipient)
    if game.frozen_at is not None:
        # Earlier boards are replayed from the log, which may not be possible while the game is frozen.
        return replace(_bare(letter, recipient), game=game, turn_number=game.turn_number)
    turns = _since_last(game)
    shown = turns[-_MOST_TURNS:]
    tried = _tried(reader, letter, game)
    return replace(
        _bare(letter, recipient),
        game=tried or game,
        is_tried=tried is not None,
        turn_number=game.turn_number,
        forecast=None
        if game.is_past or game.is_over
        else find_game_forecast(reader, game.id, letter.player_id, coming_paces),
        since_last=shown,
        left_out=len(turns) - len(shown),
        boards=tuple(_boards(reader, game, letter.player_id, shown)),
        previous_id=_previous_id(reader, letter, game),
        hints=hints_of(reader, game),
        question=question_of(reader, game),
    )


def _tried(reader: Reader, letter: ClaimedLetter, game: GameView) -> GameView | None:
    """*game* with the board after the turn that the letter asks about; None if there is none or it cannot be played."""
    turn = (letter.facts.get("question") or letter.facts).get("turn")
    if not turn or letter.player_id is None or game.is_past or not game.may_play:
        return None
    try:
        tried = preview_turn(reader, game.id, letter.player_id, game.turn_number, text=str(turn))
    except CorrError:
        # It came from a stranger and may be illegal, or its time has run out since.
        return None
    return replace(game, scene=tried.scene, last=frozenset())


def _boards(reader: Reader, game: GameView, player_id: int | None, turns: Sequence[TurnLine]) -> Iterator[PastBoard]:
    """The boards after *turns*, as the player may see them, without the last, which is the game's own."""
    numbers = sorted({turn.number for turn in turns})
    for number in numbers[:-1]:
        past = game_view(reader, game.id, player_id, number + 1)
        # A secret choice changes nothing on the board that others see.
        if past.last:
            yield PastBoard(number, past.scene, past.last)


def _previous_id(reader: Reader, letter: ClaimedLetter, game: GameView) -> str:
    """The Message-ID of the last letter before *letter* to the same player about the same game."""
    earlier = select(_LETTER.c.message_id).where(
        _LETTER.c.game_id == game.id,
        _LETTER.c.player_id == letter.player_id,
        _LETTER.c.message_id.is_not(None),
        _LETTER.c.id < letter.id,
    )
    found = reader.connection.execute(earlier.order_by(_LETTER.c.id.desc()).limit(1)).scalar()
    return str(found or "")


def _bare(letter: ClaimedLetter, recipient: _Recipient) -> LetterContext:
    """A letter that shows neither a game nor a challenge."""
    return LetterContext(
        recipient=recipient.address,
        name=recipient.name,
        zone=recipient.zone,
        turn_mail=recipient.turn_mail.value,
        kind=letter.kind,
        facts=letter.facts,
        has_account=letter.player_id is not None,
    )


def _is_of_somebody_else(kind: NoticeKind, game: GameView) -> bool:
    """Whether somebody else has taken the seat over since the notice."""
    return game.you is None and kind not in _FOR_ANYBODY


def _is_obsolete(reader: Reader, kind: NoticeKind, game: GameView) -> bool:
    """Whether the news of the letter has been overtaken."""
    if kind in {NoticeKind.LAPSED, NoticeKind.CLAIMABLE}:
        late = (seat for seat in game.seats if seat.is_you is (kind is NoticeKind.LAPSED))
        return game.is_past or game.is_over or not any(is_late(reader.now, seat.due_at) for seat in late)
    if kind is NoticeKind.FROZEN:
        return game.frozen_at is None
    if kind in {NoticeKind.THAWED, NoticeKind.ABANDONING}:
        return game.is_over or game.is_past or game.frozen_at is not None
    if kind is NoticeKind.YOUR_TURN:
        return not game.is_your_turn
    if kind is NoticeKind.DRAW_OFFERED:
        return not game.draw_offered_to_you
    return False


def _reminder(reader: Reader, letter: ClaimedLetter, recipient: _Recipient) -> LetterContext | None:
    """A reminder of all games in which the player is still due; of a single one it tells everything."""
    turns = ((str(game_id), int(number)) for game_id, number in letter.facts["turns"])
    views = [game_view(reader, game_id, letter.player_id, number) for game_id, number in turns]
    waiting = [view for view in views if _is_waiting(reader, view)]
    if len(waiting) <= 1:
        return _about_game(reader, letter, recipient, waiting[0]) if waiting else None
    lines = sorted(
        (
            replace(_reminder_line(view), forecast=find_game_forecast(reader, view.id, letter.player_id, coming_paces))
            for view in waiting
        ),
        key=lambda line: line.due_at,
    )
    return replace(_bare(letter, recipient), reminders=tuple(lines))


def _automatic_leave(reader: Reader, letter: ClaimedLetter, recipient: _Recipient) -> LetterContext:
    """The day of automatic leave, and the games in which the player is due; never obsolete, since it cost a day."""
    turns = ((str(game_id), int(number)) for game_id, number in letter.facts["turns"])
    views = [game_view(reader, game_id, letter.player_id, number) for game_id, number in turns]
    lines = sorted((_reminder_line(view) for view in views if _is_waiting(reader, view)), key=lambda line: line.due_at)
    until = datetime.fromisoformat(str(letter.facts["until"]))
    bare = _bare(letter, recipient)
    return replace(bare, reminders=tuple(lines), facts={**letter.facts, "until": until})


def _is_waiting(reader: Reader, view: GameView) -> bool:
    return view.is_your_turn and view.due_at is not None and view.due_at > reader.now


def _reminder_line(view: GameView) -> ReminderLine:
    assert view.you is not None
    assert view.due_at is not None
    opponent: Seat = other(view.you)
    return ReminderLine(view.id, view.title, view.seats[opponent].name, view.turn_number, view.due_at)


def _digest(reader: Reader, letter: ClaimedLetter, recipient: _Recipient) -> LetterContext | None:
    """A digest of all games as they stand now; None if there is nothing left to tell."""
    assert letter.player_id is not None
    digest = digest_of(reader, letter.player_id, letter.facts)
    return replace(_bare(letter, recipient), digest=digest) if digest.is_worth_telling else None


def _about_season(reader: Reader, letter: ClaimedLetter, recipient: _Recipient) -> LetterContext | None:
    """A letter about a season as it stands now; None if its news has been overtaken."""
    assert letter.player_id is not None
    season = season_letter(reader, NoticeKind(letter.kind), letter.facts, letter.player_id)
    return replace(_bare(letter, recipient), season=season) if season is not None else None


def _about_challenge(reader: Reader, letter: ClaimedLetter, recipient: _Recipient) -> LetterContext | None:
    """A letter about a challenge; None if the challenge is gone, or it proposes one that is answered by now."""
    challenge = _challenge(reader, letter.facts, letter.player_id)
    is_proposal = NoticeKind(letter.kind) in _PROPOSING
    if challenge is None or (is_proposal and challenge.state != ChallengeState.OPEN.value):
        return None
    return replace(_bare(letter, recipient), challenge=challenge)


def _challenge(reader: Reader, facts: Mapping[str, Any], player_id: int | None) -> ChallengeView | None:
    try:
        proposal = get_proposal(reader, str(facts["challenge_id"]))
    except NotFoundError:
        return None
    return view_of(reader, proposal, is_yours=proposal.challenger_id == player_id)
