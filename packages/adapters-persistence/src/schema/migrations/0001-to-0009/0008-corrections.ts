import { Migration } from '@mikro-orm/migrations';

/** Undone imports (ADR 32). */
export class Corrections extends Migration {
  override up(): void {
    this.addSql(`create table import_undo (
      account_id bigint not null,
      import_id uuid not null,
      undone_at timestamptz not null default clock_timestamp(),
      undone_by text not null,
      reason text not null,
      removed jsonb not null,
      answered jsonb not null,
      primary key (account_id, import_id)
    )`);
  }
}
