"""`corr admin`: who looks after the service."""

import os

import click

from corr.config import read_settings
from corr.players import administrators
from corr.players.administrators import AdminReceipt
from corr.wiring.database_access import changing, looking


@click.group()
def admin() -> None:
    """Say which players look after the service: its mail, its processes, and games that need somebody."""


@admin.command()
@click.argument("player", metavar="NAME|ADDRESS")
def grant(player: str) -> None:
    """Make a player an administrator, by name or by mail address."""
    with changing(read_settings(os.environ)) as uow:
        receipt = administrators.grant(uow, player)
    click.echo(_words(receipt, "is an administrator"))


@admin.command()
@click.argument("player", metavar="NAME|ADDRESS")
def revoke(player: str) -> None:
    """Make an administrator a plain player again."""
    with changing(read_settings(os.environ)) as uow:
        receipt = administrators.revoke(uow, player)
    click.echo(_words(receipt, "is a plain player"))


@admin.command(name="list")
def list_all() -> None:
    """List the administrators with their mail addresses."""
    with looking(read_settings(os.environ)) as reader:
        found = administrators.admins(reader)
    for line in found:
        click.echo(f"{line.name}\t{', '.join(line.addresses)}")
    if not found:
        click.echo("There is no administrator yet. Make one with: corr admin grant NAME", err=True)


def _words(receipt: AdminReceipt, state: str) -> str:
    return f"{receipt.name} {state} {'now' if receipt.is_changed else 'already'}."
