import { type ImportFilter, listImports } from '@carryover/adapters-persistence/queries/import-listing';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { given } from '@carryover/application/given';
import type { OperatorUseCases } from '@carryover/operations/connect';
import { orProblem } from '../../web/problem.ts';

const PAGE = 1_000;

/** All records that a filter takes, read page by page: the memory that this needs does not depend on their number. */
export async function* everyRecord(
  { em }: OperatorUseCases,
  filter: Omit<ImportFilter, 'limit' | 'before' | 'after'>,
): AsyncGenerator<ImportRecord> {
  for (let before: string | undefined; ; ) {
    const records = await orProblem(listImports(em)({ ...filter, ...given({ before }), limit: PAGE }));
    yield* records;
    if (records.length < PAGE) return;
    before = records.at(-1)!.id;
  }
}

/** A column of an exported list: its name, and its value of an entry. */
export type Column<A> = readonly [name: string, read: (entry: A) => string | number | null];

/** The rows of a CSV file with its header. */
export async function* csvRows<A>(
  columns: ReadonlyArray<Column<A>>,
  entries: AsyncIterable<A>,
): AsyncGenerator<ReadonlyArray<string>> {
  yield columns.map(([name]) => name);
  for await (const entry of entries) yield columns.map(([, read]) => String(read(entry) ?? ''));
}
