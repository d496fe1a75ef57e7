import { Migration } from '@mikro-orm/migrations';

/** The last use of each API key. The previous release still notes it in `api_key`. */
export class ApiKeyUses extends Migration {
  override up(): void {
    this.addSql(`create table api_key_use (
      api_key_id uuid not null,
      used_at timestamptz not null,
      primary key (api_key_id)
    )`);
  }
}
