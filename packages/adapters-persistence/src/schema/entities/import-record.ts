import { defineEntity, p } from '@mikro-orm/postgresql';
import { hex, importId, json, time } from '../columns.ts';
import { Account } from '../entities.ts';
import { storedFindings } from '../stored-values.ts';

/** Import records of accepted requests, with their payloads; committed with their rows (decisions 3). */
export const AcceptedImport = defineEntity({
  name: 'AcceptedImport',
  tableName: 'accepted_import',
  indexes: [
    { properties: ['id'] },
    { name: 'accepted_import_listing', properties: ['supplierId', 'apiKeyId', 'endpoint', 'id'] },
  ],
  properties: {
    account: () => p.manyToOne(Account).primary().createForeignKeyConstraint(false),
    id: importId().primary(),
    receivedAt: time(),
    organisationId: p.uuid(),
    /** The account's supplier, for the listing. */
    supplierId: p.uuid(),
    apiKeyId: p.uuid(),
    endpoint: p.text(),
    /** The items that were sent. */
    itemCount: p.integer(),
    /** Of these, the ones that were stored; an undo removes as many. */
    storedItems: p.integer(),
    /** Of the stored ones, the billing documents. */
    storedDocuments: p.integer(),
    /** The JSON text as received: as it is, or compressed with Zstandard (ADR 16). */
    payload: p.blob().lazy(),
    /** SHA-256 of the payload as received. */
    payloadSha256: hex(),
    findings: json(storedFindings).nullable().lazy(),
  },
});
