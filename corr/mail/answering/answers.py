"""The answers to mails, in words that their writers understand."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field, replace

from corr.clocks.leave import HOW_TO_WRITE
from corr.errors import CorrError, TurnError
from corr.game.refusals import LateError, NotYourTurnError, StaleTurnError
from corr.game.views import TurnReceipt
from corr.game.words import meant_words
from corr.games.notation import shown
from corr.leagues.letter_contents import TableLine
from corr.mail.queues.inbox_limits import MOST_ANSWERS
from corr.mail.reading.mail_facts import LeftOut, Reading
from corr.mail.reading.words.free_requests import (
    LEAGUES_BY_MAIL,
    OFFERS_BY_MAIL,
    is_about_leagues,
    is_about_leave,
    is_about_letters,
    is_about_new_games,
    is_block_of_nobody,
)
from corr.mail.reading.words.orders import Orders
from corr.play.messages import AFTERWARDS

_LINES = 20
_LINE = 200
_FEW_LINES = 3
_UNCHANGED = "Nothing has been changed."
_TOO_OLD = "That letter was too old to be answered."
_NOT_PLAYED = "Your turn was not played."
_OVER = "The game is over."
SAY_AFTERWARDS = (
    "What you wrote was not passed on. To write to the other player, begin a line with “say:”: that works after the "
    "game too."
)
TOO_LATE_TO_WRITE = f"What you wrote was not passed on, since the game ended more than {AFTERWARDS.days} days ago."
_FIRST_LINES = 20
_SUBJECT = "The subject of a mail is not read."
_WRITE_COMMAND = "Please write your command into the mail itself, alone on a line."
_WRITE_ABOVE = "Please write your turn into the mail itself: at the top, above the quoted letter."
_HOW_TO_WRITE_AGAIN = {"too-long": "Please send it again, without the long text below your words."}
_FEWER_LETTERS = (
    "To get no more letters like the one that you answered, write “unsubscribe”, alone on a line, or “unsubscribe all” "
    "for all that can be ended. The page below has more choices."
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A link to a page in an answer."""

    text: str
    path: str
    """Below the address of the front page."""


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """A question whether a held order is meant, to be answered with yes or no."""

    held_id: int
    """Of the held order."""
    path: str = field(repr=False)
    """The path of the page where it can be answered too; it may hold a token."""
    asked: tuple[str, ...] = field(repr=False)
    """The things that would be done, one a line."""
    words: tuple[str, ...] = field(default=(), repr=False)
    """The words that would be passed on to the other player."""
    turn: str = field(default="", repr=False)
    """The turn that would be played; empty if none would be."""
    is_of_game: bool = True
    resigns: bool = False
    """Whether a game would be resigned."""
    is_repeated: bool = False
    """Whether it was asked in an earlier letter too."""
    is_about_rest: bool = False
    """Whether it is about the rest of a mail of which a part was done, so that the line above it leads into it."""
    is_delayed: bool = False
    """Whether a yes is not needed: it is carried out by itself as long as the order is delayed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The content of one answer, before it becomes a letter."""

    title: str
    lines: tuple[str, ...] = ()
    """Paragraphs."""
    turns: tuple[str, ...] = ()
    """The turns that it is about."""
    done: tuple[str, ...] = ()
    """What became of each of several commands: "resign: the game is over"."""
    yours: tuple[str, ...] = ()
    """Lines of the writer, repeated."""
    passed: tuple[str, ...] = ()
    """Lines of the writer that were passed on to the other player."""
    not_passed_on: tuple[str, ...] = ()
    """Lines of the writer that were not, and are repeated so that they can be sent again."""
    instead: str = ""
    """What could be played instead, in notation."""
    pages: tuple[Pointer, ...] = ()
    table: tuple[TableLine, ...] = ()
    """The standings of a division, line by line."""
    has_commands: bool = False
    """Whether it lists all commands that are about no game."""
    question: AnswerQuestion | None = None
    """The question that it asks, if any."""
    has_board: bool = True
    has_hints: bool = True
    """Whether it says how to go on."""
    stands: bool = False
    """Whether it is still true after the end of the game."""
    tells_commands: bool = False
    """Whether it tells the player's address for commands."""
    is_of_player: bool = False
    """Whether it is about the player, and not about the game."""
    counts: bool = True
    """Whether it counts among the answers of an hour; any other goes out at once, however many there were."""
    begun: str = ""
    """The id of the game that has begun by it, to which what replies to it belongs; empty if none has."""
    reply_token: str = field(default="", repr=False)
    """What answers the same letter, where the answer goes to somebody without an account who is asked for another."""

    @property
    def sentence(self) -> str:
        """The answer in one or two sentences."""
        return " ".join([self.title, *self.lines[:1]])

    def facts(self, in_reply_to: str) -> dict[str, object]:
        """The facts for the notice of an answer to the mail with this Message-ID."""
        found = asdict(self)
        del found["stands"], found["is_of_player"], found["counts"], found["begun"]
        for name in ("question", "reply_token", "not_passed_on", "table", "has_commands", "tells_commands"):
            if not found[name]:
                del found[name]
        if self.not_passed_on == self.yours:
            # They are repeated once.
            found.pop("not_passed_on", None)
        # Lists, since JSON has no tuples.
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}
        return {**listed, "in_reply_to": in_reply_to}


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """The outcome of a mail."""

    code: str
    answer: Answer | None = None
    """None if nobody is answered."""
    commands: tuple[tuple[str, str], ...] = ()
    """The things asked for, in order: each as it was typed, and its result in one sentence."""
    is_for_people: bool = False
    """Whether an administrator has to look at it."""
    player_id: int | None = None
    """The player whose mail it turned out to be, if it answered no letter to a player."""


def without_board(title: str, *lines: str, pages: tuple[Pointer, ...] = (), stands: bool = False) -> Answer:
    """An answer that shows no board and gives no hints how to go on."""
    return Answer(title, lines, pages=pages, has_board=False, has_hints=False, stands=stands)


def played(turn: TurnReceipt) -> Answer:
    """The answer to a turn that was played now or before."""
    remark = f"{turn.remark[:1].upper()}{turn.remark[1:]}." if turn.remark else ""
    stands = f"You have changed it since; this is what counts: {turn.stands}." if turn.stands else ""
    lines = tuple(filter(None, (stands, remark, turn.outcome_words, turn.draw_words)))
    # A robot that repeats a turn is answered as it is elsewhere.
    return Answer(_played(turn), lines, turns=(turn.text,), has_hints=False, stands=True, counts=turn.repeated)


def _played(turn: TurnReceipt) -> str:
    if turn.repeated:
        return "That choice had been made already." if turn.is_sealed else "That turn had been played already."
    if turn.is_sealed:
        return "Your choice is changed." if turn.is_changed else "Your choice is kept."
    return f"Your turn {turn.turn_number} was played."


def acted(sentence: str) -> Answer:
    """The answer to an act that is no turn."""
    return Answer(sentence, has_hints=False, stands=True)


def refused(error: CorrError, orders: Orders, answered_turn: int) -> Answer:
    """
    The answer to an order that was refused.

    :param answered_turn: the number of the turn that the answered letter was about.
    """
    yours = quoted(orders.turn)
    title = _NOT_PLAYED if yours else _UNCHANGED
    if isinstance(error, TurnError):
        lines = (error.sentence, "The board is as it was. Reply to this letter with another turn.")
        return Answer(_NOT_PLAYED, lines, yours=yours, instead=_instead(error))
    if isinstance(error, NotYourTurnError):
        return Answer("It is not your turn yet.", (), yours=yours, has_hints=False)
    if isinstance(error, LateError):
        return Answer(title, (error.sentence,), yours=yours, has_hints=False)
    if isinstance(error, StaleTurnError):
        which = f"You answered the letter about turn {answered_turn}; by now the game is at turn {error.turn_number}."
        return Answer(title, (error.sentence, which), yours=yours)
    return Answer(title, (error.sentence,), yours=yours)


def unclear(orders: Orders) -> Answer:
    """The answer to a mail that can be read in more than one way."""
    how = "Please write out the one that you mean, and nothing else."
    lines = (f"Your mail can be read in more than one way, so nothing was played. {how}",)
    return Answer("Which one do you mean?", lines, turns=orders.rivals[:10])


def empty(left_out: Collection[LeftOut], *, has_order_in_subject: bool) -> Answer:
    """The answer to a mail without new words."""
    title = "Your mail was empty."
    line = "There was nothing new above the quoted letter, so nothing was played."
    if LeftOut.ATTACHMENTS in left_out:
        title = "Attachments are not read."
        line = "Apart from attachments and quoted text there was nothing in your mail, so nothing was played."
    elif LeftOut.END in left_out:
        line = f"{line} Your mail is so long that we read only the beginning."
    how = f"{_SUBJECT} {_WRITE_ABOVE}" if has_order_in_subject else _WRITE_ABOVE
    return Answer(title, (line, how))


def nothing_found(own_words: str, left_out: Collection[LeftOut], opponent: str) -> Answer:
    """The answer to a mail with words, but without a turn or a command, for a game with that *opponent*."""
    line = "We found no turn and no command in it, so nothing was played, and nothing was passed on to anybody."
    say = "To write to the other player, begin a line with “say:”."
    attached = (f"Attachments are not read. {_WRITE_ABOVE}",) if LeftOut.ATTACHMENTS in left_out else ()
    away = (f"To take leave: {HOW_TO_WRITE}",) if is_about_leave(own_words) else ()
    leagues = (LEAGUES_BY_MAIL,) if is_about_leagues(own_words) else ()
    games = (OFFERS_BY_MAIL,) if is_about_new_games(own_words) else ()
    block = (
        (f"To block {opponent}, write “block {opponent}”, alone on a line.",) if is_block_of_nobody(own_words) else ()
    )
    attached = (*_did_you_mean(own_words), *block, *attached)
    words = quoted(own_words)
    lines = (line, *attached, *away, *leagues, *games, say)
    answer = Answer("No turn was found in your mail.", lines, yours=words, not_passed_on=words)
    return with_way_out(answer, own_words)


def with_way_out(answer: Answer, own_words: str) -> Answer:
    """*answer* with the page on which letters are chosen, if that is what *own_words* ask for."""
    if not is_about_letters(own_words):
        return answer
    page = Pointer("Email settings", "/account/mail")
    return replace(answer, lines=(*answer.lines, _FEWER_LETTERS), pages=(*answer.pages, page))


def _did_you_mean(own_words: str) -> tuple[str, ...]:
    """A line that names the command for what one of the first lines asks in other words; empty if none does."""
    lines = own_words.splitlines()[:_FIRST_LINES]
    found = next((meant for line in lines if (meant := meant_words(line))), ())
    words = " or ".join(f"“{one}”" for one in found)
    return (f"Did you mean {words}? Write it alone on a line.",) if found else ()


def unreadable(reading: Reading) -> Answer:
    """The answer to a mail that cannot be read."""
    how = _HOW_TO_WRITE_AGAIN.get(reading.fault_code, "Please send it again as plain text.")
    return Answer("Your mail could not be read.", (reading.fault, how))


def too_much() -> Answer:
    """The answer to a mail at which the program that reads mails ran into its limits."""
    lines = (
        "It was too complicated to read, so nothing was done. Somebody who looks after the service will look at it.",
        "If you wrote it: please send your turn again as plain text, without pictures and attachments.",
    )
    return Answer("A mail for you could not be read.", lines)


def too_old() -> Answer:
    """The answer to a mail to an expired reply address."""
    line = "Nothing was played. This is the board as it stands now; you can answer this letter instead."
    return Answer(_TOO_OLD, (line,))


def stranger(written_by: str) -> Answer:
    """The letter to a player after a mail to the player's reply address came from elsewhere and asked for nothing."""
    lines = (
        f"It was sent by {written_by}, which is not an address of your account, so we did not treat it as yours.",
        "If it was you: answer this letter from your own address. If it was not, you can ignore this letter.",
    )
    title = "A mail for one of your games came from another address."
    return without_board(title, *lines, stands=True)


def forged(written_by: str) -> Answer:
    """The letter to a player after a forged mail in the player's name that asked for nothing."""
    lines = (
        f"It says that it is from {written_by}, but the mail server could not confirm that, so nothing in it was done.",
        "If it was you: use the page of the game instead. If it was not, you can ignore this letter.",
    )
    title = "A mail for one of your games may not be from you."
    return without_board(title, *lines, stands=True)


def not_heard() -> Answer:
    """The answer to a yes or no that is no reply to the letter that asks."""
    line = (
        "A yes or a no counts only as a reply to the letter that asks. Please reply to that letter, or use the link in "
        "it. Nothing was done."
    )
    return without_board("That did not answer a question.", line)


def wrong_address(desk: str) -> Answer:
    """The answer to a mail to the address in From of our letters, *desk*."""
    lines = (
        f"You wrote to {desk}, where our letters come from. Mails to it answer none of them, so nothing was done.",
        "To make a turn, open the last letter of that game and reply to it: each game has a reply address of its own.",
        "To accept a challenge, reply to the letter that brought it.",
        "Your games, and challenges to you, are also here:",
    )
    return without_board("Your mail was not for a game.", *lines)


def way_in(by_mail: str) -> Answer:
    """
    The answer to the first mail of somebody without an account.

    :param by_mail: the path of the page about playing by mail.
    """
    how = (
        "To join, sign up on the page below with the address that you wrote from. Then you can take an open offer or "
        "challenge someone, and when it is your turn, an email shows you the board: reply to it with your turn."
    )
    lines = (
        "You wrote to Corr. Here two people play a board game over days or weeks, on a web page or by email.",
        how,
        "Nothing has been set up for you. If it was not you who wrote to us, you can ignore this email.",
    )
    pages = (Pointer("Sign up", "/sign-up"), Pointer("How to play by email", by_mail))
    return without_board("How to play here.", *lines, pages=pages)


def no_account() -> Answer:
    """The answer to the owner of a closed account; it does not say whether there was one."""
    line = "It does not belong to an account that can play here, so we did not read it, and nothing was changed."
    return without_board("Your mail could not be used.", line)


def round_trip() -> Answer:
    """The answer to a reply to a test letter."""
    line = "Our letter reached you, and your answer reached us, so you can play by mail."
    return without_board("The round trip is complete.", line)


def not_to_a_digest(games: Sequence[Pointer]) -> Answer:
    """The answer to a reply to a digest."""
    lines = (
        "That letter is about all your games at once, so we cannot tell which one your answer is for.",
        "Nothing was played, and nothing was passed on to anybody.",
        "To make a turn, open that game’s page, or reply to the last letter of that game.",
    )
    return Answer("A digest cannot be answered with a turn.", lines, pages=tuple(games), has_board=False)


def not_to_an_answer() -> Answer:
    """The answer to a reply, with nothing that can be done, to an answer without a game."""
    lines = (
        "The letter that you answered is about no game. Nothing was changed, and nothing was passed on.",
        "To make a turn, reply to the last letter of that game, or open its page.",
        LEAGUES_BY_MAIL,
    )
    return without_board("We could not do anything with your mail.", *lines)


def too_old_for_leave() -> Answer:
    """The answer to leave asked for in reply to an expired letter."""
    line = "No leave was taken or ended. You can do that on the page “Leave”, or by replying to a later email."
    page = Pointer("Leave", "/account/clock")
    return without_board(_TOO_OLD, line, pages=(page,))


def not_to_a_league(season: Pointer, league_id: str, *, may_join: bool, is_in: bool) -> Answer:
    """The answer to a reply to a letter about a league in which nothing can be done."""
    nothing = "Nothing in it could be done: a turn is made by answering the letter of its game, and words reach nobody."
    join = f"“join {league_id}”, alone on a line, enters the season that takes players; “leave {league_id}” leaves it."
    leave = f"“leave {league_id}”, alone on a line, leaves the season."
    lines = (nothing, join) if may_join else (nothing, leave) if is_in else (nothing,)
    return Answer("Your mail asked for nothing about the league.", lines, pages=(season,), has_board=False)


def still_in(season: Pointer, league_id: str) -> Answer:
    """The answer to "no" or "leave" from somebody who is in the season of the answered letter."""
    line = f"Nothing was changed. “leave {league_id}”, alone on a line in an answer to this letter, leaves it."
    return without_board(f"You are in {season.text}.", line, pages=(season,))


def no_thanks(season: Pointer, league_id: str, *, may_join: bool) -> Answer:
    """The answer to a no to the question whether somebody plays in a season."""
    how = f"“join {league_id}”, alone on a line in an answer to any letter of ours"
    mind = f"Should you change your mind until the sign-up ends: you can join on its page, or with {how}."
    lines = ("You need not do anything else.", *((mind,) if may_join else ()))
    return without_board(f"You do not play in {season.text}.", *lines, pages=(season,))


def too_old_for_leagues() -> Answer:
    """The answer to joining or leaving a league in reply to an expired letter."""
    line = "Nothing was changed. You can join and leave on the pages of the leagues, or by answering a later letter."
    page = Pointer("Leagues", "/leagues")
    return without_board(_TOO_OLD, line, pages=(page,))


def no_command(*, has_order_in_subject: bool) -> Answer:
    """The answer to a mail to a player's address for commands without one."""
    turns = "A turn is made by replying to the last letter of that game."
    subject = (f"{_SUBJECT} {_WRITE_COMMAND}",) if has_order_in_subject else ()
    return replace(without_board("No command was found in your mail.", *subject, turns), has_commands=True)


def about_a_game(typed: str, games: Sequence[Pointer]) -> Answer:
    """The answer to *typed*, a command of a game, at a player's address for commands, with the player's *games*."""
    how = "To say which one, write it again in a reply to the last letter of that game, or open the game’s page."
    lines = (_UNCHANGED, how if games else "You have no running game.")
    return without_board(f"“{shown(typed)}” is about one of your games.", *lines, pages=tuple(games))


def not_to_a_challenge(challenge_id: str) -> Answer:
    """The answer to a reply to the letter of a challenge in which nothing can be done."""
    line = (
        "Write “accept”, or “decline”, alone on a line. You can say why you decline: “decline pace”, “decline games” "
        "for enough games, or “decline now” for not just now."
    )
    page = Pointer("The challenge", f"/challenges/{challenge_id}")
    return without_board("Do you accept the challenge?", line, pages=(page,))


def too_old_to_play() -> Answer:
    """The answer to a command about new games in reply to an expired letter."""
    line = "Nothing was changed. Your address for commands, at the end of this letter, takes them at any time."
    return replace(without_board(_TOO_OLD, line), tells_commands=True)


def not_to_a_test() -> Answer:
    """The answer to a reply to an expired test letter."""
    line = "You can send yourself a new one on the page about your letters."
    return without_board("That test letter is too old.", line)


def the_last(answer: Answer) -> Answer:
    """*answer* with a note that it is the last one that goes out at once within this hour."""
    said = (
        f"This is answer number {MOST_ANSWERS} within an hour. Your mails are still read and carried out; except to "
        "turns that are played, further answers come together, in one letter after that hour."
    )
    return replace(answer, lines=(*answer.lines, said))


def gathered() -> Answer:
    """The head of the letter with all answers beyond those of an hour."""
    line = (
        f"You had had {MOST_ANSWERS} answers within an hour, so these come together. This email cannot be answered: "
        "to go on, reply to the last one about a game, or use its page."
    )
    return without_board("More answers to your mails.", line)


def after_the_end(answer: Answer, outcome_words: str, how_to_write: str) -> Answer:
    """
    *answer* for a game that is over: with how it ended, and without hints how to go on.

    :param how_to_write: what is said of words that were not passed on.
    """
    if answer.is_of_player:
        return answer
    if not answer.stands:
        kept = [line for line in answer.lines if line == _FEWER_LETTERS]
        told = (outcome_words, *([how_to_write] if answer.not_passed_on else []), *kept)
        return replace(answer, title=_OVER, lines=told, turns=(), yours=(), instead="", has_hints=False)
    lines = tuple(line for line in answer.lines if line != outcome_words)
    if answer.title == outcome_words:
        return replace(answer, title=_OVER, lines=(outcome_words, *lines), has_hints=False)
    return replace(answer, lines=(*lines, outcome_words), has_hints=False)


def quoted(text: str) -> tuple[str, ...]:
    """The first lines of *text*, each cut to a length, without blank ones."""
    lines = [line.strip()[:_LINE] for line in text.split("\n") if line.strip()]
    return tuple(lines[:_LINES])


def quoted_in_short(text: str) -> tuple[str, ...]:
    """The first few lines of *text*, with a sign that there are more, if there are."""
    lines = quoted(text)
    return lines if len(lines) <= _FEW_LINES else (*lines[:_FEW_LINES], "…")


def _instead(error: TurnError) -> str:
    more = " …" if error.refusal.more else ""
    return f"{', '.join(error.refusal.legal)}{more}"
