import { defineEntity, p } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { json, key, time } from '../columns.ts';

/** Operator actions: each is added in the transaction of the change that it describes, and never changed (ADR 23). */
export const OperatorAction = defineEntity({
  name: 'OperatorAction',
  tableName: 'operator_action',
  indexes: [{ properties: ['performedAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** By the database's clock, read after the change has its lock, so that changes of one subject are listed in order. */
    performedAt: time().defaultRaw('clock_timestamp()'),
    performedBy: p.text(),
    performedBySubject: p.text().strictNullable(),
    performedByIssuer: p.text().strictNullable(),
    reason: p.text().strictNullable(),
    action: p.text(),
    organisation: key(),
    supplierCode: key().strictNullable(),
    externalAccountNumber: key().strictNullable(),
    ledgerNumber: key().strictNullable(),
    before: json(t.UnknownRecord).strictNullable(),
    after: json(t.UnknownRecord).strictNullable(),
  },
});
