import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { keyStateOf } from '@carryover/application/access/authenticate';
import { makeAccountUseCases } from '@carryover/application/admin/accounts';
import type { Organisation } from '@carryover/application/ports/administration';
import type { OperatorStores } from '@carryover/application/ports/operator-work';
import type { Stored } from '@carryover/application/ports/store-failure';
import { DEFAULT_CONFIGURATION, type ImportSupplier } from '@carryover/domain/account';
import type { AccountToImport } from '@carryover/domain/account-import';
import { type CalendarDate, monthOf } from '@carryover/domain/calendar-date';
import { dayOf, toDateTime } from '@carryover/domain/date-time';
import { DEMO } from '@carryover/settings/demo';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import { readIfThere, writePrivate } from '@carryover/settings/private-file';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stores } from './compose.ts';

const accountsOf = (today: CalendarDate): ReadonlyArray<AccountToImport> => {
  const account = (externalAccountNumber: string, status: AccountToImport['status'], ledgerNumber: string) => ({
    externalAccountNumber,
    status,
    ledgers: [
      {
        ledgerNumber,
        ledgerCode: DEMO.ledgerCode,
        isMain: true,
        openPeriod: monthOf(today),
        hasFinalizedBillingDocument: false,
      },
    ],
  });
  return [
    account(DEMO.externalAccountNumber, 'IMPORTED', DEMO.ledgerNumber),
    account(DEMO.secondAccountNumber, 'IMPORTED', DEMO.secondLedgerNumber),
    account(DEMO.stagedAccountNumber, 'STAGED', DEMO.ledgerNumber),
  ];
};

/** Returns what a store returns. Rejects with the cause of its failure. */
const fromStore = async <A>(stored: Stored<A>): Promise<A> => {
  const result = await stored();
  if (E.isLeft(result)) throw result.left.cause;
  return result.right;
};

/** Returns the row that was created or already existed. */
const present = <A>(what: string, row: A | null | undefined): A => {
  if (row === null || row === undefined) throw new Error(`The demo ${what} went away.`);
  return row;
};

/** A file can only open a ledger's first period; later months are opened as the operator does. */
const openMonth =
  ({ administration, changes }: OperatorStores, { organisationId, code }: ImportSupplier) =>
  ({ externalAccountNumber, ledgers }: AccountToImport): Stored<unknown> =>
    pipe(
      administration.findAccount({ organisationId, supplierCode: code, externalAccountNumber }),
      TE.chain((account) =>
        TE.traverseSeqArray(({ ledgerNumber, openPeriod }: AccountToImport['ledgers'][number]) =>
          account === null ? TE.right(null) : changes.setOpenPeriod(account, ledgerNumber, openPeriod),
        )(ledgers),
      ),
    );

const stillWorks = async (
  { apiKeys, apiKeySecrets }: Stores,
  organisation: Organisation,
  apiKey: string,
  now: Date,
): Promise<boolean> => {
  const prefix = apiKeySecrets.prefixOf(apiKey);
  const key = prefix === null ? null : await fromStore(apiKeys.byPrefix(prefix));
  return (
    key !== null &&
    key.organisationId === organisation.id &&
    apiKeySecrets.matches(apiKey, key.digest) &&
    keyStateOf(key, now) === 'live'
  );
};

/** Creates or updates the demo data, with this calendar month open. Returns its API key: a known one that still works is kept. */
const prepareDemo = async (stores: Stores, knownApiKey: string | null): Promise<string> => {
  const { administration, operatorWork, apiKeySecrets } = stores;
  const now = new Date();

  // It may have been renamed.
  const name = (await fromStore(administration.presentNameOf(DEMO.organisation))) ?? DEMO.organisation;
  await fromStore(administration.createOrganisation(name));
  const organisation = present('organisation', await fromStore(administration.findOrganisation(name)));
  await fromStore(administration.createSupplier(organisation, DEMO.importSupplier, DEFAULT_CONFIGURATION));
  const named = { code: DEMO.importSupplier, organisationName: organisation.name };
  const [found] = await fromStore(administration.findSuppliers(named));
  const supplier = present('supplier', found);

  const accounts = accountsOf(dayOf(toDateTime(now)));
  await fromStore(makeAccountUseCases({ operatorWork }).importBatch({ supplier, accounts, isDryRun: false }));
  await fromStore(operatorWork.run((inWork) => TE.traverseSeqArray(openMonth(inWork, supplier))(accounts)));

  if (knownApiKey !== null && (await stillWorks(stores, organisation, knownApiKey, now))) return knownApiKey;
  const { apiKey, prefix, digest } = apiKeySecrets.make();
  const key = { id: randomUUID(), organisationId: organisation.id, label: null, expiresAt: null, revokedAt: null };
  await fromStore(administration.addApiKey({ ...key, prefix, digest }));
  return apiKey;
};

/** A file that was changed by hand has no API key: it is written again. */
const readApiKey = async (path: string): Promise<string | null> => {
  const file = jsonOrNull((await readIfThere(path)) ?? '') as { readonly api_key?: unknown } | null;
  return typeof file?.api_key === 'string' ? file.api_key : null;
};

/** Creates the demo data and writes `DATA_DIR/demo.json` (decisions 11). Returns the file's path. */
export const writeDemo = async (
  stores: Stores,
  {
    dataDir,
    baseUrl,
    consoleSignInUrl,
  }: { readonly dataDir: string; readonly baseUrl: string; readonly consoleSignInUrl: Promise<string | null> },
): Promise<string> => {
  const path = join(dataDir, 'demo.json');
  const apiKey = await prepareDemo(stores, await readApiKey(path));
  const signInUrl = await consoleSignInUrl;
  const file = {
    base_url: baseUrl,
    api_key: apiKey,
    import_supplier: DEMO.importSupplier,
    external_account_number: DEMO.externalAccountNumber,
    ledger_number: DEMO.ledgerNumber,
    ...(signInUrl === null ? {} : { console_sign_in_url: signInUrl }),
  };
  await writePrivate(path, `${JSON.stringify(file, null, 2)}\n`);
  return path;
};
