import { makeAccountOrder } from '../loading/account-order.ts';
import type { Concurrency } from '../loading/concurrency.ts';
import type { Service } from '../loading/service/service.ts';
import type { Files } from '../proof/own-rows.ts';
import { memberText } from '../rows/item-text.ts';
import type { Kind } from '../rows/kind.ts';
import { fieldsOf, type Item, type Rejected } from '../steps/item.ts';
import { stepsOf } from '../steps/plan.ts';
import type { Batch } from '../steps/step.ts';
import { dryRunBatch } from './dry-run-batch.ts';
import type { Failing, Moved, Summary } from './run-record.ts';

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
    item: memberText(fieldsOf(item), IDENTIFIERS[kind]) ?? `line ${item.line}`,
    file: files[item.file]!,
    line: item.line,
  });
  return {
    unreadable: ({ row, reason }: Rejected): void => {
      const { line, file } = row;
      write({ kind, account: '', item: `line ${line}`, file: files[file]!, line, ...reason });
    },
    batch: async (service: Service, batch: Batch): Promise<{ readonly failing: number; readonly moved: number }> => {
      const { failing, moved } = await dryRunBatch(service, kind, batch);
      for (const { item, reason } of failing) write({ ...placeOf(item), ...reason });
      const byId = new Map(
        moved.length === 0 ? [] : batch.items.map((item) => [memberText(fieldsOf(item), 'transaction_id'), item]),
      );
      for (const { transaction_id: id, ...dates } of moved) write({ ...placeOf(byId.get(id)!), ...dates });
      return { failing: failing.length, moved: moved.length };
    },
  };
};

/** Asks the service about all rows of files, and writes those that would be rejected or moved, and a summary at the end. */
export const dryRun = async (
  { phases, supplier, limits }: Files,
  service: Service,
  concurrency: Concurrency,
  write: Write,
): Promise<Summary> => {
  const summary = { items: 0, failing: 0, moved: 0 };
  let failure: { readonly error: unknown } | null = null;
  for (const { kind, files, rows, isGrouped } of phases) {
    const records = recordsOf(kind, files, write);
    const order = makeAccountOrder(concurrency, (error) => {
      failure ??= { error };
    });
    const ask = async (batch: Batch): Promise<void> => {
      if (failure !== null) return;
      const found = await records.batch(service, batch);
      summary.failing += found.failing;
      summary.moved += found.moved;
    };
    try {
      for await (const step of stepsOf(rows(), { kind, supplier, isGrouped }, limits)) {
        if (failure !== null) break;
        if (step.kind === 'batch') {
          summary.items += step.items.length;
          await order.add(step.key, step.bytes, () => ask(step));
          continue;
        }
        summary.items += step.rejected.length;
        summary.failing += step.rejected.length;
        for (const rejected of step.rejected) records.unreadable(rejected);
      }
    } catch (error) {
      failure ??= { error };
    }
    await order.done();
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
  }
  write(summary);
  return summary;
};
