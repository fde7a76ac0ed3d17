"""`corr mail`: mail servers, and commands that show how mails and turns are read without carrying them out."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

import click

from corr.cli import load, loaded
from corr.cli.game_parameters import AskedGames, asked, instead, read_file
from corr.errors import CorrError, IllegalError, InputError, Refusal, TurnError
from corr.games.api import Progress
from corr.games.notation import ARROWS, folded, shown, strange_sign, unlisted_turn
from corr.games.registry import Registry
from corr.lazy_import import LazyImport
from corr.mail.envelope_addresses import names_in
from corr.mail.reading.child import ChildReader, ReaderKilledError
from corr.mail.reading.mail_facts import MailClass
from corr.mail.reading.parsed_mail import text_of
from corr.mail.reading.structure import head_of
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.hypertext import text_of_html
from corr.mail.reading.words.new_text import NewText, new_text
from corr.mail.reading.words.orders import Orders, read_both, read_both_of_any
from corr.mail.reading.words.verdicts import Verdict, VerdictRow

_NAMED = re.compile(r"(?<![A-Za-z])(?=[A-Za-z]*\d)[A-Za-z0-9]+|(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
"""Squares and single letters of pieces, which every notation writes in capitals."""

_SIGN = re.compile(r"\s*([^\w\s])\s*")
_LISTEN = "corr.cli.serve:listen"
"""Loaded only to take mail in: reading one mail does not need it."""
_LARGEST = 32 * 1024 * 1024
_KINDS = ("eml", "text", "html")
_KIND_OF_ENDING = {".txt": "text", ".text": "text", ".htm": "html", ".html": "html"}
_RETURN_PATH = re.compile(r"\s*<([^>]{0,320})>")
_HEAD = 65_536
_FIELD = re.compile(rb"^[\w-]{1,80}:", re.MULTILINE)
_SOMEBODY = "somebody@example.invalid"
"""The envelope sender for mails without one; an empty sender would mean a bounce."""
_ASKED_BACK = "This could be meant in more than one way, so it is asked back: {}."
_ASKED_WHETHER = "This stands in a sentence, or is not what it seems, so it is asked back whether it is meant."
_DOUBTED = "The service asks whether this is meant. {}"
_OUTCOMES = {
    Verdict.CLEAR: "done at once",
    Verdict.UNSURE: "played by itself an hour after a letter that says so, unless the writer says no",
}
"""What becomes of orders that are not asked about."""
_WHY: LazyImport[Callable[[VerdictRow, str], str]] = LazyImport("corr.mail.queues.mail_history:why_asked")
"""Loaded only for what is asked back."""


def judged(text: str, about: AskedGames) -> str:
    """
    A turn that is legal at the position, in canonical notation.

    :raises TurnError: it cannot be played.
    :raises InputError: nobody is due.
    """
    rules, position = about.rules, about.position
    due = rules.due(position)
    seats = sorted(due.intersection({about.seat}) or due)
    if not seats:
        raise InputError("The game is over: no further turn can be played.")
    refusals: list[TurnError] = []
    for seat in seats:
        try:
            draft = rules.read(rules.begin(position, seat), unlisted_turn(text, rules.formed))
            if rules.progress(draft) is Progress.MUST_GO_ON:
                raise IllegalError(Refusal(rules.unfinished(draft), *rules.examples(draft)))
        except TurnError as refused:
            refusals.append(refused)
        else:
            return rules.write(draft.made)
    raise refusals[0]


def recognised(text: str, registry: Registry) -> str:
    """
    A text with the form of a turn of some game, in capitals and with one comma between its actions.

    :raises InputError: it has the form of no turn of any game.
    """
    for info in registry.games():
        rules = registry.get_rules(info.ruleset)
        bare = unlisted_turn(text, rules.formed)
        if rules.formed(bare):
            words = folded(bare, kept=ARROWS).replace(",", ", ").split()
            return ", ".join(map(_in_capitals, _actions(words, rules.formed)))
    raise InputError(strange_sign(folded(text)) or "This is not formed like a turn of any game.")


def _in_capitals(action: str) -> str:
    return _NAMED.sub(lambda found: found[0].upper(), _SIGN.sub(r"\1", action.lower())).strip(",;.!")


def _actions(words: list[str], formed: Callable[[str], bool]) -> Iterator[str]:
    """The actions in *words*: each is the shortest run of words with the form of one, without unneeded words."""
    start = 0
    for end in range(1, len(words) + 1):
        if not formed(" ".join(words[start:end])):
            continue
        # Words that go on with a sign belong to the same action.
        if end < len(words) and not formed(" ".join(words[end:])):
            continue
        while end - start > 1 and words[start].isalpha() and formed(" ".join(words[start + 1 : end])):
            start += 1
        yield " ".join(words[start:end])
        start = end


@dataclass(frozen=True, slots=True)
class _Explained:
    """The reading of one file."""

    mail_class: str
    reason: str
    new_text: str
    cut_text: str
    orders: Orders = field(default_factory=Orders)


@dataclass(frozen=True, slots=True)
class _About:
    """The game that mails are read for, and their reader."""

    registry: Registry
    reader: ChildReader
    asked: AskedGames | None
    """None for any game."""
    names: tuple[str, ...] = ()
    """Of the players, as far as they are known."""

    @property
    def is_chosen_in_secret(self) -> bool:
        """Whether both players choose at the same time."""
        return self.asked is not None and len(self.asked.rules.due(self.asked.position)) > 1


@click.group(invoke_without_command=True)
@click.option("--demo", "is_demo", is_flag=True, help="Take mail for a demo: on the database of its players.")
@click.pass_context
def mail(context: click.Context, *, is_demo: bool) -> None:
    """
    Take in mail until Ctrl-C, or say what is read in one.

    Mail comes in by SMTP and LMTP, in as many processes as are wanted, and is stored. It is understood by `corr jobs`,
    which has to run somewhere too.
    """
    if context.invoked_subcommand is None:
        context.invoke(load(_LISTEN), is_demo=is_demo)


@mail.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--kind",
    "-k",
    type=click.Choice(_KINDS),
    help="What the files are: raw mails (eml), decoded bodies (text) or HTML parts (html). Without it the name’s "
    "ending tells: .txt is text, .htm and .html are HTML, all else is a raw mail.",
)
@click.option("--game", "-g", metavar="GAME", help="The game that the mails are for; without it, any game.")
@click.option("--position", "-p", metavar="TEXT", help="Where the game stands, if not at its start.")
@click.option("--option", "-o", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seat", "-s", metavar="SEAT", help="Who writes, where several seats are due. Its letter or name.")
@click.option("--names", "-n", default="", metavar="NAMES", help="Names of the players, with commas between them.")
def explain(
    files: tuple[str, ...],
    kind: str | None,
    game: str | None,
    position: str | None,
    *,
    option: tuple[str, ...],
    seat: str | None,
    names: str,
) -> None:
    """
    Print what the service reads in each FILE.

    One JSON object a line; “-” is standard input.

    \b
    file      the name as it was given
    class     human, auto, bounce, complaint, receipt, report, list, reaction,
              calendar or own; only what a person wrote is obeyed
    reason    a code that says why it is of that class, or why it cannot be read
    new_text  the writer's own words
    cut_text  what was taken for quotes, signatures and the like
    commands  what the words ask for: a list of objects with the text as typed
              and its reading in canonical form; or null as the reading, and a
              refusal that says why. What could be meant in several ways is
              listed with all of them, each refused, as it is asked back.
    row       what stands beside the commands, apart from greetings, thanks and
              the like: alternatives, ahead, led-into, question, taken-back,
              other-words or other-part; empty if nothing does
    verdict   how surely the commands are meant: clear, unsure or in doubt
    outcome   what becomes of them: done at once, played by itself an hour
              after a letter, or the reason for which the service asks
    words     the words that go to the other player with what is asked for

    It knows no names of the players but those in a raw mail’s From and in --names, as in --names "Ben Miller, Ada". The
    service may know more, and take for a greeting or a signature what counts as other words here. It asks as well
    wherever it cannot tell who wrote a mail.

    Without a game, whatever is formed like a turn of any of the games counts as one. With a game, turns are judged by
    its rules at the position, which is the start of the game unless one is given. Nothing is played and nothing sent.

    A file that cannot be read is told of on the error stream, and the status is 2 when all the others are done.
    """  # noqa: D301 - click's own mark for lines that it leaves alone
    registry = Registry.discover()
    about = _asked(registry, game, position, option=option, seat=seat)
    known = tuple(name for part in names.split(",") if (name := part.strip()))
    failed = False
    with ChildReader() as reader:
        for file in files:
            try:
                click.echo(_explained(file, kind or _kind_of(file), _About(registry, reader, about, known)))
            except CorrError as refused:
                click.echo(refused.sentence, err=True)
                failed = True
    if failed:
        click.get_current_context().exit(2)


def _explained(file: str, kind: str, about: _About) -> str:
    """
    The line of JSON for one file.

    :raises InputError: the file cannot be read.
    """
    raw = read_file(file, _LARGEST)
    if len(raw) > _LARGEST:
        raise InputError(f"The file {shown(file)} is too large: {_LARGEST:,} bytes are read at most.")
    if b"\x00" in raw and (kind != "eml" or _FIELD.search(raw[:_HEAD]) is None):
        raise InputError(
            f"The file {shown(file)} is no {'mail' if kind == 'eml' else 'text'}: it has binary zeros in it."
        )
    found = _of_mail(raw, about) if kind == "eml" else _of_words(raw, kind, about)
    line = {
        "file": file,
        "class": found.mail_class,
        "reason": found.reason,
        "new_text": found.new_text,
        "cut_text": found.cut_text,
        "commands": list(_commands(found.orders, about)),
        **_verdict(found.orders),
        "words": _words_passed_on(found.orders, about),
    }
    return json.dumps(line, ensure_ascii=True)


def _asked(
    registry: Registry, game: str | None, position: str | None, *, option: tuple[str, ...], seat: str | None
) -> AskedGames | None:
    """
    The game and position by which turns are judged; None if no game was named.

    :raises CorrError: there is no such game, position, option or seat; or one was given without a game.
    """
    if game is not None:
        return asked(game, position, option, seat, registry=registry)
    if position is not None or option or seat is not None:
        raise InputError("A position, an option or a seat says nothing without a game: add --game GAME.")
    return None


def _kind_of(file: str) -> str:
    return _KIND_OF_ENDING.get(PurePath(file).suffix.lower(), "eml")


def _of_mail(raw: bytes, about: _About) -> _Explained:
    """The reading of a raw mail, by a child process with limits."""
    path = _RETURN_PATH.match(head_of(raw).first("return-path"))
    sender = _SOMEBODY if path is None else path[1]
    ruleset = None if about.asked is None else about.asked.rules.info.ruleset
    try:
        reading = about.reader.read(raw, sender=sender, ruleset=ruleset, authserv_id="", names=about.names)
    except ReaderKilledError:
        return _Explained(MailClass.HUMAN.value, "killed", "", "")
    reason = reading.reason or reading.fault_code
    return _Explained(reading.mail_class.value, reason, reading.new_text, reading.cut_text, reading.orders)


def _of_words(raw: bytes, kind: str, about: _About) -> _Explained:
    """The reading of the body of a mail: its text or its HTML."""
    body, nothing = text_of(raw.removeprefix(b"\xef\xbb\xbf"), ""), NewText("", "")
    words = new_text(text_of_html(body) if kind == "html" else body)
    text, html = (nothing, words) if kind == "html" else (words, nothing)
    names = names_in(about.names)
    if about.asked is None:
        orders = read_both_of_any(text, html, about.registry, names)
    else:
        orders = read_both(text, html, about.asked.rules, names)
    return _Explained(MailClass.HUMAN.value, "", words.text, words.cut, orders)


def _verdict(orders: Orders) -> dict[str, str]:
    """How surely the orders are meant, why, and what becomes of them; all empty if there are none."""
    if not orders.acts and not orders.rivals:
        return {"row": "", "verdict": "", "outcome": ""}
    outcome = _OUTCOMES.get(orders.verdict) or _why_asked(orders)
    return {"row": orders.row.value, "verdict": orders.verdict.value, "outcome": outcome}


def _why_asked(orders: Orders) -> str:
    """Why the service asks whether the orders are meant."""
    if len(orders.rivals) > 1:
        return _ASKED_BACK.format(" or ".join(map(shown, orders.rivals)))
    # A doubt has the same name as the reason for which the service asks.
    return _DOUBTED.format(loaded(_WHY)(orders.row, "")) if orders.row else _ASKED_WHETHER


def _words_passed_on(orders: Orders, about: _About) -> str:
    """The words that go to the other player; beside a secret choice those after "say:" alone."""
    return orders.say if Act.TURN in orders.acts and about.is_chosen_in_secret else orders.message


def _commands(orders: Orders, about: _About) -> Iterator[dict[str, str | None]]:
    """Each order, as it was typed and as it is understood."""
    for rival in orders.rivals:
        yield {"text": rival, "reading": None, "refusal": _why_asked(orders)}
    for act, typed in zip(orders.acts, orders.typed, strict=True):
        if orders.verdict is Verdict.IN_DOUBT:
            yield {"text": typed, "reading": None, "refusal": _why_asked(orders)}
            continue
        yield {"text": typed, "reading": _understood(act, orders)} if act is not Act.TURN else _turn(orders.turn, about)


def _understood(act: Act, orders: Orders) -> str:
    """A command in canonical form, with its arguments."""
    if act is Act.SAY:
        return f"{act.value}: {orders.say}"
    return dict(zip(orders.acts, orders.asked, strict=True))[act]


def _turn(text: str, about: _About) -> dict[str, str | None]:
    """A turn as it was typed, and its canonical form or the refusal."""
    try:
        if about.asked is None:
            return {"text": text, "reading": recognised(text, about.registry)}
        return {"text": text, "reading": judged(text, about.asked)}
    except CorrError as refused:
        return {"text": text, "reading": None, "refusal": f"{refused.sentence}{instead(refused)}"}
