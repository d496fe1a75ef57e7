import { Migration } from '@mikro-orm/migrations';
import { MAKE_READ_VIEWS } from '../read-views.ts';

/** Adds `load_id` to the view of imports. The views and their rights stay where they are, and 1.0.0 reads none of them. */
export class LoadsInReadViews extends Migration {
  override up(): void {
    for (const sql of MAKE_READ_VIEWS) this.addSql(sql);
  }
}
