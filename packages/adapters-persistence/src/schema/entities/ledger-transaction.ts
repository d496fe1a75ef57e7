import { TRANSACTION_TYPES } from '@carryover/domain/transaction';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, choice, day, importId, json, key, money } from '../columns.ts';
import { lineItems, taxItems } from '../stored-values.ts';
import { searchIndex } from './search-index.ts';

/**
 * Financial transactions. `occurrence` is 0 for the first of an id and is incremented if a client adds an id again with
 * `check_previously_added=false`: the key ensures "exactly once" and is the only index of rows.
 */
export const LedgerTransaction = defineEntity({
  name: 'LedgerTransaction',
  tableName: 'ledger_transaction',
  indexes: [searchIndex('ledger_transaction', 'transaction_id')],
  properties: {
    accountId: accountId(),
    transactionId: key().primary(),
    occurrence: p.integer().primary(),
    ledgerNumber: key(),
    transactionDate: day(),
    amount: money(),
    type: choice(TRANSACTION_TYPES),
    reason: p.text().strictNullable(),
    paymentType: p.text().strictNullable(),
    reference: p.text().strictNullable(),
    note: p.text().strictNullable(),
    displayNote: p.text().strictNullable(),
    productCode: p.text().strictNullable(),
    lineItems: json(lineItems).strictNullable(),
    taxItems: json(taxItems).strictNullable(),
    /** As submitted, for a transaction whose date was moved; null for all others. */
    submittedDate: day().strictNullable(),
    submittedNote: p.text().strictNullable(),
    /** Identifier of its billing document; null if it belongs only to its ledger. */
    billingDocument: p.text().strictNullable(),
    importId: importId(),
  },
});
