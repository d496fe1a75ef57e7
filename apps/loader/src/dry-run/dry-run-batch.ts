import type { MovedTransaction } from '@carryover/client/types/validation';
import type { Kind } from '@carryover/contract/item-files';
import type { RowIssue } from '@carryover/files/row';
import { type Batch, bodyOf, halves } from '../loading/batches.ts';
import type { Item } from '../rows/item.ts';
import { FORMS } from '../service/forms.ts';
import { byItem, isTooMuch, reasonOf, wholeReason } from '../service/reasons.ts';
import { isRefused, type Service } from '../service/service.ts';
import { statusesOf } from '../service/statuses.ts';

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
export const dryRunBatch = async (service: Service, kind: Kind, batch: Batch): Promise<Judged> => {
  const { items } = batch;
  if (items.length === 0) return NOTHING;
  const list = FORMS[kind].list ?? '';
  const answer = await service.validate(kind, bodyOf(kind, batch));
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
