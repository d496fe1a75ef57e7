/** The kinds of records that are sealed, by the number in their entry. */
export const SEALED_KINDS = ['accepted_import', 'refused_import', 'import_undo', 'operator_action'] as const;
type SealedKind = (typeof SEALED_KINDS)[number];

const time = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;
const hex = (column: string): string => `encode(${column}, 'hex')`;

type Source = { readonly id: string; readonly account: string; readonly fields: ReadonlyArray<string> };

/** All fields of each kind, the payload by its hash. Times are microseconds since 1970. */
const SOURCES: Readonly<Record<SealedKind, Source>> = {
  accepted_import: {
    id: 'id',
    account: 'account_id',
    fields: [
      ...[
        'id',
        'account_id',
        time('received_at'),
        'organisation_id',
        'api_key_id',
        'endpoint',
        'item_count',
        'findings',
      ],
      ...[hex('payload_sha256'), 'supplier_id', 'stored_items', 'stored_documents'],
    ],
  },
  refused_import: {
    id: 'id',
    account: '0::bigint',
    fields: [
      ...['id', time('received_at'), 'organisation_id', 'api_key_id', 'endpoint', 'supplier_code'],
      ...['external_account_number', 'item_count', 'status', 'code', 'detail', 'attr', 'attr_value'],
      ...[hex('payload_sha256'), 'failing_items', 'items_not_kept'],
    ],
  },
  import_undo: {
    id: 'import_id',
    account: 'account_id',
    fields: ['account_id', 'import_id', time('undone_at'), 'undone_by', 'reason', 'removed', 'answered', 'items'],
  },
  operator_action: {
    id: 'id',
    account: '0::bigint',
    fields: [
      ...[
        'id',
        time('performed_at'),
        'performed_by',
        'performed_by_subject',
        'performed_by_issuer',
        'reason',
        'action',
      ],
      ...['organisation', 'supplier_code', 'external_account_number', 'ledger_number', 'before', 'after'],
    ],
  },
};

/**
 * All sealed records: `content` is the text of a JSON array of the name of their table, their fields and their commit position, in
 * which `jsonb` writes the same values as the same text.
 */
export const SEALED_RECORDS = SEALED_KINDS.map((table, kind) => {
  const { id, account, fields } = SOURCES[table];
  return `
    select ${kind} as kind, ${id} as id, ${account} as account_id, commit_position,
           jsonb_build_array('${table}', ${fields}, commit_position)::text as content
    from ${table}`;
}).join(' union all ');

/** The bytes of an entry: its kind, the id of the record, the key of its account or 0, and its leaf hash (RFC 6962). */
const [KIND_BYTES, ID_BYTES, ACCOUNT_BYTES, HASH_BYTES] = [1, 16, 8, 32];
const ENTRY_BYTES = KIND_BYTES + ID_BYTES + ACCOUNT_BYTES + HASH_BYTES;

/** Aggregates sealed records as entries, one after the other. */
export const ENTRIES = `coalesce(string_agg(
  set_byte('\\x00', 0, kind) || uuid_send(id) || int8send(account_id) || sha256('\\x00'::bytea || convert_to(content, 'UTF8')),
  ''::bytea order by commit_position, kind, id), '')`;

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
