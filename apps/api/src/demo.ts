import { join } from 'node:path';
import { DEMO, type PrepareDemo } from '@carryover/application/operator/set-up/prepare-demo';
import { readIfThere, writePrivate } from '@carryover/settings/private-file';
import * as E from 'fp-ts/lib/Either.js';

const knownApiKey = (text: string | null): string | null => {
  try {
    const { api_key: apiKey } = JSON.parse(text ?? '{}');
    return typeof apiKey === 'string' ? apiKey : null;
  } catch {
    return null; // A file that was changed by hand is written again.
  }
};

/** Creates the demo data and writes `DATA_DIR/demo.json` (decisions 11). Returns the file's path. */
export const startDemo = async (
  prepareDemo: PrepareDemo,
  {
    dataDir,
    baseUrl,
    consoleSignInUrl,
  }: { readonly dataDir: string; readonly baseUrl: string; readonly consoleSignInUrl: Promise<string | null> },
): Promise<string> => {
  const path = join(dataDir, 'demo.json');
  const prepared = await prepareDemo({ knownApiKey: knownApiKey(await readIfThere(path)) })();
  if (E.isLeft(prepared)) throw prepared.left.cause;
  const signInUrl = await consoleSignInUrl;
  const file = {
    base_url: baseUrl,
    api_key: prepared.right.apiKey,
    import_supplier: DEMO.importSupplier,
    external_account_number: DEMO.externalAccountNumber,
    ledger_number: DEMO.ledgerNumber,
    ...(signInUrl === null ? {} : { console_sign_in_url: signInUrl }),
  };
  await writePrivate(path, `${JSON.stringify(file, null, 2)}\n`);
  return path;
};
