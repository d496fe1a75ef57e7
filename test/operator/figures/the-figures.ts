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

/** Counts of requests without the spans of time, in one order; several of a kind are added up. */
export const summed = (
  counts: ReadonlyArray<Pick<EventCount, 'endpoint' | 'outcome' | 'code' | 'requests' | 'items'>>,
) =>
  [...Map.groupBy(counts, ({ endpoint, outcome, code }) => JSON.stringify([endpoint, outcome, code]))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, all]) => ({
      kind,
      requests: all.reduce((sum, { requests }) => sum + requests, 0),
      items: all.reduce((sum, { items }) => sum + items, 0),
    }));

/** The import records of a supplier, counted one by one. */
const countOf = (records: ReadonlyArray<ImportRecord>) =>
  summed(
    records.flatMap(({ endpoint, outcome, code, itemCount, undone }) => {
      const event = { endpoint, outcome, code: code ?? '', requests: 1, items: itemCount ?? 0 };
      return [event, ...(undone === null ? [] : [{ ...event, outcome: 'undone' as const }])];
    }),
  );

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
