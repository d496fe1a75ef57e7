import { Migration } from '@mikro-orm/migrations';

const BLOOM = 'text_bloom_ops (n_distinct_per_range = 2200, false_positive_rate = 0.001)';

const INDEXES = {
  account_external_account_number_index: 'account (external_account_number)',
  ledger_transaction_search: `ledger_transaction using brin (transaction_id ${BLOOM}) with (pages_per_range = 32)`,
  historical_statement_search: `historical_statement using brin (statement_id ${BLOOM}) with (pages_per_range = 32)`,
};

/**
 * Adds pages from `from_block` on to a search index, at most 64 MB of them; returns the first one that is left. Leaves the
 * newest 8 MB, because a row that is added to summarised pages costs its import more. Gives up where a vacuum has the
 * table, which does the same; a longer wait would end the vacuum. With the rights of the owner, whom PostgreSQL asks for.
 */
const SUMMARISE = `
  create or replace function summarise_search(table_name text, from_block bigint) returns bigint
  language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set lock_timeout = '200ms' as $$
  declare
    relation constant regclass := format('public.%I', table_name)::regclass;
    search_index constant regclass := format('public.%I', table_name || '_search')::regclass;
    end_block constant bigint := least(from_block + 8192, pg_relation_size(relation) / 8192 - 1024);
    next_block bigint := from_block;
  begin
    while next_block + 32 <= end_block loop
      perform brin_summarize_range(search_index, next_block);
      next_block := next_block + 32;
    end loop;
    return next_block;
  end
  $$`;

/** Indexes by which accounts are found, and the function that adds new rows to two of them (ADR 40). */
export class AccountSearch extends Migration {
  /** Imports continue while an index is made concurrently, which is not possible in a transaction. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    for (const [name, definition] of Object.entries(INDEXES)) {
      // An interrupted migration leaves an index that is not valid.
      this.addSql(`drop index concurrently if exists ${name}`);
      this.addSql(`create index concurrently ${name} on ${definition}`);
    }
    this.addSql(SUMMARISE);
  }
}
