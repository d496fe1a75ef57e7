import type { CarryoverError } from '@carryover/client/failure';
import type { ErrorItem } from '@carryover/client/types/common';
import type { RowIssue } from '@carryover/files/row';

/**
 * `not_authenticated`: the key is refused. `not_the_service`: something else answers at this address. `busy`: the service
 * answers that it cannot serve the request now. `failing`: it answers with an error of its own, or something in front of it
 * does. `unreachable`: there is no answer. `not_ongoing`: the migration of an import supplier is paused or complete, which is
 * true of all its rows. `unknown_supplier`: there is no such import supplier, which is also true of all its rows.
 */
type StopReason =
  | 'not_authenticated'
  | 'not_the_service'
  | 'busy'
  | 'failing'
  | 'unreachable'
  | 'not_ongoing'
  | 'unknown_supplier';

/** Nothing more can be asked of the service: the failure is about more than one request. */
export class Stopped extends Error {
  readonly reason: StopReason;
  /** True if it is not known what was stored of the request. */
  readonly mayBeStored: boolean;

  constructor(reason: StopReason, cause: CarryoverError, message = cause.errors[0]?.detail ?? cause.detail) {
    super(message, { cause });
    this.reason = reason;
    this.mayBeStored = cause.mayBeStored;
  }
}

/** What a failure says about more than one request. Only `validation` and `not_found` are about one. */
const STOPPING: Partial<Record<CarryoverError['kind'], StopReason>> = {
  not_authenticated: 'not_authenticated',
  rejected: 'not_the_service',
  throttled: 'busy',
  unavailable: 'busy',
  unexpected: 'failing',
  network: 'unreachable',
  deadline: 'unreachable',
  aborted: 'unreachable',
  protocol: 'not_the_service',
};

/** The code of an unknown supplier, and of an unknown account of a known one. */
export const UNKNOWN = 'import_process_does_not_exist';
export const NOT_ONGOING = 'import_supplier_migration_not_ongoing';

/** @returns null if the failure is about this request only. */
export const toStopped = (error: CarryoverError): Stopped | null => {
  const { kind, code, mayBeStored, errors } = error;
  if (code === NOT_ONGOING || errors[0]?.code === NOT_ONGOING) return new Stopped('not_ongoing', error);
  // The instruction may have been stored by an earlier attempt, which is found out by sending it again.
  if (code === 'payment_vendor_unavailable' && kind !== 'deadline' && !mayBeStored) return null;
  const reason = code === 'not_found' ? 'not_the_service' : STOPPING[kind];
  return reason === undefined ? null : new Stopped(reason, error);
};

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
