import { readFile } from 'node:fs/promises';
import {
  type EvidenceSigner,
  type EvidenceVerifier,
  evidenceSigner,
  evidenceVerifier,
} from '@carryover/adapters-crypto/evidence-keys';
import { KIND_COVERAGES } from '@carryover/domain/coverage';
import { VERDICTS } from '@carryover/domain/total-comparison';
import { type FileRefused, messageOf } from '@carryover/files/source/file-failure';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';

const oneOf = <const A extends string>(values: ReadonlyArray<A>) =>
  t.keyof(Object.fromEntries(values.map((value) => [value, null])) as Record<A, null>);
export const orNull = <A>(codec: t.Type<A, unknown>) => t.union([codec, t.null]);

/** The files of an evidence pack that its manifest lists, in this order. */
export const EVIDENCE_FILES = [
  'report.html',
  'totals.csv',
  'differences.csv',
  'moved.csv',
  'conflicts.csv',
  'corrections.csv',
  'imports.ndjson',
  'operator-actions.ndjson',
  'seals.ndjson',
] as const;
export type EvidenceFile = (typeof EVIDENCE_FILES)[number];

/** The manifest itself, and the JSON Web Signature that contains it. */
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.jws';
/** The response of a time stamp service about the signature (RFC 3161), if there is one. */
export const TIME_STAMP = 'manifest.tsr';

const fileEntry = t.type({ name: oneOf(EVIDENCE_FILES), bytes: t.number, sha256: t.string });
export type FileEntry = Readonly<t.TypeOf<typeof fileEntry>>;

const importsEntry = t.type({
  count: t.number,
  merkle_root: t.string,
  /** Records that have no hash of their payload, because the body could not be read. */
  without_payload_sha256: t.number,
  /** Imports that were undone. */
  undone: t.number,
});
/** The import records of a pack: lines of `imports.ndjson`, and the root of the Merkle tree over them (RFC 6962, SHA-256). */
export type ImportsEntry = Readonly<t.TypeOf<typeof importsEntry>>;

/** A line of `imports.ndjson`. */
export const importRecordLine = t.type({
  id: t.string,
  outcome: t.keyof({ accepted: null, refused: null, dry_run: null }),
  payload_sha256: orNull(t.string),
  undone_at: orNull(t.string),
  received_at: t.string,
  api_key_prefix: orNull(t.string),
  endpoint: t.string,
  external_account_number: orNull(t.string),
  item_count: orNull(t.number),
  payload_removed_at: orNull(t.string),
});
export type ImportRecordLine = t.TypeOf<typeof importRecordLine>;

/** Whose totals were compared, when they were registered, and their digest (decisions 20). */
const controlTotals = t.type({
  source: oneOf(['client', 'operator']),
  set: orNull(t.string),
  key_prefix: orNull(t.string),
  registered_at: orNull(t.string),
  file: orNull(t.string),
  sha256: t.string,
});

const kindCoverage = oneOf(KIND_COVERAGES);
const coverage = t.type({
  kinds: t.type({
    notes: kindCoverage,
    transactions: kindCoverage,
    billing_documents: kindCoverage,
    statements: kindCoverage,
    payment_instructions: kindCoverage,
  }),
  accounts_compared: t.number,
  accounts_stored: t.number,
});

/**
 * The format of a pack. The second is that of a supplier whose organisation was renamed: its operator actions are sealed under several
 * names. Release 1.0.0 reads the first only.
 */
const format = t.union([
  t.type({ format: t.literal('carryover-evidence-1') }),
  t.type({
    format: t.literal('carryover-evidence-2'),
    /** The names that the organisation had before, since it has the supplier; the earliest first. */
    former_names: t.readonlyArray(t.string),
  }),
]);

const content = t.type({
  report_id: t.string,
  organisation: t.string,
  import_supplier: t.string,
  /** The ids with which the records of the supplier are sealed; the operator actions on it tell them too. */
  owner: t.type({ organisation_id: t.string, supplier_id: t.string }),
  verdict: orNull(oneOf(VERDICTS)),
  made_at: t.string,
  made_by: t.string,
  version: t.string,
  /** The moment of which everything was read. */
  snapshot_at: t.string,
  control_file: orNull(t.type({ name: t.string, bytes: t.number, sha256: t.string })),
  control_totals: orNull(controlTotals),
  coverage: orNull(coverage),
  files: t.readonlyArray(fileEntry),
  imports: importsEntry,
});
const manifest = t.intersection([format, content]);
/** The table of contents of an evidence pack, which is signed. */
export type Manifest = Readonly<t.TypeOf<typeof manifest>>;

/** Returns the names that the organisation of a pack had before. */
export const formerNamesOf = (of: Manifest): ReadonlyArray<string> =>
  of.format === 'carryover-evidence-2' ? of.former_names : [];

/** @returns null if the bytes are not a manifest of this version. */
export const readManifest = (bytes: Uint8Array): Manifest | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return manifest.is(value) ? value : null;
  } catch {
    return null;
  }
};

const readKey = <A>(
  file: string,
  toKey: (pem: string) => Promise<A | null>,
  detail: string,
): TE.TaskEither<FileRefused, A> => {
  const refused = (why: string): FileRefused => ({ kind: 'file_refused', file, detail: why });
  return pipe(
    TE.tryCatch(
      async () => toKey(await readFile(file, 'utf8')),
      (error) => refused(messageOf(error)),
    ),
    TE.chain(TE.fromNullable(refused(detail))),
  );
};

export const readPrivateKey = (file: string): TE.TaskEither<FileRefused, EvidenceSigner> =>
  readKey(file, evidenceSigner, 'This is not a private Ed25519 key in PEM. To make one, use `evidence key create`.');

export const readPublicKey = (file: string): TE.TaskEither<FileRefused, EvidenceVerifier> =>
  readKey(
    file,
    evidenceVerifier,
    'This is not a public Ed25519 key in PEM. `evidence key create --out F` writes it to F.pub.',
  );
