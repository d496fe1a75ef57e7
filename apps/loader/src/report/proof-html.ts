import { toDateTime } from '@carryover/domain/date-time';
import { type Fact, type Page, renderPage } from '@carryover/report-page/render';
import {
  type Column,
  code,
  figure,
  moreThan,
  ROWS_SHOWN,
  type Row,
  type Section,
  text,
} from '@carryover/report-page/section';
import { isOfTotals, number, type Report, verdictOf, verdictSentence } from './proof-report.ts';
import { differenceRow, movedRow, totalRow, typeRow } from './shown-figures.ts';

const FIGURES = [figure('Expected count'), figure('Expected sum'), figure('Stored count'), figure('Stored sum')];
const BY_TYPE = [text('Type'), ...FIGURES];
const TOTALS = [code('Account'), code('Ledger'), text('Type'), ...FIGURES];
const DIFFERENCES = [
  code('File'),
  figure('Line'),
  code('Account'),
  text('Type'),
  code('Item'),
  code('Field'),
  code('Sent'),
  code('Stored'),
];
const REPEATS = [code('File'), figure('Line'), text('Code'), text('Detail')];
const MOVED = [code('File'), figure('Line'), code('Account'), code('Item'), text('Date sent'), text('Date stored')];

const factsOf = ({
  service,
  madeAt,
  counts,
  notCompared,
  cutShort,
  notRead,
  outputs,
  proof,
}: Report): ReadonlyArray<Fact> => [
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
  { name: 'Repeated rows', value: number(notCompared.repeated) },
  ...(notCompared.unreadable === 0
    ? []
    : [{ name: 'Rows that cannot be read', value: number(notCompared.unreadable) }]),
  ...cutShort.map((file) => ({ name: 'Not read to its end', value: file })),
  ...notRead.map((file) => ({ name: 'Not read', value: file })),
  ...outputs.map((file) => ({ name: 'Rows to look at', value: file })),
  { name: 'Accounts', value: number(proof.accounts) },
  ...(isOfTotals(proof)
    ? [{ name: 'Totals compared', value: number(proof.compared) }]
    : [
        { name: 'Rows compared', value: number(proof.rows) },
        { name: 'Moved dates', value: number(proof.moved.count) },
        { name: 'Items of others on these accounts', value: number(proof.otherItems) },
        { name: 'Accounts that the service does not know', value: number(proof.unknownAccounts.count) },
      ]),
];

const section = (
  id: string,
  title: string,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Row>,
  count: number,
): ReadonlyArray<Section> => {
  if (count === 0) return [];
  const shown = rows.slice(0, ROWS_SHOWN);
  const body = { template: '@table', labelledBy: id, columns, rows: shown };
  return [{ id, title, body, more: moreThan(count, shown.length, '--report') }];
};

const sectionsOf = ({ proof, repeats }: Report): ReadonlyArray<Section> => {
  const again = repeats.first
    .slice(0, ROWS_SHOWN)
    .map(({ file, line, code: of, detail }) => [file, String(line), of, detail]);
  const beginning = [
    ...section('by-type', 'Totals by type', BY_TYPE, proof.totals.map(typeRow), proof.totals.length),
    ...section('repeats', 'Rows with the identifier of an earlier one', REPEATS, again, repeats.count),
  ];
  if (isOfTotals(proof)) {
    const rows = proof.totalDifferences.slice(0, ROWS_SHOWN).map(totalRow);
    return [...beginning, ...section('differences', 'Totals that differ', TOTALS, rows, proof.totalDifferences.length)];
  }
  const { differences, moved } = proof;
  const differing = differences.first.slice(0, ROWS_SHOWN).map(differenceRow);
  const withMovedDates = moved.first.slice(0, ROWS_SHOWN).map(movedRow);
  return [
    ...beginning,
    ...section('differences', 'Not stored as given', DIFFERENCES, differing, differences.count),
    ...section('moved', 'Stored with a moved date', MOVED, withMovedDates, moved.count),
  ];
};

const toVerdict = (report: Report): Page['verdict'] => {
  const outcome = verdictOf(report);
  const words = outcome === 'not_compared' ? 'Not compared' : `Verdict: ${outcome}`;
  return { outcome, words, sentence: `${words}. ${verdictSentence(report)}`, remarks: [] };
};

/** Returns the report as one HTML page in the style of the operator's reconciliation. */
export const proofHtml = (report: Report): string =>
  renderPage(null, {
    title: report.title,
    facts: factsOf(report),
    verdict: toVerdict(report),
    sections: sectionsOf(report),
  });
