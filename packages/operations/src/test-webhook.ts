import { setTimeout as delay } from 'node:timers/promises';
import type { ListedDelivery } from '@carryover/adapters-persistence/queries/webhooks';
import type { Acting } from '@carryover/application/ports/administration';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { OperatorUseCases } from './connect.ts';
import type { Failure } from './failure.ts';

/** Time for a service to send a test, and for its receiver to answer. */
const TEST_MS = 25_000;
const ASK_MS = 200;

/** Has the running service send a test, and waits for its delivery; null: no service sent it. */
export const testWebhook = (
  { test, delivery }: Pick<OperatorUseCases['webhooks'], 'test' | 'delivery'>,
  command: Acting<{ readonly id: string }>,
): TE.TaskEither<Failure, ListedDelivery | null> =>
  pipe(
    test(command),
    TE.chainW((messageId) => async () => {
      for (const endsAt = performance.now() + TEST_MS; performance.now() < endsAt; await delay(ASK_MS)) {
        const found = await delivery(command.id, messageId)();
        if (E.isLeft(found) || found.right !== null) return found;
      }
      return E.right(null);
    }),
  );

/** Returns what a test found, as a sentence. */
export const describeTest = (delivery: ListedDelivery | null): string => {
  if (delivery === null) return 'No service sent the test within 25 seconds. It is sent as soon as one runs.';
  const { status, durationMs, error } = delivery;
  return error === null ? `Delivered: HTTP ${status} in ${durationMs} ms.` : `Not delivered: ${error}.`;
};
