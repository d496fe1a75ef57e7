/** The pages of a filter, and the identifiers that their rows have at most; with more, pages are read in vain, and nothing else. */
type Range = { readonly pages: number; readonly identifiers: number };

const filterOf = (expression: string, operators: string, { pages, identifiers }: Range): string =>
  `brin ((${expression}) ${operators} (n_distinct_per_range = ${identifiers}, false_positive_rate = 0.001))
   with (pages_per_range = ${pages})`;

const RANGE: Range = { pages: 32, identifiers: 2_200 };
/** A hundred payments may have an amount and a day, and all rows beside each are read: half as many. */
const PAYMENT_RANGE: Range = { pages: 16, identifiers: 1_300 };

/**
 * An index by which a row's identifier is found without its account: a Bloom filter for every 32 pages (ADR 39).
 *
 * It is on an expression that no other statement contains: PostgreSQL 15 read the filters of all pages for each import.
 */
export const searchIndex = (table: string, column: string, name = table): string =>
  `create index ${name}_search on ${table} using ${filterOf(`${column} || ''`, 'text_bloom_ops', RANGE)}`;

/** The same of a column that most rows do not have: they are left out, which costs their imports less. */
export const partialSearchIndex = (table: string, column: string, name: string): string =>
  `${searchIndex(table, column, name)} where ${column} is not null`;

/** The day as the client sent it, before it was moved. */
const DAY_SENT = 'coalesce(submitted_date, transaction_date)';

/** A whole number, because an import makes it sooner than a text. Two payments may have the same. */
const paymentHash = (amount: string, day: string): string =>
  `hash_numeric_extended(${amount}, ${day} - date '2000-01-01')`;

/** An index by which payments are found by what a customer says of them: the amount and the day. */
export const PAYMENT_SEARCH_INDEX = `
  create index amount_and_date_search on ledger_transaction
  using ${filterOf(paymentHash('amount', DAY_SENT), 'int8_bloom_ops', PAYMENT_RANGE)}`;

/** Compares transactions with an amount and a day, both in SQL, by that index. */
export const isPayment = (amount: string, day: string): string =>
  `${paymentHash('amount', DAY_SENT)} = ${paymentHash(amount, day)} and amount = ${amount} and ${DAY_SENT} = ${day}`;

/** The identifiers of the items that a refused request keeps: a JSON array. */
const REFUSED_IDS = ['transaction', 'statement', 'document']
  .map((key) => `jsonb_path_query_array(failing_items, '$[*].${key}')`)
  .join(' || ');

/** An index of what was refused. A refusal adds its ids to a list, from which the console or a vacuum moves them (ADR 39). */
export const REFUSED_SEARCH_INDEX = `
  create index refused_item_search on refused_import using gin ((${REFUSED_IDS}) jsonb_path_ops)`;

/** Compares refused requests with the id of an item, in SQL, by that index. */
export const hasRefused = (id: string): string => `(${REFUSED_IDS}) @> jsonb_build_array(${id}::text)`;
