import { type Column, figure, tableLines, text, word } from '@carryover/terminal/table';
import { notReadText } from '../inputs.ts';
import type { Proof } from '../proof/prove.ts';
import type { TotalsProof } from '../proof/prove-totals.ts';
import { counted, isOfTotals, number, type Report, verdictOf, verdictSentence } from './proof-report.ts';
import { differenceRow, movedRow, totalRow, typeRow } from './shown-figures.ts';

const SHOWN = 20;
const FIGURES = ['expected', 'expected sum', 'stored', 'stored sum'].map(figure);
const DIFFERENCE = [
  text('file'),
  figure('line'),
  text('account'),
  word('type'),
  text('item'),
  text('field'),
  text('sent'),
  text('stored'),
];
const MOVED = [text('file'), figure('line'), text('account'), text('item'), word('sent'), word('stored')];

const table = (columns: ReadonlyArray<Column>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `${tableLines(columns, rows, Number.POSITIVE_INFINITY).join('\n')}\n`;

const section = (
  title: string,
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  count: number,
): string => {
  if (count === 0) return '';
  const shown = rows.slice(0, SHOWN);
  const more = count > shown.length ? `and ${number(count - shown.length)} more, in the file made with --report\n` : '';
  return `\n${title}: ${number(count)}\n${table(columns, shown)}${more}`;
};

const ofRepeats = ({ repeats: { count, first } }: Report): string =>
  section(
    'Rows with the identifier of an earlier one',
    [text('file'), figure('line'), word('code'), text('detail')],
    first.slice(0, SHOWN).map(({ file, line, code, detail }) => [file, String(line), code, detail]),
    count,
  );

const ofTotals = ({ totalDifferences }: TotalsProof): string =>
  section(
    'Totals that differ',
    [text('account'), text('ledger'), word('type'), ...FIGURES],
    totalDifferences.slice(0, SHOWN).map(totalRow),
    totalDifferences.length,
  );

const unknown = ({ unknownAccounts: { count, first } }: Proof): string => {
  if (count === 0) return '';
  const named = first.slice(0, SHOWN).map((account) => account.number);
  return `\nAccounts that the service does not know: ${number(count)}\n${named.join(', ')}${count > SHOWN ? ', …' : ''}\n`;
};

const ofItems = (proof: Proof): string => {
  const { differences, moved, otherItems } = proof;
  return [
    section('Not stored as given', DIFFERENCE, differences.first.slice(0, SHOWN).map(differenceRow), differences.count),
    unknown(proof),
    section('Stored with a moved date', MOVED, moved.first.slice(0, SHOWN).map(movedRow), moved.count),
    otherItems === 0
      ? ''
      : `\nOn the same accounts, ${counted(otherItems, 'item')} of others. They were not compared.\n`,
  ].join('');
};

const ENDINGS: Readonly<Record<ReturnType<typeof verdictOf>, string>> = {
  agree: 'Everything agrees: ',
  not_compared: 'Nothing was stored, so nothing is proven: ',
  differ: '',
  incomplete: '',
};

/** The comparison for a reader at a terminal. Its last line is the verdict of the exit code. */
export const proofText = (report: Report): string => {
  const { proof } = report;
  const byType = proof.totals.map(typeRow);
  return [
    byType.length === 0 ? 'There was nothing to compare.\n' : table([word('type'), ...FIGURES], byType),
    ofRepeats(report),
    isOfTotals(proof) ? ofTotals(proof) : ofItems(proof),
    `\n${notReadText(report.notRead)}${ENDINGS[verdictOf(report)]}${verdictSentence(report)}\n`,
  ].join('');
};
