import { SUPPLIER_STATUSES } from '@carryover/domain/import-supplier';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { choice, key, time } from './columns.ts';

export const Organisation = defineEntity({
  name: 'Organisation',
  tableName: 'organisation',
  properties: { id: p.uuid().primary(), name: key().unique(), createdAt: time() },
});

/** API keys, by their visible prefix; the key itself only as a keyed hash (decisions 10). */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    organisation: () => p.manyToOne(Organisation),
    prefix: key().unique(),
    label: p.text().nullable(),
    digest: p.blob(),
    createdAt: time(),
    expiresAt: time().nullable(),
    revokedAt: time().nullable(),
    lastUsedAt: time().nullable(),
  },
});

export const ImportSupplier = defineEntity({
  name: 'ImportSupplier',
  tableName: 'import_supplier',
  uniques: [{ properties: ['organisation', 'code'] }],
  properties: {
    id: p.uuid().primary(),
    organisation: () => p.manyToOne(Organisation),
    code: key(),
    status: choice(SUPPLIER_STATUSES),
    documentRoot: p.text(),
    verifyDocuments: p.boolean(),
    automatedEmails: p.boolean(),
    supplyChargeArithmetic: choice(['report', 'enforce']),
    unknownFields: choice(['refuse', 'report']),
    createdAt: time(),
  },
});
