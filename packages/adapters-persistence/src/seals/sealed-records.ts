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
  readonly position: string;
  readonly id: string;
  readonly account: string;
  readonly fields: ReadonlyArray<string>;
};

const OWN = { position: 'r.commit_position', id: 'r.id', account: '0::bigint' } as const;
const OF_ACCOUNT = { ...OWN, account: 'r.account_id' } as const;
/** When the account `a` was erased. */
const ERASED = { position: 'a.erased_position' } as const;

const ACCEPTED_IMPORT: Source = {
  ...OF_ACCOUNT,
  from: 'accepted_import r',
  fields: [
    ...[...columns('id', 'account_id'), time('received_at')],
    ...columns('organisation_id', 'api_key_id', 'endpoint', 'item_count', 'findings'),
    ...[hex('payload_sha256'), ...columns('supplier_id', 'stored_items', 'stored_documents', 'commit_position')],
  ],
};
const IMPORT_UNDO: Source = {
  ...OF_ACCOUNT,
  from: 'import_undo r',
  id: 'r.import_id',
  fields: [
    ...[...columns('account_id', 'import_id'), time('undone_at')],
    ...columns('undone_by', 'reason', 'removed', 'answered', 'items', 'commit_position'),
  ],
};
const OPERATOR_ACTION: Source = {
  ...OWN,
  from: 'operator_action r',
  fields: [
    ...['r.id', time('performed_at'), ...columns('performed_by', 'performed_by_subject', 'performed_by_issuer')],
    ...columns('reason', 'action', 'organisation', 'supplier_code', 'external_account_number', 'ledger_number'),
    ...columns('before', 'after', 'commit_position'),
  ],
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
    fields: [
      ...['r.id', time('received_at'), ...columns('organisation_id', 'api_key_id', 'endpoint', 'supplier_code')],
      ...columns('external_account_number', 'item_count', 'status', 'code', 'detail', 'attr', 'attr_value'),
      ...[hex('payload_sha256'), ...columns('failing_items', 'items_not_kept', 'commit_position')],
    ],
  },
  import_undo: IMPORT_UNDO,
  operator_action: OPERATOR_ACTION,
  control_total_registration: {
    ...OWN,
    from: 'control_total_registration r',
    id: 'r.set_id',
    fields: [
      ...[...columns('set_id', 'supplier_id'), '(select s.name from control_total_set s where s.id = r.set_id)'],
      ...['r.api_key_id', time('registered_at'), 'r.totals', hex('sha256'), TOTALS_OF_SET, 'r.commit_position'],
    ],
  },
  reconciliation: {
    ...OWN,
    from: 'reconciliation r',
    fields: [
      ...[...columns('supplier_id', 'id'), time('snapshot_at'), ...columns('verdict', 'control_totals', 'coverage')],
      ...[...columns('covers_all', 'differing', 'performed_by'), time('recorded_at'), 'r.commit_position'],
    ],
  },
  storage_verification: {
    ...OWN,
    from: 'storage_verification r',
    fields: [
      ...[...columns('supplier_id', 'id'), time('snapshot_at'), ...columns('verified_below', 'findings')],
      ...[...columns('not_compared', 'performed_by'), time('recorded_at'), 'r.commit_position'],
    ],
  },
  removed_payload: {
    ...OF_ACCOUNT,
    from: 'accepted_import r',
    position: 'r.removed_position',
    fields: [...columns('account_id', 'id'), time('payload_removed_at'), hex('rows_sha256'), 'r.removed_position'],
  },
  erased_account: {
    from: 'account r',
    position: 'r.erased_position',
    id: `lpad(to_hex(r.id), 32, '0')::uuid`,
    account: 'r.id',
    fields: [
      ...[...columns('id', 'supplier_id', 'external_account_number'), time('erased_at'), TOTALS_OF_ERASED],
      'r.erased_position',
    ],
  },
  erased_import: {
    ...{ ...ACCEPTED_IMPORT, ...ERASED },
    from: 'accepted_import r join account a on a.id = r.account_id',
    fields: [...ACCEPTED_IMPORT.fields, 'a.erased_position'],
  },
  erased_undo: {
    ...{ ...IMPORT_UNDO, ...ERASED },
    from: 'import_undo r join account a on a.id = r.account_id',
    fields: [...IMPORT_UNDO.fields, 'a.erased_position'],
  },
  erased_action: {
    ...{ ...OPERATOR_ACTION, ...ERASED },
    from: `operator_action r join account a
      on a.external_account_number = r.external_account_number and r.commit_position < a.erased_position`,
    fields: [...OPERATOR_ACTION.fields, 'a.erased_position'],
  },
};

/**
 * All sealed records: `content` is the text of a JSON array of their kind, their fields and their commit position, in which `jsonb`
 * writes the same values as the same text.
 */
export const SEALED_RECORDS = SEALED_KINDS.map((name, kind) => {
  const { from, position, id, account, fields } = SOURCES[name];
  return `
    select ${kind} as kind, ${id} as id, ${account} as account_id, ${position} as commit_position,
           jsonb_build_array('${name}', ${fields})::text as content
    from ${from}`;
}).join(' union all ');

/** The bytes of an entry: its kind, the id of the record, the key of its account or 0, and its leaf hash (RFC 6962). */
const [KIND_BYTES, ID_BYTES, ACCOUNT_BYTES, HASH_BYTES] = [1, 16, 8, 32];
const ENTRY_BYTES = KIND_BYTES + ID_BYTES + ACCOUNT_BYTES + HASH_BYTES;

/** Aggregates sealed records as entries, one after the other. */
export const ENTRIES = `coalesce(string_agg(
  set_byte('\\x00', 0, kind) || uuid_send(id) || int8send(account_id) || sha256('\\x00'::bytea || convert_to(content, 'UTF8')),
  ''::bytea order by commit_position, kind, id, account_id), '')`;

export type SealEntry = {
  readonly kind: SealedKind;
  readonly id: string;
  /** The key of the account; null if the record is of none. */
  readonly accountId: string | null;
  readonly leaf: Buffer;
};

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the leaf hashes of entries, without a copy. */
export const leavesOf = (entries: Buffer): ReadonlyArray<Buffer> =>
  Array.from({ length: Math.floor(entries.length / ENTRY_BYTES) }, (_, index) =>
    entries.subarray((index + 1) * ENTRY_BYTES - HASH_BYTES, (index + 1) * ENTRY_BYTES),
  );

const readEntry = (bytes: Buffer): SealEntry | null => {
  const kind = SEALED_KINDS[bytes[0]!];
  if (kind === undefined) return null;
  const account = bytes.readBigInt64BE(KIND_BYTES + ID_BYTES);
  return {
    kind,
    id: uuidOf(bytes.subarray(KIND_BYTES, KIND_BYTES + ID_BYTES)),
    accountId: account === 0n ? null : String(account),
    leaf: bytes.subarray(ENTRY_BYTES - HASH_BYTES),
  };
};

/** Returns the entries of a seal; null if the bytes are none. */
export const readEntries = (bytes: Buffer): ReadonlyArray<SealEntry> | null => {
  const entries: SealEntry[] = [];
  for (let start = 0; start < bytes.length; start += ENTRY_BYTES) {
    const entry = start + ENTRY_BYTES > bytes.length ? null : readEntry(bytes.subarray(start, start + ENTRY_BYTES));
    if (entry === null) return null;
    entries.push(entry);
  }
  return entries;
};
