import { Migration } from '@mikro-orm/migrations';
import { ATTEMPT_INDEXES, GENERATED, REFUSAL_GROUPS } from '../../entities/import-record.ts';

/** Indexes and columns by which import records are listed and refusals are grouped (ADR 41). */
export class ImportListing extends Migration {
  override up(): void {
    // The previous release, and records before this migration, have the default.
    this.addSql(
      `alter table accepted_import add column supplier_id uuid not null default '00000000-0000-0000-0000-000000000000'`,
    );
    this.addSql('create index accepted_import_listing on accepted_import (supplier_id, api_key_id, endpoint, id)');
    this.generate('refused_import', ['supplier_prefix', 'account_prefix', 'path']);
    this.generate('dry_run', ['supplier_prefix', 'account_prefix']);
    for (const table of ['refused_import', 'dry_run'])
      for (const { expression } of ATTEMPT_INDEXES(table)) this.addSql(expression);
    this.addSql(REFUSAL_GROUPS.expression);
  }

  /** One statement for each table, which writes the table again once. */
  private generate(table: string, columns: ReadonlyArray<keyof typeof GENERATED>): void {
    const added = columns.map(
      (name) => `add column ${name} text collate "C" generated always as (${GENERATED[name]}) stored`,
    );
    this.addSql(`alter table ${table} ${added.join(', ')}`);
  }
}
