import { readAccountPage } from '@carryover/adapters-persistence/queries/account';
import { ITEM_ORDERS } from '@carryover/adapters-persistence/queries/account-items';
import { listImports } from '@carryover/adapters-persistence/queries/import-listing';
import { readMissingItems } from '@carryover/adapters-persistence/queries/missing-items';
import { readRemovedItems } from '@carryover/adapters-persistence/queries/removed-items';
import { given } from '@carryover/application/given';
import { toDateTime } from '@carryover/domain/date-time';
import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import type { ConsoleUseCases } from '../../composition.ts';
import { accountPath, address } from '../../view/address.ts';
import { ofSupplier } from '../../view/place.ts';
import { isId, parameter, queryText, within } from '../../web/input.ts';
import { notFound, orProblem } from '../../web/problem.ts';
import { getLogged, type PageGroup, page, type Visit } from '../../web/route.ts';
import { checkPath, checkStateOf } from '../proof/storage-checks.ts';
import { accountValues } from './account-values.ts';
import { openDocument } from './document.ts';
import { erasureRoutes } from './erasure.ts';
import { missingValues } from './missing.ts';
import { search } from './search.ts';

/** Import records that are shown with an account at a time. */
const RECORDS = 50;

const show = async ({ operator, jobs }: ConsoleUseCases, visit: Visit) => {
  const { query, scope, may } = visit;
  const serviceAccountNumber = parameter(visit, 'number');
  const parts = {
    notesAfter: queryText(query, 'notes'),
    transactionsAfter: queryText(query, 'after'),
    ledgerNumber: queryText(query, 'ledger') || null,
    transactionId: queryText(query, 'transaction'),
    type: TRANSACTION_TYPES.find((type) => type === query.get('type')) ?? null,
    text: queryText(query, 'find')?.trim() || null,
    order: ITEM_ORDERS.find((order) => order === query.get('sort')) ?? 'newest',
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
  const missing = missingValues(
    await orProblem(readMissingItems(operator.em)(view.account)),
    await orProblem(readRemovedItems(operator.em, view.account)),
  );
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
