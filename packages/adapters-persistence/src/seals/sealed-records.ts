import { hash } from 'node:crypto';
import { NODE_POSITIONS } from '@carryover/domain/seal';
import { digestOf, leafOf, TAG_BYTES } from '@carryover/domain/sealed-leaf';
import { ORGANISATION_NAMES, organisationIdOf } from '../sql/organisation-names.ts';

/** The kinds of records that are sealed, by the number in their entry. */
const SEALED_KINDS = [
  'accepted_import',
  'refused_import',
  'import_undo',
  'operator_action',
  'control_total_registration',
  'reconciliation',
  'storage_verification',
  // What keeping and erasing leave, which the seal of the record before does not have.
  'removed_payload',
  'erased_account',
  'erased_import',
  'erased_undo',
  'erased_action',
] as const;
type SealedKind = (typeof SEALED_KINDS)[number];

/** The kinds of records that are of an import. */
const OF_IMPORTS: ReadonlySet<SealedKind> = new Set([
  ...(['accepted_import', 'refused_import', 'import_undo', 'removed_payload', 'erased_import', 'erased_undo'] as const),
]);
export const isOfImport = (kind: SealedKind): boolean => OF_IMPORTS.has(kind);

const time = (column: string): string => `(extract(epoch from r.${column}) * 1000000)::bigint`;
const hex = (column: string): string => `encode(r.${column}, 'hex')`;
const columns = (...names: ReadonlyArray<string>): ReadonlyArray<string> => names.map((name) => `r.${name}`);

type Source = {
  /** The record is the row `r`. */
  readonly from: string;
  /** Whose it is, as `ownersOf` names it. */
  readonly owner: string;
  readonly position: string;
  readonly id: string;
  readonly account: string;
  readonly fields: ReadonlyArray<string>;
  /** The fields with which release 1.0.0 sealed a record under a name that its organisation had no longer. */
  readonly unnamed?: ReadonlyArray<string>;
};

const OWN = { position: 'r.commit_position', id: 'r.id', account: '0::bigint' } as const;
const OF_ACCOUNT = { ...OWN, account: 'r.account_id' } as const;
/** The key of the account `r` as an id: a number of JSON does not hold it everywhere. */
const ERASED_ID = `lpad(to_hex(r.id), 32, '0')::uuid`;
/** When the account `a` was erased. */
const ERASED = { position: 'a.erased_position' } as const;

/** Positions of different nodes of a cluster have no order. */
const IS_BEFORE_ERASURE = `case r.commit_position / ${NODE_POSITIONS} when a.erased_position / ${NODE_POSITIONS}
  then r.commit_position < a.erased_position else r.performed_at < a.erased_at end`;

const OF_SUPPLIER = 'r.supplier_id::text';
/** The record is of the account `a`. */
const JOIN_ACCOUNT = 'join account a on a.id = r.account_id';
const KEY_PREFIX = '(select k.prefix from api_key k where k.id = r.api_key_id)';

const ACCEPTED_IMPORT: Source = {
  ...OF_ACCOUNT,
  from: `accepted_import r ${JOIN_ACCOUNT}`,
  owner: 'a.supplier_id::text',
  fields: [
    ...[...columns('id', 'account_id'), time('received_at')],
    ...columns('organisation_id', 'api_key_id', 'endpoint', 'item_count', 'findings'),
    ...[hex('payload_sha256'), ...columns('supplier_id', 'stored_items', 'stored_documents', 'commit_position')],
    ...['a.external_account_number', KEY_PREFIX, 'r.stored_totals'],
  ],
};
const IMPORT_UNDO: Source = {
  ...OF_ACCOUNT,
  from: `import_undo r ${JOIN_ACCOUNT}`,
  owner: 'a.supplier_id::text',
  id: 'r.import_id',
  fields: [
    ...[...columns('account_id', 'import_id'), time('undone_at')],
    ...columns('undone_by', 'reason', 'removed', 'answered', 'items', 'commit_position'),
  ],
};
const ORGANISATION_ID = organisationIdOf('r.organisation');
const SUPPLIER_ID = `(
  select s.id from import_supplier s join ${ORGANISATION_NAMES} named on named.organisation_id = s.organisation_id
  where named.name = r.organisation and s.code = r.supplier_code)`;
/** @param ids those that the names of organisation and supplier had when the action was made, and have for good. */
const actionFields = (...ids: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...['r.id', time('performed_at'), ...columns('performed_by', 'performed_by_subject', 'performed_by_issuer')],
  ...columns('reason', 'action', 'organisation', 'supplier_code', 'external_account_number', 'ledger_number'),
  ...columns('before', 'after', 'commit_position'),
  ...ids,
];
const NO_IDS = ['null::uuid', 'null::uuid'];

const OPERATOR_ACTION: Source = {
  ...OWN,
  from: 'operator_action r',
  // By the names, so that a pack cannot be of another owner: actions tell its ids.
  owner: `r.organisation || ':' || coalesce(r.supplier_code, '')`,
  fields: actionFields(ORGANISATION_ID, SUPPLIER_ID),
  unnamed: actionFields(...NO_IDS),
};

/** What is stored of a set but the accounts: the name of an erased one is not that of the row that was sent. */
const TOTALS_OF_SET = `(
  select encode(sha256(convert_to(coalesce(string_agg(
    jsonb_build_array(encode(t.line_sha256, 'hex'), t.ledger_number, t.type, t.count, t.sum)::text, ''
    order by t.line_sha256), ''), 'UTF8')), 'hex')
  from control_total t where t.set_id = r.set_id)`;
const TOTALS_OF_ERASED = `(
  select jsonb_agg(jsonb_build_array(t.ledger_number, t.type, t.count, t.sum) order by t.ledger_number, t.type)
  from erased_total t where t.account_id = r.id)`;

/** All fields of each kind, the payload by its hash. Times are microseconds since 1970. */
const SOURCES: Readonly<Record<SealedKind, Source>> = {
  accepted_import: ACCEPTED_IMPORT,
  refused_import: {
    ...OWN,
    from: 'refused_import r',
    owner: `r.organisation_id::text || ':' || coalesce(r.supplier_code, '')`,
    fields: [
      ...['r.id', time('received_at'), ...columns('organisation_id', 'api_key_id', 'endpoint', 'supplier_code')],
      ...columns('external_account_number', 'item_count', 'status', 'code', 'detail', 'attr', 'attr_value'),
      ...[hex('payload_sha256'), ...columns('failing_items', 'items_not_kept', 'commit_position'), KEY_PREFIX],
    ],
  },
  import_undo: IMPORT_UNDO,
  operator_action: OPERATOR_ACTION,
  control_total_registration: {
    ...OWN,
    from: 'control_total_registration r',
    owner: OF_SUPPLIER,
    id: 'r.set_id',
    fields: [
      ...[...columns('set_id', 'supplier_id'), '(select s.name from control_total_set s where s.id = r.set_id)'],
      ...['r.api_key_id', time('registered_at'), 'r.totals', hex('sha256'), TOTALS_OF_SET, 'r.commit_position'],
    ],
  },
  reconciliation: {
    ...OWN,
    from: 'reconciliation r',
    owner: OF_SUPPLIER,
    fields: [
      ...[
        ...columns('supplier_id', 'id'),
        time('snapshot_at'),
        ...columns('read_below', 'verdict', 'control_totals', 'coverage'),
      ],
      ...[...columns('covers_all', 'differing', 'performed_by'), time('recorded_at'), 'r.commit_position'],
    ],
  },
  storage_verification: {
    ...OWN,
    from: 'storage_verification r',
    owner: OF_SUPPLIER,
    fields: [
      ...[...columns('supplier_id', 'id'), time('snapshot_at'), ...columns('read_below', 'findings')],
      ...[...columns('not_compared', 'compared_by_digest', 'performed_by'), time('recorded_at'), 'r.commit_position'],
    ],
  },
  removed_payload: {
    ...OF_ACCOUNT,
    from: 'accepted_import r',
    owner: OF_SUPPLIER,
    position: 'r.removed_position',
    fields: [...columns('account_id', 'id'), time('payload_removed_at'), hex('rows_sha256'), 'r.removed_position'],
  },
  erased_account: {
    from: 'account r',
    owner: OF_SUPPLIER,
    position: 'r.erased_position',
    id: ERASED_ID,
    account: 'r.id',
    fields: [
      ...[ERASED_ID, ...columns('supplier_id', 'external_account_number'), time('erased_at'), TOTALS_OF_ERASED],
      'r.erased_position',
    ],
  },
  erased_import: {
    ...{ ...ACCEPTED_IMPORT, ...ERASED },
    from: `accepted_import r ${JOIN_ACCOUNT}`,
    fields: [...ACCEPTED_IMPORT.fields, 'a.erased_position'],
  },
  erased_undo: {
    ...{ ...IMPORT_UNDO, ...ERASED },
    from: `import_undo r ${JOIN_ACCOUNT}`,
    fields: [...IMPORT_UNDO.fields, 'a.erased_position'],
  },
  erased_action: {
    ...{ ...OPERATOR_ACTION, ...ERASED },
    from: `operator_action r join account a
      on a.external_account_number = r.external_account_number and ${IS_BEFORE_ERASURE}`,
    fields: [...OPERATOR_ACTION.fields, 'a.erased_position'],
    unnamed: [...actionFields(...NO_IDS), 'a.erased_position'],
  },
};

/**
 * The sealed records of some positions: `content` is the text of a JSON array of their kind, their fields and their commit position, in which `jsonb`
 * writes the same values as the same text. `unnamed` is that of an action without the ids of its names.
 *
 * @param range SQL that limits a position. Within each kind: a cluster would collect all records before an outer condition.
 */
export const sealedRecords = (range: (position: string) => string): string =>
  SEALED_KINDS.map((name, kind) => {
    const { from, owner, position, id, account, fields, unnamed } = SOURCES[name];
    const contentOf = (all: ReadonlyArray<string>) => `jsonb_build_array('${name}', ${all})::text`;
    return `
    select ${kind} as kind, '${name}' as name, ${owner} as owner, ${id} as id, ${account} as account_id, ${position} as commit_position,
           ${contentOf(fields)} as content, ${unnamed === undefined ? 'null' : contentOf(unnamed)} as unnamed
    from ${from} where ${range(position)}`;
  }).join(' union all ');

/** The first positions of each kind of record, in no order. @param range SQL that limits a position. */
export const sealedPositions = (range: (position: string) => string, limit: string): string =>
  SEALED_KINDS.map((name) => {
    const { from, position } = SOURCES[name];
    return `(select ${position} as position from ${from} where ${range(position)} order by 1 limit ${limit})`;
  }).join(' union all ');

/** The bytes of an entry: its kind, the id of the record, the key of its account or 0, its tag, and the SHA-256 of its content. */
const [KIND_BYTES, ID_BYTES, ACCOUNT_BYTES, HASH_BYTES] = [1, 16, 8, 32];
const ENTRY_BYTES = KIND_BYTES + ID_BYTES + ACCOUNT_BYTES + TAG_BYTES + HASH_BYTES;

const CONTENT_SHA256 = `sha256(convert_to(content, 'UTF8'))`;
/** As `digestOf` and `tagOf` make them. */
const DIGEST = `sha256(convert_to(name || ' ' || id || ' ' || encode(${CONTENT_SHA256}, 'hex'), 'UTF8'))`;
const TAG = `substring(sha256(convert_to(owner || ' ', 'UTF8') || ${DIGEST}) for ${TAG_BYTES})`;

/** Aggregates sealed records as entries, one after the other. */
export const ENTRIES = `coalesce(string_agg(
  set_byte('\\x00', 0, kind) || uuid_send(id) || int8send(account_id) || ${TAG} || ${CONTENT_SHA256},
  ''::bytea order by commit_position, kind, id, account_id), '')`;

export type SealEntry = {
  readonly kind: SealedKind;
  readonly id: string;
  /** The key of the account; null if the record is of none. */
  readonly accountId: string | null;
  readonly tag: Buffer;
  /** The SHA-256 of its content, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly digest: Uint8Array;
  readonly leaf: Uint8Array;
};

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const readEntry = (bytes: Buffer): SealEntry => {
  const kind = SEALED_KINDS[bytes[0]!]!;
  const account = bytes.readBigInt64BE(KIND_BYTES + ID_BYTES);
  const id = uuidOf(bytes.subarray(KIND_BYTES, KIND_BYTES + ID_BYTES));
  const tag = bytes.subarray(-HASH_BYTES - TAG_BYTES, -HASH_BYTES);
  const content = bytes.subarray(-HASH_BYTES).toString('hex');
  const digest = digestOf(sha256, { kind, id, sha256: content });
  return {
    ...{ kind, id, tag, digest, sha256: content },
    accountId: account === 0n ? null : String(account),
    leaf: leafOf(sha256, tag, digest),
  };
};

/** Returns whether bytes are entries of records. */
export const areEntries = (bytes: Buffer): boolean => {
  for (let start = 0; start < bytes.length; start += ENTRY_BYTES)
    if (start + ENTRY_BYTES > bytes.length || SEALED_KINDS[bytes[start]!] === undefined) return false;
  return true;
};

/** Yields the entries of a seal; none if the bytes are no entries. */
export function* entriesOf(bytes: Buffer): Generator<SealEntry, void> {
  if (!areEntries(bytes)) return;
  for (let start = 0; start < bytes.length; start += ENTRY_BYTES)
    yield readEntry(bytes.subarray(start, start + ENTRY_BYTES));
}

/** Returns the entries of a seal; null if the bytes are none. */
export const readEntries = (bytes: Buffer): ReadonlyArray<SealEntry> | null =>
  areEntries(bytes) ? [...entriesOf(bytes)] : null;

/** Returns the leaf hashes of entries; none if the bytes are no entries. */
export const leavesOf = (entries: Buffer): ReadonlyArray<Uint8Array> =>
  Array.from(entriesOf(entries), ({ leaf }) => leaf);
