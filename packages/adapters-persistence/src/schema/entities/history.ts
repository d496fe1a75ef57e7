import { BILLING_DOCUMENT_TYPES } from '@carryover/domain/billing-document';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { accountId, choice, day, importId, key, money } from '../columns.ts';
import { searchIndex } from './search-index.ts';

/** Imported billing documents, all final. */
export const BillingDocument = defineEntity({
  name: 'BillingDocument',
  tableName: 'billing_document',
  properties: {
    accountId: accountId(),
    ledgerNumber: key().primary(),
    identifier: key().primary(),
    type: choice(BILLING_DOCUMENT_TYPES),
    issuedDate: day(),
    fromDate: day().strictNullable(),
    toDate: day().strictNullable(),
    importId: importId(),
    position: p.integer(),
  },
});

export const HistoricalStatement = defineEntity({
  name: 'HistoricalStatement',
  tableName: 'historical_statement',
  indexes: [searchIndex('historical_statement', 'statement_id')],
  properties: {
    accountId: accountId(),
    statementId: key().primary(),
    fromDate: day(),
    toDate: day(),
    issuedDate: day(),
    number: p.text(),
    grossAmount: money(),
    /** As posted, for the comparison with a statement sent again, whose root may differ. */
    path: p.text().strictNullable(),
    /** The full location. */
    document: p.text().strictNullable(),
    importId: importId(),
    position: p.integer(),
  },
});

/** Payment instructions; the index allows one active instruction per account. */
export const PaymentInstruction = defineEntity({
  name: 'PaymentInstruction',
  tableName: 'payment_instruction',
  uniques: [{ name: 'payment_instruction_active', properties: ['accountId'], where: 'is_active' }],
  properties: {
    accountId: accountId(),
    importId: importId().primary(),
    isActive: p.boolean(),
    vendor: p.text(),
    reference: p.text(),
    type: p.text(),
    customerReference: p.text().strictNullable(),
    status: p.text(),
    brand: p.text().strictNullable(),
    lastFour: p.text().strictNullable(),
    expiry: p.text().strictNullable(),
    bankName: p.text().strictNullable(),
  },
});
