import * as E from 'fp-ts/lib/Either.js';
import type Stripe from 'stripe';
import type { AttemptFailure } from './answer.ts';
import type { Exchange } from './exchange.ts';

type StripeHttpClient = NonNullable<Stripe.StripeConfig['httpClient']>;

/** An exchange without an answer, on its way through the SDK, which knows failures as exceptions only. */
export class UnansweredError extends Error {
  readonly attemptFailure: AttemptFailure;

  constructor(attemptFailure: AttemptFailure) {
    super(attemptFailure.failure.kind);
    this.attemptFailure = attemptFailure;
  }
}

/**
 * The SDK's requests as exchanges of ours.
 *
 * The SDK's own client limits the silence between two bytes instead of the whole, reads bodies of any size, repeats a
 * reset connection even with its retries off, and ends the process on a JSON body that is no object (docs/adr/0008).
 * Here its `timeout` is the limit of the whole exchange; the vendor's headers stay outside.
 */
export const makeStripeHttpClient = (exchange: Exchange): StripeHttpClient => ({
  getClientName: () => 'node',
  makeRequest: async (_host, _port, path, method, headers, _data, _protocol, timeoutMs) => {
    if (method !== 'GET') throw new TypeError('only reading is supported');
    const result = await exchange(path, headers, timeoutMs)();
    if (E.isLeft(result)) throw new UnansweredError(result.left);
    const { httpStatus, body } = result.right;
    return {
      getStatusCode: () => httpStatus,
      getHeaders: () => ({}),
      getRawResponse: () => ({}),
      toJSON: async () => body,
      toStream: () => {
        throw new TypeError('streaming is not supported');
      },
    };
  },
});
