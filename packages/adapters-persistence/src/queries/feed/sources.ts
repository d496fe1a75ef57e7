import { ALARM_TYPES, type ChangeType, isAlarmType } from '@carryover/domain/webhook';

/** The operator actions that are changes, by the type of the change. */
export const ACTIONS = {
  'ledger open-period': 'ledger.period_opened',
  'ledger close-period': 'ledger.period_closed',
  'ledger finalize': 'ledger.finalized',
  'supplier pause': 'supplier.status_changed',
  'supplier resume': 'supplier.status_changed',
  'supplier complete': 'supplier.status_changed',
} as const;

export const TYPES = [
  'account.added',
  'account.promoted',
  'import.accepted',
  'import.undone',
  'action',
  'account.erased',
  'account.changed',
] as const;

export type Source = {
  readonly table: string;
  readonly position: string;
  /** The column that identifies a record, and its type. */
  readonly id: string;
  readonly idType: 'bigint' | 'uuid';
  readonly account: string;
  readonly where: string;
};

const account = { table: 'account', id: 'id', idType: 'bigint', account: 'id' } as const;
const ofAccount = (table: string, id: string): Source => ({
  ...{ table, id, idType: 'uuid', account: 'account_id', position: 'commit_position', where: 'true' },
});

/** The records that are changes, in the order of {@link TYPES}. They are the feed: nothing is stored for it (decisions 18). */
export const SOURCES: ReadonlyArray<Source> = [
  { ...account, position: 'commit_position', where: 'true' },
  { ...account, position: 'promoted_position', where: 'true' },
  ofAccount('accepted_import', 'id'),
  ofAccount('import_undo', 'import_id'),
  {
    table: 'operator_action',
    position: 'commit_position',
    id: 'id',
    idType: 'uuid',
    account: 'null::bigint',
    where: `action in (${Object.keys(ACTIONS).map((action) => `'${action}'`)}) and before is distinct from after
      and (external_account_number is not null or before->'status' is distinct from after->'status'
        or action = 'supplier complete' and after @> '{"proven": true}')`,
  },
  { ...account, position: 'erased_position', where: 'true' },
  ofAccount('account_change', 'id'),
];

/** Alarms, behind the records that are changes: only webhooks that name them get them. */
export const ALARMS: ReadonlyArray<Source> = ['commit_position', 'ended_position'].map((position) => ({
  ...{ table: 'alarm', position, id: 'id', idType: 'uuid', account: 'null::bigint' },
  where: position === 'commit_position' ? 'true' : 'ended_at is not null',
}));
export const [BEGAN, ENDED] = [SOURCES.length, SOURCES.length + 1];
export const ALL_SOURCES = [...SOURCES, ...ALARMS];
export const ALL_TYPES = [...TYPES, ...ALARM_TYPES];

/**
 * The sources that a reader gets. Alarms are written by one process at a time, so that their positions are in the order of their
 * commits: a reader of nothing else need not wait until they are final, and learns that an open transaction holds back the feed.
 */
export type Sources = { readonly isAlarmsOnly: boolean; readonly wanted: ReadonlySet<Source> };
export const sourcesOf = (types: ReadonlyArray<ChangeType> | null): Sources => {
  const isAlarmsOnly = types?.every(isAlarmType) === true;
  const alarms = types?.some(isAlarmType) === true ? ALARMS : [];
  return { isAlarmsOnly, wanted: new Set([...(isAlarmsOnly ? [] : SOURCES), ...alarms]) };
};
