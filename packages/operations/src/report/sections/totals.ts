import type { Difference } from '@carryover/application/reconciliation/explanations';
import { isCountedType, type Total, type TotalType } from '@carryover/domain/control-total';
import { toDateTime } from '@carryover/domain/date-time';
import type { Decimal } from '@carryover/domain/decimal';
import { differenceOf } from '@carryover/domain/total-comparison';
import { count, counted, money, percent, signedCount, signedMoney } from '@carryover/report/figures';
import {
  account,
  bar,
  code,
  figure,
  type Listed,
  listed,
  pairs,
  type Row,
  type Section,
  section,
  text,
} from '@carryover/report/report';
import type { ListedNote, Reconciliation } from '../../reconciliation/reconciliation.ts';
import { notesOn } from '../explanation-words.ts';
import type { Report } from '../report.ts';
import { causeCounts } from '../sentences.ts';

/** The counts, by the names of JSON, with their titles. */
export const COUNTS: Readonly<Record<keyof Reconciliation['counts'], string>> = {
  importedAccounts: 'Imported accounts',
  stagedAccounts: 'Staged accounts',
  notes: 'Notes',
  notesAddedByService: 'Notes by the service',
  transactions: 'Transactions',
  billingDocuments: 'Billing documents',
  statements: 'Statements',
  paymentInstructions: 'Payment instructions',
  acceptedImports: 'Accepted imports',
  refusedRequests: 'Rejected requests',
};

export const stored = ({ counts, erased }: Report): ReadonlyArray<Section> =>
  pairs(
    {
      id: 'stored',
      title: 'What is stored',
      pairs: 'tiles',
      ...(erased.accounts === 0
        ? {}
        : {
            sentence: `Erased accounts: ${count(erased.accounts)}. What they had (items: ${count(erased.items)}) was removed for good, and counts as stored.`,
          }),
    },
    Object.entries(COUNTS).map(([name, title]) => [title, count(counts[name as keyof typeof COUNTS])]),
  );

/** The numbers of totals that agree and differ. */
export const agreement = ({ comparison }: Report): ReadonlyArray<Section> => {
  if (comparison === null || comparison.compared === 0) return [];
  const { compared, agreeing, unread, differences: differing } = comparison;
  const left =
    unread === 0
      ? ''
      : ` ${counted(unread, 'row that could not be read is', 'rows that could not be read are')} not part of it.`;
  const entries = listed([['Agreeing', agreeing] as const, ['Differing', differing.count] as const]);
  return section(
    {
      id: 'agreement',
      title: 'Agreement with the control totals',
      sentence: `${counted(compared, 'total was', 'totals were')} compared: one for each account, ledger and type, its count and its exact sum. Both have to agree.${left}`,
      columns: [text('Totals'), figure('Number'), figure('Share'), bar('Share of all')],
    },
    entries,
    ([name, number]) => [name, count(number), percent(number, compared), { share: number / compared }],
  );
};

/** The sum of a total; a dash if there is only a count. */
const sumOf = ({ sum }: Total, show: (amount: Decimal) => string = money): string => (sum === null ? '–' : show(sum));

const figuresOf = (total: Total): Row => [count(total.count), sumOf(total)];

/** The columns of {@link comparedCells}. */
const COMPARED = [
  text('Type'),
  ...['Expected', 'Expected sum', 'Stored', 'Stored sum', 'Difference', 'Sum difference'].map(figure),
];

/** The expected and stored figures of a type, and their difference. */
const comparedCells = (type: TotalType, expected: Total, actual: Total): Row => {
  const difference = differenceOf({ expected, actual });
  return [
    type,
    ...figuresOf(expected),
    ...figuresOf(actual),
    signedCount(difference.count),
    sumOf(difference, signedMoney),
  ];
};

/** The expected and stored figures of each type; transactions are drawn as well. */
export const totalsByType = ({ byType, comparison }: Report): ReadonlyArray<Section> => {
  const isCompared = comparison !== null;
  const transactions = byType.filter(({ type }) => !isCountedType(type));
  const bars = (show: (total: Total) => string, numberOf: (total: Total) => number) =>
    transactions.map(({ type, stored: of }) => ({ label: type, figure: show(of), value: numberOf(of) }));
  const charts = [
    {
      title: 'Transactions',
      bars: bars(
        ({ count: of }) => count(of),
        (of) => of.count,
      ),
    },
    // For drawing, a binary fraction is exact enough.
    {
      title: 'Sum of amounts',
      bars: bars(sumOf, ({ sum }) => sum?.toNumber() ?? 0),
    },
  ];
  return section(
    {
      id: 'by-type',
      title: 'Totals by type',
      sentence: isCompared
        ? 'Over all accounts and ledgers: what the control totals say, what is stored, and the difference, stored less expected. Differences may cancel each other out, so the number of totals that differ is given too.'
        : 'What is stored over all accounts and ledgers.',
      columns: isCompared
        ? [...COMPARED, figure('Totals that differ')]
        : [text('Type'), figure('Count'), figure('Sum')],
      charts: transactions.length === 0 ? [] : charts,
    },
    listed(byType),
    ({ type, stored: of, expected, differing }) =>
      isCompared ? [...comparedCells(type, expected, of), count(differing)] : [type, ...figuresOf(of)],
  );
};

/** Some of the totals that differ: expected, stored, by how much, and what can explain it. */
export const differences = ({ comparison }: Report, some: Listed<Difference>): ReadonlyArray<Section> =>
  comparison === null
    ? []
    : section(
        {
          id: 'differences',
          title: 'Differences',
          sentence: `Each total that differs (${causeCounts(comparison.differences)}): the expected and stored figures, and the difference (stored minus expected). What explains a difference is below it, and what is left unexplained.`,
          columns: [account('Account'), code('Ledger'), ...COMPARED],
          complete: 'the file made with --csv',
        },
        some,
        (difference) => {
          const { externalAccountNumber, ledgerNumber, type, expected, actual } = difference;
          const cells = [externalAccountNumber, ledgerNumber, ...comparedCells(type, expected, actual)];
          return { rows: [cells], notes: notesOn(difference, comparison) };
        },
      );

const NOTE_STATES: Readonly<Record<ListedNote['state'], string>> = {
  as_noted: 'as then',
  changed: 'differs otherwise now',
  agrees: 'agrees now',
};

/** What persons said of differences. */
export const differenceNotes = ({ differenceNotes: notes }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'difference-notes',
      title: 'Noted and accepted differences',
      sentence:
        'What persons said of differences, with the difference (stored minus expected) of that time. It changes no verdict.',
      columns: [
        account('Account'),
        code('Ledger'),
        text('Type'),
        figure('Difference'),
        figure('Sum difference'),
        text('Decision'),
        { ...text('Reason'), isPersonal: true },
        text('Person'),
        text('Time (UTC)'),
        text('Since then'),
      ],
    },
    listed(notes),
    ({ externalAccountNumber, ledgerNumber, type, ...note }) => {
      const by = differenceOf(note);
      return [
        ...[externalAccountNumber, ledgerNumber, type, signedCount(by.count), sumOf(by, signedMoney)],
        ...[note.decision, note.reason, note.decidedBy, toDateTime(note.decidedAt), NOTE_STATES[note.state]],
      ];
    },
  );
