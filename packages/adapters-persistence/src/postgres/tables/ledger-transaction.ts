import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, day, importId, key } from './columns.ts';

/**
 * Financial transactions. `occurrence` is 0 for the first of an id and counts on where a client adds an id again with
 * `check_previously_added=false`: the key backs "exactly once" and is the only index a row pays for.
 */
export const LedgerTransactionTable = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transaction',
  properties: {
    accountId: accountId(),
    transactionId: key().primary(),
    occurrence: p.integer().primary(),
    ledgerNumber: key(),
    transactionDate: day(),
    amount: p.decimal('string').precision(12).scale(2),
    type: p.text(),
    reason: p.text().nullable(),
    paymentType: p.text().nullable(),
    reference: p.text().nullable(),
    note: p.text().nullable(),
    displayNote: p.text().nullable(),
    productCode: p.text().nullable(),
    lineItems: p.json().nullable(),
    taxItems: p.json().nullable(),
    /** As submitted, of a transaction whose date was moved; null of all others. */
    submittedDate: day().nullable(),
    submittedNote: p.text().nullable(),
    /** Identifier of its billing document; null of a transaction that belongs to its ledger alone. */
    billingDocument: p.text().nullable(),
    importId: importId(),
  },
});
