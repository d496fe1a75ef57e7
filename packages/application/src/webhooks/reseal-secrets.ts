import * as E from 'fp-ts/lib/Either.js';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { WebhookLeases, WebhookSecrets } from '../ports/webhooks.ts';

/**
 * Seals the signing secrets again that were sealed with the previous root secret, which is known only during its rotation.
 *
 * @returns the number of endpoints whose secret cannot be read.
 */
export const resealSecrets = async (
  leases: Pick<WebhookLeases, 'secrets' | 'reseal'>,
  secrets: WebhookSecrets,
): Promise<E.Either<StoreFailure, number>> => {
  const all = await leases.secrets();
  if (E.isLeft(all)) return all;
  let unreadable = 0;
  for (const { id, ...old } of all.right) {
    const [current, previous] = [old.secret, old.previousSecret].map((sealed) => sealed && secrets.open(sealed, id));
    if (!current) unreadable += 1;
    if (!current?.isRenewable && !previous?.isRenewable) continue;
    const renewed = {
      secret: current ? secrets.seal(current.secret, id) : old.secret,
      previousSecret: previous ? secrets.seal(previous.secret, id) : old.previousSecret,
    };
    const done = await leases.reseal(id, old, renewed)();
    if (E.isLeft(done)) return done;
  }
  return E.right(unreadable);
};
