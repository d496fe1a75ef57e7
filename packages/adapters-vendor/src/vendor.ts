import type { PaymentVendor, VendorFailure } from '@carryover/application/ports/payment-vendor';
import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, unanswered } from './answer.ts';
import { makeBreaker } from './breaker.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import { isVendorId } from './fields.ts';
import { quiet, type VendorObserver } from './observer.ts';
import { type Ask, makeAsk } from './retry.ts';
import type { VendorSettings } from './settings.ts';

type Parts = {
  readonly name: string;
  readonly types: ReadonlyArray<string>;
  readonly settings: VendorSettings;
  readonly observer: VendorObserver;
  /** The vendor's own part: its requests and what their answers mean. */
  readonly lookUp: (ask: Ask, reference: string) => TE.TaskEither<VendorFailure, VerifiedInstruction>;
};

/**
 * A payment vendor around its `lookUp`: one deadline, bounded concurrency, repeated attempts behind a breaker.
 *
 * A reference that no vendor could have issued is not found without a request: sent, it might reach another endpoint.
 */
export const makeVendor = ({ name, types, settings, observer, lookUp }: Parts): PaymentVendor => {
  const { onAlarm, onEvent } = quiet(observer);
  const breaker = makeBreaker(settings, (state) => onEvent({ kind: 'circuit', vendor: name, state }));
  const slots = bulkhead(settings.concurrent, settings.queued);

  const onFailure = ({ failure, httpStatus }: AttemptFailure) => {
    if (failure.kind === 'payment_vendor_unavailable' && failure.cause === 'credentials') {
      onAlarm({ kind: 'vendor_credentials_refused', vendor: name, httpStatus });
    }
  };
  const guarded =
    (reference: string, deadline: Deadline): TE.TaskEither<VendorFailure, VerifiedInstruction> =>
    () =>
      slots
        .execute(lookUp(makeAsk(settings, breaker, deadline, onFailure), reference), deadline.signal)
        .catch((error: unknown) => E.left(error instanceof BulkheadRejectedError ? notAsked : unexpected));

  return {
    name,
    types,
    verify:
      ({ reference, type }) =>
      async () => {
        const begun = performance.now();
        const result =
          isVendorId(reference) && types.includes(type)
            ? await withDeadline(settings.deadlineMs, tooLate, (deadline) => guarded(reference, deadline))()
            : E.left<VendorFailure>({ kind: 'payment_instruction_not_found_at_vendor' });
        onEvent({ kind: 'verification', vendor: name, ...outcome(result), durationMs: performance.now() - begun });
        return result;
      },
  };
};

const tooLate: VendorFailure = unanswered('timeout').failure;

/** All slots and the queue are taken. */
const notAsked: VendorFailure = unanswered('overloaded').failure;

/** What no part of the adapter foresees in an answer; `verify` never throws. */
const unexpected: VendorFailure = unanswered('unreadable').failure;

const outcome = (result: E.Either<VendorFailure, VerifiedInstruction>) =>
  E.isRight(result)
    ? { outcome: 'verified' as const, cause: null }
    : {
        outcome: result.left.kind,
        cause: result.left.kind === 'payment_vendor_unavailable' ? result.left.cause : null,
      };
