import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { readRow } from '../sql/query.ts';
import { addNoteWords } from './note-words.ts';

/** The search indexes, without the `_search` that their names end in. */
const SEARCHES = [
  'ledger_transaction',
  'historical_statement',
  'payment_reference',
  'amount_and_date',
  'statement_number',
  'billing_document',
  'ledger',
  'refused_item',
];

const nextBlock = t.type({ block: t.string });
const SUMMARISE = 'select summarise_search($1, $2)::text as block';

/** Adds the pages of a table from a block on to a search index; returns the first block that is left. */
const summarise = async (orm: MikroORM, index: string, from: string): Promise<string> => {
  for (let block = from; ; ) {
    const row = await readRow(orm.em.fork(), nextBlock, SUMMARISE, [index, block]);
    if (row === null || row.block === block) return block;
    block = row.block;
  }
};

/**
 * Keeps the search indexes and the words of notes up to date until `signal` is aborted, at most `everyMs` behind: a search reads all
 * newer rows, and finds no newer note (ADR 39). A turn that fails, such as one during a vacuum, is made up for by a later one. Several
 * processes may do this.
 */
export const keepSearchable = async (orm: MikroORM, everyMs: number, signal: AbortSignal): Promise<void> => {
  const reached = new Map(SEARCHES.map((index) => [index, '0']));
  while (!signal.aborted) {
    for (const [index, from] of reached)
      await summarise(orm, index, from).then(
        (block) => reached.set(index, block),
        () => undefined,
      );
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const added = await addNoteWords(orm.em)();
      hasMore = E.isRight(added) && added.right;
    }
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
};
