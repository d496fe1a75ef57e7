import type { Report } from '@carryover/operations/report/report';
import { viewOf } from '@carryover/operations/report/view';
import { listed } from '@carryover/report/report';
import { reportText } from '@carryover/report/text';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aConflict,
  aControlFile,
  aDifference,
  aMovedTransaction,
  anEmptyReconciliation,
  aReconciliation,
} from './a-reconciliation.ts';

const width = 80;
const renderText = (report: Report, { width: columns }: { readonly width: number }) =>
  reportText(viewOf(report), columns);

describe('the reconciliation at a terminal', () => {
  it('of nothing is short', () => {
    expect(renderText(anEmptyReconciliation(), { width })).toBe(`\
No control totals were given, so nothing was compared. This is what is stored.

Organisation     Demo organisation
Import supplier  DEMO_SUPPLIER
Migration        Ongoing
Made at (UTC)    2026-01-06T10:00:00Z
Made by          alice@billing-1
Made with        carryover-operator 1.2.3
Report           01900000-0000-7000-8000-000000000099

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

Organisation     Demo organisation
Import supplier  DEMO_SUPPLIER
Migration        Complete
Made at (UTC)    2026-01-06T10:00:00Z
Made by          alice@billing-1
Made with        carryover-operator 1.2.3
Report           01900000-0000-7000-8000-000000000099

This report compares what is stored for the import supplier DEMO_SUPPLIER of
Demo organisation with the control file totals.csv: the number and the exact sum
of transactions per account, ledger and type; it does not compare notes,
statements, billing documents and payment instructions.

- 1 transaction was moved into the open statement period.
- 1 transaction was sent again with different content. The first was kept.
- 1 note was sent again with different documents or pins. The first was kept.
- 1 transaction is on the account more than once. Requests with
  check_previously_added=false added them again.
- 1 figure does not add up inside supply charges. They were accepted as sent.
- 1 undocumented field was left out.
- 2 requests were rejected. A rejected request stores nothing on the account.

Control file
  The file whose control totals were compared. Anyone who has the file can check
  its SHA-256.
  Name           totals.csv
  Size in bytes  1,234
  Rows read      3
  Rows unread    0
  SHA-256        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

What is stored
  Imported accounts     1,200
  Staged accounts       1
  Notes                 3
  Notes by the service  1
  Transactions          5
  Billing documents     4
  Statements            2
  Payment instructions  1
  Accepted imports      3
  Rejected requests     2

Agreement with the control totals
  3 totals were compared: one for each account, ledger and type, its count and
  its exact sum. Both have to agree.
  Totals     Number   Share
  Agreeing        1  33.3 %
  Differing       2  66.7 %

Totals by type
  Over all accounts and ledgers: what the control totals say, what is stored,
  and the difference, stored less expected. Differences may cancel each other
  out, so the number of totals that differ is given too.
  Type                CREDIT
  Expected            1
  Expected sum        5.00
  Stored              0
  Stored sum          0.00
  Difference          -1
  Sum difference      -5.00
  Totals that differ  1

  Type                PAYMENT
  Expected            3
  Expected sum        213.00
  Stored              2
  Stored sum          142.00
  Difference          -1
  Sum difference      -71.00
  Totals that differ  1

  Type                SUPPLY_CHARGE
  Expected            3
  Expected sum        -1,234,567.80
  Stored              3
  Stored sum          -1,234,567.80
  Difference          0
  Sum difference      0.00
  Totals that differ  0

Differences
  Each total that differs (2 lost): the expected and stored figures, and the
  difference (stored minus expected). The import records that can explain a
  difference are listed below it.
  Account         EXTERNAL-1
  Ledger          L-1
  Type            PAYMENT
  Expected        3
  Expected sum    213.00
  Stored          2
  Stored sum      142.00
  Difference      -1
  Sum difference  -71.00
  - Lost: fewer items are stored than expected.
  - Rejected: transactions/create at 2026-01-05T02:11:09Z with 400
    no_open_statement_period (import 01900000-0000-7000-8000-000000000004): The
    main ledger has no open statement period.
  - Accepted: transactions/create at 2026-01-05T02:11:09Z stored 2 items (import
    01900000-0000-7000-8000-000000000001).
  - Conflict: transaction 17 was sent again at 2026-01-05T02:11:09Z (import
    01900000-0000-7000-8000-000000000003) with a different amount, note. The
    first was kept.
  - Repeated: transaction 19 is on the account 3 times, because a request had
    check_previously_added=false.

  Account         EXTERNAL-3
  Ledger          L-1
  Type            CREDIT
  Expected        1
  Expected sum    5.00
  Stored          0
  Stored sum      0.00
  Difference      -1
  Sum difference  -5.00
  - Lost: fewer items are stored than expected.
  - None of it is stored.
  - No import record explains it.

Dates moved into the open statement period
  These transactions were outside the open statement period and were recorded on
  its nearest day. The submitted date is also stored.
  Account     Ledger  Transaction  Submitted   Recorded
  EXTERNAL-1  L-1     18           2019-09-28  2019-10-01

Sent again with different content
  These transactions were sent again with an id that the account already had,
  but with different content. The first version was kept, and nothing was
  changed. Long values are shown around the first difference.
  Field   Sent first, kept  Sent again
  EXTERNAL-1, transaction 17 (sent again at 2026-01-05T02:11:09Z, import
  01900000-0000-7000-8000-000000000003)
  amount  71.00             72.00
  note    (left out)        paid late

Notes sent again with different documents or pins
  These notes were sent again with the same body, but with different documents,
  pin or unpin time. The note that was sent first was not changed.
  Field      Sent first, kept  Sent again
  EXTERNAL-1, note of 2026-01-04T09:00:00Z, Called about the move. (sent again
  at 2026-01-05T02:11:09Z, import 01900000-0000-7000-8000-000000000005)
  is_pinned  false             true

On the account more than once
  These transactions are on their account more than once. Requests with
  check_previously_added=false added them again.
  Account     Ledger  Transaction  Times  Added again unchecked
  EXTERNAL-1  L-1     19               3  yes

Supply charges that do not add up
  Figures inside a supply charge that do not add up. They were accepted as sent.
  Account         EXTERNAL-2
  Transaction     21
  What disagrees  \`net_amount\` differs from \`price_per_unit\` × \`number_of_units\`
                  by more than 0.01.
  Computed        71.0125
  Sent            72

Undocumented fields left out
  The interface has no such fields. They were left out, as the supplier is
  configured; the payload is kept as sent. * stands for any position in a list.
  Field                  Times
  transactions.*.colour      2

Values of open fields
  These fields accept any value. A rare value that resembles a frequent one may
  be a typing error.
  Value           Count
  reason
  GOODWILL          300
  GOODWIL (rare)      1

  tax_type
  VAT                 3

Rejected requests
  A rejected request stores nothing on the account. The client may have sent it
  again in a corrected form.
  Code         Meaning                                                  Requests
  no_op…eriod  The account's main ledger has no open statement period.         2
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
    const lines = shown.slice(shown.indexOf('Rows of the control file'), shown.indexOf('\nWhat is stored')).split('\n');
    const row = (line: string, column: string) => [
      `  Line    ${line}`,
      '  Code    invalid',
      `  Column${column}`,
      '  Reason  Must be a plain decimal, such as 71 or -71.05.',
      '  Row     E-1,L-1,CHARGE,1,"1,000.00"',
    ];
    expect([...lines.slice(0, 14), ...lines.slice(-3)]).toEqual([
      'Rows of the control file that could not be read',
      '  These rows were not compared, so the report is incomplete. Correct them in the',
      '  control file and run the report again.',
      ...row('2', ''),
      '',
      ...row('3', '  sum'),
      '  The first 20 of 1,234 are shown; all of them are in',
      '  totals.csv.rejected.ndjson.',
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
    expect(shown.match(/The first [^;]*/g)).toEqual(['The first 20 of 57 are shown', 'The first 20 of 47 are shown']);
  });

  it('shows long values around the place where they part', () => {
    const [recorded, submitted] = ['142', '144'].map((units) => `${'x'.repeat(99)}${units}${'z'.repeat(99)}`);
    const differences = [{ field: 'line_items', recorded: recorded!, submitted: submitted! }];
    expect(renderText(anEmptyReconciliation({ conflicts: listed([aConflict({ differences })]) }), { width })).toMatch(
      /\n {2}Field +line_items\n {2}Sent first, kept {2}…x+142z+…\n {2}Sent again +…x+144z+…\n/,
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
