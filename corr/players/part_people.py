"""Players as people name them in lists and commands: by name, or by mail address."""

from corr.base.addresses import read_address
from corr.base.uow import Reader
from corr.errors import InputError, NotFoundError
from corr.players.profiles import PlayerView, find_owner, player_named


def get_player(reader: Reader, who: str) -> PlayerView:
    """
    The player of that name or with that address.

    :raises NotFoundError: there is none.
    """
    if "@" not in who:
        return player_named(reader, who)
    try:
        owner = find_owner(reader, read_address(who).key)
    except InputError:
        owner = None
    if owner is None:
        raise NotFoundError("There is no player with that mail address.")
    return PlayerView(owner.id, owner.name)
