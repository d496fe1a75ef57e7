import { Migration } from '@mikro-orm/migrations';

/** Counters of the rate limits (ADR 29). Unlogged: they live for a minute, and no commit of theirs waits for a disk or a standby. */
export class RateLimits extends Migration {
  override up(): void {
    this.addSql(`create unlogged table rate_limit (
      key text collate "C" not null,
      points int not null,
      expire bigint null,
      primary key (key)
    )`);
  }
}
