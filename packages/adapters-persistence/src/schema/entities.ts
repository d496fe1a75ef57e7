import { ROLES } from '@carryover/domain/access';
import { ACCOUNT_STATUSES, SUPPLIER_STATUSES } from '@carryover/domain/account';
import { VERDICTS } from '@carryover/domain/total-comparison';
import { SUSPENSION_CAUSES, WEBHOOK_STATES, WEBHOOK_TYPES } from '@carryover/domain/webhook';
import { defineEntity, JsonType, type Platform, p, type TransformContext, Type } from '@mikro-orm/postgresql';
import * as t from 'io-ts';
import { FORMER_NAME_INDEX } from './former-name-index.ts';
import { searchIndex } from './search-terms.ts';
import { calendarDate, checked, oneOf, orNull } from './stored-values.ts';

/** A column of texts that hydration checks. */
class CheckedText<A extends string> extends Type<A, string> {
  protected readonly codec: t.Type<A, unknown>;
  protected readonly columnType: string;

  constructor(codec: t.Type<A, unknown>, columnType: string) {
    super();
    this.codec = codec;
    this.columnType = columnType;
  }

  override convertToJSValue(value: string): A {
    return checked(this.codec, value);
  }

  override getColumnType(): string {
    return this.columnType;
  }

  override ensureComparable(): boolean {
    return false;
  }
}

/** A column of JSON that hydration checks. */
class CheckedJson<A> extends JsonType {
  protected readonly codec: t.Type<A, unknown>;

  constructor(codec: t.Type<A, unknown>) {
    super();
    this.codec = codec;
  }

  override convertToJSValue(value: string, platform: Platform, context?: TransformContext): A {
    return checked(this.codec, super.convertToJSValue(value, platform, context));
  }
}

/** Keys and codes compare and sort byte for byte, whatever the database's own locale is (decisions 2). */
const key = () => p.text().collation('C');
/** The owner of every row that belongs to an account; first in every primary key and unique index. */
const accountId = () => p.bigint('string').primary().autoincrement(false);
const time = () => p.datetime().columnType('timestamptz');
const day = () => p.type(new CheckedText(calendarDate, 'date'));
const choice = <const A extends string>(values: ReadonlyArray<A>) =>
  p.type(new CheckedText(oneOf(values), 'text')).$type<A>();
const json = <A>(codec: t.Type<A, unknown>) => p.type(new CheckedJson(codec)).$type<A>();

export const OrganisationEntity = defineEntity({
  name: 'Organisation',
  tableName: 'organisation',
  properties: {
    id: p.uuid().primary(),
    name: key().unique(),
    createdAt: time(),
    archivedAt: time().strictNullable(),
  },
});

/** API keys, by their visible prefix; the key itself only as a keyed hash (decisions 10). */
export const ApiKeyEntity = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    organisation: () => p.manyToOne(OrganisationEntity),
    prefix: key().unique(),
    label: p.text().strictNullable(),
    digest: p.blob(),
    createdAt: time(),
    expiresAt: time().strictNullable(),
    revokedAt: time().strictNullable(),
  },
});

/** Keys of the billing platform (decisions 18). Without an organisation, a key reads all of them. */
export const PlatformKeyEntity = defineEntity({
  name: 'PlatformKey',
  tableName: 'platform_key',
  properties: {
    id: p.uuid().primary(),
    // Without its organisation, a key would read all of them.
    organisation: () => p.manyToOne(OrganisationEntity).strictNullable().deleteRule('no action'),
    prefix: key().unique(),
    label: p.text(),
    digest: p.blob(),
    createdAt: time(),
    expiresAt: time().strictNullable(),
    revokedAt: time().strictNullable(),
  },
});

/** Endpoints to which changes are posted, as an operator sets them up; the service sends by statements of its own. */
export const WebhookEntity = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.uuid().primary(),
    label: p.text(),
    url: p.text(),
    organisation: () => p.manyToOne(OrganisationEntity).strictNullable().deleteRule('no action'),
    supplierCode: key().strictNullable(),
    types: json(orNull(t.array(oneOf(WEBHOOK_TYPES)))).strictNullable(),
    secret: p.blob(),
    previousSecret: p.blob().strictNullable(),
    previousSecretUntil: time().strictNullable(),
    createdAt: time(),
    cursor: p.text().strictNullable(),
    changesSince: time().strictNullable(),
    state: choice(WEBHOOK_STATES),
    suspendedAt: time().strictNullable(),
    suspendedBecause: choice(SUSPENSION_CAUSES).strictNullable(),
    failures: p.integer(),
    failingSince: time().strictNullable(),
    nextTryAt: time().strictNullable(),
    deliveries: p.bigint('number'),
    testId: p.text().strictNullable(),
    version: p.integer(),
    leaseHolder: p.uuid().strictNullable(),
    leaseUntil: time().strictNullable(),
  },
});

/** The last use of each API key: a table of its own, of which each node of a cluster has a part (ADR 28). */
export const ApiKeyUseEntity = defineEntity({
  name: 'ApiKeyUse',
  tableName: 'api_key_use',
  properties: { apiKeyId: p.uuid().primary(), usedAt: time() },
});

export const ImportSupplierEntity = defineEntity({
  name: 'ImportSupplier',
  tableName: 'import_supplier',
  uniques: [{ properties: ['organisation', 'code'] }],
  properties: {
    id: p.uuid().primary(),
    organisation: () => p.manyToOne(OrganisationEntity),
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

/** Accounts. An id is computed from the names of organisation, supplier and account (`accountKey`). */
export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'account',
  uniques: [{ properties: ['supplier', 'externalAccountNumber'] }],
  indexes: [
    { properties: ['externalAccountNumber'] },
    { name: 'account_erased_index', properties: ['supplier', 'erasedAt'], where: 'erased_at is not null' },
    { properties: ['commitPosition'] },
    {
      name: 'account_promoted_position_index',
      properties: ['promotedPosition'],
      where: 'promoted_position is not null',
    },
    {
      name: 'account_erased_position_index',
      properties: ['erasedPosition'],
      where: 'erased_position is not null',
    },
  ],
  properties: {
    id: p.bigint('string').primary().autoincrement(false),
    supplier: () => p.manyToOne(ImportSupplierEntity),
    externalAccountNumber: key(),
    serviceAccountNumber: p.text().defaultRaw('next_service_account_number()').unique(),
    status: choice(ACCOUNT_STATUSES),
    createdAt: time(),
    /** Set once: the external number is then `erasedName`. */
    erasedAt: time().strictNullable(),
    erasedPosition: p.bigint('string').strictNullable(),
    promotedAt: time().strictNullable(),
    promotedPosition: p.bigint('string').strictNullable(),
    commitPosition: p.bigint('string').defaultRaw('commit_position()'),
  },
});

export const LedgerEntity = defineEntity({
  name: 'Ledger',
  tableName: 'ledger',
  uniques: [{ name: 'ledger_main', properties: ['accountId'], where: 'is_main' }],
  indexes: [{ name: 'ledger_search', expression: searchIndex('ledger', 'ledger_number') }],
  properties: {
    accountId: accountId(),
    ledgerNumber: key().primary(),
    ledgerCode: key(),
    isMain: p.boolean(),
    hasFinalizedBillingDocument: p.boolean(),
  },
});

/** A ledger's statement periods, at most one of them open. */
export const StatementPeriodEntity = defineEntity({
  name: 'StatementPeriod',
  tableName: 'statement_period',
  uniques: [{ name: 'statement_period_open', properties: ['accountId', 'ledgerNumber'], where: 'is_open' }],
  properties: {
    accountId: accountId(),
    ledgerNumber: key().primary(),
    fromDate: day().primary(),
    toDate: day().strictNullable(),
    isOpen: p.boolean(),
  },
});

/** Operator actions: each is added in the transaction of the change that it describes, and never changed (ADR 23). */
export const OperatorActionEntity = defineEntity({
  name: 'OperatorAction',
  tableName: 'operator_action',
  indexes: [
    { properties: ['performedAt'] },
    { properties: ['commitPosition'] },
    { name: 'operator_action_former_name_index', expression: FORMER_NAME_INDEX },
  ],
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
    commitPosition: p.bigint('string').defaultRaw('commit_position()'),
  },
});

/** Fingerprints of the root secrets that were used on this database, the one of the highest generation last (ADR 10). */
export const SecretFingerprintEntity = defineEntity({
  name: 'SecretFingerprint',
  tableName: 'secret_fingerprint',
  properties: {
    /** Counts from 1; as the key, it lets one of several processes that start together add the next. */
    generation: p.integer().primary().autoincrement(false),
    fingerprint: p.text(),
    notedAt: time().defaultRaw('now()'),
  },
});

/** Reconciliations with control totals, by the id of their report: each is added when it ends, and never changed. */
export const ReconciliationEntity = defineEntity({
  name: 'Reconciliation',
  tableName: 'reconciliation',
  indexes: [{ properties: ['commitPosition'] }],
  properties: {
    supplierId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The moment of the data. */
    snapshotAt: time(),
    readBelow: p.bigint('string'),
    verdict: choice(VERDICTS),
    controlTotals: json(t.UnknownRecord),
    coverage: json(t.UnknownRecord),
    coversAll: p.boolean(),
    /** Totals that differ. */
    differing: p.integer(),
    performedBy: p.text(),
    recordedAt: time().defaultRaw('clock_timestamp()'),
    commitPosition: p.bigint('string').defaultRaw('commit_position()'),
  },
});

/** Verifications of all that is stored for a supplier: each is added when it ends, and never changed. */
export const StorageVerificationEntity = defineEntity({
  name: 'StorageVerification',
  tableName: 'storage_verification',
  indexes: [{ properties: ['commitPosition'] }],
  properties: {
    supplierId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The moment of the data. */
    snapshotAt: time(),
    readBelow: p.bigint('string'),
    findings: p.integer(),
    notCompared: p.integer(),
    comparedByDigest: p.integer(),
    performedBy: p.text(),
    recordedAt: time().defaultRaw('clock_timestamp()'),
    commitPosition: p.bigint('string').defaultRaw('commit_position()'),
  },
});

const grants = t.readonlyArray(t.readonly(t.type({ role: oneOf(ROLES), organisation: orNull(t.string) })));

/** Sessions of the console, by the SHA-256 of the id in the browser's cookie. */
export const ConsoleSessionEntity = defineEntity({
  name: 'ConsoleSession',
  tableName: 'console_session',
  properties: {
    idSha256: key().primary(),
    console: p.text().strictNullable(),
    subject: p.text(),
    issuer: p.text().strictNullable(),
    name: p.text(),
    grants: json(grants),
    createdAt: time(),
    authenticatedAt: time().strictNullable(),
    lastSeenAt: time(),
    expiresAt: time(),
  },
});

/** One-time sign-in links that were not used. */
export const ConsoleSignInLinkEntity = defineEntity({
  name: 'ConsoleSignInLink',
  tableName: 'console_sign_in_link',
  properties: { tokenSha256: key().primary(), expiresAt: time() },
});
