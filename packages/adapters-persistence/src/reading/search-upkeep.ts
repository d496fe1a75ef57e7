import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { readRow } from '../driver/query.ts';

const TABLES = ['ledger_transaction', 'historical_statement'];

const next = t.type({ block: t.string });
const SUMMARISE = 'select summarise_search($1, $2)::text as block';

/** Adds the pages of a table from a block on to its search index; returns the first block that is left. */
const summarise = async (orm: MikroORM, table: string, from: string): Promise<string> => {
  for (let block = from; ; ) {
    const row = await readRow(orm.em.fork(), next, SUMMARISE, [table, block]);
    if (row === null || row.block === block) return block;
    block = row.block;
  }
};

/**
 * Keeps the search indexes up to date until `signal` is aborted, at most `everyMs` behind: a search reads all newer rows
 * (ADR 40). A turn that fails, such as one during a vacuum, is made up for by a later one. Several processes may do this.
 */
export const keepSearchable = async (orm: MikroORM, everyMs: number, signal: AbortSignal): Promise<void> => {
  const reached = new Map(TABLES.map((table) => [table, '0']));
  while (!signal.aborted) {
    for (const [table, from] of reached)
      await summarise(orm, table, from).then(
        (block) => reached.set(table, block),
        () => undefined,
      );
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
};
