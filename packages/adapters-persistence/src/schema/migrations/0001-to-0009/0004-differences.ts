import { Migration } from '@mikro-orm/migrations';

/** Adds the posted paths of notes, for comparison, and the rejected values (ADR 5). */
export class Differences extends Migration {
  override up(): void {
    this.addSql('alter table note add column document_paths text[] null');
    this.addSql('alter table refused_import add column attr_value text null');
    this.addSql('alter table dry_run add column attr_value text null');
  }
}
