import type { NoteConflict } from '@carryover/adapters-persistence/queries/reconciliation-lists';
import type { DifferenceNote } from '@carryover/application/reconciliation/difference-notes';
import {
  COVERED_KINDS,
  type ControlTotalsOrigin,
  type Coverage,
  type CoveredKind,
  coversAll,
  type KindCoverage,
} from '@carryover/domain/coverage';
import { toDateTime } from '@carryover/domain/date-time';
import { DIFFERENCE_CAUSES, type DifferenceCause, type TotalDifference } from '@carryover/domain/total-comparison';
import { beginning } from '@carryover/report/excerpt';
import { count, counted } from '@carryover/report/figures';
import { visible } from '@carryover/terminal/visible';
import type { Comparison, Differences, Reconciliation } from '../reconciliation/reconciliation.ts';
import type { Report } from './report.ts';

const ofDifferences = ({ compared, differences }: Comparison): string => {
  const verb = differences.count === 1 ? 'differs' : 'differ';
  return `${count(differences.count)} of ${count(compared)} totals ${verb} from the control totals.`;
};

const ofIncomplete = (comparison: Comparison): string => {
  const { compared, unread, differences } = comparison;
  const rows = counted(unread, 'row of the control totals', 'rows of the control totals');
  const rest =
    differences.count === 0
      ? `No difference was found in the other ${counted(compared, 'total')}.`
      : ofDifferences(comparison);
  return `Incomplete: ${rows} could not be read and ${unread === 1 ? 'was' : 'were'} not compared. ${rest}`;
};

const ofAgreement = ({ compared, coverage }: Comparison): string => {
  const left = describeLeftOut(coverage);
  if (compared === 0)
    return left === ''
      ? 'Nothing was compared: the control totals have no rows, and nothing is stored.'
      : `Nothing was compared: the control totals have no rows.${left}`;
  if (compared === 1) return `The only total agrees with its control total.${left}`;
  return `All ${count(compared)} totals agree with the control totals.${left}`;
};

const VERDICTS = { incomplete: ofIncomplete, differ: ofDifferences, agree: ofAgreement };

/** The verdict in words: what the operator hands to an auditor. */
export const verdictSentence = ({ comparison }: Reconciliation): string =>
  comparison === null
    ? 'No control totals were given, so nothing was compared. This is what is stored.'
    : VERDICTS[comparison.verdict](comparison);

const COMPARED: Readonly<Record<CoveredKind, string>> = {
  notes: 'the number of notes per account (without those that the service added)',
  transactions: 'the number and the exact sum of transactions per account, ledger and type',
  billing_documents: 'the number of billing documents per ledger',
  statements: 'the number of statements per account',
  payment_instructions: 'the number of active payment instructions per account',
};

/** A kind of items, as a sentence names it. */
const nameOfKind = (kind: CoveredKind): string => kind.replace('_', ' ');

const enumerated = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Returns whose control totals were compared, and since when they are known. */
const describeOrigin = (origin: ControlTotalsOrigin): string =>
  origin.source === 'client'
    ? `the control totals that the client registered as ${visible(origin.set)} with the API key ${visible(origin.keyPrefix)} at ${toDateTime(origin.registeredAt)}`
    : `the control file ${visible(origin.file)}, which the operator gave`;

const kindsWith = ({ kinds }: Coverage, state: KindCoverage): ReadonlyArray<CoveredKind> =>
  COVERED_KINDS.filter((kind) => kinds[kind] === state);

/** Returns what is stored and was not compared, in a sentence; empty if everything was. */
const describeLeftOut = (coverage: Coverage): string => {
  if (coversAll(coverage)) return '';
  const { accountsCompared, accountsStored } = coverage;
  const left = kindsWith(coverage, 'not_compared').map(nameOfKind);
  const accounts = accountsStored - accountsCompared;
  const alone =
    accounts === 0 ? '' : ` ${counted(accounts, 'account has', 'accounts have')} nothing that was compared.`;
  return ` This is a part of what is stored: ${enumerated(left)} were not compared.${alone}`;
};

const coverageOf = ({ supplierCode, organisation, comparison, controlTotals }: Report): string => {
  const stored = `what is stored for the import supplier ${visible(supplierCode)} of ${visible(organisation)}`;
  if (comparison === null || controlTotals === null)
    return `This report shows ${stored}; no control totals were given, so nothing was compared.`;
  const { coverage } = comparison;
  const compared = enumerated(kindsWith(coverage, 'compared').map((kind) => COMPARED[kind]));
  const { accountsCompared, accountsStored } = coverage;
  const none = kindsWith(coverage, 'none_stored').map(nameOfKind);
  const nothing = none.length === 0 ? '' : ` Nothing is stored of ${enumerated(none)}.`;
  return `This report compares ${stored} with ${describeOrigin(controlTotals)}${compared === '' ? '' : `: ${compared}`}. It compares ${count(accountsCompared)} of ${counted(accountsStored, 'account', 'accounts')} that have data.${describeLeftOut(coverage)}${nothing}`;
};

/** Imports may go on between the moments at which the nodes are read. */
const NOT_FINAL =
  ' The import supplier is Ongoing, and each node of the database was read at a moment of its own: for the final proof, pause the supplier and reconcile again.';

/** Says what the report covers, and what it does not. */
export const scopeOf = (report: Report): string => {
  const isFinal = report.isOfOneMoment || report.supplierStatus !== 'Ongoing';
  return `${coverageOf(report)}${isFinal ? '' : NOT_FINAL}`;
};

/** Why transactions are on an account more than once, as far as their requests say: a parameter of the client, or something else. */
export const whyRepeated = ({ repeated }: Reconciliation): string => {
  const { count: all, unchecked } = repeated;
  if (unchecked === 0) return 'No request with check_previously_added=false added them.';
  const them = unchecked === all ? 'them' : `${count(unchecked)} of them`;
  return `Requests with check_previously_added=false added ${them} again.`;
};

/** Returns one sentence for each section with unusual items, in the order of the report's sections. */
export const remarksOf = (r: Reconciliation) => {
  const { moved, conflicts, noteConflicts, repeated, mismatches, unknownFields } = r;
  const refused = r.refusals.reduce((all, { count: some }) => all + some, 0);
  const remarks: ReadonlyArray<readonly [id: string, number: number, one: string, many: string, rest: string]> = [
    ['moved', moved.count, 'transaction was', 'transactions were', 'moved into the open statement period.'],
    [
      'conflicts',
      conflicts.count,
      'transaction was',
      'transactions were',
      'sent again with different content. The first was kept.',
    ],
    [
      'note-conflicts',
      noteConflicts.count,
      'note was',
      'notes were',
      'sent again with different documents or pins. The first was kept.',
    ],
    [
      'repeated',
      repeated.count,
      'transaction is',
      'transactions are',
      `on the account more than once. ${whyRepeated(r)}`,
    ],
    [
      'mismatches',
      mismatches.count,
      'figure does',
      'figures do',
      'not add up inside supply charges. They were accepted as sent.',
    ],
    ['unknown-fields', unknownFields.length, 'undocumented field was', 'undocumented fields were', 'left out.'],
    [
      'refusals',
      refused,
      'request was',
      'requests were',
      'rejected. A rejected request stores nothing on the account.',
    ],
  ];
  return remarks
    .filter(([, number]) => number > 0)
    .map(([id, number, one, many, rest]) => ({ id, sentence: `${counted(number, one, many)} ${rest}` }));
};

const NAME_LENGTH = 60;

/** Returns the name of a note in a report: the beginning of its body, or its documents if it has no body. */
export const noteName = ({ body, documentPaths }: NoteConflict['note']): string =>
  beginning(body ?? documentPaths.join(', '), NAME_LENGTH);

/** The cause of a difference in a sentence. */
export const CAUSES: Readonly<Record<DifferenceCause, string>> = {
  lost: 'Lost: fewer items are stored than expected.',
  doubled: 'Doubled: more items are stored than expected.',
  amount: 'Amount: as many items are stored as expected, with another sum.',
  moved: 'Moved: as many items with the same sum are stored under another ledger or type of the account.',
  unexpected: 'Unexpected: items are stored, and none is expected.',
};

/** The number of differences of each cause: `12 lost, 1 amount`. */
export const causeCounts = ({ byCause }: Differences): string =>
  DIFFERENCE_CAUSES.filter((cause) => byCause[cause] > 0)
    .map((cause) => `${count(byCause[cause])} ${cause}`)
    .join(', ');

/** Returns the remark on a difference of which one side is missing; null if both sides have figures. */
export const remarkOn = (
  { expected, actual }: TotalDifference,
  { unread }: Pick<Comparison, 'unread'>,
): string | null => {
  if (actual.count === 0) return 'None of it is stored.';
  if (expected.count > 0) return null;
  return unread === 0 ? 'It has no control total.' : 'It has no control total among the rows that could be read.';
};

/** Who said what of a difference, and when. */
export const describeNote = ({ decision, decidedAt, decidedBy, reason }: DifferenceNote): string =>
  `${decision} by ${visible(decidedBy)} at ${toDateTime(decidedAt)}: ${visible(reason)}`;
