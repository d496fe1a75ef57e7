import { given } from '@carryover/application/given';
import type { ImportRecord } from '@carryover/application/ports/operator/import-records';
import type { OperatorUseCases } from '@carryover/operator/connect';
import { orProblem } from '../../web/or-problem.ts';

const PAGE = 1_000;
type Filter = Parameters<OperatorUseCases['imports']['list']>[0];

/** All records that a filter takes, page by page: the memory that this needs does not depend on their number. */
export async function* recordPages(
  { imports }: OperatorUseCases,
  filter: Omit<Filter, 'limit' | 'before' | 'after'>,
): AsyncGenerator<ReadonlyArray<ImportRecord>> {
  for (let before: string | undefined; ; ) {
    const records = await orProblem(imports.list({ ...filter, ...given({ before }), limit: PAGE }));
    yield records;
    if (records.length < PAGE) return;
    before = records.at(-1)!.id;
  }
}

/** The same one by one. */
export async function* everyRecord(...of: Parameters<typeof recordPages>): AsyncGenerator<ImportRecord> {
  for await (const records of recordPages(...of)) yield* records;
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
