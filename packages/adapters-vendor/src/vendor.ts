import type { OutgoingHttpHeaders } from 'node:http';
import type {
  IntermittentVendorFailure,
  PaymentVendor,
  VendorFailure,
} from '@carryover/application/ports/payment-vendor';
import type { VerifiedInstruction } from '@carryover/domain/payment-instruction';
import {
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type AttemptFailure, isVendorId, unanswered } from './answer.ts';
import { type Ask, makeAsk, makeBreaker, VENDOR_SETTINGS, type VendorSettings } from './attempts.ts';
import { makeExchange } from './exchange.ts';

/** The interface of one vendor: all in which vendors differ. */
export type Vendor = {
  readonly name: string;
  /** The types of instructions that it verifies. */
  readonly types: ReadonlyArray<string>;
  readonly liveUrl: string;
  /** The header with the version of the interface. */
  readonly version: OutgoingHttpHeaders;
  /** Makes the requests, and judges what their answers mean. */
  readonly lookUp: (ask: Ask, reference: string) => TE.TaskEither<AttemptFailure, VerifiedInstruction>;
};

/** For metrics and the log. It never identifies an instruction. */
export type VendorEvent = { readonly vendor: string } & (
  | {
      readonly kind: 'verification';
      readonly outcome: 'verified' | VendorFailure['kind'];
      /** Null unless the vendor was unavailable. */
      readonly cause: IntermittentVendorFailure['cause'] | null;
      readonly durationMs: number;
    }
  | { readonly kind: 'circuit'; readonly state: keyof typeof CircuitState }
  /** An alarm, raised for each refusal: no instruction is verified until our credentials are corrected (decisions 8). */
  | { readonly kind: 'vendor_credentials_refused'; readonly httpStatus: number | null }
);

type Options = {
  readonly secret: string;
  /** Scheme and host. */
  readonly baseUrl: string;
  readonly observe: (event: VendorEvent) => void;
  readonly settings?: VendorSettings;
};

/**
 * Makes a payment vendor: one deadline, bounded concurrency, repeated attempts behind a breaker.
 *
 * A reference that no vendor can have issued is not found without a request, which might reach another endpoint.
 */
export const makeVendor = (
  { name, types, version, lookUp }: Vendor,
  { secret, baseUrl, observe, settings = VENDOR_SETTINGS }: Options,
): PaymentVendor => {
  const exchange = makeExchange({ baseUrl, secret }, settings.concurrent, version);
  const breaker = makeBreaker(settings, (state) =>
    observe({ kind: 'circuit', vendor: name, state: CircuitState[state] as keyof typeof CircuitState }),
  );
  const limits = wrap(
    timeout(settings.deadlineMs, TimeoutStrategy.Aggressive),
    bulkhead(settings.concurrent, settings.queued),
  );

  const verify = async (reference: string): Promise<E.Either<VendorFailure, VerifiedInstruction>> => {
    const endsAt = performance.now() + settings.deadlineMs;
    const ask = makeAsk(settings, exchange, breaker, () => endsAt - performance.now());
    const result = await limits
      .execute(lookUp(ask, reference))
      .catch((error: unknown) => E.left(unanswered(causeOf(error))));
    if (E.isRight(result)) return result;
    const { failure, httpStatus } = result.left;
    if (failure.kind === 'payment_vendor_unavailable' && failure.cause === 'credentials')
      observe({ kind: 'vendor_credentials_refused', vendor: name, httpStatus });
    return E.left(failure);
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
        const failure = E.isLeft(result) ? result.left : null;
        observe({
          kind: 'verification',
          vendor: name,
          outcome: failure?.kind ?? 'verified',
          cause: failure?.kind === 'payment_vendor_unavailable' ? failure.cause : null,
          durationMs: performance.now() - startedAt,
        });
        return result;
      },
  };
};

/** `unreadable`: an error that the adapter does not expect. `verify` never rejects. */
const causeOf = (error: unknown): IntermittentVendorFailure['cause'] => {
  if (error instanceof TaskCancelledError) return 'timeout';
  return error instanceof BulkheadRejectedError ? 'overloaded' : 'unreadable';
};
