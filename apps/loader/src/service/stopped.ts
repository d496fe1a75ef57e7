import type { CarryoverError } from '@carryover/client/carryover-error';

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
