import { Migration } from '@mikro-orm/migrations';
import { FORMER_NAME_INDEX } from '../former-name-index.ts';

/** Adds the index of the names that organisations had. 1.0.0 serves beside it as before. */
export class OrganisationNames extends Migration {
  override up(): void {
    this.addSql(FORMER_NAME_INDEX);
  }
}
