import type { MovedTransaction } from '@carryover/client/types/validation';
import { bodyOf, FORMS } from '../loading/kinds.ts';
import { byItem, reasonOf, wholeReason } from '../loading/service/reasons.ts';
import { isRefused, type Service } from '../loading/service/service.ts';
import { statusesOf } from '../loading/service/statuses.ts';
import type { Kind } from '../rows/kind.ts';
import type { Item, Reason } from '../steps/item.ts';
import type { Batch } from '../steps/step.ts';

/** The items of a batch that a load would reject, and the dates that would be moved. */
export type Judged = {
  readonly failing: ReadonlyArray<{ readonly item: Item; readonly reason: Reason }>;
  readonly moved: ReadonlyArray<MovedTransaction>;
};

const conflict = (differing: ReadonlyArray<string>): Reason => ({
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
 * asked about again: rules about what is stored are only checked when no item has a wrong shape.
 */
export const dryRunBatch = async (service: Service, kind: Kind, batch: Batch): Promise<Judged> => {
  const failing: Judged['failing'][number][] = [];
  let items = batch.items;
  while (items.length > 0) {
    const answer = await service.validate(kind, bodyOf(kind, { ...batch, items }));
    const all = (reason: Reason): Judged => ({
      failing: [...failing, ...items.map((item) => ({ item, reason }))],
      moved: [],
    });
    if (isRefused(answer)) return all(wholeReason(answer.error));
    if (answer.valid)
      return { failing: [...failing, ...conflictsIn(kind, items, answer.results)], moved: answer.moved };
    const faults = byItem(FORMS[kind].list ?? '', answer.errors);
    if (faults.items.size === 0) return all(reasonOf(answer.errors[0]!));
    failing.push(
      ...items.flatMap((item, index) => {
        const reason = faults.items.get(index);
        return reason === undefined ? [] : [{ item, reason }];
      }),
    );
    items = items.filter((_, index) => !faults.items.has(index));
  }
  return { failing, moved: [] };
};
