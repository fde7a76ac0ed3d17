"""
What a mail that came in is answered: facts for the letter's template, in words its writer understands.

An answer says what was understood, what was not, and what to write instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corr.errors import CorrError, TurnError
from corr.mail.reading.orders import Orders
from corr.service.play import NotYourTurnError
from corr.service.shown import TurnReceipt
from corr.service.standing import LateError

_LINES = 20
_LINE = 200
_UNCHANGED = "Nothing has been changed."
_NOT_PLAYED = "Your turn was not played."
_OVER = "The game is over."


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer before it becomes a letter."""

    title: str
    lines: tuple[str, ...]
    """Paragraphs."""
    turns: tuple[str, ...] = ()
    """Turns that it speaks of."""
    yours: tuple[str, ...] = ()
    """Lines of the writer's own, repeated."""
    instead: str = ""
    """What is possible instead, in notation."""
    has_board: bool = True
    has_hints: bool = True
    """Whether it says how to go on."""
    stands: bool = False
    """Whether it holds after the end of the game as well."""

    def facts(self, in_reply_to: str) -> dict[str, object]:
        """As the notice carries it."""
        return {
            "title": self.title,
            "lines": list(self.lines),
            "turns": list(self.turns),
            "yours": list(self.yours),
            "instead": self.instead,
            "has_board": self.has_board,
            "has_hints": self.has_hints,
            "in_reply_to": in_reply_to,
        }


def done(turn: TurnReceipt | None, sentences: Sequence[str]) -> Answer:
    """What was asked for was done."""
    if turn is None:
        return Answer(sentences[0], tuple(sentences[1:]), has_hints=False, stands=True)
    lines = [f"{turn.remark[:1].upper()}{turn.remark[1:]}." if turn.remark else "", turn.outcome_words, *sentences]
    stands = [f"You have changed it since; this is what counts: {turn.stands}."] if turn.stands else []
    told = tuple(filter(None, [*stands, *lines]))
    return Answer(_played(turn), told, turns=(turn.text,), has_hints=False, stands=True)


def _played(turn: TurnReceipt) -> str:
    """What became of a turn, as a title."""
    if turn.repeated:
        return "That choice had been made already." if turn.is_sealed else "That turn had been played already."
    if turn.is_sealed:
        return "Your choice is changed." if turn.is_changed else "Your choice is kept."
    return "Your turn was played."


def refused(error: CorrError, orders: Orders) -> Answer:
    """What was asked for cannot be done."""
    yours = quoted(orders.turn)
    if isinstance(error, TurnError):
        lines = (error.sentence, "The board is as it was. Reply to this letter with another turn.")
        return Answer(_NOT_PLAYED, lines, yours=yours, instead=_instead(error))
    if isinstance(error, NotYourTurnError):
        return Answer("It is not your turn yet.", (), yours=yours, has_hints=False)
    if isinstance(error, LateError):
        return Answer(_NOT_PLAYED if yours else _UNCHANGED, (error.sentence,), yours=yours, has_hints=False)
    return Answer(_NOT_PLAYED if yours else _UNCHANGED, (error.sentence,), yours=yours)


def unclear(orders: Orders) -> Answer:
    """It could mean more than one thing."""
    if len(orders.rivals) == 1:
        lines = ("This stands within a sentence, so it was not played. If you mean it, write it alone on a line.",)
        return Answer("Is this your turn?", lines, turns=orders.rivals)
    lines = ("Your mail can be read in more than one way, so nothing was played. Please write only what you mean.",)
    return Answer("Which one do you mean?", lines, turns=orders.rivals[:10])


def nothing_found(own_words: str) -> Answer:
    """No turn and no command is in it."""
    if not own_words.strip():
        line = "Your mail held no words of its own above the quoted letter, so nothing was played."
        return Answer("Your mail was empty.", (line,))
    line = "Nothing in it reads as a turn or a command, so nothing was played, and nothing was passed on to anybody."
    return Answer("No turn was found in your mail.", (line,), yours=quoted(own_words))


def board_shown() -> Answer:
    """The board was asked for."""
    return Answer("This is the board.", (), has_hints=False)


def help_given() -> Answer:
    """Help was asked for."""
    return Answer("How to play by mail", ())


def unreadable(sentence: str) -> Answer:
    """The mail cannot be read at all."""
    return Answer("Your mail could not be read.", (sentence, "Please send your turn again as plain text."))


def too_old() -> Answer:
    """The reply address has expired."""
    line = "Nothing was played. This is the board as it stands now; you can answer this letter instead."
    return Answer("That letter was too old to be answered.", (line,))


def held(author: str, orders: Orders) -> Answer:
    """A mail with the right reply address came from a wrong sender; this goes to the registered address alone."""
    lines = (
        f"It was sent by {author}, which is not an address of your account, so it was not played.",
        "If it was you: answer this letter with it, from your own address. If it was not, there is nothing to do.",
    )
    title = "A mail for one of your games came from another address."
    return Answer(title, lines, yours=quoted(orders.turn), has_board=False, has_hints=False, stands=True)


def wrong_address(desk: str) -> Answer:
    """A player wrote to the address that letters come from."""
    lines = (
        f"You wrote to {desk}, where our letters come from. Mails to it are not read as turns, so nothing was played.",
        "To make a turn, open the last letter of that game and reply to it: each game has a reply address of its own.",
        "Your games, and challenges to you, are also here:",
    )
    return Answer("Your mail was not for a game.", lines, has_board=False, has_hints=False)


def after_the_end(answer: Answer, outcome_words: str) -> Answer:
    """*answer* for a game that is over: it says how, and not how to go on."""
    if not answer.stands or answer.title == outcome_words:
        return replace(answer, title=_OVER, lines=(outcome_words,), turns=(), yours=(), instead="", has_hints=False)
    lines = [line for line in answer.lines if line != outcome_words]
    return replace(answer, lines=(*lines, outcome_words), has_hints=False)


def quoted(text: str) -> tuple[str, ...]:
    """The first lines of *text*, cut to a length."""
    lines = [line.strip()[:_LINE] for line in text.split("\n") if line.strip()]
    return tuple(lines[:_LINES])


def _instead(error: TurnError) -> str:
    more = " …" if error.refusal.more else ""
    return f"{', '.join(error.refusal.legal)}{more}"
