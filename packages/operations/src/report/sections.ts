import type { VocabularyCount } from '@carryover/adapters-persistence/queries/stored-counts';
import type { Conflict, Difference } from '@carryover/application/reconciliation/explanations';
import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { isCountedType, type Total, type TotalType } from '@carryover/domain/control-total';
import { COVERED_KINDS, type CoveredKind, type KindCoverage } from '@carryover/domain/coverage';
import { toDateTime } from '@carryover/domain/date-time';
import type { Decimal } from '@carryover/domain/decimal';
import type { FieldDifference } from '@carryover/domain/differences';
import { differenceOf } from '@carryover/domain/total-comparison';
import { excerpts } from '@carryover/report/excerpt';
import { count, counted, money, percent, signedCount, signedMoney } from '@carryover/report/figures';
import {
  account,
  bar,
  type Cell,
  code,
  figure,
  type Item,
  importId,
  type Listed,
  listed,
  pairs,
  type Row,
  type Section,
  section,
  text,
  value,
} from '@carryover/report/report';
import type { ListedNote, Reconciliation } from '../reconciliation/reconciliation.ts';
import { notesOn } from './explanation-words.ts';
import type { Report } from './report.ts';
import { causeCounts, noteName, whyRepeated } from './sentences.ts';

/** The identity of the compared file, and the number of rows that were read. */
const controlFile = ({ controlFile: file }: Report): ReadonlyArray<Section> =>
  file === null
    ? []
    : pairs(
        {
          id: 'control-file',
          title: 'Control file',
          sentence:
            'The file of the operator whose control totals were compared. Anyone who has the file can check its SHA-256.',
        },
        [
          ['Name', file.name],
          ['Size in bytes', count(file.bytes)],
          ['Rows read', count(file.rowsRead)],
          ['Rows unread', count(file.rowsUnread)],
          ['SHA-256', file.sha256],
        ],
      );

/** The set of control totals that the client registered. */
const registeredTotals = ({ controlTotals }: Report): ReadonlyArray<Section> =>
  controlTotals?.source !== 'client'
    ? []
    : pairs(
        {
          id: 'registered-totals',
          title: 'Control totals of the client',
          sentence:
            'The control totals that the client registered with its own API key. The client can compute their SHA-256 from its own totals.',
        },
        [
          ['Set', controlTotals.set],
          ['API key', controlTotals.keyPrefix],
          ['Registered at (UTC)', toDateTime(controlTotals.registeredAt)],
          ['SHA-256', controlTotals.sha256],
        ],
      );

const KIND_STATES: Readonly<Record<KindCoverage, string>> = {
  compared: 'compared',
  not_compared: 'not compared',
  none_stored: 'nothing stored',
};

const COVERED_COUNTS: Readonly<Record<CoveredKind, keyof Reconciliation['counts']>> = {
  notes: 'notes',
  transactions: 'transactions',
  billing_documents: 'billingDocuments',
  statements: 'statements',
  payment_instructions: 'paymentInstructions',
};

/** What of the stored data was compared. */
const coverage = ({ comparison, counts }: Report): ReadonlyArray<Section> =>
  comparison === null
    ? []
    : section(
        {
          id: 'coverage',
          title: 'What was compared',
          sentence: `${count(comparison.coverage.accountsCompared)} of ${counted(comparison.coverage.accountsStored, 'account', 'accounts')} with data were compared. Agreement says nothing of what was not compared.`,
          columns: [text('Kind'), text('Control totals'), figure('Stored')],
        },
        listed(COVERED_KINDS),
        (kind) => {
          const name = COVERED_COUNTS[kind];
          return [COUNTS[name], KIND_STATES[comparison.coverage.kinds[kind]], count(counts[name])];
        },
      );

/** The latest check of what is stored, whatever it found. */
const storageCheck = ({ storageCheck: check, comparison }: Report): ReadonlyArray<Section> => {
  if (check === null && comparison === null) return [];
  const heading = {
    id: 'storage-check',
    title: 'What is stored is what was accepted',
    sentence:
      'The latest check of each row against the payload that was accepted (verify-storage). A reconciliation compares totals only.',
  };
  if (check === null) return pairs(heading, [['Check', 'none was made']]);
  return pairs(heading, [
    ['Checked at (UTC)', toDateTime(check.snapshotAt)],
    ['Checked by', check.performedBy],
    ['Findings', count(check.findings)],
    ['Imports not compared', count(check.notCompared)],
    ['Imports compared by digest only', count(check.comparedByDigest)],
    ['Imported or undone since', check.changedSince ? 'yes' : 'no'],
  ]);
};

/** Each row of the control file that could not be read, with its line and the reason. */
const unreadRows = ({ controlFile: file }: Report): ReadonlyArray<Section> =>
  file === null
    ? []
    : section(
        {
          id: 'unread',
          title: 'Rows of the control file that could not be read',
          sentence:
            'These rows were not compared, so the report is incomplete. Correct them in the control file and run the report again.',
          columns: [
            figure('Line'),
            code('Code'),
            code('Column'),
            { ...text('Reason'), isPersonal: true },
            { ...value('Row'), isPersonal: true },
          ],
          complete: file.rejectsFile,
        },
        { count: file.rowsUnread, first: file.unread },
        ({ line, code: reason, attr, detail, row }) => [String(line), reason, attr, detail, row],
      );

/** The counts, by the names of JSON, with their titles. */
const COUNTS: Readonly<Record<keyof Reconciliation['counts'], string>> = {
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

const stored = ({ counts, erased }: Report): ReadonlyArray<Section> =>
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
const agreement = ({ comparison }: Report): ReadonlyArray<Section> => {
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
const totalsByType = ({ byType, comparison }: Report): ReadonlyArray<Section> => {
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
const differenceNotes = ({ differenceNotes: notes }: Report): ReadonlyArray<Section> =>
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

const moved = ({ moved: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'moved',
      title: 'Dates moved into the open statement period',
      sentence:
        'These transactions were outside the open statement period and were recorded on its nearest day. The submitted date is also stored.',
      columns: [
        account('Account'),
        code('Ledger'),
        code('Transaction'),
        text('Submitted'),
        text('Recorded'),
        importId('Import'),
      ],
    },
    items,
    (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, t.submittedDate, t.date, t.importId],
  );

const VALUE_LENGTH = 60;

const differingCells = ({ field, recorded, submitted }: FieldDifference): Row => {
  const [first, later] = excerpts(recorded ?? '', submitted ?? '', VALUE_LENGTH);
  return [field, recorded === null ? null : first, submitted === null ? null : later];
};

/** What was sent again under a heading, with a row for each field that differs. @param name of what was sent again. */
const conflictItem = (
  { externalAccountNumber, differences: of, importId: id, receivedAt }: Omit<Conflict, 'transactionId'>,
  name: string,
): Item => ({
  heading: `${externalAccountNumber}, ${name} (sent again at ${toDateTime(receivedAt)}, import ${id})`,
  rows: of.map(differingCells),
});
const CONFLICT = [text('Field'), value('Sent first, kept'), value('Sent again')];

/** The transactions that were sent again with other content, field by field. */
const conflicts = ({ conflicts: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'conflicts',
      title: 'Sent again with different content',
      sentence:
        'These transactions were sent again with an id that the account already had, but with different content. The first version was kept, and nothing was changed. Long values are shown around the first difference.',
      columns: CONFLICT,
    },
    items,
    (conflict) => conflictItem(conflict, `transaction ${conflict.transactionId}`),
  );

/** The notes that were sent again with other documents or another pin, field by field. */
const noteConflicts = ({ noteConflicts: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'note-conflicts',
      title: 'Notes sent again with different documents or pins',
      sentence:
        'These notes were sent again with the same body, but with different documents, pin or unpin time. The note that was sent first was not changed.',
      columns: CONFLICT,
    },
    items,
    (conflict) => conflictItem(conflict, `note of ${conflict.note.createdAt}, ${noteName(conflict.note)}`),
  );

const repeated = (report: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'repeated',
      title: 'On the account more than once',
      sentence: `These transactions are on their account more than once. ${whyRepeated(report)}`,
      columns: [
        account('Account'),
        code('Ledger'),
        code('Transaction'),
        figure('Times'),
        text('Added again unchecked'),
      ],
    },
    report.repeated,
    (t) => [t.externalAccountNumber, t.ledgerNumber, t.transactionId, count(t.count), t.isUnchecked ? 'yes' : 'no'],
  );

/** Returns what an error code means, in a sentence; the code itself if it is unknown. */
const meaningOf = (errorCode: string): string => (isErrorCode(errorCode) ? ERROR_CODES[errorCode].meaning : errorCode);

const mismatches = ({ mismatches: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'mismatches',
      title: 'Supply charges that do not add up',
      sentence: 'Figures inside a supply charge that do not add up. They were accepted as sent.',
      columns: [
        account('Account'),
        code('Transaction'),
        text('What disagrees'),
        figure('Computed'),
        figure('Sent'),
        importId('Import'),
      ],
    },
    items,
    (m) => [m.externalAccountNumber, m.transactionId, meaningOf(m.code), m.expected, m.actual, m.importId],
  );

const corrections = ({ corrections: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'corrections',
      title: 'Undone imports',
      sentence: 'The operator took back what these imports stored. Their import records are kept.',
      columns: [account('Account'), code('Import'), text('Undone'), text('By'), text('Reason')],
    },
    items,
    (c) => [c.externalAccountNumber, c.importId, toDateTime(c.undoneAt), c.undoneBy, c.reason],
  );

const unknownFields = ({ unknownFields: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'unknown-fields',
      title: 'Undocumented fields left out',
      sentence:
        'The interface has no such fields. They were left out, as the supplier is configured; the payload is kept as sent. * stands for any position in a list.',
      columns: [code('Field'), figure('Times')],
    },
    listed(items),
    ({ path, count: times }) => [path, count(times)],
  );

/** Of one field. The rarest are among them, so that a typing error is never cut. */
const VALUES_SHOWN = 24;
/** At most one in so many of a field's most frequent value: perhaps a typing error. */
const RARE = 100;

const byFrequency = (a: VocabularyCount, b: VocabularyCount): number =>
  b.count - a.count || (a.value < b.value ? -1 : a.value > b.value ? 1 : 0);

const vocabularyItem = ([field, counts]: readonly [string, ReadonlyArray<VocabularyCount>]): Item => {
  const sorted = counts.toSorted(byFrequency);
  const most = sorted[0]!.count;
  const toRow = ({ value: shown, count: times }: VocabularyCount): ReadonlyArray<Cell> => [
    times * RARE <= most ? { rare: shown } : shown,
    count(times),
    { share: times / most },
  ];
  if (sorted.length <= VALUES_SHOWN) return { heading: field, rows: sorted.map(toRow) };
  const half = VALUES_SHOWN / 2;
  const cut = `The ${half} most frequent and the ${half} rarest of ${count(sorted.length)} values are shown; all of them are in the file made with --json.`;
  return {
    heading: field,
    rows: [...sorted.slice(0, half), ...sorted.slice(-half)].map(toRow),
    notes: [{ text: cut, brief: cut, importId: null }],
  };
};

/** Each value of the open vocabularies and its count, the most frequent first. */
const vocabulary = ({ vocabulary: counts }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'vocabulary',
      title: 'Values of open fields',
      sentence: 'These fields accept any value. A rare value that resembles a frequent one may be a typing error.',
      columns: [code('Value'), figure('Count'), bar('Share of the most frequent')],
    },
    listed([...Map.groupBy(counts, ({ field }) => field)]),
    vocabularyItem,
  );

/** Rejected requests by their code, the most frequent first. */
const refusals = ({ refusals: items }: Report): ReadonlyArray<Section> =>
  section(
    {
      id: 'refusals',
      title: 'Rejected requests',
      sentence:
        'A rejected request stores nothing on the account. The client may have sent it again in a corrected form.',
      columns: [code('Code'), text('Meaning'), figure('Requests'), bar('Share of the most frequent')],
    },
    listed(items),
    ({ code: errorCode, count: times }) => [
      errorCode,
      meaningOf(errorCode),
      count(times),
      { share: times / items[0]!.count },
    ],
  );

/** The sections of the report, each only if there is something to show. */
export const sectionsOf = (report: Report): ReadonlyArray<Section> => [
  ...registeredTotals(report),
  ...controlFile(report),
  ...unreadRows(report),
  ...stored(report),
  ...coverage(report),
  ...storageCheck(report),
  ...agreement(report),
  ...totalsByType(report),
  ...differences(report, report.comparison?.differences ?? listed([])),
  ...differenceNotes(report),
  ...moved(report),
  ...conflicts(report),
  ...noteConflicts(report),
  ...repeated(report),
  ...mismatches(report),
  ...corrections(report),
  ...unknownFields(report),
  ...vocabulary(report),
  ...refusals(report),
];
