"""The acts that a mail can ask for, and the doubts about them."""

from enum import StrEnum


class Act(StrEnum):
    """An act that a mail can ask for; acts are done in this order."""

    RESIGN = "resign"
    DECLINE_DRAW = "decline draw"
    WITHDRAW_DRAW = "withdraw draw"
    ACCEPT_DRAW = "accept draw"
    CLAIM = "claim"
    """Claim a game in which the other player's time has run out."""
    TURN = "turn"
    OFFER_DRAW = "offer draw"
    SAY = "say"
    AWAY = "away"
    BACK = "back"
    JOIN = "join"
    """Join a season of a league."""
    LEAVE_LEAGUE = "leave league"
    CONFIRM_WITHDRAWAL = "confirm withdrawal"
    """Withdraw from a running season; it cannot be undone, so it needs a confirmation."""
    CONFIRM = "confirm"
    """Confirm a held order: "yes", or "confirm"."""
    REJECT = "reject"
    """Reject a held order: "no"."""
    BOARD = "board"
    RULES = "rules"
    GAMES = "games"
    HELP = "help"


class Doubt(StrEnum):
    """The reason why the orders of a mail must be asked back before they are done."""

    NONE = ""
    """There is no doubt."""
    QUESTION = "question"
    """A question right before or after it may be about it: "Is this legal?"."""
    LED_INTO = "led-into"
    """The words right before it lead into it: "For example:"."""
    TAKEN_BACK = "taken-back"
    """Words beside it take it back, put it off or doubt it: "not final"."""
    OTHER_WORDS = "other-words"
    """Other words stand in its sentence or line; for acts that cannot be undone, anywhere in the mail."""
    FOLLOW_UP = "follow-up"
    """A short paragraph right after it may be about it."""
    OTHER_PART = "other-part"
    """Only one of the mail's text and HTML holds it."""


class Beside(StrEnum):
    """A yes or no beside other orders in a mail; it counts if the answered letter asks something."""

    NOTHING = ""
    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    """Both, or one of them with other words."""


OF_LEAGUES = frozenset({Act.JOIN, Act.LEAVE_LEAGUE, Act.CONFIRM_WITHDRAWAL})
"""Acts about leagues, which an answer to any letter can ask for."""
FINAL = frozenset({Act.RESIGN, Act.ACCEPT_DRAW, Act.CLAIM, Act.CONFIRM_WITHDRAWAL})
"""Acts that cannot be undone."""
