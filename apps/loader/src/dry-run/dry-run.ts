import type { Kind } from '@carryover/contract/item-files';
import { makeCauses } from '../check/causes.ts';
import type { Failing, Moved, Summary } from '../files/run-record.ts';
import { BATCH_LIMITS, type Batch } from '../loading/batches.ts';
import type { Concurrency } from '../loading/concurrency.ts';
import { isRepeated, runSteps } from '../loading/run.ts';
import type { StoredFiles } from '../reading/read-files.ts';
import { type Item, memberText, parsed, type Rejected } from '../rows/item.ts';
import type { Service } from '../service/service.ts';
import { dryRunBatch } from './dry-run-batch.ts';

const IDENTIFIERS: Readonly<Record<Kind, string>> = {
  transactions: 'transaction_id',
  statements: 'statement_id',
  'billing-documents': 'ledger_number',
  'payment-instructions': 'vendor',
  notes: '',
};

type Write = (record: Failing | Moved | Summary) => void;

/** Writes what a load would make of the rows of one kind. */
const recordsOf = (kind: Kind, files: ReadonlyArray<string>, write: Write) => {
  const placeOf = (item: Item) => ({
    kind,
    account: item.account.number,
    item: memberText(parsed(item.raw), IDENTIFIERS[kind]) ?? `line ${item.line}`,
    file: files[item.file]!,
    line: item.line,
  });
  return {
    unreadable: ({ line, file, why: { code, path, detail } }: Rejected): void => {
      write({ kind, account: '', item: `line ${line}`, file: files[file]!, line, code, path, detail });
    },
    batch: async (service: Service, batch: Batch): Promise<{ readonly failing: number; readonly moved: number }> => {
      const { failing, moved } = await dryRunBatch(service, kind, batch);
      for (const { item, reason } of failing) write({ ...placeOf(item), ...reason });
      const byId = new Map(
        moved.length === 0 ? [] : batch.items.map((item) => [memberText(parsed(item.raw), 'transaction_id'), item]),
      );
      for (const { transaction_id: id, ...dates } of moved) write({ ...placeOf(byId.get(id)!), ...dates });
      return { failing: failing.length, moved: moved.length };
    },
  };
};

/** What a dry run found: its summary, and why rows would be rejected. */
export type DryRun = {
  readonly summary: Summary;
  readonly repeated: number;
  readonly causes: ReturnType<ReturnType<typeof makeCauses>['done']>;
};

/** Asks the service about all rows of files, and writes those that would be rejected or moved, and a summary at the end. */
export const dryRun = async (
  files: StoredFiles,
  service: Service,
  concurrency: Concurrency,
  write: Write,
): Promise<DryRun> => {
  const summary = { items: 0, failing: 0, moved: 0 };
  let repeated = 0;
  const causes = makeCauses();
  const note: Write = (record) => {
    if ('code' in record) causes.add(record.file, record.line, [record]);
    write(record);
  };
  const records = files.kinds.map((kind) => recordsOf(kind, files.names, note));
  await runSteps(files, BATCH_LIMITS, concurrency, {
    rejected: (phase, _, rejected) => {
      const failing = rejected.filter((one) => !isRepeated(one));
      summary.items += rejected.length;
      summary.failing += failing.length;
      repeated += rejected.length - failing.length;
      failing.forEach(records[phase]!.unreadable);
    },
    batch: (phase, _, batch) => {
      summary.items += batch.items.length;
      return async () => {
        const found = await records[phase]!.batch(service, batch);
        summary.failing += found.failing;
        summary.moved += found.moved;
      };
    },
  });
  write(summary);
  return { summary, repeated, causes: causes.done() };
};
