import { ACCOUNT_STATUSES } from '@carryover/domain/account';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { choice, key, time } from '../columns.ts';

/** The events that are counted: import records by outcome, at the time of their id, and undos at their own time. */
export const IMPORT_EVENTS = ['accepted', 'refused', 'dry_run', 'undone'] as const;
export type ImportEvent = (typeof IMPORT_EVENTS)[number];

const of = () => ({
  organisationId: p.uuid().primary(),
  /** Empty if the requests name no supplier of the organisation. */
  supplierCode: key().primary(),
});

const counts = () => ({
  endpoint: p.text().primary(),
  outcome: choice(IMPORT_EVENTS).primary(),
  /** The error code of refused requests; empty for others. */
  code: p.text().primary(),
  requests: p.bigint('number'),
  /** The items that were sent. */
  items: p.bigint('number'),
  /** The items that were stored; of undone requests, those that were removed. */
  storedItems: p.bigint('number'),
  /** Of these, the billing documents. */
  storedDocuments: p.bigint('number'),
  /** The accounts that had no item before; of undone requests, those that have none afterwards. */
  accounts: p.bigint('number'),
});

/** The number of import records of a kind in ten seconds, later in an hour, and then in a day (ADR 39). */
export const ImportRollup = defineEntity({
  name: 'ImportRollup',
  tableName: 'import_rollup',
  indexes: [{ properties: ['slot'] }],
  properties: { ...of(), slot: time().primary(), ...counts() },
});

/** The sums of the rows of `import_rollup`, changed with them. */
export const ImportTotal = defineEntity({
  name: 'ImportTotal',
  tableName: 'import_total',
  properties: { ...of(), ...counts() },
});

/** The accounts of a supplier by status. */
export const AccountRollup = defineEntity({
  name: 'AccountRollup',
  tableName: 'account_rollup',
  properties: {
    ...of(),
    status: choice(ACCOUNT_STATUSES).primary(),
    accounts: p.bigint('number'),
  },
});

/** One row: how far the rollups are counted, by the clock of the database. */
export const RollupProgress = defineEntity({
  name: 'RollupProgress',
  tableName: 'rollup_progress',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** Slots before this one are counted. */
    countedTo: time(),
    countedAt: time(),
    /** The end of the slots that were counted by the current verification; null if none is under way. */
    verifiedTo: time().strictNullable(),
    /** The end of the last verification. */
    verifiedAt: time().strictNullable(),
    accountsCountedAt: time().strictNullable(),
    /** Slots before this one are merged, and not counted again; null if none is. */
    mergedTo: time().strictNullable(),
  },
});
