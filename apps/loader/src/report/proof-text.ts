import { type Column, figure, tableLines, text, word } from '@carryover/terminal/table';
import { isProven, type Report } from './proof-report.ts';
import { differenceRow, number, typeRow } from './shown-figures.ts';

const SHOWN = 20;
const FIGURES = ['expected', 'expected sum', 'stored', 'stored sum'].map(figure);

const table = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `${tableLines(columns, rows, Number.POSITIVE_INFINITY).join('\n')}\n`;
const counted = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

const verdict = (report: Report): string => {
  const { proof, unreadable, cutShort } = report;
  const scope = `${counted(proof.compared, 'total')} of ${counted(proof.accounts, 'account')}`;
  if (isProven(report) && proof.compared === 0) return 'Nothing was accepted, so nothing is proven.\n';
  if (isProven(report)) return `Everything agrees: ${scope}.\n`;
  const unread = unreadable === 0 ? '' : ` ${counted(unreadable, 'row')} cannot be read.`;
  const ended = cutShort.map((file) => ` ${file} was not read to its end.`).join('');
  return `Not everything agrees: ${number(proof.differences.length)} of ${scope} differ.${unread}${ended}\n`;
};

const others = ({ proof: { accountsWithOthers } }: Report): string =>
  accountsWithOthers === 0
    ? ''
    : `Accounts that have other items too: ${number(accountsWithOthers)}. All items of these files were found there one by one.\n`;

/** The comparison for a reader at a terminal. */
export const proofText = (report: Report): string => {
  const { totals, differences } = report.proof;
  const byType = totals.map(typeRow);
  const differing = differences.slice(0, SHOWN).map(differenceRow);
  return [
    byType.length === 0 ? 'There was nothing to compare.\n' : table([word('type'), ...FIGURES], byType),
    differing.length === 0 ? '' : `\n${table([text('account'), text('ledger'), word('type'), ...FIGURES], differing)}`,
    `\n${others(report)}${verdict(report)}`,
  ].join('');
};
