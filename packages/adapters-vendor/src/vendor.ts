import type { OutgoingHttpHeaders } from 'node:http';
import type {
  IntermittentVendorFailure,
  PaymentVendor,
  VendorFailure,
} from '@carryover/application/ports/payment-vendor';
import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import { BulkheadRejectedError, bulkhead, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, unanswered } from './answer.ts';
import { type Ask, makeAsk } from './ask.ts';
import { makeBreaker } from './breaker.ts';
import { makeExchange } from './exchange.ts';
import { isVendorId, vendorOrigin, vendorSecret } from './fields.ts';
import { quiet, type VendorObserver } from './observer.ts';
import { VENDOR_SETTINGS, type VendorSettings } from './settings.ts';

/** The configuration that every vendor has. */
export type VendorConfig = VendorObserver & {
  /** Scheme and host; by default the vendor's live address. */
  readonly baseUrl?: string;
  readonly settings?: Partial<VendorSettings>;
};

type Parts = {
  readonly name: string;
  readonly types: ReadonlyArray<string>;
  readonly config: VendorConfig;
  readonly liveUrl: string;
  readonly secret: string;
  /** The header with the version of the interface. */
  readonly version: OutgoingHttpHeaders;
  /** The requests of the vendor, and what their answers mean. */
  readonly lookUp: (ask: Ask, reference: string) => TE.TaskEither<AttemptFailure, VerifiedInstruction>;
};

/**
 * Makes a payment vendor from its `lookUp`: one deadline, bounded concurrency, repeated attempts behind a breaker.
 *
 * A reference that no vendor can have issued is not found without a request, which might reach another endpoint.
 *
 * @throws TypeError if the base URL or the secret cannot be used.
 */
export const makeVendor = ({ name, types, config, liveUrl, secret, version, lookUp }: Parts): PaymentVendor => {
  const { onAlarm, onEvent } = quiet(config);
  const settings = { ...VENDOR_SETTINGS, ...config.settings };
  const exchange = makeExchange(vendorOrigin(config.baseUrl ?? liveUrl), settings.concurrent, {
    accept: 'application/json',
    authorization: `Bearer ${vendorSecret(secret)}`,
    'user-agent': 'carryover',
    ...version,
  });
  const breaker = makeBreaker(settings, (state) => onEvent({ kind: 'circuit', vendor: name, state }));
  const limits = wrap(
    timeout(settings.deadlineMs, TimeoutStrategy.Aggressive),
    bulkhead(settings.concurrent, settings.queued),
  );

  const lookUpWithinLimits = (reference: string): Promise<E.Either<AttemptFailure, VerifiedInstruction>> => {
    const endsAt = performance.now() + settings.deadlineMs;
    const ask = makeAsk(settings, exchange, breaker, () => endsAt - performance.now());
    return limits
      .execute(lookUp(ask, reference))
      .catch((error: unknown): E.Either<AttemptFailure, never> => E.left(unanswered(causeOf(error))));
  };
  const alarm = ({ failure, httpStatus }: AttemptFailure): void => {
    if (failure.kind === 'payment_vendor_unavailable' && failure.cause === 'credentials')
      onAlarm({ kind: 'vendor_credentials_refused', vendor: name, httpStatus });
  };
  const verify = async (reference: string): Promise<E.Either<VendorFailure, VerifiedInstruction>> => {
    const result = await lookUpWithinLimits(reference);
    if (E.isRight(result)) return result;
    alarm(result.left);
    return E.left(result.left.failure);
  };

  return {
    name,
    types,
    verify:
      ({ reference, type }) =>
      async () => {
        const startedAt = performance.now();
        const result =
          isVendorId(reference) && types.includes(type)
            ? await verify(reference)
            : E.left<VendorFailure>({ kind: 'payment_instruction_not_found_at_vendor' });
        onEvent({ kind: 'verification', vendor: name, ...outcome(result), durationMs: performance.now() - startedAt });
        return result;
      },
  };
};

/** `unreadable`: an error that the adapter does not expect. `verify` never rejects. */
const causeOf = (error: unknown): IntermittentVendorFailure['cause'] => {
  if (error instanceof TaskCancelledError) return 'timeout';
  return error instanceof BulkheadRejectedError ? 'overloaded' : 'unreadable';
};

const outcome = (result: E.Either<VendorFailure, VerifiedInstruction>) =>
  E.isRight(result)
    ? { outcome: 'verified' as const, cause: null }
    : {
        outcome: result.left.kind,
        cause: result.left.kind === 'payment_vendor_unavailable' ? result.left.cause : null,
      };
