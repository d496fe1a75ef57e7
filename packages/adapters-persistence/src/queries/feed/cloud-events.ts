import { type ChangeType, isAlarmType } from '@carryover/domain/webhook';
import { ITEM_IDENTIFIERS } from '../../schema/stored-items.ts';
import type { Content } from './content.ts';
import type { RecordRow } from './records.ts';
import { ACTIONS, ALL_TYPES } from './sources.ts';

/** A CloudEvents 1.0 object (decisions 18). */
type Change = {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: ChangeType;
  readonly time: string;
  readonly subject?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

const identifiers = (item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(ITEM_IDENTIFIERS.filter((name) => name in item).map((name) => [name, item[name]]));

export const typeOf = ({ source, action }: RecordRow): ChangeType => {
  const type = ALL_TYPES[source]!;
  return type === 'action' ? ACTIONS[action as keyof typeof ACTIONS] : type;
};

const ofAction = ({ action, externalAccountNumber, ledgerNumber, before, after }: RecordRow) => {
  const type = ACTIONS[action as keyof typeof ACTIONS];
  if (type === 'supplier.status_changed')
    return { type, data: { from: before?.status, to: after?.status, proven: after?.proven === true } };
  const period = (type === 'ledger.period_closed' ? before : after)?.open_statement ?? null;
  return { type, data: { external_account_number: externalAccountNumber, ledger_number: ledgerNumber, period } };
};

const ofAlarm = ({ id, source, alarm, details, beganAt, time }: RecordRow) => ({
  ...{ alarm_id: id, alarm, began_at: beganAt!.toISOString() },
  ...(ALL_TYPES[source] === 'alarm.ended' ? { ended_at: time.toISOString() } : {}),
  details,
});

/** The data of a change, without the items of an import that is in effect. */
const dataOf = (record: RecordRow, { ledgers, removed }: Content): Pick<Change, 'type' | 'data'> => {
  const type = ALL_TYPES[record.source]!;
  if (type === 'action') return ofAction(record);
  if (isAlarmType(type)) return { type, data: ofAlarm(record) };
  const number = record.serviceAccountNumber;
  if (type === 'account.erased') return { type, data: { service_account_number: number } };
  const named = { external_account_number: record.externalAccountNumber };
  if (type === 'import.accepted' || type === 'import.undone') {
    const about =
      type === 'import.accepted'
        ? { import_id: record.id, endpoint: record.endpoint, ...named }
        : { import_id: record.id, ...named, reason: record.reason };
    if (record.isErased === true) return { type, data: { ...about, items: null, erased: true } };
    if (!record.isUndone) return { type, data: about };
    const of = removed.get(record.id) ?? [];
    return { type, data: { ...about, items: type === 'import.accepted' ? of : of.map(identifiers) } };
  }
  const status = record.isPromotedLater ? 'STAGED' : record.status;
  return {
    type,
    data: { ...named, service_account_number: number, status, ledgers: ledgers.get(record.accountId!) ?? [] },
  };
};

/** A change as JSON, and what its readers ask of it. */
export type ServedChange = Pick<Change, 'id' | 'time'> & { readonly text: string };

export const toChange = (record: RecordRow, content: Content): ServedChange => {
  const { type, data } = dataOf(record, content);
  const { organisationId, supplierCode, serviceAccountNumber: subject } = record;
  const change: Change = {
    specversion: '1.0',
    id: `${type}/${record.id}`,
    // An alarm without a supplier is of the database as a whole.
    source:
      supplierCode === null ? '/' : `/organisations/${organisationId}/suppliers/${encodeURIComponent(supplierCode)}`,
    type,
    time: record.time.toISOString(),
    ...(subject === null ? {} : { subject }),
    data,
  };
  const { id, time } = change;
  const text = JSON.stringify(change);
  if (type !== 'import.accepted' || 'items' in data) return { id, time, text };
  // The items are JSON already, as PostgreSQL made it: to read and to write it again costs more than the rest of a page.
  return { id, time, text: `${text.slice(0, -2)},"items":${content.items.get(record.id) ?? '[]'}}}` };
};
