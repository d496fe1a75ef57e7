/**
 * An index by which a row's identifier is found without its account: a Bloom filter for every 32 pages (ADR 39). Their rows
 * have at most 2,200 identifiers; with more, pages are read in vain, and nothing else.
 *
 * It is on an expression that no other statement contains: PostgreSQL 15 read the filters of all pages for each import.
 */
export const searchIndex = (table: string, column: string, name = table): string =>
  `create index ${name}_search on ${table} using brin
    ((${column} || '') text_bloom_ops (n_distinct_per_range = 2200, false_positive_rate = 0.001)) with (pages_per_range = 32)`;

/**
 * What a customer says of a payment: its amount and its day as the client sent it, before it was moved. In SQL, and immutable: the
 * days are counted from 2000-01-01, because the text of a date depends on the session.
 */
export const AMOUNT_AND_DATE = `(amount::text || ' ' || (coalesce(submitted_date, transaction_date) - date '2000-01-01')::text)`;

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2000, 0, 1);

/** Returns the same of an amount with two decimals and a day. */
export const amountAndDate = (amount: string, date: string): string =>
  `${amount} ${(Date.parse(`${date}T00:00:00Z`) - FIRST_DAY) / DAY_MS}`;
