import { renderHtml } from '@carryover/operations/report/view';
import { listed } from '@carryover/report/report';
import { describe, expect, it } from 'vitest';
import {
  aComparison,
  aConflict,
  aControlFile,
  aDifference,
  aMismatch,
  aMovedTransaction,
  anEmptyReconciliation,
  aReconciliation,
  everyExplanation,
} from './a-reconciliation.ts';
import { attributeValues, elementsOf, headingsOf, textOf } from './parsed-html.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></title><b>',
  '&lt;i&gt;',
];

/** A reconciliation with `text` wherever a client can put one. */
const tainted = (text: string) => {
  const place = { externalAccountNumber: text, ledgerNumber: text, transactionId: text };
  const conflict = aConflict({ ...place, differences: [{ field: 'note', recorded: text, submitted: null }] });
  return aReconciliation({
    organisation: text,
    supplierCode: text,
    moved: listed([aMovedTransaction(place)]),
    conflicts: listed([conflict]),
    repeated: { ...listed([{ ...place, count: 2, isUnchecked: true }]), unchecked: 1 },
    mismatches: listed([aMismatch({ ...place, code: text, expected: text, actual: text })]),
    unknownFields: [{ path: text, count: 1 }],
    vocabulary: [{ field: 'product_code', value: text, count: 1 }],
    refusals: [{ code: text, count: 1 }],
    madeBy: text,
    controlFile: aControlFile({
      name: text,
      rowsUnread: 1,
      unread: [{ line: 2, code: 'invalid', attr: text, detail: text, row: text }],
      rejectsFile: text,
    }),
    comparison: aComparison({
      differences: [
        aDifference({
          ...place,
          explanations: [
            ...everyExplanation.map((each) =>
              each.kind === 'refused_request' ? { ...each, detail: text, code: text } : each,
            ),
            { kind: 'conflict', conflict },
          ],
        }),
      ],
    }),
  });
};

describe('the reconciliation as a page', () => {
  it('loads nothing and runs nothing', () => {
    const page = renderHtml(aReconciliation());
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    );
    expect(page.match(/\bsrc=|https?:|@import|javascript:|url\((?!#)| on[a-z]+=| style=/g)).toBe(null);
    expect(attributeValues(page, 'href').filter((href) => !href.startsWith('#'))).toEqual([]);
  });

  it.each(HOSTILE)('shows %s as text', (text) => {
    const clean = renderHtml(tainted('CLEAN'));
    const page = renderHtml(tainted(text));
    expect(elementsOf(page)).toEqual(elementsOf(clean));
    expect(textOf(page).split(text).length).toBe(textOf(clean).split('CLEAN').length);
  });

  it.each([[anEmptyReconciliation()], [aReconciliation()]])(
    'is well formed, its headings in order, its links and labels leading somewhere (%#)',
    (reconciliation) => {
      const page = renderHtml(reconciliation);
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
      expect(() => elementsOf(page)).not.toThrow();
      expect(page).not.toMatch(/\[object|undefined|NaN/);
      const levels = headingsOf(page).map(({ level }) => level);
      expect(levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1)).toEqual([]);
      const ids = attributeValues(page, 'id');
      expect(new Set(ids).size).toBe(ids.length);
      const targets = [
        ...attributeValues(page, 'aria-labelledby'),
        ...attributeValues(page, 'href').map((href) => href.slice(1)),
      ];
      expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
      expect(page.match(/<th(?![^>]* scope=)[ >]/g)).toBe(null);
      expect(page.match(/<svg(?![^>]*(role="img" aria-label="[^"]+"|aria-hidden="true"))/g)).toBe(null);
    },
  );

  it('has a section for all there is, and none for what there is not', () => {
    const titles = (page: string) => headingsOf(page).map(({ text }) => text);
    expect(titles(renderHtml(aReconciliation()))).toEqual([
      'Reconciliation of DEMO_SUPPLIER',
      '2 of 3 totals differ from the control totals.',
      'Control file',
      'What is stored',
      'What was compared',
      'What is stored is what was accepted',
      'Agreement with the control totals',
      'Totals by type',
      'Differences',
      'Dates moved into the open statement period',
      'Sent again with different content',
      'Notes sent again with different documents or pins',
      'On the account more than once',
      'Supply charges that do not add up',
      'Undocumented fields left out',
      'Values of open fields',
      'Rejected requests',
      'How to read this report',
      'Signatures',
      'For the migrating client, Demo organisation',
      'For the platform operator',
    ]);
    expect(titles(renderHtml(anEmptyReconciliation()))).toEqual([
      'Reconciliation of DEMO_SUPPLIER',
      'No control totals were given, so nothing was compared. This is what is stored.',
      'What is stored',
      'How to read this report',
      'Signatures',
      'For the migrating client, Demo organisation',
      'For the platform operator',
    ]);
  });

  it('prints the supplier, the report and the page number in each footer', () => {
    const page = renderHtml(aReconciliation({ supplierCode: 'ACME "1"; }</style>' }));
    expect(page).toContain(
      '@bottom-left { content: "Reconciliation of ACME \\22 1\\22 \\3b  \\7d \\3c \\2f style\\3e " "\\A " "Report 0',
    );
    expect(page).toContain('@bottom-right { content: "Page " counter(page) " of " counter(pages);');
  });

  it('says in words what its charts show', () => {
    const labels = attributeValues(renderHtml(aReconciliation()), 'aria-label');
    expect(labels).toEqual([
      'Verdict: differ',
      'Transactions: CREDIT 0; PAYMENT 2; SUPPLY_CHARGE 3.',
      'Sum of amounts: CREDIT 0.00; PAYMENT 142.00; SUPPLY_CHARGE -1,234,567.80.',
    ]);
  });

  it('cuts lists at 1,000 rows and names the file that has all', () => {
    const page = renderHtml(
      anEmptyReconciliation({
        moved: listed(Array.from({ length: 1001 }, () => aMovedTransaction())),
        repeated: {
          ...listed(
            Array.from({ length: 1000 }, () => ({
              externalAccountNumber: 'E',
              ledgerNumber: 'L',
              transactionId: 'T',
              count: 2,
              isUnchecked: false,
            })),
          ),
          unchecked: 0,
        },
        comparison: aComparison({ differences: Array.from({ length: 2345 }, () => aDifference()) }),
      }),
    );
    expect(page.match(/<p class="more">.*<\/p>/g)).toEqual([
      '<p class="more">The first 1,000 of 2,345 are shown; all of them are in the file made with --csv.</p>',
      '<p class="more">The first 1,000 of 1,001 are shown; all of them are in the file made with --json.</p>',
    ]);
  });
});
