import type { CarryoverError } from '@carryover/client/carryover-error';

/**
 * `not_authenticated`: the key is refused. `not_the_service`: something else answers at this address. `busy`: the service
 * answers that it cannot serve the request now. `unreachable`: there is no answer.
 */
type StopReason = 'not_authenticated' | 'not_the_service' | 'busy' | 'unreachable';

/** Nothing more can be asked of the service: the failure is about more than one request. */
export class Stopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause: CarryoverError) {
    super(cause.detail, { cause });
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

/** @returns null if the failure is about this request only. */
export const toStopped = (error: CarryoverError): Stopped | null => {
  if (error.code === 'payment_vendor_unavailable' && error.kind !== 'deadline') return null;
  const reason = error.code === 'not_found' ? 'not_the_service' : STOPPING[error.kind];
  return reason === undefined ? null : new Stopped(reason, error);
};
