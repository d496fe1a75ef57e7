import { toDateTime } from '@carryover/domain/date-time';
import { type Fact, type Page, renderPage } from '@carryover/report-page/render';
import { code, figure, moreThan, ROWS_SHOWN, type Section, text } from '@carryover/report-page/section';
import type { Proof } from '../proof/prove.ts';
import { isProven, type Report } from './proof-report.ts';
import { differenceRow, number, typeRow } from './shown-figures.ts';

const FIGURES = [figure('Expected count'), figure('Expected sum'), figure('Stored count'), figure('Stored sum')];
const BY_TYPE = [text('Type'), ...FIGURES];
const DIFFERING = [code('Account'), code('Ledger'), text('Type'), ...FIGURES];

const factsOf = ({ service, madeAt, counts, unreadable, cutShort, outputs, proof }: Report): ReadonlyArray<Fact> => [
  { name: 'Service', value: service },
  { name: 'Made at (UTC)', value: toDateTime(madeAt) },
  ...(counts === null
    ? []
    : [
        { name: 'Accepted', value: number(counts.accepted) },
        { name: 'Existed already', value: number(counts.already_existed) },
        { name: 'Rejected', value: number(counts.rejected) },
        { name: 'Conflicts', value: number(counts.conflicts) },
        { name: 'Requests', value: `${number(counts.requests)}, ${number(counts.retried)} of them repeated` },
      ]),
  ...(unreadable === 0 ? [] : [{ name: 'Rows that cannot be read', value: number(unreadable) }]),
  ...cutShort.map((file) => ({ name: 'Not read to its end', value: file })),
  ...outputs.map((file) => ({ name: 'Rows to fix', value: file })),
  { name: 'Accounts', value: number(proof.accounts) },
  { name: 'Accounts with other items', value: number(proof.accountsWithOthers) },
  { name: 'Totals compared', value: number(proof.compared) },
];

const byType = ({ totals, accountsWithOthers }: Proof): Section => ({
  id: 'by-type',
  title: 'Totals by type',
  ...(accountsWithOthers === 0
    ? {}
    : {
        intro:
          'Some accounts have other items too, which are stored and not expected here. Own items were found one by one.',
      }),
  body: {
    template: '@table',
    labelledBy: 'by-type',
    columns: BY_TYPE,
    rows: totals.map(typeRow),
  },
});

const differing = ({ differences }: Proof): ReadonlyArray<Section> => {
  if (differences.length === 0) return [];
  const rows = differences.slice(0, ROWS_SHOWN).map(differenceRow);
  return [
    {
      id: 'differences',
      title: 'Differences',
      body: { template: '@table', labelledBy: 'differences', columns: DIFFERING, rows },
      more: moreThan(differences.length, rows.length, '--report'),
    },
  ];
};

const verdictOf = (report: Report): Page['verdict'] => {
  const { proof, unreadable, cutShort } = report;
  const verdict = (outcome: 'agree' | 'differ' | 'incomplete', sentence: string): Page['verdict'] => {
    const words = `Verdict: ${outcome}`;
    return { outcome, words, sentence: `${words}. ${sentence}`, remarks: [] };
  };
  if (isProven(report) && proof.compared === 0) {
    const sentence = 'Nothing was accepted, so nothing is proven.';
    return { outcome: 'not_compared', words: 'Not compared', sentence, remarks: [] };
  }
  if (isProven(report)) return verdict('agree', 'Each item is stored once, with its amount.');
  if (proof.differences.length > 0) return verdict('differ', `${number(proof.differences.length)} totals differ.`);
  if (cutShort.length > 0) return verdict('incomplete', 'Not all files were read to their end.');
  return verdict('incomplete', `${number(unreadable)} rows cannot be read.`);
};

/** Returns the report as one HTML page in the style of the operator's reconciliation. */
export const proofHtml = (report: Report): string =>
  renderPage(null, {
    title: report.title,
    facts: factsOf(report),
    verdict: verdictOf(report),
    sections: [byType(report.proof), ...differing(report.proof)],
  });
