"""What a mail can ask for."""

from enum import StrEnum


class Act(StrEnum):
    """Something that a mail can ask for, in the order in which it is done."""

    RESIGN = "resign"
    DECLINE_DRAW = "decline draw"
    WITHDRAW_DRAW = "withdraw draw"
    ACCEPT_DRAW = "accept draw"
    TURN = "turn"
    OFFER_DRAW = "offer draw"
    SAY = "say"
    AWAY = "away"
    BACK = "back"
    JOIN = "join"
    """A season of a league."""
    LEAVE_LEAGUE = "leave league"
    CONFIRM_WITHDRAWAL = "confirm withdrawal"
    """From a season that runs: it cannot be undone, so saying so once is not enough."""
    CONFIRM = "confirm"
    """To a letter that asks whether a held mail is meant."""
    BOARD = "board"
    RULES = "rules"
    GAMES = "games"
    HELP = "help"


OF_LEAGUES = frozenset({Act.JOIN, Act.LEAVE_LEAGUE, Act.CONFIRM_WITHDRAWAL})
"""What is about the player's part in a league, whichever letter is answered."""
