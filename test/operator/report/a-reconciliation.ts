import type {
  MovedTransaction,
  NoteConflict,
  ReportedMismatch,
} from '@carryover/adapters-persistence/queries/reconciliation-lists';
import type { Conflict, Difference } from '@carryover/application/reconciliation/explanations';
import type { ReportedTotal } from '@carryover/application/reconciliation/tally';
import type { Amount, TotalKey } from '@carryover/domain/control-total';
import type { ControlTotalsOrigin, Coverage } from '@carryover/domain/coverage';
import { DIFFERENCE_CAUSES, type DifferenceCause, verdictOf } from '@carryover/domain/total-comparison';
import type { ControlFile } from '@carryover/operations/files/control-file';
import type { Comparison } from '@carryover/operations/reconciliation/reconciliation';
import type { Report } from '@carryover/operations/report/report';
import { listed } from '@carryover/report/report';
import { second } from '../../support/a-note.ts';
import { day, decimal } from '../../support/a-transaction.ts';

const at = new Date('2026-01-05T02:11:09.500Z');

/** Import record ids that a reader of a test can tell apart. */
export const importId = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const aTotal = (count: number, sum: string): Amount => ({ count, sum: decimal(sum) });

export const aKey = (fields: Partial<TotalKey> = {}): TotalKey => ({
  externalAccountNumber: 'EXTERNAL-1',
  ledgerNumber: 'L-1',
  type: 'PAYMENT',
  ...fields,
});

export const aConflict = (fields: Partial<Conflict> = {}): Conflict => ({
  externalAccountNumber: 'EXTERNAL-1',
  transactionId: '17',
  differences: [
    { field: 'amount', recorded: '71.00', submitted: '72.00' },
    { field: 'note', recorded: null, submitted: 'paid late' },
  ],
  importId: importId(3),
  receivedAt: at,
  ...fields,
});

const aNoteConflict = (fields: Partial<NoteConflict> = {}): NoteConflict => ({
  externalAccountNumber: 'EXTERNAL-1',
  note: { createdAt: second('2026-01-04T09:00:00Z'), body: 'Called about the move.', documentPaths: [] },
  differences: [{ field: 'is_pinned', recorded: 'false', submitted: 'true' }],
  importId: importId(5),
  receivedAt: at,
  ...fields,
});

export const aDifference = (fields: Partial<Difference> = {}): Difference => ({
  ...aKey(),
  expected: aTotal(3, '213.00'),
  actual: aTotal(2, '142'),
  cause: 'lost',
  explanations: [],
  unexplained: null,
  ...fields,
});

export const aMovedTransaction = (fields: Partial<MovedTransaction> = {}): MovedTransaction => ({
  externalAccountNumber: 'EXTERNAL-1',
  ledgerNumber: 'L-1',
  transactionId: '18',
  submittedDate: day('2019-09-28'),
  date: day('2019-10-01'),
  importId: importId(1),
  ...fields,
});

export const aMismatch = (fields: Partial<ReportedMismatch> = {}): ReportedMismatch => ({
  externalAccountNumber: 'EXTERNAL-2',
  transactionId: '21',
  code: 'incorrect_line_item_net_amount',
  expected: '71.0125',
  actual: '72',
  importId: importId(2),
  ...fields,
});

/** One of each way to explain a difference. */
export const everyExplanation: Difference['explanations'] = [
  {
    kind: 'refused_request',
    importId: importId(4),
    receivedAt: at,
    endpoint: 'transactions/create',
    status: 400,
    code: 'no_open_statement_period',
    detail: 'The main ledger has no open statement period.',
    itemCount: 1,
    items: [
      {
        identifier: '20',
        code: 'no_open_statement_period',
        path: 'transactions.0',
        value: null,
        state: 'not sent again',
      },
    ],
  },
  {
    kind: 'accepted_import',
    importId: importId(1),
    receivedAt: at,
    endpoint: 'transactions/create',
    itemCount: 2,
    item: '21',
  },
  { kind: 'conflict', conflict: aConflict() },
  {
    kind: 'repeated',
    repeated: {
      externalAccountNumber: 'EXTERNAL-1',
      ledgerNumber: 'L-1',
      transactionId: '19',
      count: 3,
      isUnchecked: true,
    },
  },
];

/** Everything that is stored was compared. */
const aCoverage = (kinds: Partial<Coverage['kinds']> = {}): Coverage => ({
  kinds: {
    notes: 'none_stored',
    transactions: 'compared',
    billing_documents: 'none_stored',
    statements: 'none_stored',
    payment_instructions: 'none_stored',
    ...kinds,
  },
  accountsCompared: 3,
  accountsStored: 3,
});

const aControlTotalsOrigin = (): ControlTotalsOrigin => ({
  source: 'operator',
  file: 'totals.csv',
  sha256: SHA256,
});

/** A comparison in which `agreeing` totals agree. */
export const aComparison = ({
  agreeing = 0,
  differences = [],
  unread = 0,
  coverage = aCoverage(),
}: Partial<Pick<Comparison, 'agreeing' | 'unread' | 'coverage'>> & {
  readonly differences?: ReadonlyArray<Difference>;
} = {}): Comparison => ({
  verdict: verdictOf({ unread, differing: differences.length }),
  compared: agreeing + differences.length,
  agreeing,
  unread,
  coverage,
  differences: {
    count: differences.length,
    byCause: Object.fromEntries(
      DIFFERENCE_CAUSES.map((cause) => [cause, differences.filter((one) => one.cause === cause).length]),
    ) as Record<DifferenceCause, number>,
    first: differences.slice(0, 1_000),
  },
});

export const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export const aControlFile = (fields: Partial<ControlFile> = {}): ControlFile => ({
  name: 'totals.csv',
  bytes: 1234,
  sha256: SHA256,
  rowsRead: 3,
  rowsUnread: 0,
  unread: [],
  rejectsFile: 'totals.csv.rejected.ndjson',
  ...fields,
});

/** A supplier nothing was sent for, and no control totals. */
export const anEmptyReconciliation = (fields: Partial<Report> = {}): Report => ({
  reportId: importId(99),
  madeBy: 'alice@billing-1',
  formerNames: [],
  owner: { organisationId: importId(97), supplierId: importId(98) },
  version: '1.2.3',
  controlTotals: null,
  controlFile: null,
  organisation: 'Demo organisation',
  supplierCode: 'DEMO_SUPPLIER',
  supplierStatus: 'Ongoing',
  madeAt: new Date('2026-01-06T10:00:00.123Z'),
  counts: {
    importedAccounts: 0,
    stagedAccounts: 0,
    notes: 0,
    notesAddedByService: 0,
    transactions: 0,
    billingDocuments: 0,
    statements: 0,
    paymentInstructions: 0,
    acceptedImports: 0,
    refusedRequests: 0,
  },
  erased: { accounts: 0, items: 0 },
  snapshotAt: new Date('2026-01-06T09:59:58.123Z'),
  readBelow: '1',
  storageCheck: null,
  isOfOneMoment: true,
  byType: [],
  vocabulary: [],
  moved: listed([]),
  conflicts: listed([]),
  noteConflicts: listed([]),
  repeated: { ...listed([]), unchecked: 0 },
  mismatches: listed([]),
  corrections: listed([]),
  differenceNotes: [],
  unknownFields: [],
  refusals: [],
  comparison: null,
  ...fields,
});

/** The totals of {@link aReconciliation}, as they come from the store. */
export const someTotals: ReadonlyArray<ReportedTotal> = [
  { ...aKey(), expected: aTotal(3, '213.00'), actual: aTotal(2, '142'), line: 2, cause: 'lost' },
  {
    ...aKey({ externalAccountNumber: 'EXTERNAL-2', type: 'SUPPLY_CHARGE' }),
    expected: aTotal(3, '-1234567.8'),
    actual: aTotal(3, '-1234567.8'),
    line: 3,
    cause: null,
  },
  {
    ...aKey({ externalAccountNumber: 'EXTERNAL-3', type: 'CREDIT' }),
    expected: aTotal(1, '5'),
    actual: aTotal(0, '0'),
    line: 4,
    cause: 'lost',
  },
];

/** Something of everything: two totals are stored, two of three compared differ. */
export const aReconciliation = (fields: Partial<Report> = {}): Report => ({
  ...anEmptyReconciliation(),
  supplierStatus: 'Complete',
  counts: {
    importedAccounts: 1200,
    stagedAccounts: 1,
    notes: 3,
    notesAddedByService: 1,
    transactions: 5,
    billingDocuments: 4,
    statements: 2,
    paymentInstructions: 1,
    acceptedImports: 3,
    refusedRequests: 2,
  },
  byType: [
    { type: 'CREDIT', stored: aTotal(0, '0'), expected: aTotal(1, '5'), differing: 1 },
    { type: 'PAYMENT', stored: aTotal(2, '142'), expected: aTotal(3, '213'), differing: 1 },
    {
      type: 'SUPPLY_CHARGE',
      stored: aTotal(3, '-1234567.8'),
      expected: aTotal(3, '-1234567.8'),
      differing: 0,
    },
  ],
  vocabulary: [
    { field: 'reason', value: 'GOODWILL', count: 300 },
    { field: 'reason', value: 'GOODWIL', count: 1 },
    { field: 'tax_type', value: 'VAT', count: 3 },
  ],
  moved: listed([aMovedTransaction()]),
  conflicts: listed([aConflict()]),
  noteConflicts: listed([aNoteConflict()]),
  repeated: {
    ...listed([
      { externalAccountNumber: 'EXTERNAL-1', ledgerNumber: 'L-1', transactionId: '19', count: 3, isUnchecked: true },
    ]),
    unchecked: 1,
  },
  mismatches: listed([aMismatch()]),
  unknownFields: [{ path: 'transactions.*.colour', count: 2 }],
  refusals: [{ code: 'no_open_statement_period', count: 2 }],
  controlTotals: aControlTotalsOrigin(),
  controlFile: aControlFile(),
  comparison: aComparison({
    agreeing: 1,
    differences: [
      aDifference({ explanations: everyExplanation }),
      aDifference({
        externalAccountNumber: 'EXTERNAL-3',
        type: 'CREDIT',
        expected: aTotal(1, '5'),
        actual: aTotal(0, '0'),
      }),
    ],
  }),
  ...fields,
});
