import type { AccountToImport, LedgerToImport } from '@carryover/domain/account-import';
import { type CalendarDate, monthOf } from '@carryover/domain/calendar-date';
import { dayOf, toDateTime } from '@carryover/domain/date-time';
import { DEFAULT_CONFIGURATION, type ImportSupplier } from '@carryover/domain/import-supplier';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isLive } from '../../access/authenticate.ts';
import { makeAccountUseCases } from '../../admin/accounts.ts';
import type { ApiKeyRepository, ApiKeySecrets } from '../../ports/access.ts';
import type { Administration, NamedSupplier, Organisation } from '../../ports/administration.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OperatorStores, OperatorWork } from '../../ports/operator-work.ts';
import type { Stored, StoreFailure } from '../../ports/store-failure.ts';
import type { UseCase } from '../../use-case.ts';

/** Fixed names, so that scripts and documentation can use them (decisions 11). */
export const DEMO = {
  organisation: 'Demo organisation',
  importSupplier: 'DEMO_SUPPLIER',
  externalAccountNumber: 'EXTERNAL-1234',
  stagedAccountNumber: 'EXTERNAL-STAGED',
  ledgerNumber: 'L-DEMO-1',
  /** A second account for the documentation's examples: a ledger accepts history once, an account one instruction. */
  secondAccountNumber: 'EXTERNAL-5678',
  secondLedgerNumber: 'L-DEMO-2',
  ledgerCode: 'ELECTRICITY',
} as const;

export type PrepareDemo = UseCase<{ readonly knownApiKey: string | null }, StoreFailure, { readonly apiKey: string }>;

const accountsOf = (today: CalendarDate): ReadonlyArray<AccountToImport> => {
  const ledgerOf = (ledgerNumber: string) => ({
    ledgerNumber,
    ledgerCode: DEMO.ledgerCode,
    isMain: true,
    openPeriod: monthOf(today),
    hasFinalizedBillingDocument: false,
  });
  const ledger = ledgerOf(DEMO.ledgerNumber);
  return [
    { externalAccountNumber: DEMO.externalAccountNumber, status: 'IMPORTED', ledgers: [ledger] },
    {
      externalAccountNumber: DEMO.secondAccountNumber,
      status: 'IMPORTED',
      ledgers: [ledgerOf(DEMO.secondLedgerNumber)],
    },
    { externalAccountNumber: DEMO.stagedAccountNumber, status: 'STAGED', ledgers: [ledger] },
  ];
};

/** Creates or updates the demo data, with this calendar month open. A known API key that still works is kept. */
export const makePrepareDemo =
  (ports: {
    readonly administration: Administration;
    readonly operatorWork: OperatorWork;
    readonly apiKeys: ApiKeyRepository;
    readonly apiKeySecrets: ApiKeySecrets;
    readonly clock: Clock;
    readonly makeId: () => string;
  }): PrepareDemo =>
  ({ knownApiKey }) => {
    const { administration, operatorWork, apiKeys, apiKeySecrets, clock, makeId } = ports;
    const now = clock.now();

    const stillWorks = (organisation: Organisation): Stored<boolean> => {
      const prefix = knownApiKey === null ? null : apiKeySecrets.prefixOf(knownApiKey);
      if (knownApiKey === null || prefix === null) return TE.right(false);
      return pipe(
        apiKeys.byPrefix(prefix),
        TE.map(
          (key) =>
            key !== null &&
            key.organisationId === organisation.id &&
            apiKeySecrets.matches(knownApiKey, key.digest) &&
            isLive(key, now),
        ),
      );
    };

    const issue = (organisation: Organisation): Stored<string> => {
      const { apiKey, prefix, digest } = apiKeySecrets.make();
      const of = { id: makeId(), organisationId: organisation.id, label: null };
      return pipe(
        administration.addApiKey({ ...of, prefix, digest, expiresAt: null, revokedAt: null }),
        TE.map(() => apiKey),
      );
    };

    const organisation = pipe(
      administration.createOrganisation(DEMO.organisation),
      TE.chain(() => administration.findOrganisation(DEMO.organisation)),
      TE.chain(present('organisation')),
    );
    const supplierOf = (owner: Organisation) =>
      pipe(
        administration.createSupplier(owner, DEMO.importSupplier, DEFAULT_CONFIGURATION),
        TE.chain(() => administration.findSuppliers({ code: DEMO.importSupplier, organisationName: owner.name })),
        TE.chain(([supplier]) => present('supplier')(supplier)),
      );

    /** A file can only open a ledger's first period; later months are opened by the operator's use case. */
    const openMonth =
      ({ administration, changes }: OperatorStores, { organisationId, code }: ImportSupplier) =>
      ({ externalAccountNumber, ledgers }: AccountToImport): Stored<unknown> =>
        pipe(
          administration.findAccount({ organisationId, supplierCode: code, externalAccountNumber }),
          TE.chain((account) =>
            account === null
              ? TE.right([])
              : TE.traverseSeqArray(({ ledgerNumber, openPeriod }: LedgerToImport) =>
                  changes.setOpenPeriod(account, ledgerNumber, openPeriod),
                )(ledgers),
          ),
        );
    const bringUpToDate = (supplier: NamedSupplier, accounts: ReadonlyArray<AccountToImport>) =>
      pipe(
        makeAccountUseCases({ operatorWork }).importBatch({ supplier, accounts, isDryRun: false }),
        TE.chain(() => operatorWork.run((stores) => TE.traverseSeqArray(openMonth(stores, supplier))(accounts))),
      );

    return pipe(
      TE.Do,
      TE.bind('organisation', () => organisation),
      TE.bind('supplier', ({ organisation }) => supplierOf(organisation)),
      TE.tap(({ supplier }) => bringUpToDate(supplier, accountsOf(dayOf(toDateTime(now))))),
      TE.bind('works', ({ organisation }) => stillWorks(organisation)),
      TE.chain(({ organisation, works }) =>
        works && knownApiKey !== null ? TE.right(knownApiKey) : issue(organisation),
      ),
      TE.map((apiKey) => ({ apiKey })),
    );
  };

/** Returns the row that was created or already existed. */
const present = (what: string) =>
  TE.fromNullable<StoreFailure>({ kind: 'store_failure', cause: new Error(`The demo ${what} went away.`) });
