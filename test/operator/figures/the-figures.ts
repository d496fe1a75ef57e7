import { UNHURRIED } from '@carryover/adapters-persistence/driver/timeouts';
import { makePostgresFiguresReader } from '@carryover/adapters-persistence/operator/figures/figures-reader';
import { makePostgresRollups } from '@carryover/adapters-persistence/operator/figures/rollups';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import { makeKeepRollups } from '@carryover/application/operator/figures/keep-rollups';
import type { EventCount } from '@carryover/application/ports/operator/figures/figures-reader';
import type { ImportRecord } from '@carryover/application/ports/operator/import-records';
import { connect } from '@carryover/operator/connect';
import { readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader } from '@carryover/settings/environment';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import type { RunningService } from '../../support/a-service.ts';

export const done = async <A>(task: TaskEither<{ readonly kind: string }, A>): Promise<A> => {
  const result = await task();
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Counts without the spans of time, in one order; several of a kind are added up. */
export const summed = (counts: ReadonlyArray<EventCount>) => {
  const sums = new Map<string, EventCount>();
  for (const { endpoint, outcome, code, requests, items, firstImports } of counts) {
    const key = `${endpoint} ${outcome} ${code}`;
    const sum = sums.get(key) ?? { requests: 0, items: 0, firstImports: 0 };
    sums.set(key, {
      endpoint,
      outcome,
      code,
      requests: sum.requests + requests,
      items: sum.items + items,
      firstImports: sum.firstImports + firstImports,
    });
  }
  return [...sums.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
};

const eventOf = ({ endpoint, outcome, code, itemCount }: ImportRecord): EventCount => ({
  endpoint,
  outcome,
  code: code ?? '',
  requests: 1,
  items: itemCount ?? 0,
  firstImports: 0,
});

/** The import records of a supplier, counted one by one. */
const countOf = (newestFirst: ReadonlyArray<ImportRecord>) => {
  const accounts = new Set<string | null>();
  return summed(
    newestFirst.toReversed().flatMap((record) => {
      const event = eventOf(record);
      const isFirst = record.outcome === 'accepted' && !accounts.has(record.externalAccountNumber);
      if (isFirst) accounts.add(record.externalAccountNumber);
      const undone = record.undone === null ? [] : [{ ...event, outcome: 'undone' as const }];
      return [{ ...event, firstImports: isFirst ? 1 : 0 }, ...undone];
    }),
  );
};

/** The figures of a service's demo supplier, and a worker that counts them. */
export const theFigures = async (service: RunningService) => {
  const orm = openDatabase({
    url: service.databaseUrl,
    maxConnections: 4,
    acquireTimeoutMs: 5_000,
    timeouts: UNHURRIED,
  });
  const { useCases, close } = await connect(readDataSettings(new EnvironmentReader(service.operatorEnvironment)));
  const supplier = { code: service.demo.import_supplier };
  const { organisationId, code } = await done(useCases.suppliers.show(supplier));
  const rollups = makePostgresRollups(orm.em);
  const keep = makeKeepRollups({ rollups });
  return {
    key: { organisationId, code },
    rollups,
    reader: makePostgresFiguresReader(orm.em),
    keep,
    /** Runs steps until all is counted. */
    keepUp: async () => {
      while ((await done(keep)) !== 'current');
    },
    /** All import records, counted without rollups. */
    fullCount: async () => countOf(await done(useCases.imports.list({ supplier, limit: 1_000_000 }))),
    progress: async () => done(useCases.supplierProgress(await done(useCases.suppliers.show(supplier)), null)),
    close: async () => {
      await close();
      await orm.close(true);
    },
  };
};
