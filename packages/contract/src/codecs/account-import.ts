import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import type { AccountToImport, LedgerToImport } from '@carryover/domain/account-import';
import { checkPeriod, type StatementPeriod } from '@carryover/domain/calendar-date';
import { complain, issueAt } from '../issue.ts';
import { isJsonObject, type JsonValue } from '../json/exact-json.ts';
import { MAX_LENGTH } from '../limits.ts';
import { type Codec, issuesAt, list, type Rule, record, repeatedIds } from './codec.ts';
import { calendarDate, choice, flag, identifier } from './scalars.ts';

const openStatement: Codec<StatementPeriod> = record({
  name: 'open statement',
  required: { from: calendarDate },
  optional: { to: calendarDate },
  rules: [({ from, to }) => (from === undefined || !to ? [] : issuesAt('to', checkPeriod({ from, to })))],
});

const ledger: Codec<LedgerToImport> = record({
  name: 'ledger',
  required: {
    ledger_number: identifier(MAX_LENGTH.identifier),
    ledger_code: identifier(MAX_LENGTH.identifier),
  },
  optional: { main: flag, open_statement: openStatement, has_finalized_billing_document: flag },
  names: { main: 'isMain', open_statement: 'openPeriod' },
  defaults: { main: false, has_finalized_billing_document: false },
});

const REPEATED = complain('invalid', 'This `ledger_number` occurs earlier in the same account.');

const numberOnce: Rule<object> = (_, { ledgers }, max) =>
  repeatedIds('ledger_number', REPEATED, [{ list: ledgers, path: ['ledgers'] }], max);

const isMarkedMain = (sent: JsonValue): boolean =>
  isJsonObject(sent) && Object.hasOwn(sent, 'main') && sent.main === true;

const oneMain: Rule<object> = (_, { ledgers }) =>
  (Array.isArray(ledgers) ? [...ledgers.keys()] : [])
    .filter((at) => isMarkedMain((ledgers as ReadonlyArray<JsonValue>)[at]!))
    .slice(1)
    .map((at) => issueAt(['ledgers', at, 'main'], complain('invalid', 'Another ledger is already marked `main`.')));

/**
 * An account of the operator's `account import` (decisions 2, 14): `{external_account_number, status, ledgers: [{ledger_number,
 * ledger_code, main, open_statement: {from, to}, has_finalized_billing_document}]}`.
 *
 * At least one ledger, their numbers differ, at most one is marked `main`. `open_statement` and its `to` may be left
 * out, as may the two flags, which are then false.
 */
export const accountImport: Codec<AccountToImport> = record({
  name: 'account',
  required: {
    external_account_number: identifier(MAX_LENGTH.externalAccountNumber),
    status: choice(ACCOUNT_STATUSES),
    ledgers: list(ledger, { minItems: 1 }),
  },
  rules: [numberOnce, oneMain],
});
