import { keepRollups } from '@carryover/adapters-persistence/figures/rollups';
import { verifyRollups } from '@carryover/adapters-persistence/figures/verify-rollups';
import { openDatabase } from '@carryover/adapters-persistence/orm';
import type { EventCount } from '@carryover/adapters-persistence/queries/figures';
import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { readSupplierProgress } from '@carryover/adapters-persistence/queries/supplier-progress';
import { UNHURRIED } from '@carryover/adapters-persistence/sql/timeouts';
import { connect } from '@carryover/operations/connect';
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
  const supplier = await done(useCases.suppliers.show({ code: service.demo.import_supplier }));
  const [keep, verify] = [keepRollups(orm.em), verifyRollups(orm.em)];
  return {
    supplier,
    em: orm.em,
    keep,
    verify,
    /** Runs steps until all is counted, and verified if that is due. */
    keepUp: async () => {
      for (const step of [keep, verify]) while ((await done(step)) !== 'current');
    },
    /** All import records, counted without rollups. */
    fullCount: async () => countOf(await done(listImports(orm.em)({ supplier, limit: 1_000_000 }))),
    progress: () => done(readSupplierProgress(orm.em)(supplier, null)),
    close: async () => {
      await close();
      await orm.close(true);
    },
  };
};
