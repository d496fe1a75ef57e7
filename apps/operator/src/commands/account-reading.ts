import type { Identifier, ListedAccount } from '@carryover/application/ports/operator/account-directory';
import type { ImportRecord } from '@carryover/application/ports/operator/import-records';
import type { AccountView } from '@carryover/application/reading/show-account';
import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import { table } from '@carryover/terminal/output';
import type { Command } from 'commander';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type Action,
  accountName,
  choice,
  command,
  type Finished,
  forAccount,
  forSupplier,
  identifier,
  type Runner,
  type SupplierOptions,
  supplierCode,
  supplierName,
  wholeNumber,
} from '../command.ts';
import { accountJson, accountText } from '../views/account-view.ts';
import { importJson } from './imports.ts';

const PAGE = 50;

const toJson = (account: ListedAccount) => ({
  organisation: account.organisation,
  supplier: account.supplierCode,
  external_account_number: account.externalAccountNumber,
  service_account_number: account.serviceAccountNumber,
  status: account.status,
  created_at: account.createdAt,
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
      run(({ findAccounts }) => {
        const { search = null, status = null, after = null, limit = PAGE } = options;
        return pipe(
          findAccounts.list({ supplier: supplierName(options), search, status, after, limit }),
          TE.map(({ items, next }) => ({
            text: `${toText(items, 'No accounts.')}${next === null ? '' : `\nMore accounts follow: --after ${next}\n`}`,
            json: { items: items.map(toJson), next },
          })),
        );
      }, options),
    );

type FindOptions = Partial<SupplierOptions> & {
  readonly serviceNumber?: string;
  readonly transactionId?: string;
  readonly statementId?: string;
};

/** Returns the search; null if there is not exactly one criterion, or a required supplier is missing. */
const lookUp = ({ supplier, organisation, serviceNumber, ...ids }: FindOptions): Action | null => {
  const found = (accounts: ReadonlyArray<ListedAccount>): Finished => ({
    text: toText(accounts, 'No account found.'),
    json: accounts.map(toJson),
    isRefusal: accounts.length === 0,
  });
  const { transactionId, statementId } = ids;
  if ([serviceNumber, transactionId, statementId].filter((one) => one !== undefined).length !== 1) return null;
  if (serviceNumber !== undefined)
    return ({ findAccounts }) => pipe(findAccounts.byServiceNumber(serviceNumber), TE.map(found));
  if (supplier === undefined) return null;
  const named = supplierName({ supplier, organisation });
  const looked: Identifier =
    transactionId === undefined
      ? { kind: 'statement', id: statementId ?? '' }
      : { kind: 'transaction', id: transactionId };
  return ({ findAccounts }) => pipe(findAccounts.having({ supplier: named, identifier: looked }), TE.map(found));
};

export const findAccount = (run: Runner): Command => {
  const find = command('find', 'find the account that a number or an identifier belongs to')
    .option('--service-number <number>', 'service account number, such as A-1B2C3D4E', identifier)
    .option('--transaction-id <id>', 'id of one of its transactions; requires --supplier', identifier)
    .option('--statement-id <id>', 'id of one of its historical statements; requires --supplier', identifier)
    .option('--supplier <code>', 'code of the import supplier', supplierCode)
    .option('--organisation <name>', 'its organisation, if several have the code', identifier)
    .addHelpText(
      'after',
      '\nGive exactly one of --service-number, --transaction-id and --statement-id. Exit code 1 if no account is found.\nA search by transaction or statement takes some seconds if the supplier has a million accounts.',
    );
  return find.action((options) => {
    const action = lookUp(options);
    return action === null
      ? find.error(
          'error: give exactly one of --service-number, --transaction-id and --statement-id; the latter two require --supplier',
        )
      : run(action, options);
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

const shown = (view: AccountView, found: ReadonlyArray<ImportRecord>): Finished => {
  const records = found.slice(0, IMPORTS);
  const isMore = found.length > IMPORTS;
  return {
    text: `${accountText(view)}${importsText(records, isMore)}`,
    json: { ...accountJson(view), imports: records.map(importJson), more_imports: isMore },
  };
};

export const showAccount = (run: Runner): Command =>
  forAccount(
    command('show', `show an account as the support agent sees it, with its latest ${IMPORTS} requests`),
  ).action((options) =>
    run(({ accounts, showAccount: show, imports }) => {
      const name = accountName(options);
      return pipe(
        TE.Do,
        TE.bindW('ref', () => accounts.find(name)),
        TE.bindW('view', ({ ref }) => show(ref)),
        TE.bindW('records', () => imports.list({ ...name, limit: IMPORTS + 1 })),
        TE.map(({ view, records }) => shown(view, records)),
      );
    }, options),
  );
