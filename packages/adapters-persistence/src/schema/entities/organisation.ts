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
    label: p.text().strictNullable(),
    digest: p.blob(),
    createdAt: time(),
    expiresAt: time().strictNullable(),
    revokedAt: time().strictNullable(),
  },
});

/** The last use of each API key: a table of its own, of which each node of a Citus cluster has a part (ADR 28). */
export const ApiKeyUse = defineEntity({
  name: 'ApiKeyUse',
  tableName: 'api_key_use',
  properties: { apiKeyId: p.uuid().primary(), usedAt: time() },
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
