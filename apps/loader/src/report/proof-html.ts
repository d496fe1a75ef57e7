import { fileURLToPath } from 'node:url';
import { toDateTime } from '@carryover/domain/date-time';
import { visible } from '@carryover/terminal/visible';
import { Eta } from 'eta';
import { isProven, type Report } from './proof-report.ts';

const eta = new Eta({ views: fileURLToPath(new URL('templates', import.meta.url)) });
const { escapeFunction } = eta.config;
eta.configure({ escapeFunction: (value) => escapeFunction(visible(String(value))) });

const ROWS_SHOWN = 1_000;

const text = (name: string) => ({ name, kind: 'text' });
const figure = (name: string) => ({ name, kind: 'figure' });
const FIGURES = [figure('Expected count'), figure('Expected sum'), figure('Stored count'), figure('Stored sum')];

const number = (value: number): string => value.toLocaleString('en');

const factsOf = ({
  service,
  madeAt,
  counts,
  unreadable,
  cutShort,
  outputs,
  proof,
}: Report): ReadonlyArray<readonly [string, string]> => [
  ['Service', service],
  ['Made at (UTC)', toDateTime(madeAt)],
  ...(counts === null
    ? []
    : ([
        ['Accepted', number(counts.accepted)],
        ['Existed already', number(counts.already_existed)],
        ['Rejected', number(counts.rejected)],
        ['Conflicts', number(counts.conflicts)],
        ['Requests', `${number(counts.requests)}, ${number(counts.retried)} of them repeated`],
      ] as const)),
  ...(unreadable === 0 ? [] : [['Rows that cannot be read', number(unreadable)] as const]),
  ...cutShort.map((file) => ['Not read to its end', file] as const),
  ...outputs.map((file) => ['Rows to fix', file] as const),
  ['Accounts', number(proof.accounts)],
  ['Accounts with other items', number(proof.accountsWithOthers)],
  ['Totals compared', number(proof.compared)],
];

/** Returns the report as one HTML page, which loads and executes nothing. */
export const proofHtml = (report: Report): string => {
  const { totals, differences } = report.proof;
  const byType = totals.map(({ type, expected, stored }) => [
    type,
    number(expected.count),
    expected.sum,
    number(stored.count),
    stored.sum,
  ]);
  const differing = differences
    .slice(0, ROWS_SHOWN)
    .map(({ account, ledger, type, expected, actual }) => [
      account.number,
      ledger,
      type,
      number(expected.count),
      expected.sum,
      number(actual.count),
      actual.sum,
    ]);
  const more =
    differences.length > ROWS_SHOWN
      ? `The first ${number(ROWS_SHOWN)} of ${number(differences.length)} are shown.`
      : '';
  return eta.render('./page', {
    title: report.title,
    isProven: isProven(report),
    verdict: isProven(report)
      ? 'Verdict: agree. Each item is stored once, with its amount.'
      : `Verdict: differ. ${number(differences.length)} totals differ.${report.cutShort.length === 0 ? '' : ' Not all files were read to their end.'}`,
    facts: factsOf(report),
    tables: [
      { heading: 'Totals by type', columns: [text('Type'), ...FIGURES], rows: byType, more: '' },
      ...(differing.length === 0
        ? []
        : [
            {
              heading: 'Differences',
              columns: [text('Account'), text('Ledger'), text('Type'), ...FIGURES],
              rows: differing,
              more,
            },
          ]),
    ],
  });
};
