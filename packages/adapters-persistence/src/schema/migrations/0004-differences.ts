import { Migration } from '@mikro-orm/migrations';

/** What a note sent again is compared with, and the values that were refused (ADR 5). */
export class Differences extends Migration {
  override up(): void {
    this.addSql('alter table note add column document_paths text[] null');
    this.addSql('alter table refused_import add column attr_value text null');
    this.addSql('alter table dry_run add column attr_value text null');
  }
}
