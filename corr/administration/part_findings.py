"""What a verification finds: in words, with what to do."""

from dataclasses import dataclass

REPAIR = "Write it anew from the log with: corr verify --repair"
LOOK = "Freeze the game until you know how that came about, and compare it with a backup."
TELL = "Nothing has to be done for the players; please report it to the makers of Corr."
RESTORE = "Compare it with a backup."


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be. It never quotes what is still secret."""

    game_id: str | None
    """Which game; None for what belongs to no single one."""
    sentence: str
    """What is wrong."""
    advice: str
    """What to do."""
    is_repairable: bool = False
    """Whether it follows from the log how it should be."""

    @property
    def words(self) -> str:
        """All of it on one line."""
        where = f"Game {self.game_id}: " if self.game_id else ""
        return f"{where}{self.sentence} {self.advice}"
