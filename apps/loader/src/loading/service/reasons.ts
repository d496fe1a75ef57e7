import type { CarryoverError } from '@carryover/client/carryover-error';
import type { ErrorItem } from '@carryover/client/types/validation';
import type { Reason } from '../../steps/item.ts';

export const reasonOf = ({ code, attr, detail }: ErrorItem, path: string = attr): Reason => ({ code, path, detail });

/** The reason for which a whole request was refused. */
export const wholeReason = ({ code, kind, detail, errors: [first] }: CarryoverError): Reason =>
  first === undefined ? { code: code ?? kind, path: '', detail } : reasonOf(first);

/** Returns true if a request is refused because it has too many items or bytes. @param list the field with its items. */
export const isTooMuch = (
  list: string,
  { status, code, errors: [first] }: Pick<CarryoverError, 'status' | 'code' | 'errors'>,
): boolean => status === 413 || code === 'max_items' || (first?.code === 'max_items' && first.attr === list);

/** The errors of a refused request, by the index of the item that each is about; `rest` are those of the whole request. */
export const byItem = (
  list: string,
  errors: ReadonlyArray<ErrorItem>,
): { readonly items: ReadonlyMap<number, Reason>; readonly rest: ReadonlyArray<ErrorItem> } => {
  const items = new Map<number, Reason>();
  const rest: ErrorItem[] = [];
  for (const error of errors) {
    const [step, index, ...path] = error.attr.split('.');
    if (step !== list || index === undefined) rest.push(error);
    else if (!items.has(Number(index))) items.set(Number(index), reasonOf(error, path.join('.')));
  }
  return { items, rest };
};
