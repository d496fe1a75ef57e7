import { Migration } from '@mikro-orm/migrations';

/** Adds the SHA-256 of each payload as received (ADR 33). Records of earlier releases have none. */
export class Receipts extends Migration {
  override up(): void {
    for (const table of ['accepted_import', 'refused_import', 'dry_run'])
      this.addSql(`alter table ${table} add column payload_sha256 bytea null`);
  }
}
