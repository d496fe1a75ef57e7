import type { AdoptRootSecret, LiveApiKeysDiffer } from '@carryover/application/access/root-secret';
import * as E from 'fp-ts/lib/Either.js';

const describe = ({ notedAt, liveApiKeys }: LiveApiKeysDiffer): string =>
  `The root secret (CARRYOVER_SECRET, else DATA_DIR/secret) is not the one in use on this database since ${notedAt.toISOString()}: ` +
  `none of the live API keys (${liveApiKeys}) would be accepted. Set CARRYOVER_SECRET to the secret in use; if this one ` +
  'replaces it, set CARRYOVER_SECRET_PREVIOUS to the secret in use. If that secret is lost, or others know it, revoke the ' +
  'live API keys first: "Changing secrets" in docs/operations.md.';

/** Makes the root secret the one in use. @returns Rejects, with a message for the operator, if it may not be. */
export const adoptSecret = async (adoptRootSecret: AdoptRootSecret): Promise<void> => {
  const adopted = await adoptRootSecret()();
  if (E.isRight(adopted)) return;
  throw adopted.left.kind === 'root_secret_differs' ? new Error(describe(adopted.left)) : adopted.left.cause;
};
