import { defineEntity, p } from '@mikro-orm/postgresql';
import { hex, importId, json, key, time } from '../columns.ts';
import { Account } from '../entities.ts';
import { storedFailingItems, storedFindings } from '../stored-values.ts';

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

/** The code of a dry run without an error is null. */
export const CODE_KEY = `(coalesce(code, ''))`;

/**
 * Generated columns of refused requests and dry runs. An index entry has a maximum size, and a refused name has none: longer
 * ones name no supplier and no account.
 */
export const GENERATED = {
  supplier_prefix: `coalesce(left(supplier_code, 33), '')`,
  account_prefix: `coalesce(left(external_account_number, 129), '')`,
  /** The path of the field without its positions, `transactions[].amount`; empty if the body as a whole is wrong. */
  path: `left(regexp_replace(coalesce(attr, ''), '\\.[0-9]+(?=\\.|$)', '[]', 'g'), 200)`,
};

/** The indexes by which refused requests and dry runs are listed. */
export const ATTEMPT_INDEXES = (table: string) =>
  [
    ['listing', `api_key_id, endpoint, ${CODE_KEY}, id`],
    ['supplier_listing', `supplier_prefix, api_key_id, endpoint, ${CODE_KEY}, id`],
    ['account_listing', 'account_prefix, id'],
  ].map(([name, columns]) => ({
    name: `${table}_${name}`,
    expression: `create index ${table}_${name} on ${table} (${columns})`,
  }));

/** The index by which refused requests are grouped, and the accounts of a group are listed. */
export const REFUSAL_GROUPS = {
  name: 'refused_import_groups',
  expression:
    'create index refused_import_groups on refused_import (code, path, organisation_id, supplier_prefix, account_prefix, id)',
};

/** The columns of an import record without an account: most name one that was not looked up. */
const attempt = () => ({
  id: p.uuid().primary(),
  receivedAt: time(),
  organisationId: p.uuid(),
  apiKeyId: p.uuid(),
  endpoint: p.text(),
  supplierCode: p.text().strictNullable(),
  externalAccountNumber: p.text().strictNullable(),
  itemCount: p.integer().strictNullable(),
  /** null if the body could not be read. */
  payloadSha256: hex().strictNullable(),
  status: p.smallint(),
  attr: p.text().strictNullable(),
  /** The beginning of the value at `attr` as JSON text, a secret masked; null if there is none to keep. */
  attrValue: p.text().strictNullable(),
  supplierPrefix: key().generated(`(${GENERATED.supplier_prefix}) stored`),
  accountPrefix: key().generated(`(${GENERATED.account_prefix}) stored`),
});

/** Import records of refused requests. */
export const RefusedImport = defineEntity({
  name: 'RefusedImport',
  tableName: 'refused_import',
  indexes: [{ properties: ['organisationId', 'id'] }, ...ATTEMPT_INDEXES('refused_import'), REFUSAL_GROUPS],
  properties: {
    ...attempt(),
    code: p.text(),
    detail: p.text(),
    failingItems: json(storedFailingItems).defaultRaw(`'[]'`).lazy(),
    /** The number of items that failed, or were not read, and that `failingItems` does not have. */
    itemsNotKept: p.integer().default(0).lazy(),
    path: key().generated(`(${GENERATED.path}) stored`),
  },
});

/** Import records of dry runs, which store nothing else; without an error if the import would be accepted. */
export const DryRun = defineEntity({
  name: 'DryRun',
  tableName: 'dry_run',
  indexes: [{ properties: ['organisationId', 'id'] }, ...ATTEMPT_INDEXES('dry_run')],
  properties: {
    ...attempt(),
    code: p.text().strictNullable(),
    detail: p.text().strictNullable(),
  },
});
