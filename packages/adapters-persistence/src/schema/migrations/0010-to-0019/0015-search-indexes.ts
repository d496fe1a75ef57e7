import { Migration } from '@mikro-orm/migrations';
import { searchIndex } from '../../entities/search-index.ts';

const INDEXES = [
  searchIndex('ledger_transaction', 'transaction_id'),
  searchIndex('historical_statement', 'statement_id'),
];

/** Search indexes that no import uses (ADR 40); until each is made again, a search reads the whole table. */
export class SearchIndexes extends Migration {
  /** Imports continue while an index is made concurrently, which is not possible in a transaction. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const { name, expression } of INDEXES) {
      this.addSql(`drop index concurrently if exists ${name}`);
      this.addSql(expression);
    }
  }
}
