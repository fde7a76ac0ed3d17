"""What a mail can ask for."""

from enum import StrEnum


class Act(StrEnum):
    """Something that a mail can ask for, in the order in which it is done."""

    RESIGN = "resign"
    DECLINE_DRAW = "decline draw"
    WITHDRAW_DRAW = "withdraw draw"
    ACCEPT_DRAW = "accept draw"
    CLAIM = "claim"
    """A game in which the other player's time ran out."""
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
    """To a letter that asks whether something is meant: "yes", or "confirm"."""
    REJECT = "reject"
    """To the same letter: "no"."""
    BOARD = "board"
    RULES = "rules"
    GAMES = "games"
    HELP = "help"


class Doubt(StrEnum):
    """Why what was read in a mail must be asked back before it is done."""

    NONE = ""
    """It need not be."""
    QUESTION = "question"
    """A question right before or after it may be about it: "Is this legal?"."""
    LED_INTO = "led-into"
    """What stands right before it leads into it: "For example:"."""
    TAKEN_BACK = "taken-back"
    """Words beside it take it back, put it off or doubt it: "not final"."""
    OTHER_WORDS = "other-words"
    """Other words stand with it in its sentence or line; or, of what cannot be undone, anywhere in the mail."""
    FOLLOW_UP = "follow-up"
    """A short paragraph right after it may be about it."""
    OTHER_PART = "other-part"
    """Only one of the mail's text and HTML holds it."""


class Beside(StrEnum):
    """A yes or a no beside what else a mail asks for: it counts if the letter that the mail answers asks something."""

    NOTHING = ""
    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    """Both, or one of them with other words."""


OF_LEAGUES = frozenset({Act.JOIN, Act.LEAVE_LEAGUE, Act.CONFIRM_WITHDRAWAL})
"""What is about the player's part in a league, whichever letter is answered."""
FINAL = frozenset({Act.RESIGN, Act.ACCEPT_DRAW, Act.CLAIM, Act.CONFIRM_WITHDRAWAL})
"""What cannot be undone once it is done."""
