"""
The lists of commands, with a summary of each.

Each summary repeats the first sentence of the command's help, so that the list is shown without loading any command.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """A command in the list, which need not be loaded."""

    place: str
    """Its module and its name there, "module:name"."""
    summary: str
    """The first sentence of its help, or what is said in its place."""
    is_whole: bool = False
    """Whether it takes several lines on a narrow terminal, where others are cut."""


COMMANDS = {
    "actions": Listed(
        "corr.cli.engine:actions",
        'List the legal next actions in GAME, one a line; "end" where the turn may stop.',
    ),
    "admin": Listed(
        "corr.cli.maintenance:admin",
        "Say which players look after the service: its mail, its processes, and games that need somebody.",
    ),
    "board": Listed(
        "corr.cli.engine:board",
        "Show a board of GAME as it stands in letters.",
    ),
    "check": Listed(
        "corr.cli.check:check",
        "Play turns of GAME, or a whole game from its record.",
    ),
    "game": Listed(
        "corr.cli.own_games:game",
        "Write a game of your own, and check any that is installed.",
    ),
    "jobs": Listed(
        "corr.cli.serve:jobs",
        "Send and read mail, keep deadlines and remind until Ctrl-C, in as many processes as are wanted.",
    ),
    "league": Listed(
        "corr.cli.leagues:league",
        "Make leagues from files, bring rosters in and out, show standings, and see settings at work.",
    ),
    "mail": Listed(
        "corr.cli.mail:mail",
        "Take in mail by SMTP and LMTP until Ctrl-C, in as many processes as are wanted; or look at mails.",
    ),
    "migrate": Listed(
        "corr.cli.maintenance:migrate",
        "Bring the database up to date; each process does so by itself when it starts.",
    ),
    "perft": Listed(
        "corr.cli.engine:perft",
        "Count the sequences of exactly DEPTH actions in GAME.",
    ),
    "ratings": Listed(
        "corr.cli.maintenance:ratings",
        "Look after the ratings of players.",
    ),
    "record": Listed(
        "corr.cli.maintenance:record",
        "Write the whole game GAME_ID as one text file.",
    ),
    "rehearse": Listed(
        "corr.cli.maintenance:rehearse",
        "Let time run faster in an empty database, for trying things out.",
    ),
    "serve": Listed(
        "corr.cli.serve:serve",
        "Serve pages, jobs and mail until Ctrl-C.",
    ),
    "verify": Listed(
        "corr.cli.verify:verify",
        "Play every game again from its log, and compare all that is kept beside it.",
    ),
    "web": Listed(
        "corr.cli.serve:web",
        "Serve pages alone until Ctrl-C, in as many processes as are wanted.",
    ),
}
"""All commands by name, in the order of the list."""
LEAGUE_COMMANDS = {
    "create": Listed("corr.cli.leagues.files:create", "Found a league from a file."),
    "export": Listed("corr.cli.leagues.files:export", "Write a league as a file."),
    "roster": Listed(
        "corr.cli.leagues.tables:roster",
        "Ask players to join by a CSV file, or write who is in.",
        is_whole=True,
    ),
    "sample": Listed("corr.cli.leagues.files:sample", "Print a file to begin with."),
    "schema": Listed("corr.cli.leagues.files:schema", "Explain all keys of a file."),
    "simulate": Listed("corr.cli.leagues.simulate:simulate", "Play seasons with invented players."),
    "standings": Listed("corr.cli.leagues.tables:standings", "Print the standings of a season."),
}
