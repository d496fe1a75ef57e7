import { accountImport } from '@carryover/contract/codecs/account-import';
import { describe, expect, it } from 'vitest';
import { decoded, errorsOf, sent } from '../a-body.ts';

const LEDGER = { ledger_number: 'L-1', ledger_code: 'ELECTRICITY' };
const anAccount = (...ledgers: ReadonlyArray<object>) =>
  sent({ external_account_number: 'EXTERNAL-1234', status: 'IMPORTED', ledgers });
const aLedger = (number: string, fields: object = {}) => ({ ...LEDGER, ledger_number: number, ...fields });

describe('an account as the operator brings it (decisions 2, 14)', () => {
  it('with every field', () => {
    const account = anAccount(
      aLedger('L-1', { main: false }),
      aLedger('L-2', {
        main: true,
        open_statement: { from: '2026-06-01', to: '2026-06-30' },
        has_finalized_billing_document: true,
      }),
    );
    const ledgers = [
      {
        ledgerNumber: 'L-1',
        ledgerCode: 'ELECTRICITY',
        isMain: false,
        openPeriod: null,
        hasFinalizedBillingDocument: false,
      },
      {
        ledgerNumber: 'L-2',
        ledgerCode: 'ELECTRICITY',
        isMain: true,
        openPeriod: { from: '2026-06-01', to: '2026-06-30' },
        hasFinalizedBillingDocument: true,
      },
    ];
    expect(decoded(accountImport, account)).toEqual({
      externalAccountNumber: 'EXTERNAL-1234',
      status: 'IMPORTED',
      ledgers,
    });
  });

  it('with an open period that has no end', () => {
    const { ledgers } = decoded(accountImport, anAccount(aLedger('L-1', { open_statement: { from: '2026-06-01' } })));
    expect(ledgers[0]!.openPeriod).toEqual({ from: '2026-06-01', to: null });
  });

  it.each([
    ['none, if none is marked', [{}, {}, {}], [false, false, false]],
    ['none, if all are marked not to be', [{ main: false }, { main: false }], [false, false]],
    ['the one that is marked', [{}, { main: true }, {}], [false, true, false]],
  ])('its main ledger is %s', (_, marks, expected) => {
    const { ledgers } = decoded(accountImport, anAccount(...marks.map((fields, at) => aLedger(`${at}`, fields))));
    expect(ledgers.map(({ isMain }) => isMain)).toEqual(expected);
  });

  it.each<[string, ReadonlyArray<object>, ReadonlyArray<string>]>([
    ['no ledger', [], ['ledgers: min_items']],
    ['two main ledgers', [aLedger('1', { main: true }), aLedger('2', { main: true })], ['ledgers.1.main: invalid']],
    ['a ledger twice', [aLedger('1'), aLedger('2'), aLedger('1')], ['ledgers.2.ledger_number: invalid']],
    ['an empty ledger', [{}], ['ledgers.0.ledger_number: required', 'ledgers.0.ledger_code: required']],
    ['marked in words', [aLedger('1', { main: 'true' })], ['ledgers.0.main: invalid']],
    ['a period of one day', [aLedger('1', { open_statement: { from: '2026-06-01', to: '2026-06-01' } })], []],
    [
      'a period reversed',
      [aLedger('1', { open_statement: { from: '2026-06-02', to: '2026-06-01' } })],
      ['ledgers.0.open_statement.to: invalid_period'],
    ],
    ['a period without a start', [aLedger('1', { open_statement: {} })], ['ledgers.0.open_statement.from: required']],
    ['another field', [aLedger('1', { balance: 1 })], ['ledgers.0.balance: unknown_field']],
    [
      'another field of a period',
      [aLedger('1', { open_statement: { from: '2026-06-01', until: '2026-06-30' } })],
      ['ledgers.0.open_statement.until: unknown_field'],
    ],
    [
      'a main ledger marked below a wrong one',
      [aLedger('1', { main: 1 }), aLedger('2', { main: true })],
      ['ledgers.0.main: invalid'],
    ],
  ])('with %s', (_, ledgers, errors) => {
    expect(errorsOf(accountImport, anAccount(...ledgers))).toEqual(errors);
  });

  it.each<[string, object, ReadonlyArray<string>]>([
    ['a status in other case', { status: 'Imported' }, ['status: invalid_choice']],
    ['a number of 129', { external_account_number: '😀'.repeat(129) }, ['external_account_number: max_length']],
  ])('with %s', (_, fields, errors) => {
    const account = { external_account_number: '1', status: 'STAGED', ledgers: [LEDGER], ...fields };
    expect(errorsOf(accountImport, sent(account))).toEqual(errors);
  });
});
