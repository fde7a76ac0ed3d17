"""The questions whether a held order is meant, and the answers to yes and no, for the letter's template."""

from collections.abc import Sequence
from dataclasses import replace

from corr.mail.answering.answers import Answer, AnswerQuestion, Pointer, quoted, without_board
from corr.mail.queues.held_orders import HoldReason
from corr.mail.queues.mail_history import why_asked
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.orders import Orders

REST_NOT_DONE = "The rest of your mail was not done either. Please send it again in a separate mail."

STILL_OPEN = "The question that you answered still waits for a yes or a no."

_NO_LONGER_DELAYED = (
    "Your earlier turn is not played by itself any more, since you have written again. It is played if you say yes."
)

DROPPED = "What we asked you about before was dropped."


def asked_for(orders: Orders) -> tuple[str, ...]:
    """The things that *orders* ask for, one a line; words to pass on are shown apart."""
    asked = dict(zip(orders.acts, orders.asked, strict=True))
    asked |= {act: f"leave {orders.league}" for act in asked if act is Act.CONFIRM_WITHDRAWAL}
    told = (quoted(words) if act is Act.TURN else (words,) for act, words in asked.items() if act is not Act.SAY)
    return tuple(line for lines in told for line in lines)


def question(held_id: int, path: str, orders: Orders, *, is_of_game: bool) -> AnswerQuestion:
    """The question about held *orders*, for a game or for none."""
    return AnswerQuestion(
        held_id,
        path,
        asked=asked_for(orders),
        words=quoted(orders.message) if is_of_game else (),
        turn=orders.turn,
        is_of_game=is_of_game,
        resigns=Act.RESIGN in orders.acts,
    )


def asked_back(asked: AnswerQuestion, why: HoldReason, written_by: str) -> Answer:
    """The answer that asks whether an order is meant."""
    lines = (f"Nothing has been done yet. {why_asked(why, written_by)}",)
    return Answer("Do you mean this?", lines, question=asked, has_board=asked.is_of_game, has_hints=False)


def with_question(answer: Answer, asked: AnswerQuestion, why: HoldReason, written_by: str) -> Answer:
    """*answer* to what was done of a mail, which also asks whether the rest is meant."""
    line = f"The rest has not been done yet. {why_asked(why, written_by)}"
    return replace(answer, lines=(*answer.lines, line), question=replace(asked, is_about_rest=True))


def asked_again(asked: AnswerQuestion) -> Answer:
    """The answer to a reply with more words than yes or no; it asks again."""
    lines = (
        "There were other words beside your answer, so nothing was done. The question still waits for a yes or a no.",
    )
    return Answer("Was that a yes, or a no?", lines, question=asked, has_board=asked.is_of_game, has_hints=False)


def cannot_be_both(asked: AnswerQuestion) -> Answer:
    """The answer to a yes in a mail that also asks for something that cannot be done with it."""
    line = (
        "Your mail says yes, and it also asks for something that cannot be done together with that, so nothing was "
        "done. The question still waits for a yes or a no."
    )
    return Answer("Which one do you mean?", (line,), question=asked, has_board=asked.is_of_game, has_hints=False)


def which_question(questions: Sequence[AnswerQuestion], *, is_draw_offered: bool) -> Answer:
    """
    The answer to a yes or no when more than one order is held, or one beside an offered draw.

    :param is_draw_offered: whether the answered letter shows a draw offer that stands.
    """
    draw = "“decline draw”, alone on a line, turns the draw down."
    is_one = len(questions) == 1
    count = "Something else" if is_one else "More than one thing"
    line = f"{count} in this game is waiting for your yes. Reply to the letter that asks, or use its page:"
    pages = tuple(Pointer(", ".join(asked.asked) or "Words to pass on", asked.path) for asked in questions)
    lines = (draw, line) if is_draw_offered else (line,)
    return Answer("Which one do you mean?", lines, pages=pages, has_hints=False)


def none_waits() -> Answer:
    """The answer to a yes or no when nothing was asked."""
    return Answer(
        "There is nothing to confirm.", ("Nothing in this game is waiting for your yes, so nothing was done.",)
    )


def draw_waits() -> Answer:
    """The answer to a yes when nothing was asked, but a draw is offered; or to a no in answer to an earlier letter."""
    line = (
        "Nothing was done, since the end of a game cannot be undone. Write “accept draw”, alone on a line, and the "
        "game ends as a draw. “decline draw” turns the offer down, and so does your next turn."
    )
    return Answer("Do you accept the draw?", (line,))


def no_longer_delayed(answer: Answer, asked: AnswerQuestion) -> Answer:
    """*answer* to a mail that stopped a delayed turn, about which it asks unless it asks about something else."""
    lines = tuple(line for line in answer.lines if line != STILL_OPEN)
    if answer.question is not None and answer.question.held_id != asked.held_id:
        return replace(answer, lines=(*lines, _NO_LONGER_DELAYED))
    question = replace(asked, is_about_rest=True, is_repeated=False)
    return replace(answer, lines=(*lines, _NO_LONGER_DELAYED), question=question, has_hints=False)


def still_delayed(turn: str) -> Answer:
    """The answer to a mail that may not stop a delayed turn, since it has less proof of its sender."""
    line = (
        "We are less sure that this mail is from you than we were of the one with that turn, so it changes nothing. "
        "The turn is still played by itself; to stop it, use the page of the game."
    )
    return Answer("Your mail changed nothing.", (line,), turns=(turn,), has_hints=False)


def not_played(turn: str) -> Answer:
    """The letter to a player whose delayed turn comes too late."""
    line = "The game has gone on since you wrote it."
    return Answer("Your turn was not played.", (line,), turns=(turn,), stands=True)


def nothing_to_confirm() -> Answer:
    """The answer for a link to a question that does not exist."""
    line = "The link is incomplete or too old. Nothing was done."
    return without_board("There is nothing to confirm.", line)


def forgotten() -> Answer:
    """The answer to a no."""
    return Answer("It was dropped.", ("Nothing was done, and nothing was passed on.",))


def overtaken() -> Answer:
    """The answer to a yes that came after the game had gone on."""
    line = (
        "What you confirmed was for the game as it stood then, so it was not done. If you still want it, write it "
        "again."
    )
    return Answer("The game has gone on since.", (line,))


def settled(status: str) -> Answer:
    """
    The answer to a yes or no for a held order that is settled.

    :param status: of the held order: "confirmed", "played", "rejected", "replaced", "overtaken" or "expired".
    """
    return _SETTLED[status]


_SETTLED = {
    "confirmed": Answer(
        "It was confirmed already.",
        ("Nothing was done a second time. The game’s page shows what happened.",),
        has_board=False,
        has_hints=False,
        stands=True,
    ),
    "played": Answer(
        "It was played already.",
        ("A turn that was played cannot be taken back. The game’s page shows what happened.",),
        has_board=False,
        has_hints=False,
        stands=True,
    ),
    "rejected": Answer(
        "You have said that it was not meant.",
        ("So nothing was done. If you did mean it, write it again.",),
        has_board=False,
        has_hints=False,
    ),
    "replaced": Answer(
        "A newer turn of yours took its place.",
        ("So nothing of this one was done. The game’s page shows what became of the newer one.",),
    ),
    "overtaken": Answer("The game has gone on since.", ("So nothing was done.",)),
    "expired": Answer(
        "It is too late to confirm that.",
        ("It waited for a day and was then dropped. Nothing was done. If you still want it, write it again.",),
    ),
}
