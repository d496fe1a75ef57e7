import type { AccountToImport } from '@carryover/domain/account-import';
import { isBlank, isWellFormed } from '@carryover/domain/text';
import { readAccountRows } from '@carryover/operations/files/account-rows';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodArb } from '../../domain/arbitraries.ts';
import { allRows, refusals, sourceOf, taken } from '../../support/a-file.ts';

const identifierArb = fc
  .oneof(
    fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', '\r', ' ', '😀', "'"), minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  )
  .filter((text) => !isBlank(text) && isWellFormed(text));
const ledgerArb = fc.record({
  ledgerNumber: identifierArb,
  ledgerCode: identifierArb,
  openPeriod: fc.option(periodArb),
  hasFinalizedBillingDocument: fc.boolean(),
});
const accountArb: fc.Arbitrary<AccountToImport> = fc
  .record({
    externalAccountNumber: identifierArb,
    status: fc.constantFrom('STAGED', 'IMPORTED'),
    ledgers: fc.uniqueArray(ledgerArb, { minLength: 1, maxLength: 4, selector: ({ ledgerNumber }) => ledgerNumber }),
    main: fc.nat(),
  })
  .map(({ main, ledgers, ...account }) => ({
    ...account,
    ledgers: ledgers.map((one, at) => ({ ...one, isMain: at === main % ledgers.length })),
  }));
const accountsArb = fc.uniqueArray(accountArb, {
  minLength: 1,
  maxLength: 5,
  selector: (it) => it.externalAccountNumber,
});

const toNdjson = ({ externalAccountNumber, status, ledgers }: AccountToImport): string =>
  JSON.stringify({
    external_account_number: externalAccountNumber,
    status,
    ledgers: ledgers.map((one) => ({
      ledger_number: one.ledgerNumber,
      ledger_code: one.ledgerCode,
      ...(one.isMain ? { main: true } : {}),
      ...(one.openPeriod === null
        ? {}
        : {
            open_statement: {
              from: one.openPeriod.from,
              ...(one.openPeriod.to === null ? {} : { to: one.openPeriod.to }),
            },
          }),
      has_finalized_billing_document: one.hasFinalizedBillingDocument,
    })),
  });

const cell = (text: string): string => (/[",\r\n]|^\s*$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const HEADER =
  'external_account_number,status,ledger_number,ledger_code,main,open_from,open_to,has_finalized_billing_document';
const toCsv = ({ externalAccountNumber, status, ledgers }: AccountToImport): string =>
  ledgers
    .map((one) =>
      [
        externalAccountNumber,
        status,
        one.ledgerNumber,
        one.ledgerCode,
        one.isMain ? 'true' : '',
        one.openPeriod?.from ?? '',
        one.openPeriod?.to ?? '',
        String(one.hasFinalizedBillingDocument),
      ]
        .map(cell)
        .join(','),
    )
    .join('\n');

describe('accounts written to a file', () => {
  const isReadBack = async (accounts: ReadonlyArray<AccountToImport>, text: string, chunkBytes: number) => {
    const rows = await allRows(readAccountRows(sourceOf(text, null, chunkBytes)));
    expect(refusals(rows)).toEqual([]);
    expect(taken(rows)).toEqual(accounts);
  };
  const chunkArb = fc.integer({ min: 1, max: 200 });

  it('as NDJSON are read back equal', async () => {
    await fc.assert(
      fc.asyncProperty(accountsArb, chunkArb, (accounts, chunkBytes) =>
        isReadBack(accounts, accounts.map(toNdjson).join('\n'), chunkBytes),
      ),
    );
  });

  it('as CSV are read back equal', async () => {
    await fc.assert(
      fc.asyncProperty(accountsArb, chunkArb, fc.constantFrom('\n', '\r\n'), (accounts, chunkBytes, end) =>
        isReadBack(accounts, [HEADER, ...accounts.map(toCsv)].join(end), chunkBytes),
      ),
    );
  });
});
