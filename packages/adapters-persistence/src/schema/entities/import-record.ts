import { defineEntity, p } from '@mikro-orm/postgresql';
import { storedFindings } from '../stored-json.ts';
import { Account } from './account.ts';
import { hex, importId, json, time } from './columns.ts';

const lengthOf = (list: string) => `coalesce(jsonb_array_length(${list}), 0)`;

/** Import records of accepted requests, with their payloads; committed with their rows (decisions 3). */
export const AcceptedImport = defineEntity({
  name: 'AcceptedImport',
  tableName: 'accepted_import',
  indexes: [{ properties: ['id'] }],
  properties: {
    account: () => p.manyToOne(Account).primary().createForeignKeyConstraint(false),
    id: importId().primary(),
    receivedAt: time(),
    organisationId: p.uuid(),
    apiKeyId: p.uuid(),
    endpoint: p.text(),
    itemCount: p.integer(),
    /** The JSON text as received: as it is, or compressed with Zstandard (ADR 16). */
    payload: p.blob().lazy(),
    /** SHA-256 of the payload as received; null in records of earlier releases. */
    payloadSha256: hex().nullable(),
    findings: json(storedFindings).nullable().lazy(),
    /** Items that already exist with different content. Lazy, because it is computed from a large column. */
    conflictCount: p
      .integer()
      .formula(
        ({ findings }) => `${lengthOf(`${findings}->'conflicts'`)} + ${lengthOf(`${findings}->'noteConflicts'`)}`,
      )
      .lazy(),
  },
});

/** The columns of an import record without an account: most name one that was not looked up. */
const attempt = () => ({
  id: p.uuid().primary(),
  receivedAt: time(),
  organisationId: p.uuid(),
  apiKeyId: p.uuid(),
  endpoint: p.text(),
  supplierCode: p.text().nullable(),
  externalAccountNumber: p.text().nullable(),
  itemCount: p.integer().nullable(),
  /** null if the body could not be read, and in records of earlier releases. */
  payloadSha256: hex().nullable(),
  status: p.smallint(),
});

/** Import records of refused requests. */
export const RefusedImport = defineEntity({
  name: 'RefusedImport',
  tableName: 'refused_import',
  indexes: [{ properties: ['organisationId', 'id'] }],
  properties: {
    ...attempt(),
    code: p.text(),
    detail: p.text(),
    attr: p.text().nullable(),
    /** The beginning of the value at `attr` as JSON text, a secret masked; null if there is none to keep. */
    attrValue: p.text().nullable(),
  },
});

/** Import records of dry runs, which store nothing else; without an error if the import would be accepted. */
export const DryRun = defineEntity({
  name: 'DryRun',
  tableName: 'dry_run',
  indexes: [{ properties: ['organisationId', 'id'] }],
  properties: {
    ...attempt(),
    code: p.text().nullable(),
    detail: p.text().nullable(),
    attr: p.text().nullable(),
    attrValue: p.text().nullable(),
  },
});
