import type { CarryoverError } from '@carryover/client/carryover-error';

/**
 * `not_authenticated`: the key is refused. `not_the_service`: something else answers at this address. `busy`: the service
 * answers that it cannot serve the request now. `unreachable`: there is no answer. `not_ongoing`: the migration of an import
 * supplier is paused or complete, which is true of all its rows.
 */
type StopReason = 'not_authenticated' | 'not_the_service' | 'busy' | 'unreachable' | 'not_ongoing';

/** Nothing more can be asked of the service: the failure is about more than one request. */
export class Stopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause: CarryoverError) {
    super(cause.errors[0]?.detail ?? cause.detail, { cause });
    this.reason = reason;
  }
}

const STOPPING: Partial<Record<CarryoverError['kind'], StopReason>> = {
  not_authenticated: 'not_authenticated',
  throttled: 'busy',
  unavailable: 'busy',
  network: 'unreachable',
  deadline: 'unreachable',
  aborted: 'unreachable',
  protocol: 'not_the_service',
};

export const NOT_ONGOING = 'import_supplier_migration_not_ongoing';

/** @returns null if the failure is about this request only. */
export const toStopped = (error: CarryoverError): Stopped | null => {
  if (error.code === NOT_ONGOING || error.errors[0]?.code === NOT_ONGOING) return new Stopped('not_ongoing', error);
  if (error.code === 'payment_vendor_unavailable' && error.kind !== 'deadline') return null;
  const reason = error.code === 'not_found' ? 'not_the_service' : STOPPING[error.kind];
  return reason === undefined ? null : new Stopped(reason, error);
};
