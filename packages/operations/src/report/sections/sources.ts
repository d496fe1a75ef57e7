import { COVERED_KINDS, type CoveredKind, type KindCoverage } from '@carryover/domain/coverage';
import { toDateTime } from '@carryover/domain/date-time';
import { count, counted } from '@carryover/report/figures';
import { code, figure, listed, pairs, type Section, section, text, value } from '@carryover/report/report';
import type { Reconciliation } from '../../reconciliation/reconciliation.ts';
import type { Report } from '../report.ts';
import { COUNTS } from './totals.ts';

/** The identity of the compared file, and the number of rows that were read. */
export const controlFile = ({ controlFile: file }: Report): ReadonlyArray<Section> =>
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
export const registeredTotals = ({ controlTotals }: Report): ReadonlyArray<Section> =>
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
export const coverage = ({ comparison, counts }: Report): ReadonlyArray<Section> =>
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
export const storageCheck = ({ storageCheck: check, comparison }: Report): ReadonlyArray<Section> => {
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
export const unreadRows = ({ controlFile: file }: Report): ReadonlyArray<Section> =>
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
