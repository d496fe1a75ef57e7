import { toDateTime } from '@carryover/domain/date-time';
import { count, counted, grouped } from '@carryover/report/figures';
import { reportHtml } from '@carryover/report/html';
import {
  account,
  code,
  figure,
  listed,
  type ReportView,
  type Section,
  section,
  text,
  value,
} from '@carryover/report/report';
import { sectionLines } from '@carryover/report/text';
import { list, table } from '@carryover/terminal/output';
import { notReadText } from '../files/inputs.ts';
import type { Loaded } from '../loading/load.ts';
import type { Difference } from '../proof/prove.ts';
import { type Figures, isSummed } from '../proof/prove-totals.ts';
import { cutShortText } from '../reading/read-files.ts';
import { isOfTotals, type Report, verdictOf, verdictSentence } from './proof-report.ts';

/** The count and the sum of a total, as the operator's reconciliation shows them: what has no amount has no sum. */
const figuresOf = (type: string, { count: number, sum }: Figures): readonly [string, string] => [
  count(number),
  isSummed(type) ? grouped(sum) : '–',
];

const FIGURES = ['Expected', 'Expected sum', 'Stored', 'Stored sum'].map(figure);

const LONGEST_VALUE = 200;
const shown = (of: string): string => (of.length <= LONGEST_VALUE ? of : `${of.slice(0, LONGEST_VALUE)}…`);

/** The field of an item that differs, the sent value and the stored value. */
const differenceOf = ({ code: reason, path, field, sent, stored }: Difference): readonly [string, string, string] => {
  const of = [path, field ?? ''].filter((part) => part !== '').join('.');
  switch (reason) {
    case 'not_found':
      return [of, 'given', 'not found'];
    case 'stored_more_than_once':
      return [of, 'once', `${stored} times`];
    case 'differs':
      return [of, shown(sent ?? '–'), shown(stored ?? '–')];
  }
};

const ofProof = ({ proof }: Report): ReadonlyArray<Section> => {
  const complete = 'the file made with --report';
  if (isOfTotals(proof))
    return section(
      {
        id: 'differences',
        title: 'Totals that differ',
        columns: [account('Account'), code('Ledger'), text('Type'), ...FIGURES],
        complete,
      },
      listed(proof.totalDifferences),
      ({ account: of, ledger, type, expected, actual }) => [
        of.number,
        ledger,
        type,
        ...figuresOf(type, expected),
        ...figuresOf(type, actual),
      ],
    );
  const place = [code('File'), figure('Line'), account('Account')];
  return [
    ...section(
      {
        id: 'differences',
        title: 'Not stored as given',
        columns: [...place, text('Type'), code('Item'), code('Field'), value('Sent'), value('Stored')],
        complete,
      },
      proof.differences,
      (difference) => {
        const { file, line, account: of, type, id } = difference;
        return [file, String(line), of.number, type, shown(id), ...differenceOf(difference)];
      },
    ),
    ...section(
      {
        id: 'unknown-accounts',
        title: 'Accounts that the service does not know',
        columns: [account('Account')],
        complete,
      },
      proof.unknownAccounts,
      ({ number }) => [number],
    ),
    ...section(
      {
        id: 'moved',
        title: 'Stored with a moved date',
        columns: [...place, code('Item'), text('Date sent'), text('Date stored')],
        complete,
      },
      proof.moved,
      ({ file, line, account: of, id, transactionDate, newTransactionDate }) => [
        file,
        String(line),
        of.number,
        id,
        transactionDate,
        newTransactionDate,
      ],
    ),
  ];
};

const sectionsOf = (report: Report): ReadonlyArray<Section> => [
  ...section(
    {
      id: 'source',
      title: 'From the source to the service',
      columns: [code('Mapping'), text('Figure'), ...['Source', 'Read', 'Left out', 'Accepted', 'Stored'].map(figure)],
    },
    listed(report.conversions),
    ({ mapping, figure: of, source, read, leftOut, accepted, stored }) => [
      mapping,
      of === 'rows' ? 'Rows' : `Sum of ${of}`,
      source ?? '–',
      read,
      leftOut.map(({ reason, figure: skipped }) => `${skipped} (${reason})`).join(', ') || '–',
      accepted ?? '–',
      stored ?? '–',
    ],
  ),
  ...section(
    { id: 'by-type', title: 'Totals by type', columns: [text('Type'), ...FIGURES] },
    listed(report.proof.totals),
    ({ type, expected, stored }) => [type, ...figuresOf(type, expected), ...figuresOf(type, stored)],
  ),
  ...section(
    {
      id: 'repeats',
      title: 'Rows with the identifier of an earlier one',
      columns: [code('File'), figure('Line'), text('Code'), text('Detail')],
      complete: 'the file made with --report',
    },
    report.repeats,
    ({ file, line, code: reason, detail }) => [file, String(line), reason, detail],
  ),
  ...ofProof(report),
];

const ENDINGS: Readonly<Record<ReturnType<typeof verdictOf>, string>> = {
  agree: 'Everything agrees: ',
  not_compared: 'Nothing was stored, so nothing is proven: ',
  differ: '',
  incomplete: '',
};

const ofOthers = ({ proof }: Report): string =>
  isOfTotals(proof) || proof.otherItems === 0
    ? ''
    : `\nOn the same accounts, ${counted(proof.otherItems, 'item')} of others. They were not compared.\n`;

/** The comparison for a reader at a terminal. Its last line is the verdict of the exit code. */
export const proofText = (report: Report): string => {
  const sections = sectionsOf(report).map((of) => `${sectionLines(of, Number.POSITIVE_INFINITY).join('\n')}\n`);
  return [
    report.proof.totals.length === 0 ? 'There was nothing to compare.\n\n' : '',
    sections.join('\n'),
    ofOthers(report),
    `\n${cutShortText(report.cutShort)}${notReadText(report.notRead)}${ENDINGS[verdictOf(report)]}${verdictSentence(report)}\n`,
  ].join('');
};

const factsOf = (report: Report): ReportView['facts'] => {
  const { service, madeAt, counts, notCompared, cutShort, notRead, outputs, proof } = report;
  const facts: ReadonlyArray<readonly [string, string] | null> = [
    ['Service', service],
    ['Made at (UTC)', toDateTime(madeAt)],
    counts && ['Accepted', count(counts.accepted)],
    counts && ['Existed already', count(counts.already_existed)],
    counts && ['Rejected', count(counts.rejected)],
    counts && ['Conflicts', count(counts.conflicts)],
    counts && ['Requests', `${count(counts.requests)}, ${count(counts.retried)} of them repeated`],
    ['Repeated rows', count(notCompared.repeated)],
    notCompared.unreadable === 0 ? null : ['Rows that cannot be read', count(notCompared.unreadable)],
    ...cutShort.map(({ name, line, detail }) => ['Not read to its end', `${name}:${line} ${detail}`] as const),
    ...notRead.map((file) => ['Not read', file] as const),
    ...outputs.map((file) => ['Rows to look at', file] as const),
    ['Accounts', count(proof.accounts)],
    isOfTotals(proof) ? ['Totals compared', count(proof.compared)] : ['Rows compared', count(proof.rows)],
    isOfTotals(proof) ? null : ['Moved dates', count(proof.moved.count)],
    isOfTotals(proof) ? null : ['Items of others on these accounts', count(proof.otherItems)],
    isOfTotals(proof) ? null : ['Accounts that the service does not know', count(proof.unknownAccounts.count)],
  ];
  return facts.filter((fact) => fact !== null);
};

/** Returns the report as one HTML page in the style of the operator's reconciliation. */
export const proofHtml = (report: Report): string => {
  const outcome = verdictOf(report);
  const words = outcome === 'not_compared' ? 'Not compared' : `Verdict: ${outcome}`;
  return reportHtml({
    title: report.title,
    outcome,
    sentence: `${words}. ${verdictSentence(report)}`,
    remarks: [],
    facts: factsOf(report),
    scope: null,
    sections: sectionsOf(report),
  });
};

const rejectedBy = (codes: Loaded['codes']): string =>
  codes.size === 0
    ? ''
    : `\n${table(
        ['rejected for', 'rows'],
        [...codes].toSorted(([, a], [, b]) => b - a),
        '',
      )}`;

const sentenceOf = (file: string): string => {
  if (file.endsWith('.conflicts.ndjson')) return `Stored already with other content, and not changed: ${file}`;
  if (file.endsWith('.repeated.ndjson')) return `Rows that say the same as an earlier one: ${file}`;
  return `To fix, and then to load as it is: ${file}`;
};

const filesOf = (outputs: ReadonlyArray<string>): string => outputs.map((file) => `${sentenceOf(file)}\n`).join('');

/** The result of a load for a reader at a terminal. */
export const loadText = (
  { counts, rows, seconds, codes, outputs, proof }: Loaded,
  report: Report,
  journal: string | null,
): string => {
  const rate = seconds > 0 ? Math.round(rows / seconds).toLocaleString('en') : '-';
  return [
    list([
      ['accepted', counts.accepted],
      ['existed already', counts.already_existed],
      ['repeated', counts.repeated],
      ['rejected', counts.rejected],
      ['conflicts', counts.conflicts],
      ['moved dates', proof.moved.count],
      ['requests', `${counts.requests}, ${counts.retried} of them repeated`],
      ['seconds', `${seconds.toFixed(1)} (${rate} rows/s)`],
      ['journal', journal],
    ]),
    rejectedBy(codes),
    filesOf(outputs),
    '\n',
    proofText(report),
  ].join('');
};
