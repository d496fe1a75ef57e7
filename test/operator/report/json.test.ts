import { makeSpools, type Spools } from '@carryover/files/spool';
import { type JsonLists, NO_LISTS, spoolJsonLists, toJson } from '@carryover/operations/report/json';
import { JsonItems, jsonPieces } from '@carryover/operations/report/json-pieces';
import type { Report } from '@carryover/operations/report/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aComparison,
  anEmptyReconciliation,
  aReconciliation,
  importId,
  SHA256,
  someTotals,
} from './a-reconciliation.ts';

const conflict = {
  external_account_number: 'EXTERNAL-1',
  transaction_id: '17',
  differences: [
    { field: 'amount', recorded: '71.00', submitted: '72.00' },
    { field: 'note', recorded: null, submitted: 'paid late' },
  ],
  import_id: importId(3),
  received_at: '2026-01-05T02:11:09Z',
};
const repeated = {
  external_account_number: 'EXTERNAL-1',
  ledger_number: 'L-1',
  transaction_id: '19',
  count: 3,
  added_unchecked: true,
};
const request = { received_at: '2026-01-05T02:11:09Z', endpoint: 'transactions/create' };

let spools: Spools;
let lists: JsonLists;
beforeAll(() => {
  spools = makeSpools();
  const spooled = spoolJsonLists(spools);
  const { moved, conflicts, noteConflicts, repeated: doubled, mismatches } = aReconciliation();
  someTotals.forEach(spooled.sink.total);
  moved.first.forEach(spooled.sink.moved);
  conflicts.first.forEach(spooled.sink.conflict);
  noteConflicts.first.forEach(spooled.sink.noteConflict);
  doubled.first.forEach(spooled.sink.repeated);
  mismatches.first.forEach(spooled.sink.mismatch);
  lists = spooled.lists;
});
afterAll(() => spools.close());

const written = (report: Report) => JSON.parse([...jsonPieces(toJson(report, lists))].join(''));

describe('the reconciliation as JSON', () => {
  it('says that it is not the final proof if imports go on while the nodes of a cluster are read', () => {
    const severalMoments = { isOfOneMoment: false, supplierStatus: 'Ongoing' } as const;
    const advice = 'for the final proof, pause the supplier and reconcile again.';
    expect(written(aReconciliation(severalMoments)).scope).toContain(advice);
    expect(written(aReconciliation({ ...severalMoments, supplierStatus: 'Paused' })).scope).not.toContain(advice);
    expect(written(aReconciliation({ ...severalMoments, isOfOneMoment: true })).scope).not.toContain(advice);
  });

  it('is all there is, in the words of the interface', () => {
    expect(written(aReconciliation())).toEqual({
      report_id: importId(99),
      verdict: 'differ',
      scope:
        'This report compares what is stored for the import supplier DEMO_SUPPLIER of Demo organisation with the control ' +
        'file totals.csv, which the operator gave: the number and the exact sum of transactions per account, ledger and type. ' +
        'It compares 3 of 3 accounts that have data. Nothing is stored of notes, billing documents, statements and payment ' +
        'instructions.',
      made_by: 'alice@billing-1',
      version: '1.2.3',
      storage_check: null,
      control_totals: {
        source: 'operator',
        set: null,
        key_prefix: null,
        registered_at: null,
        file: 'totals.csv',
        sha256: SHA256,
      },
      coverage: {
        kinds: {
          notes: 'none_stored',
          transactions: 'compared',
          billing_documents: 'none_stored',
          statements: 'none_stored',
          payment_instructions: 'none_stored',
        },
        accounts_compared: 3,
        accounts_stored: 3,
      },
      control_file: {
        name: 'totals.csv',
        bytes: 1234,
        sha256: SHA256,
        rows_read: 3,
        rows_unread: 0,
        rejects_file: null,
      },
      rejected_rows: 0,
      unread_rows: [],
      organisation: 'Demo organisation',
      import_supplier: 'DEMO_SUPPLIER',
      status: 'Complete',
      made_at: '2026-01-06T10:00:00Z',
      agree: false,
      compared: 3,
      agreeing: 1,
      differences: [
        {
          external_account_number: 'EXTERNAL-1',
          ledger_number: 'L-1',
          type: 'PAYMENT',
          expected: { count: 3, sum: '213.00' },
          actual: { count: 2, sum: '142.00' },
          cause: 'lost',
          explanations: [
            {
              kind: 'refused_request',
              import_id: importId(4),
              ...request,
              status: 400,
              code: 'no_open_statement_period',
              detail: 'The main ledger has no open statement period.',
              item_count: 1,
              items: [
                {
                  identifier: '20',
                  code: 'no_open_statement_period',
                  path: 'transactions.0',
                  value: null,
                  state: 'not sent again',
                },
              ],
            },
            { kind: 'accepted_import', import_id: importId(1), ...request, item_count: 2, item: '21' },
            { kind: 'conflict', ...conflict },
            { kind: 'repeated', ...repeated },
          ],
          unexplained: null,
        },
        {
          external_account_number: 'EXTERNAL-3',
          ledger_number: 'L-1',
          type: 'CREDIT',
          expected: { count: 1, sum: '5.00' },
          actual: { count: 0, sum: '0.00' },
          cause: 'lost',
          explanations: [],
          unexplained: null,
        },
      ],
      difference_notes: [],
      differences_by_cause: { lost: 2, doubled: 0, amount: 0, moved: 0, unexpected: 0 },
      counts: {
        imported_accounts: 1200,
        staged_accounts: 1,
        notes: 3,
        notes_added_by_service: 1,
        transactions: 5,
        billing_documents: 4,
        statements: 2,
        payment_instructions: 1,
        accepted_imports: 3,
        refused_requests: 2,
      },
      erased: { accounts: 0, items: 0 },
      by_type: [
        {
          type: 'CREDIT',
          count: 0,
          sum: '0.00',
          expected: { count: 1, sum: '5.00' },
          difference: { count: -1, sum: '-5.00' },
          differing: 1,
        },
        {
          type: 'PAYMENT',
          count: 2,
          sum: '142.00',
          expected: { count: 3, sum: '213.00' },
          difference: { count: -1, sum: '-71.00' },
          differing: 1,
        },
        {
          type: 'SUPPLY_CHARGE',
          count: 3,
          sum: '-1234567.80',
          expected: { count: 3, sum: '-1234567.80' },
          difference: { count: 0, sum: '0.00' },
          differing: 0,
        },
      ],
      totals: [
        { external_account_number: 'EXTERNAL-1', ledger_number: 'L-1', type: 'PAYMENT', count: 2, sum: '142.00' },
        {
          external_account_number: 'EXTERNAL-2',
          ledger_number: 'L-1',
          type: 'SUPPLY_CHARGE',
          count: 3,
          sum: '-1234567.80',
        },
      ],
      moved: [
        {
          external_account_number: 'EXTERNAL-1',
          ledger_number: 'L-1',
          transaction_id: '18',
          transaction_date: '2019-09-28',
          new_transaction_date: '2019-10-01',
          import_id: importId(1),
        },
      ],
      conflicts: [conflict],
      note_conflicts: [
        {
          external_account_number: 'EXTERNAL-1',
          note: { created_at: '2026-01-04T09:00:00Z', body: 'Called about the move.', document_paths: [] },
          differences: [{ field: 'is_pinned', recorded: 'false', submitted: 'true' }],
          import_id: importId(5),
          received_at: '2026-01-05T02:11:09Z',
        },
      ],
      repeated: [repeated],
      corrections: [],
      mismatches: [
        {
          external_account_number: 'EXTERNAL-2',
          transaction_id: '21',
          code: 'incorrect_line_item_net_amount',
          expected: '71.0125',
          actual: '72',
          import_id: importId(2),
        },
      ],
      unknown_fields: [{ path: 'transactions.*.colour', count: 2 }],
      vocabulary: [
        { field: 'reason', value: 'GOODWILL', count: 300 },
        { field: 'reason', value: 'GOODWIL', count: 1 },
        { field: 'tax_type', value: 'VAT', count: 3 },
      ],
      refusals: [{ code: 'no_open_statement_period', count: 2 }],
    });
  });

  it('tells no control totals from empty ones', () => {
    const { verdict, agree, compared, agreeing, differences } = toJson(anEmptyReconciliation(), NO_LISTS);
    expect({ verdict, agree, compared, agreeing, differences }).toEqual({
      verdict: null,
      agree: false,
      compared: null,
      agreeing: null,
      differences: [],
    });
    expect(toJson(anEmptyReconciliation({ comparison: aComparison() }), NO_LISTS).compared).toBe(0);
  });

  it('is written item by item, however long a list is', () => {
    const { add, texts } = spools.open();
    for (let i = 0; i < 100_000; i += 1) add(JSON.stringify({ i, text: 'one\n\u0000two' }));
    const pieces = [...jsonPieces(toJson(aReconciliation(), { ...lists, moved: new JsonItems(texts) }))];
    expect(pieces.length).toBeGreaterThan(100_000);
    expect(JSON.parse(pieces.join('')).moved.slice(-1)).toEqual([{ i: 99_999, text: 'one\n\u0000two' }]);
  });

  it('of nothing is an empty object', () => {
    expect([...jsonPieces({})].join('')).toBe('{}');
  });
});
