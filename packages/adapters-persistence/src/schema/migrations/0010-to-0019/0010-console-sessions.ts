import { Migration } from '@mikro-orm/migrations';

/** Sessions and one-time sign-in links of the console (ADR 38). Both are stored by the SHA-256 of a random secret. */
export class ConsoleSessions extends Migration {
  override up(): void {
    this.addSql(`create table console_session (
      id_sha256 text collate "C" not null primary key,
      subject text not null,
      name text not null,
      grants jsonb not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    )`);
    this.addSql(`create table console_sign_in_link (
      token_sha256 text collate "C" not null primary key,
      expires_at timestamptz not null
    )`);
  }
}
