import type { CarryoverError } from '@carryover/client/carryover-error';
import type { ErrorItem } from '@carryover/client/types/validation';
import type { RowIssue } from '@carryover/files/row';
import { Stopped } from './stopped.ts';

export const reasonOf = ({ code, attr, detail }: ErrorItem, path: string = attr): RowIssue => ({ code, path, detail });

/**
 * Returns the reason for which the service refused a whole request.
 *
 * @throws Stopped if the answer has no code: the service did not give it, and what it stored is not known.
 */
export const wholeReason = (error: CarryoverError): RowIssue => {
  const { code, detail, errors } = error;
  if (code === null) throw new Stopped('not_the_service', error);
  return errors[0] === undefined ? { code, path: '', detail } : reasonOf(errors[0]);
};

/** Returns true if a request is refused because it has too many items or bytes. @param list the field with its items. */
export const isTooMuch = (
  list: string,
  { status, code, errors: [first] }: Pick<CarryoverError, 'status' | 'code' | 'errors'>,
): boolean => status === 413 || code === 'max_items' || (first?.code === 'max_items' && first.attr === list);

/** The errors of a refused request, by the index of the item that each is about; `rest` are those of the whole request. */
export const byItem = (
  list: string,
  errors: ReadonlyArray<ErrorItem>,
): { readonly items: ReadonlyMap<number, RowIssue>; readonly rest: ReadonlyArray<ErrorItem> } => {
  const items = new Map<number, RowIssue>();
  const rest: ErrorItem[] = [];
  for (const error of errors) {
    const [step, index, ...path] = error.attr.split('.');
    if (step !== list || index === undefined) rest.push(error);
    else if (!items.has(Number(index))) items.set(Number(index), reasonOf(error, path.join('.')));
  }
  return { items, rest };
};
