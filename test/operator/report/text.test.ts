import { renderText } from '@carryover/operator/report/text/text';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aConflict,
  aControlFile,
  aDifference,
  aMovedTransaction,
  anEmptyReconciliation,
  aReconciliation,
  listed,
} from './a-reconciliation.ts';

const width = 80;

describe('the reconciliation at a terminal', () => {
  it('of nothing is short', () => {
    expect(renderText(anEmptyReconciliation(), { width })).toBe(`\
No control totals were given, so nothing was compared. This is what is stored.

Verdict          none
Organisation     Demo organisation
Import supplier  DEMO_SUPPLIER (Ongoing)
Report           01900000-0000-7000-8000-000000000099
Made at          2026-01-06T10:00:00Z
Made by          alice@billing-1
Made with        carryover-operator 1.2.3

This report shows what is stored for the import supplier DEMO_SUPPLIER of Demo
organisation; no control totals were given, so nothing was compared.

What is stored
  Imported accounts     0
  Staged accounts       0
  Notes                 0
  Notes by the service  0
  Transactions          0
  Billing documents     0
  Statements            0
  Payment instructions  0
  Accepted imports      0
  Rejected requests     0
`);
  });

  it('says the verdict first, then what it rests on', () => {
    expect(renderText(aReconciliation(), { width })).toBe(`\
2 of 3 totals differ from the control totals.

Verdict          differ
Organisation     Demo organisation
Import supplier  DEMO_SUPPLIER (Complete)
Report           01900000-0000-7000-8000-000000000099
Made at          2026-01-06T10:00:00Z
Made by          alice@billing-1
Made with        carryover-operator 1.2.3

This report compares what is stored for the import supplier DEMO_SUPPLIER of
Demo organisation with the control file totals.csv: the number and the exact sum
of transactions per account, ledger and type; it does not compare notes,
statements, billing documents and payment instructions.

Control file
  Name         totals.csv
  Size         1,234 bytes
  SHA-256      e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
  Rows read    3
  Rows unread  0

What is stored
  Imported accounts     1,200
  Staged accounts           1
  Notes                     3
  Notes by the service      1
  Transactions              5
  Billing documents         4
  Statements                2
  Payment instructions      1
  Accepted imports          3
  Rejected requests         2

Totals by type
  Type                       Count            Sum  Totals that differ
  CREDIT         expected        1           5.00
                 stored          0           0.00
                 difference     -1          -5.00                   1
  PAYMENT        expected        3         213.00
                 stored          2         142.00
                 difference     -1         -71.00                   1
  SUPPLY_CHARGE  expected        3  -1,234,567.80
                 stored          3  -1,234,567.80
                 difference      0           0.00                   0

Differences: 2 totals (2 lost)
  EXTERNAL-1  L-1  PAYMENT
                Count     Sum
    Expected        3  213.00
    Stored          2  142.00
    Difference     -1  -71.00
    - Lost: fewer items are stored than expected.
    - Rejected: transactions/create at 2026-01-05T02:11:09Z with 400
      no_open_statement_period (import 01900000-0000-7000-8000-000000000004):
      The main ledger has no open statement period.
    - Accepted: transactions/create at 2026-01-05T02:11:09Z stored 2 items
      (import 01900000-0000-7000-8000-000000000001).
    - Conflict: transaction 17 was sent again at 2026-01-05T02:11:09Z (import
      01900000-0000-7000-8000-000000000003) with a different amount, note. The
      first was kept.
    - Repeated: transaction 19 is on the account 3 times, because a request had
      check_previously_added=false.

  EXTERNAL-3  L-1  CREDIT
                Count    Sum
    Expected        1   5.00
    Stored          0   0.00
    Difference     -1  -5.00
    - Lost: fewer items are stored than expected.
    - None of it is stored.
    - No import record explains it.

Moved into the open statement period: 1 transaction
  Account     Ledger  Transaction  Submitted   Recorded
  EXTERNAL-1  L-1     18           2019-09-28  2019-10-01

Sent again with different content: 1 transaction
  EXTERNAL-1  transaction 17
    sent again at 2026-01-05T02:11:09Z, import 01900000-0000-7000-8000-000000000003
    Field   First, kept  Sent again
    amount  71.00        72.00
    note    (left out)   paid late

Sent again with different documents or pins: 1 note
  EXTERNAL-1  note of 2026-01-04T09:00:00Z: Called about the move.
    sent again at 2026-01-05T02:11:09Z, import 01900000-0000-7000-8000-000000000005
    Field      First, kept  Sent again
    is_pinned  false        true

On their account more than once: 1 transaction
  Account     Ledger  Transaction  Times
  EXTERNAL-1  L-1     19               3

Figures that do not add up inside supply charges: 1
  Account     Transaction  Computed  Sent  Code
  EXTERNAL-2  21            71.0125    72  incorrect_line_item_net_amount

Undocumented fields that were left out: 1
  Field                  Times
  transactions.*.colour      2

Values of open fields
  Field     Value     Count
  reason    GOODWILL    300
            GOODWIL       1  rare
  tax_type  VAT           3

Rejected requests by code
  Code                      Requests
  no_open_statement_period         2
`);
  });

  it('lists rows that could not be read with their line, the reason and their text', () => {
    const unread = Array.from({ length: 22 }, (_, i) => ({
      line: i + 2,
      code: 'invalid' as const,
      attr: i === 0 ? '' : 'sum',
      detail: 'Must be a plain decimal, such as 71 or -71.05.',
      row: 'E-1,L-1,CHARGE,1,"1,000.00"',
    }));
    const report = aReconciliation({
      comparison: aComparison({ agreeing: 1, unread: 1234 }),
      controlFile: aControlFile({ rowsUnread: 1234, unread }),
    });
    const shown = renderText(report, { width });
    const section = shown.slice(shown.indexOf('Rows of the control file'), shown.indexOf('\nWhat is stored'));
    const lines = section.split('\n');
    expect([...lines.slice(0, 5), ...lines.slice(-3)]).toEqual([
      'Rows of the control file that could not be read: 1,234',
      '  line 2: Must be a plain decimal, such as 71 or -71.05.',
      '    E-1,L-1,CHARGE,1,"1,000.00"',
      '  line 3, sum: Must be a plain decimal, such as 71 or -71.05.',
      '    E-1,L-1,CHARGE,1,"1,000.00"',
      '    E-1,L-1,CHARGE,1,"1,000.00"',
      '  and 1,214 more; see totals.csv.rejected.ndjson',
      '',
    ]);
  });

  it('cuts long lists and says where the rest is', () => {
    const shown = renderText(
      anEmptyReconciliation({
        moved: listed(Array.from({ length: 47 }, () => aMovedTransaction())),
        comparison: aComparison({ differences: Array.from({ length: 57 }, () => aDifference()) }),
      }),
      { width },
    );
    expect(shown.match(/and .* more; see .*/g)).toEqual([
      'and 37 more; see --csv, --html or --json',
      'and 37 more; see --html or --json',
    ]);
  });

  it('shows long values around the place where they part', () => {
    const [recorded, submitted] = ['142', '144'].map((units) => `${'x'.repeat(99)}${units}${'z'.repeat(99)}`);
    const differences = [{ field: 'line_items', recorded: recorded!, submitted: submitted! }];
    expect(renderText(anEmptyReconciliation({ conflicts: listed([aConflict({ differences })]) }), { width })).toMatch(
      /\n {4}line_items {2}…x+142z+… {2}…x+144z+…\n/,
    );
  });

  it.each([20, 40, 60, 80, 200])('has no blanks at the ends of lines (width %d)', (columns) => {
    expect(renderText(aReconciliation(), { width: columns })).not.toMatch(/[ \t]\n/);
  });

  it('lets nothing steer the terminal', () => {
    const hostile = 'A\u001b]0;x\u0007\r\n\u202e';
    const shown = renderText(
      aReconciliation({
        organisation: hostile,
        supplierCode: hostile,
        moved: listed([aMovedTransaction({ transactionId: hostile })]),
      }),
      { width },
    );
    expect(shown).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  });
});
