import type { RowIssue } from '@carryover/files/row';
import { count, counted } from '@carryover/report/figures';
import { notReadJson } from '../files/inputs.ts';
import { type Counts, rowsOf } from '../journal/counts.ts';
import type { Conversion } from '../proof/conversion.ts';
import type { Difference, Listed, Moved, Proof } from '../proof/prove.ts';
import type { TotalsProof } from '../proof/prove-totals.ts';
import type { CutShort } from '../reading/read-files.ts';

/** The rows of the files that were not compared, by the reason. */
type NotCompared = {
  /** Rows that cannot be read: what they say is not proven. */
  readonly unreadable: number;
  /** Rows that say the same as an earlier one. */
  readonly repeated: number;
  /** Rows with the identifier of an earlier one and other content. */
  readonly duplicates: number;
};

/** A row that has the identifier of an earlier one. */
type RepeatedRow = Omit<RowIssue, 'column'> & { readonly file: string; readonly line: number };

/** The report of a load or of a verification. */
export type Report = {
  readonly title: string;
  /** The service's address. */
  readonly service: string;
  readonly madeAt: Date;
  /** null for a verification: it has sent nothing. */
  readonly counts: Counts | null;
  readonly notCompared: NotCompared;
  readonly cutShort: ReadonlyArray<CutShort>;
  /** Files of folders that were not read. */
  readonly notRead: ReadonlyArray<string>;
  /** Files of rejects, repeated rows and conflicts. */
  readonly outputs: ReadonlyArray<string>;
  /** True if repeated rows are no difference. */
  readonly allowsRepeated: boolean;
  /** True if items of others on the same accounts are a difference. */
  readonly isExclusive: boolean;
  /** Rows with the identifier of an earlier one; of a load they are in files of their own. */
  readonly repeats: Listed<RepeatedRow>;
  readonly proof: Proof | TotalsProof;
  /** The figures of files with a mapping, from their source to the service. */
  readonly conversions: ReadonlyArray<Conversion>;
};

/** Returns true if only counts and sums were compared. */
export const isOfTotals = (proof: Report['proof']): proof is TotalsProof => 'totalDifferences' in proof;

/** What keeps a report from agreeing, in figures: `3,000 rejected`. Empty exactly if the exit code is 0. */
const shortfallsOf = (report: Report): ReadonlyArray<string> => {
  const { counts, notCompared, cutShort, notRead, proof, allowsRepeated, isExclusive, conversions } = report;
  const otherwise = conversions.filter(({ isExpected }) => !isExpected).length;
  const { unreadable, duplicates } = notCompared;
  const figures: ReadonlyArray<readonly [number, string]> = [
    [counts?.rejected ?? 0, 'rejected'],
    [counts?.conflicts ?? 0, 'in conflict'],
    [unreadable, 'not readable'],
    [duplicates, 'with the identifier of another row'],
    [allowsRepeated ? 0 : notCompared.repeated, 'repeated'],
    ...(isOfTotals(proof)
      ? []
      : ([
          [proof.notFound, 'not found'],
          [proof.otherwise, 'stored otherwise'],
        ] as const)),
  ];
  const totals = isOfTotals(proof) ? proof.totalDifferences.length : 0;
  return [
    ...figures.flatMap(([value, what]) => (value === 0 ? [] : [`${count(value)} ${what}`])),
    ...(totals === 0 ? [] : [totals === 1 ? '1 total differs' : `${count(totals)} totals differ`]),
    ...(isExclusive && !isOfTotals(proof) && proof.otherItems > 0
      ? [`${counted(proof.otherItems, 'item')} of others on these accounts`]
      : []),
    ...(otherwise === 0 ? [] : [`${counted(otherwise, 'figure')} of the source not as expected`]),
    ...cutShort.map(({ name }) => `${name} was not read to its end`),
    ...(notRead.length === 0 ? [] : [`${counted(notRead.length, 'file')} of the folder not read`]),
  ];
};

/** True only if every row is stored exactly once as it was given: the exit code is 0. */
export const isProven = (report: Report): boolean => shortfallsOf(report).length === 0;

/** The rows of the files, and those of them that are stored as they were given. */
const rowsIn = ({ counts, notCompared, proof }: Report): { readonly all: number; readonly stored: number } | null => {
  if (isOfTotals(proof)) return null;
  const { unreadable, repeated, duplicates } = notCompared;
  const all = counts === null ? proof.rows + unreadable + repeated + duplicates : rowsOf(counts);
  return { all, stored: proof.rows - proof.notFound - proof.otherwise };
};

/** Returns the number of rows that say the same as an earlier one, which is no difference if it is allowed. */
const alsoRepeated = ({ allowsRepeated, notCompared: { repeated } }: Report): ReadonlyArray<string> =>
  allowsRepeated && repeated > 0 ? [`${count(repeated)} repeated`] : [];

/** The verdict in one sentence: `297,000 of 300,000 stored, 3,000 rejected.` */
export const verdictSentence = (report: Report): string => {
  const rows = rowsIn(report);
  const shortfalls = shortfallsOf(report);
  if (rows === null) {
    const { compared, accounts } = report.proof as TotalsProof;
    const scope = `${counted(compared, 'total')} of ${counted(accounts, 'account')}`;
    return `${[`${scope} compared, no single items`, ...shortfalls, ...alsoRepeated(report)].join(', ')}.`;
  }
  const stored = `${count(rows.stored)} of ${count(rows.all)} stored`;
  return `${[stored, ...shortfalls, ...alsoRepeated(report)].join(', ')}.`;
};

/** Returns the verdict in a word. */
export const verdictOf = (report: Report): 'agree' | 'differ' | 'incomplete' | 'not_compared' => {
  const { proof, cutShort, notRead, notCompared } = report;
  const compared = isOfTotals(proof) ? proof.compared : proof.rows;
  if (isProven(report)) return compared === 0 ? 'not_compared' : 'agree';
  const isDifferent = isOfTotals(proof)
    ? proof.totalDifferences.length > 0
    : proof.differences.count > 0 || (report.isExclusive && proof.otherItems > 0);
  const isIncomplete = cutShort.length + notRead.length + notCompared.unreadable > 0;
  return !isDifferent && isIncomplete ? 'incomplete' : 'differ';
};

const differenceJson = ({ account, path, code, field, sent, stored, file, line, type, id }: Difference) => ({
  file,
  line,
  import_supplier: account.supplier,
  external_account_number: account.number,
  type,
  id,
  code,
  path: [path, field ?? ''].filter((part) => part !== '').join('.'),
  sent,
  stored,
});

const movedJson = ({ file, line, account, id, transactionDate, newTransactionDate }: Moved) => ({
  file,
  line,
  import_supplier: account.supplier,
  external_account_number: account.number,
  transaction_id: id,
  transaction_date: transactionDate,
  new_transaction_date: newTransactionDate,
});

const leftOut = (name: string, { count, first }: Listed<unknown>): object =>
  count === first.length ? {} : { [`${name}_left_out`]: count - first.length };

const proofJson = (proof: Proof) => ({
  rows: proof.rows,
  not_found: proof.notFound,
  stored_otherwise: proof.otherwise,
  other_items: proof.otherItems,
  unknown_accounts: proof.unknownAccounts.first.map(({ supplier, number: of }) => ({
    import_supplier: supplier,
    external_account_number: of,
  })),
  ...leftOut('unknown_accounts', proof.unknownAccounts),
  totals: proof.totals,
  differences: proof.differences.first.map(differenceJson),
  ...leftOut('differences', proof.differences),
  moved: proof.moved.count,
  moved_transactions: proof.moved.first.map(movedJson),
  ...leftOut('moved_transactions', proof.moved),
});

const totalsJson = ({ compared, totals, totalDifferences }: TotalsProof) => ({
  totals_only: true,
  compared,
  totals,
  differences: totalDifferences.map(({ account, ledger, type, expected, actual }) => ({
    import_supplier: account.supplier,
    external_account_number: account.number,
    ledger_number: ledger,
    type,
    expected,
    actual,
  })),
});

const conversionJson = ({ mapping, figure, source, read, leftOut: skipped, accepted, stored, agree }: Conversion) => ({
  mapping,
  figure,
  source,
  read,
  left_out: Object.fromEntries(skipped.map(({ reason, figure: of }) => [reason, of])),
  accepted,
  stored,
  agree,
});

/** The report as JSON; totals have the names of `control-totals/compare/`. */
export const toJson = (report: Report): object => {
  const { proof, notCompared, cutShort, notRead, service, madeAt, outputs, counts, repeats, conversions } = report;
  return {
    agree: isProven(report),
    verdict: verdictOf(report),
    sentence: verdictSentence(report),
    service,
    made_at: madeAt.toISOString(),
    ...notCompared,
    ...counts,
    not_read_to_end: cutShort.map(({ name }) => name),
    ...notReadJson(notRead),
    files: outputs,
    ...(conversions.length === 0 ? {} : { source_to_stored: conversions.map(conversionJson) }),
    ...(repeats.count === 0 ? {} : { repeats: repeats.first, ...leftOut('repeats', repeats) }),
    accounts: proof.accounts,
    ...(isOfTotals(proof) ? totalsJson(proof) : proofJson(proof)),
  };
};
