/**
 * An index by which a row's identifier is found without its account: a Bloom filter for every 32 pages (ADR 40). Their rows
 * have at most 2,200 identifiers; with more, pages are read in vain, and nothing else.
 *
 * It is on {@link searched}, which no other statement contains: PostgreSQL 15 read the filters of all pages for each import.
 */
export const searchIndex = (table: string, column: string) => ({
  name: `${table}_search`,
  expression: `create index ${table}_search on ${table} using brin
    ((${searched(column)}) text_bloom_ops (n_distinct_per_range = 2200, false_positive_rate = 0.001)) with (pages_per_range = 32)`,
});

/** Returns an identifier as a search compares it. */
export const searched = (column: string): string => `${column} || ''`;
