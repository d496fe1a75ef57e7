import { calendarDate } from '@carryover/contract/codecs/base/scalars';
import { makeCreateHistoricalBillingDocumentsBody } from '@carryover/contract/codecs/billing-document';
import { noteDraft } from '@carryover/contract/codecs/note';
import { makeCreatePaymentInstructionBody } from '@carryover/contract/codecs/payment-instruction';
import { historicalStatement } from '@carryover/contract/codecs/statement';
import { makeTransaction } from '@carryover/contract/codecs/transaction';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import { latestDayAt } from '@carryover/domain/date-time';
import type { Kind } from './kind.ts';

/** The vendors that every service can know, and the instruction types they offer (decisions 8). */
const VENDORS = [
  { name: 'STRIPE', types: ['CARD'] },
  { name: 'GOCARDLESS', types: ['DIRECT_DEBIT'] },
];

/** The server's codecs of what a row contains: an item without its account, or the body of a request. */
export const CODECS = {
  notes: noteDraft,
  transactions: makeTransaction(calendarDate),
  statements: historicalStatement,
  'billing-documents': makeCreateHistoricalBillingDocumentsBody(DEFAULT_LIMITS, () => latestDayAt(new Date())),
  'payment-instructions': makeCreatePaymentInstructionBody(VENDORS),
} as const;

/** Returns true if a row is the body of a request (decisions 15). */
export const isBody = (kind: Kind): boolean => kind === 'billing-documents' || kind === 'payment-instructions';
