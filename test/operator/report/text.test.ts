import type { Report } from '@carryover/operations/report/report';
import { remarksOf } from '@carryover/operations/report/sentences';
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
  /** The lines of a section, with its title. */
  const sectionOf = (title: string, report = aReconciliation()): string =>
    `${renderText(report, { width })}\n`.split(/\n\n(?=\S|$)/).find((part) => part.startsWith(title))!;

  it('says the verdict first, then what it rests on, and the other findings', () => {
    const [verdict, facts, scope, remarks] = renderText(aReconciliation(), { width }).split('\n\n');
    expect(verdict).toBe('2 of 3 totals differ from the control totals.');
    expect(facts).toMatch(/^Organisation {5}Demo organisation\nImport supplier {2}DEMO_SUPPLIER\n/);
    expect(scope).toMatch(/^This report compares .* for the import supplier DEMO_SUPPLIER of\nDemo organisation with/);
    expect(remarks!.split('\n- ')).toHaveLength(remarksOf(aReconciliation()).length);
  });

  it('has a line for each row of a table that fits, and cuts identifiers alone', () => {
    expect(sectionOf('Rejected requests')).toBe(`\
Rejected requests
  A rejected request stores nothing on the account. The client may have sent it
  again in a corrected form.
  Code         Meaning                                                  Requests
  no_op…eriod  The account's main ledger has no open statement period.         2`);
    expect(sectionOf('Values of open fields')).toContain(
      '  GOODWILL          300\n  GOODWIL (rare)      1\n\n  tax_type\n',
    );
  });

  it('has a line for each cell of a table that does not fit, and what explains a difference below it', () => {
    expect(sectionOf('Differences')).toContain(`
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
    no_open_statement_period (import 01900000-0000-7000-8000-000000000004) had
    20, not stored since. The main ledger has no open statement period.
`);
    expect(sectionOf('Differences')).toMatch(/\n\n {2}Account {9}EXTERNAL-3\n/);
    expect(sectionOf('Sent again with different content')).toContain(
      '\n  amount  71.00             72.00\n  note    (left out)        paid late',
    );
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
