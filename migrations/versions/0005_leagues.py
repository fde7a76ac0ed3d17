"""Leagues with their seasons, divisions and pairings; ratings and conduct; which games count for them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_UNCOUNTED = "ended_at IS NOT NULL AND counted_at IS NULL"


def upgrade() -> None:
    _create_tables()
    # Code of the version before knows nothing of what is added to its tables, so that has defaults or may be empty.
    for table in ("challenge", "game"):
        op.add_column(table, sa.Column("is_rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("mail_preference", sa.Column("leagues", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("game", sa.Column("counted_at", UTCDateTime(), nullable=True))
    # In words that both databases know: only so SQLite need not make the table anew for the check and the reference.
    op.execute(
        "ALTER TABLE game ADD COLUMN season_id INTEGER CONSTRAINT fk_game_season_id_season REFERENCES season (id)"
    )
    op.execute(
        "ALTER TABLE game ADD COLUMN frozen_kind VARCHAR DEFAULT 'fault' NOT NULL "
        "CONSTRAINT ck_game_frozen_kind CHECK (frozen_kind IN ('fault', 'pause'))"
    )
    part = sa.text(_UNCOUNTED)
    op.create_index("ix_game_uncounted", "game", ["ended_at"], sqlite_where=part, postgresql_where=part)
    part = sa.text("season_id IS NOT NULL AND state = 'over'")
    op.create_index("ix_game_season", "game", ["season_id", "version"], sqlite_where=part, postgresql_where=part)
    op.create_index(
        "ix_game_rated",
        "game",
        ["ended_at"],
        sqlite_where=sa.text("is_rated = 1"),
        postgresql_where=sa.text("is_rated"),
    )


def _create_tables() -> None:
    op.create_table(
        "conduct",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("median_s", sa.Integer(), nullable=True),
        sa.Column("ninetieth_s", sa.Integer(), nullable=True),
        sa.Column("worked_out_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_conduct_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_conduct")),
    )
    op.create_table(
        "league",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("name_key", AutoString(), nullable=False),
        sa.Column("description", AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=False),
        sa.Column("made_at", UTCDateTime(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.Column("closed_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["made_by"], ["player.id"], name=op.f("fk_league_made_by_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sa.UniqueConstraint("made_by", "order_key", name=op.f("uq_league_made_by_order_key")),
        sa.UniqueConstraint("name_key", name=op.f("uq_league_name_key")),
    )
    op.create_table(
        "rating",
        sa.Column("game", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_player_id_player")),
        sa.PrimaryKeyConstraint("game", "player_id", name=op.f("pk_rating")),
    )
    op.create_index("ix_rating_order", "rating", ["game", "rating", "player_id"], unique=False)
    op.create_index("ix_rating_player", "rating", ["player_id"], unique=False)
    op.create_table(
        "rating_day",
        sa.Column("game", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_day_player_id_player")),
        sa.PrimaryKeyConstraint("game", "player_id", "day", name=op.f("pk_rating_day")),
    )
    op.create_index("ix_rating_day_day", "rating_day", ["game", "day"], unique=False)
    op.create_table(
        "rating_due",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_due_player_id_player")),
        sa.PrimaryKeyConstraint("day", "game", "player_id", name=op.f("pk_rating_due")),
    )
    op.create_table(
        "conduct_due",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_conduct_due_player_id_player")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_conduct_due")),
    )
    op.create_table(
        "league_organiser",
        sa.Column("league_id", AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_organiser_league_id_league")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_league_organiser_player_id_player")),
        sa.PrimaryKeyConstraint("league_id", "player_id", name=op.f("pk_league_organiser")),
    )
    op.create_index("ix_league_organiser_player", "league_organiser", ["player_id"], unique=False)
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("sign_up_until", UTCDateTime(), nullable=False),
        sa.Column("starts_at", UTCDateTime(), nullable=False),
        sa.Column("ends_at", UTCDateTime(), nullable=False),
        sa.Column("started_at", UTCDateTime(), nullable=True),
        sa.Column("ended_at", UTCDateTime(), nullable=True),
        sa.Column("paused_at", UTCDateTime(), nullable=True),
        sa.Column("tighter_pace", AutoString(), nullable=False),
        sa.Column("tighter_from", UTCDateTime(), nullable=True),
        sa.Column("tightened_at", UTCDateTime(), nullable=True),
        sa.Column("seed", AutoString(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("report_at", UTCDateTime(), nullable=True),
        sa.Column("look_at", UTCDateTime(), nullable=True),
        sa.CheckConstraint("state IN ('sign-up', 'running', 'over', 'called-off')", name=op.f("ck_season_state")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_season_league_id_league")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("league_id", "number", name=op.f("uq_season_league_id_number")),
    )
    op.create_index(
        "ix_season_look",
        "season",
        ["look_at"],
        unique=False,
        sqlite_where=sa.text("look_at IS NOT NULL"),
        postgresql_where=sa.text("look_at IS NOT NULL"),
    )
    op.create_index("ix_season_state", "season", ["state", "starts_at", "id"], unique=False)
    op.create_table(
        "division",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("tier", sa.Integer(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_division_season_id_season")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_division")),
        sa.UniqueConstraint("season_id", "tier", name=op.f("uq_division_season_id_tier")),
    )
    op.create_table(
        "league_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", AutoString(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=True),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("by_player_id", sa.Integer(), nullable=True),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("order_key", AutoString(), nullable=True),
        sa.ForeignKeyConstraint(["by_player_id"], ["player.id"], name=op.f("fk_league_event_by_player_id_player")),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_event_league_id_league")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_league_event_season_id_season")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_event")),
        sa.UniqueConstraint("league_id", "order_key", name=op.f("uq_league_event_league_id_order_key")),
    )
    op.create_index("ix_league_event_league", "league_event", ["league_id", "id"], unique=False)
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("began_by", sa.Integer(), nullable=True),
        sa.Column("state", AutoString(), nullable=False),
        sa.Column("door", AutoString(), nullable=False),
        sa.Column("joined_at", UTCDateTime(), nullable=False),
        sa.Column("left_at", UTCDateTime(), nullable=True),
        sa.Column("planned_tier", sa.Integer(), nullable=True),
        sa.Column("division_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("withdrawal", AutoString(), nullable=True),
        sa.Column("took_over_at", UTCDateTime(), nullable=True),
        sa.Column("final_place", sa.Integer(), nullable=True),
        sa.CheckConstraint("state IN ('joined', 'left', 'playing', 'withdrawn')", name=op.f("ck_entry_state")),
        sa.CheckConstraint("withdrawal IN ('removed', 'forfeits')", name=op.f("ck_entry_withdrawal")),
        sa.ForeignKeyConstraint(["began_by"], ["player.id"], name=op.f("fk_entry_began_by_player")),
        sa.ForeignKeyConstraint(["division_id"], ["division.id"], name=op.f("fk_entry_division_id_division")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_entry_player_id_player")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_entry_season_id_season")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry")),
        sa.UniqueConstraint("season_id", "player_id", name=op.f("uq_entry_season_id_player_id")),
    )
    op.create_index("ix_entry_division", "entry", ["division_id", "number"], unique=False)
    op.create_index("ix_entry_player", "entry", ["player_id", "season_id"], unique=False)
    op.create_table(
        "forecast",
        sa.Column("division_id", sa.Integer(), nullable=False),
        sa.Column("stamp", AutoString(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("worked_out_at", UTCDateTime(), nullable=False),
        sa.Column("tried_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["division_id"], ["division.id"], name=op.f("fk_forecast_division_id_division")),
        sa.PrimaryKeyConstraint("division_id", name=op.f("pk_forecast")),
    )
    op.create_table(
        "pairing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("division_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("ruling", AutoString(), nullable=True),
        sa.Column("is_forfeit", sa.Boolean(), nullable=False),
        sa.Column("ruled_at", UTCDateTime(), nullable=True),
        sa.Column("ruled_by", sa.Integer(), nullable=True),
        sa.Column("ruled_for", AutoString(), nullable=False),
        sa.Column("played_winner", sa.Integer(), nullable=True),
        sa.Column("played_reason", AutoString(), nullable=False),
        sa.CheckConstraint("ruling IN ('first', 'second', 'draw', 'none')", name=op.f("ck_pairing_ruling")),
        sa.ForeignKeyConstraint(["division_id"], ["division.id"], name=op.f("fk_pairing_division_id_division")),
        sa.ForeignKeyConstraint(["first_id"], ["entry.id"], name=op.f("fk_pairing_first_id_entry")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_pairing_game_id_game")),
        sa.ForeignKeyConstraint(["ruled_by"], ["player.id"], name=op.f("fk_pairing_ruled_by_player")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_pairing_season_id_season")),
        sa.ForeignKeyConstraint(["second_id"], ["entry.id"], name=op.f("fk_pairing_second_id_entry")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairing")),
        sa.UniqueConstraint(
            "division_id",
            "round",
            "first_id",
            "second_id",
            name=op.f("uq_pairing_division_id_round_first_id_second_id"),
        ),
        sa.UniqueConstraint("game_id", name=op.f("uq_pairing_game_id")),
    )
    op.create_index("ix_pairing_season", "pairing", ["season_id", "division_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_game_rated", table_name="game")
    op.drop_index("ix_game_season", table_name="game")
    op.drop_index("ix_game_uncounted", table_name="game")
    with op.batch_alter_table("game") as games:
        games.drop_constraint(op.f("ck_game_frozen_kind"), type_="check")
        games.drop_constraint(op.f("fk_game_season_id_season"), type_="foreignkey")
        for column in ("frozen_kind", "season_id", "counted_at", "is_rated"):
            games.drop_column(column)
    op.drop_column("mail_preference", "leagues")
    op.drop_column("challenge", "is_rated")
    for table in (
        "pairing",
        "forecast",
        "entry",
        "league_event",
        "division",
        "season",
        "league_organiser",
        "rating_due",
        "conduct_due",
        "rating_day",
        "rating",
        "league",
        "conduct",
    ):
        op.drop_table(table)
