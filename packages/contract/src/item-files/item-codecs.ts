import type { CalendarDate } from '@carryover/domain/calendar-date';
import { calendarDate } from '../codecs/base/scalars.ts';
import { makeCreateHistoricalBillingDocumentsBody } from '../codecs/billing-document.ts';
import { noteDraft } from '../codecs/note.ts';
import { makeCreatePaymentInstructionBody, type OfferedVendor } from '../codecs/payment-instruction.ts';
import { historicalStatement } from '../codecs/statement.ts';
import { makeTransaction } from '../codecs/transaction.ts';
import type { Limits } from '../limits.ts';

type Documented = { readonly limits: Limits; readonly vendors: ReadonlyArray<OfferedVendor> };

/**
 * Makes the server's codecs of what a row of a file contains: an item without its account, or the body of a request.
 *
 * @param today the current date in UTC+14: no historical transaction may be later.
 */
export const makeItemCodecs = ({ limits, vendors }: Documented, today: () => CalendarDate) =>
  ({
    notes: noteDraft,
    transactions: makeTransaction(calendarDate),
    statements: historicalStatement,
    'billing-documents': makeCreateHistoricalBillingDocumentsBody(limits, today),
    'payment-instructions': makeCreatePaymentInstructionBody(vendors),
  }) as const;

export type ItemCodecs = ReturnType<typeof makeItemCodecs>;
