import * as t from 'io-ts';
import { orNull } from './manifest.ts';

/** The number, sum and key of the transactions of one ledger and type. */
const storedTotal = t.tuple([t.string, t.string, t.number, t.union([t.string, t.number])]);
const text = orNull(t.string);

/** What an import record says, in the order of a sealed one. Times are microseconds since 1970. */
const importRecord = t.type({
  id: t.string,
  receivedAt: t.number,
  endpoint: t.string,
  externalAccountNumber: text,
  apiKeyPrefix: text,
  itemCount: orNull(t.number),
  payloadSha256: text,
  totals: t.array(storedTotal),
});
export type SealedImport = t.TypeOf<typeof importRecord>;

const action = t.type({
  id: t.string,
  performedAt: t.number,
  /** The name that the action has for the organisation. */
  organisation: t.string,
  organisationId: text,
  supplierId: text,
  /** The members of a line of `operator-actions.ndjson` after the time. */
  rest: t.record(t.string, t.unknown),
});
export type SealedAction = t.TypeOf<typeof action>;

const registration = t.type({ id: t.string, name: t.string, totals: t.number, sha256: t.string });
type SealedRegistration = t.TypeOf<typeof registration>;

const erasure = t.type({ id: t.string, externalAccountNumber: t.string, totals: orNull(t.array(storedTotal)) });
type SealedErasure = t.TypeOf<typeof erasure>;

const moment = t.type({ id: t.string, at: t.number });
const named = t.type({ id: t.string });

/** A record as it was sealed: what the verifier of a pack compares with the other files. */
export type SealedRecord =
  | {
      readonly kind: 'accepted_import' | 'erased_import' | 'refused_import';
      readonly id: string;
      readonly of: SealedImport;
    }
  | { readonly kind: 'import_undo' | 'erased_undo' | 'removed_payload'; readonly id: string; readonly at: number }
  | { readonly kind: 'operator_action' | 'erased_action'; readonly id: string; readonly of: SealedAction }
  | { readonly kind: 'control_total_registration'; readonly id: string; readonly of: SealedRegistration }
  | { readonly kind: 'erased_account'; readonly id: string; readonly of: SealedErasure }
  | { readonly kind: 'reconciliation' | 'storage_verification'; readonly id: string };

type Fields = ReadonlyArray<unknown>;

const importOf = (f: Fields) => ({
  id: f[1],
  receivedAt: f[3],
  endpoint: f[6],
  externalAccountNumber: f[14],
  apiKeyPrefix: f[15],
  itemCount: f[7],
  payloadSha256: f[9],
  totals: f[16],
});
const refusedOf = (f: Fields) => ({
  id: f[1],
  receivedAt: f[2],
  endpoint: f[5],
  externalAccountNumber: f[7],
  apiKeyPrefix: f[18],
  itemCount: f[8],
  payloadSha256: f[14],
  totals: [],
});
const actionOf = (f: Fields) => ({
  id: f[1],
  performedAt: f[2],
  organisation: f[8],
  organisationId: f[15],
  supplierId: f[16],
  rest: {
    performed_by: f[3],
    performed_by_subject: f[4],
    performed_by_issuer: f[5],
    reason: f[6],
    action: f[7],
    external_account_number: f[10],
    ledger_number: f[11],
    before: f[12],
    after: f[13],
  },
});

type Is<A> = { readonly is: (value: unknown) => value is A };

const withOf = <K extends string, A extends { readonly id: string }>(codec: Is<A>, kind: K, value: unknown) =>
  codec.is(value) ? { kind, id: value.id, of: value } : null;
const withAt = <K extends string>(kind: K, value: unknown) =>
  moment.is(value) ? { kind, id: value.id, at: value.at } : null;
const withId = <K extends string>(kind: K, value: unknown) => (named.is(value) ? { kind, id: value.id } : null);

/** Reads the content of a leaf, a JSON array of the kind and the fields of a record; null if it is none. */
export const readSealedRecord = (fields: Fields): SealedRecord | null => {
  const [kind] = fields;
  switch (kind) {
    case 'accepted_import':
    case 'erased_import':
      return withOf(importRecord, kind, importOf(fields));
    case 'refused_import':
      return withOf(importRecord, kind, refusedOf(fields));
    case 'import_undo':
    case 'erased_undo':
      return withAt(kind, { id: fields[2], at: fields[3] });
    case 'removed_payload':
      return withAt(kind, { id: fields[2], at: fields[3] });
    case 'operator_action':
    case 'erased_action':
      return withOf(action, kind, actionOf(fields));
    case 'control_total_registration':
      return withOf(registration, kind, { id: fields[1], name: fields[3], totals: fields[6], sha256: fields[7] });
    case 'erased_account':
      return withOf(erasure, kind, { id: fields[1], externalAccountNumber: fields[3], totals: fields[5] });
    case 'reconciliation':
    case 'storage_verification':
      return withId(kind, { id: fields[2] });
    default:
      return null;
  }
};
