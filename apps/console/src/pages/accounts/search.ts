import {
  type AccountSearch,
  type FoundAccount,
  type FoundAccounts,
  IDENTIFIER_KINDS,
  MAX_FOUND,
  type SearchKind,
  SIMILAR_KINDS,
  SPOKEN_KINDS,
} from '@carryover/adapters-persistence/queries/accounts';
import { findAccountsOfRefused } from '@carryover/adapters-persistence/queries/refused-accounts';
import { codeOf } from '@carryover/adapters-persistence/sql/store-failure';
import { given } from '@carryover/application/given';
import { isWellFormed } from '@carryover/domain/text';
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleUseCases } from '../../composition.ts';
import { accountPath, address } from '../../view/address.ts';
import { ofFilter } from '../../view/place.ts';
import { text } from '../../web/filters.ts';
import { orProblem } from '../../web/problem.ts';
import { type Answer, page, redirect, type Visit } from '../../web/route.ts';
import { namedWithin } from '../find-suppliers.ts';
import { readSavedList } from '../lists/lists.ts';
import { spokenPayment } from './spoken-payment.ts';

/** Names of what an account was found by, for a reader. */
const FOUND_BY: Readonly<Record<SearchKind, string>> = {
  external_account_number: 'external account number',
  service_account_number: 'service account number',
  transaction_id: 'transaction id',
  statement_id: 'statement id',
  payment_reference: 'payment reference',
  statement_number: 'statement number',
  billing_document: 'billing document',
  ledger_number: 'ledger',
  amount_and_date: 'amount and day',
  part_of_number: 'part of a number',
  similar_number: 'similar number',
  note_text: 'text of a note',
  refused_item: 'an item that was refused',
};

/** The lists of the page of an account in which items are looked for, by what the account was found by. */
const LISTS: ReadonlyArray<readonly [SearchKind, string]> = [
  ['payment_reference', 'transactions'],
  ['billing_document', 'documents'],
  ['statement_id', 'statements'],
  ['statement_number', 'statements'],
  ['note_text', 'notes'],
];

/** Returns the address of a found account, with its list filtered by what was looked for. */
const foundPath = ({ serviceAccountNumber, foundBy }: FoundAccount, identifier: string): string => {
  const path = accountPath(serviceAccountNumber);
  if (foundBy.includes('transaction_id')) return `${address(path, { transaction: identifier })}#transactions`;
  if (foundBy.includes('refused_item')) return `${path}#missing`;
  const payment = foundBy.includes('amount_and_date') ? spokenPayment(identifier) : null;
  if (payment !== null) return `${address(path, { find: payment.amount })}#transactions`;
  if (foundBy.includes('ledger_number')) return `${address(path, { ledger: identifier })}#transactions`;
  const list = LISTS.find(([kind]) => foundBy.includes(kind));
  return list === undefined ? path : `${address(path, { find: identifier })}#${list[1]}`;
};

/** What is looked for, and only if it is not found, what may be meant. */
const STEPS: ReadonlyArray<AccountSearch['kinds']> = [
  [...IDENTIFIER_KINDS, ...SPOKEN_KINDS],
  SIMILAR_KINDS.filter((kind) => kind !== 'note_text'),
  ['note_text'],
];

/** Of one statement of a search. */
const SEARCH_MS = 2_000;
const TIMED_OUT = '57014';

/** Of a number of an account, as a filter takes it. */
const MAX_ACCOUNT = 256;

const NONE: FoundAccounts = { accounts: [], isComplete: true };

/** `/accounts`: finds accounts by what a customer or a client says. One exact hit opens the account. */
export const search = async ({ operator, savedLists }: ConsoleUseCases, visit: Visit): Promise<Answer> => {
  const { query, scope } = visit;
  const filters = { organisation: text(query, 'organisation'), supplier: text(query, 'supplier') };
  const { supplier, organisations = null } = await namedWithin(operator.suppliers, scope, filters);
  const place = ofFilter(visit, { supplier }, 'accounts');
  const asked = query.get('q') ?? '';
  const trimmed = asked.trim();
  const list = await readSavedList({ savedLists }, visit, '/accounts');
  const isOfRefused = query.get('refused') === 'yes';
  const refused =
    visit.may('records') && trimmed.length <= MAX_ACCOUNT
      ? address('/refusals/items', { ...filters, account: trimmed, days: '365' })
      : null;
  const values = {
    ...{
      list,
      refused,
      isOfRefused,
      amongRefused: address('/accounts', { ...filters, q: trimmed, refused: 'yes' }),
      filters,
      FOUND_BY,
      foundPath,
      MAX_FOUND,
    },
    ...{ isTimedOut: false, isExact: false, notesReadTo: null },
  };
  if (trimmed === '') return page('Accounts', 'pages/accounts/search', { ...values, q: '', found: null }, place);
  /** @param kinds null: items that were refused. @returns null if it took too long. */
  const find = async (identifier: string, kinds: AccountSearch['kinds'] | null): Promise<FoundAccounts | null> => {
    const wanted = { identifier, organisations: organisations && new Set(organisations) };
    const found =
      kinds === null
        ? await findAccountsOfRefused(operator.em, {
            ...wanted,
            statementMs: SEARCH_MS,
            ...given({ supplierId: supplier?.id }),
          })()
        : await operator.accounts.search({
            ...wanted,
            statementMs: SEARCH_MS,
            kinds,
            supplier,
            ...given({ payment: spokenPayment(identifier) }),
          })();
    if (E.isLeft(found) && 'cause' in found.left && codeOf(found.left.cause) === TIMED_OUT) return null;
    return orProblem(async () => found);
  };
  // A space at either end may be part of the identifier; mostly, it was copied with it.
  const attempts = isOfRefused
    ? [{ q: trimmed, kinds: null, isExact: true }]
    : [
        ...(asked === trimmed ? [] : [{ q: asked, kinds: STEPS[0]!, isExact: true }]),
        ...STEPS.map((kinds, index) => ({ q: trimmed, kinds, isExact: index === 0 })),
      ];
  let notesReadTo: Date | null = null;
  for (const { q, kinds, isExact } of isWellFormed(asked) ? attempts : []) {
    if (kinds?.includes('note_text') === true) notesReadTo = await orProblem(operator.accounts.notesReadTo());
    const found = await find(q, kinds);
    const shown = { ...values, notesReadTo, q };
    if (found === null)
      return page('Accounts', 'pages/accounts/search', { ...shown, found: NONE, isTimedOut: true }, place);
    const [first, ...others] = found.accounts;
    if (first === undefined && found.isComplete) continue;
    if (first !== undefined && others.length === 0 && found.isComplete && isExact) return redirect(foundPath(first, q));
    return page('Accounts', 'pages/accounts/search', { ...shown, found, isExact }, place);
  }
  return page('Accounts', 'pages/accounts/search', { ...values, notesReadTo, q: trimmed, found: NONE }, place);
};
