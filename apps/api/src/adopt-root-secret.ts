import type { AdoptRootSecret, LiveApiKeysDiffer } from '@carryover/application/access/root-secret';
import * as E from 'fp-ts/lib/Either.js';

const describe = ({ notedAt, liveApiKeys }: LiveApiKeysDiffer): string =>
  `The root secret (CARRYOVER_SECRET, else DATA_DIR/secret) is not the one that this database has used since ${notedAt.toISOString()}: ` +
  `none of the live API keys (${liveApiKeys}) would be accepted. Set CARRYOVER_SECRET to the secret in use. If this secret ` +
  'replaces it, set CARRYOVER_SECRET_PREVIOUS to the secret in use. If that secret is lost, or has leaked, first revoke the ' +
  'live API keys: see "Changing secrets" in docs/operations.md.';

/** Makes the root secret the one in use. Rejects, with a message for the operator, if live API keys depend on another one. */
export const adoptSecret = async (adoptRootSecret: AdoptRootSecret): Promise<void> => {
  const adopted = await adoptRootSecret()();
  if (E.isRight(adopted)) return;
  throw adopted.left.kind === 'root_secret_differs' ? new Error(describe(adopted.left)) : adopted.left.cause;
};
