import type { AccountPage } from '@carryover/adapters-persistence/queries/account';
import type { FoundAccounts, IdentifierKind, ListedAccount } from '@carryover/adapters-persistence/queries/accounts';
import type { ImportRecord } from '@carryover/adapters-persistence/queries/import-records';
import { ACCOUNT_STATUSES, type AccountNotFound } from '@carryover/domain/account';
import { type DateTime, toDateTime } from '@carryover/domain/date-time';
import { table, wire } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  accountName,
  changing,
  choice,
  command,
  type Finished,
  forAccount,
  forSupplier,
  group,
  identifier,
  type Runner,
  type SupplierOptions,
  supplierCode,
  supplierName,
  type Work,
  wholeNumber,
} from '../command.ts';
import { accountEraseCommand, accountExportCommand } from './account-erase.ts';
import { accountImportCommand } from './account-import.ts';
import { accountJson, accountText } from './account-view.ts';
import { importJson } from './imports.ts';

const PAGE = 50;

const toJson = (account: ListedAccount) => ({
  organisation: account.organisation,
  supplier: account.supplierCode,
  ...wire(account, 'externalAccountNumber', 'serviceAccountNumber', 'status', 'createdAt'),
});

const toText = (accounts: ReadonlyArray<ListedAccount>, empty: string): string =>
  table(
    ['ACCOUNT', 'SERVICE ACCOUNT', 'STATUS', 'SUPPLIER', 'ORGANISATION', 'CREATED'],
    accounts.map((one) => [
      one.externalAccountNumber,
      one.serviceAccountNumber,
      one.status,
      one.supplierCode,
      one.organisation,
      one.createdAt,
    ]),
    empty,
  );

export const listAccounts = (run: Runner): Command =>
  forSupplier(command('list', "list a supplier's accounts by external account number"))
    .option('--search <text>', 'only accounts whose external or service number contains this')
    .addOption(choice('--status <status>', 'only accounts with this status', ACCOUNT_STATUSES))
    .option('--after <number>', 'start after this external account number (next page)', identifier)
    .option('--limit <number>', `maximum number of rows (default: ${PAGE})`, wholeNumber)
    .action((options) =>
      run(
        options,
        ({ accounts }) => {
          const { search = null, status = null, after = null, limit = PAGE } = options;
          return accounts.list({ supplier: supplierName(options), search, status, after, limit });
        },
        ({ items, next }) => ({
          text: `${toText(items, 'No accounts.')}${next === null ? '' : `\nMore accounts follow: --after ${next}\n`}`,
          json: { items: items.map(toJson), next },
        }),
      ),
    );

type FindOptions = Partial<SupplierOptions> & {
  readonly serviceNumber?: string;
  readonly transactionId?: string;
  readonly statementId?: string;
};

const MORE_FOUND =
  '\nMore accounts may have it; these are in no particular choice. Name the supplier, or use account list.\n';

const found = ({ accounts, isComplete }: FoundAccounts): Finished => ({
  text: `${toText(accounts, 'No account found.')}${isComplete ? '' : MORE_FOUND}`,
  json: accounts.map(toJson),
  isRefusal: accounts.length === 0,
});

/** Returns the search; null if there is not exactly one criterion. */
const lookUp = ({
  supplier,
  organisation,
  serviceNumber,
  transactionId,
  statementId,
}: FindOptions): Work<FoundAccounts> | null => {
  const given: ReadonlyArray<readonly [IdentifierKind, string | undefined]> = [
    ['service_account_number', serviceNumber],
    ['transaction_id', transactionId],
    ['statement_id', statementId],
  ];
  const [wanted, ...others] = given.flatMap(([kind, identifier]) =>
    identifier === undefined ? [] : [{ kinds: [kind], identifier }],
  );
  if (wanted === undefined || others.length > 0) return null;
  const named = supplier === undefined ? null : supplierName({ supplier, organisation });
  const organisations = organisation === undefined ? null : new Set([organisation]);
  return ({ accounts }) => accounts.search({ ...wanted, supplier: named, organisations });
};

export const findAccount = (run: Runner): Command => {
  const find = command('find', 'find the account that a number or an identifier belongs to')
    .option('--service-number <number>', 'service account number, such as A-1B2C3D4E', identifier)
    .option('--transaction-id <id>', 'id of one of its transactions', identifier)
    .option('--statement-id <id>', 'id of one of its historical statements', identifier)
    .option('--supplier <code>', 'only accounts of this import supplier', supplierCode)
    .option('--organisation <name>', 'only accounts of this organisation', identifier)
    .addHelpText(
      'after',
      '\nGive exactly one of --service-number, --transaction-id and --statement-id. Exit code 1 if no account is found.',
    );
  return find.action((options) => {
    const work = lookUp(options);
    return work === null
      ? find.error('error: give exactly one of --service-number, --transaction-id and --statement-id')
      : run(options, work, found);
  });
};

/** The number of import records shown with an account. */
const IMPORTS = 50;

const importsText = (records: ReadonlyArray<ImportRecord>, isMore: boolean): string =>
  [
    '\n',
    table(
      ['RECEIVED', 'ENDPOINT', 'STATUS', 'CODE', 'ITEMS', 'IMPORT'],
      records.map((one) => [one.receivedAt, one.endpoint, one.status, one.code, one.itemCount, one.id]),
      'No requests yet.',
    ),
    isMore ? '\nFor more: imports list --supplier CODE --account NUMBER --limit N\n' : '',
  ].join('');

const shown = (account: AccountPage, now: DateTime, found: ReadonlyArray<ImportRecord>): Finished => {
  const records = found.slice(0, IMPORTS);
  const isMore = found.length > IMPORTS;
  return {
    text: `${accountText(account, now)}${importsText(records, isMore)}`,
    json: { ...accountJson(account, now), imports: records.map(importJson), more_imports: isMore },
  };
};

const showAccount = (run: Runner): Command =>
  forAccount(
    command('show', `show an account as the support agent sees it, with its latest ${IMPORTS} requests`),
  ).action((options) =>
    run(
      options,
      ({ accounts, suppliers, queries }) => {
        const name = accountName(options);
        return pipe(
          TE.Do,
          TE.bindW('ref', () => accounts.find(name)),
          TE.let('now', () => toDateTime(new Date())),
          TE.bindW('account', ({ ref, now }) => queries.readAccount({ account: ref, now, parts: null })),
          TE.chainW(({ account, ...read }) =>
            account === null
              ? TE.left<AccountNotFound>({ kind: 'import_process_does_not_exist' })
              : TE.right({ ...read, account }),
          ),
          TE.bindW('supplier', () => suppliers.show(name.supplier)),
          // An erased account has another number than the one that was given.
          TE.bindW('records', ({ supplier, account: { account } }) =>
            queries.listImports({
              externalAccountNumber: account.externalAccountNumber,
              supplier,
              limit: IMPORTS + 1,
            }),
          ),
        );
      },
      ({ account, now, records }) => shown(account, now, records),
    ),
  );

export const accountCommand = (run: Runner): Command => {
  const promote = changing(forAccount(command('promote', 'promote a staged account to imported'))).action((options) =>
    run(
      options,
      ({ accounts }, { actor }) => accounts.promote({ account: accountName(options), actor }),
      ({ externalAccountNumber, serviceAccountNumber, status }) => ({
        text: `${externalAccountNumber} is imported (${serviceAccountNumber}).\n`,
        json: {
          external_account_number: externalAccountNumber,
          service_account_number: serviceAccountNumber,
          status,
        },
      }),
    ),
  );

  return group('account')
    .addCommand(accountImportCommand(run))
    .addCommand(promote)
    .addCommand(listAccounts(run))
    .addCommand(findAccount(run))
    .addCommand(showAccount(run))
    .addCommand(accountExportCommand(run))
    .addCommand(accountEraseCommand(run));
};
