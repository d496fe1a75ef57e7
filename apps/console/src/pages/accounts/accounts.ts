import { readAccountPage } from '@carryover/adapters-persistence/queries/account';
import {
  type FoundAccount,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  MAX_FOUND,
} from '@carryover/adapters-persistence/queries/accounts';
import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import { readMissingItems } from '@carryover/adapters-persistence/queries/missing-items';
import { given } from '@carryover/application/given';
import { toDateTime } from '@carryover/domain/date-time';
import type { ConsoleUseCases } from '../../composition.ts';
import { accountPath, address } from '../../view/address.ts';
import { ofFilter, ofSupplier } from '../../view/place.ts';
import { isId, parameter, queryText, within } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import { getLogged, type PageGroup, page, type Visit } from '../../web/route.ts';
import { namedWithin } from '../find-suppliers.ts';
import { text } from '../imports/filter.ts';
import { checkPath, checkStateOf } from '../proof/storage-checks.ts';
import { accountValues } from './account-values.ts';
import { openDocument } from './document.ts';
import { erasureRoutes } from './erasure.ts';
import { missingValues } from './missing.ts';

/** Names of the kinds of identifiers, for a reader. */
const FOUND_BY: Readonly<Record<IdentifierKind, string>> = {
  external_account_number: 'external account number',
  service_account_number: 'service account number',
  transaction_id: 'transaction id',
  statement_id: 'statement id',
};

/** Returns the address of a found account; of a transaction of it, if that was looked for. */
const foundPath = ({ serviceAccountNumber, foundBy }: FoundAccount, identifier: string): string => {
  const path = accountPath(serviceAccountNumber);
  if (foundBy.includes('transaction_id')) return `${address(path, { transaction: identifier })}#transactions`;
  return foundBy.includes('statement_id') ? `${path}#statements` : path;
};

const search = async ({ operator }: ConsoleUseCases, visit: Visit) => {
  const { query, scope } = visit;
  const filters = { organisation: text(query, 'organisation'), supplier: text(query, 'supplier') };
  const { supplier, organisations = null } = await namedWithin(operator.suppliers, scope, filters);
  const place = ofFilter(visit, { supplier }, 'accounts');
  const find = (identifier: string) =>
    orProblem(
      operator.accounts.search({
        identifier,
        kinds: IDENTIFIER_KINDS,
        supplier,
        organisations: organisations && new Set(organisations),
      }),
    );
  const asked = query.get('q') ?? '';
  const trimmed = asked.trim();
  if (trimmed === '') return page('Accounts', 'pages/accounts/search', { q: '', found: null, filters }, place);
  // A space at either end may be part of the identifier; mostly, it was copied with it.
  const exact = await find(asked);
  const isExact = asked === trimmed || exact.accounts.length > 0;
  const [q, found] = isExact ? [asked, exact] : [trimmed, await find(trimmed)];
  return page('Accounts', 'pages/accounts/search', { q, found, filters, FOUND_BY, foundPath, MAX_FOUND }, place);
};

/** Import records that are shown with an account at a time. */
const RECORDS = 50;

const show = async ({ operator, jobs }: ConsoleUseCases, visit: Visit) => {
  const { query, scope, may } = visit;
  const serviceAccountNumber = parameter(visit, 'number');
  const parts = {
    notesAfter: queryText(query, 'notes'),
    transactionsAfter: queryText(query, 'after'),
    ledgerNumber: queryText(query, 'ledger'),
    transactionId: queryText(query, 'transaction'),
    documentsAfter: queryText(query, 'documents'),
    statementsAfter: queryText(query, 'statements'),
  };
  const now = toDateTime(new Date());
  const view = await orProblem(readAccountPage(operator.em, { account: serviceAccountNumber, now, parts }));
  if (view === null) throw notFound();
  within(scope, view.organisation);
  const { externalAccountNumber, supplier } = view.account;
  const position = query.get('sent') ?? '';
  const before = isId(position) ? position : null;
  const records = await orProblem(
    listImports(operator.em)({
      supplier,
      externalAccountNumber,
      limit: RECORDS + 1,
      ...given({ before }),
    }),
  );
  const missing = missingValues(await orProblem(readMissingItems(operator.em)(view.account)));
  const path = accountPath(serviceAccountNumber);
  const values = accountValues(view, { path, parts }, now);
  const shown = records.slice(0, RECORDS);
  const last = records.length > RECORDS ? shown.at(-1) : undefined;
  const sent = {
    records: shown,
    pager: {
      isLater: before !== null,
      first: `${path}#sent`,
      next: last === undefined ? null : `${address(path, { sent: last.id })}#sent`,
    },
  };
  const maySeeRecords = may('records', view.organisation);
  const place = ofSupplier(visit, { organisationName: view.organisation, code: supplier.code }, 'accounts');
  const check = await orProblem(jobs.storageChecks.latest(supplier.id, { account: serviceAccountNumber }));
  const shownCheck = {
    check: check && { at: check.startedAt, state: checkStateOf(check), path: checkPath(check.id) },
    checkAction: may('change', view.organisation) ? `${path}/storage-check` : null,
  };
  const all = { ...values, ...shownCheck, missing, sent, maySeeRecords, mayChange: may('change', view.organisation) };
  return page(`Account ${externalAccountNumber}`, 'pages/accounts/account', all, place);
};

/** `/accounts`: the search for accounts, and one account as support reads it. */
export const accountPages = (useCases: ConsoleUseCases): PageGroup => ({
  navigation: { title: 'Accounts', path: '/accounts', access: 'accounts' },
  routes: [
    getLogged('/accounts', 'accounts', (visit) => search(useCases, visit)),
    getLogged('/accounts/:number', 'accounts', (visit) => show(useCases, visit)),
    getLogged('/accounts/:number/document', 'accounts', (visit) => openDocument(useCases, visit)),
    ...erasureRoutes(useCases),
  ],
});
