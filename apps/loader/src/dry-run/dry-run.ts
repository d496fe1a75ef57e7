import type { MovedTransaction } from '@carryover/client/types/common';
import type { Kind } from '@carryover/contract/kinds';
import type { RowIssue } from '@carryover/files/row';
import { makeCauses } from '../check/causes.ts';
import type { Failing, Moved, Summary } from '../files/run-record.ts';
import { BATCH_LIMITS, type Batch, bodyOf, halves } from '../loading/batches.ts';
import type { Concurrency } from '../loading/concurrency.ts';
import { isRepeated, runSteps } from '../loading/run.ts';
import type { StoredFiles } from '../reading/read-files.ts';
import { type Item, memberText, parsed, type Rejected } from '../rows/item.ts';
import { byItem, isTooMuch, reasonOf, wholeReason } from '../service/refusals.ts';
import { FORMS, isRefused, type Service } from '../service/service.ts';
import { statusesOf } from '../service/statuses.ts';
import { NAMING_FIELD, THING_OF_KIND } from '../store/things.ts';

/** The items of a batch that a load would reject, and the dates that would be moved. */
type Judged = {
  readonly failing: ReadonlyArray<{ readonly item: Item; readonly reason: RowIssue }>;
  readonly moved: ReadonlyArray<MovedTransaction>;
};

const NOTHING: Judged = { failing: [], moved: [] };
const both = (one: Judged, other: Judged): Judged => ({
  failing: [...one.failing, ...other.failing],
  moved: [...one.moved, ...other.moved],
});

const conflict = (differing: ReadonlyArray<string>): RowIssue => ({
  code: 'conflict',
  path: '',
  detail: `Stored already, with other content: ${differing.join(', ')}.`,
});

/** The items that are stored already with other content. */
const conflictsIn = (kind: Kind, items: ReadonlyArray<Item>, results: unknown): Judged['failing'] => {
  const statuses = results === null ? [] : (statusesOf(kind, results, items.length) ?? []);
  return items.flatMap((item, index) => {
    const differing = statuses[index]?.differingFields ?? [];
    return differing.length === 0 ? [] : [{ item, reason: conflict(differing) }];
  });
};

/**
 * Asks the service what it would make of a batch, without storing anything. As long as items are at fault, the others are
 * asked about again: rules about what is stored are only checked when no item has a wrong shape. A batch that is too large
 * for the service is halved.
 */
const dryRunBatch = async (service: Service, kind: Kind, batch: Batch): Promise<Judged> => {
  const { items } = batch;
  if (items.length === 0) return NOTHING;
  const list = FORMS[kind].list ?? '';
  const answer = await service.validate(kind, bodyOf(kind, batch), items.length);
  const error = isRefused(answer) ? answer.error : { status: null, code: null, errors: answer.errors };
  if (isTooMuch(list, error) && items.length > 1) {
    const [first, second] = halves(batch);
    return both(await dryRunBatch(service, kind, first), await dryRunBatch(service, kind, second));
  }
  const all = (reason: RowIssue): Judged => ({ failing: items.map((item) => ({ item, reason })), moved: [] });
  if (isRefused(answer)) {
    await service.requireSupplier(batch.account.supplier, answer.error);
    return all(wholeReason(answer.error));
  }
  if (answer.valid) return { failing: conflictsIn(kind, items, answer.results), moved: answer.moved };
  const faults = byItem(list, answer.errors).items;
  if (faults.size === 0) return all(reasonOf(answer.errors[0]!));
  const failing = items.flatMap((item, index) => {
    const reason = faults.get(index);
    return reason === undefined ? [] : [{ item, reason }];
  });
  const others = items.filter((_, index) => !faults.has(index));
  return both({ failing, moved: [] }, await dryRunBatch(service, kind, { ...batch, items: others }));
};

type Write = (record: Failing | Moved | Summary) => void;

/** Writes what a load would make of the rows of one kind. */
const recordsOf = (kind: Kind, { names: files, explain }: StoredFiles, write: Write) => {
  const placeOf = (item: Item) => ({
    kind,
    account: item.account.number,
    item:
      (kind === 'notes' ? null : memberText(parsed(item.raw), NAMING_FIELD[THING_OF_KIND[kind]])) ??
      `line ${item.line}`,
    file: files[item.file]!,
    line: item.line,
  });
  return {
    unreadable: ({ line, file, why: { code, path, detail } }: Rejected): void => {
      write({ kind, account: '', item: `line ${line}`, file: files[file]!, line, code, path, detail });
    },
    batch: async (service: Service, batch: Batch): Promise<{ readonly failing: number; readonly moved: number }> => {
      const { failing, moved } = await dryRunBatch(service, kind, batch);
      for (const { item, reason } of failing) write({ ...placeOf(item), ...explain(item, reason) });
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
  const causes = makeCauses(files.inputs);
  const note: Write = (record) => {
    if ('code' in record) causes.add(record.file, record.line, [record]);
    write(record);
  };
  const records = files.kinds.map((kind) => recordsOf(kind, files, note));
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
