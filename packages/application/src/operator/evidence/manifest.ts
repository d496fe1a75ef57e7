import type { Verdict } from '@carryover/domain/proof/compare-totals';

/** The files of an evidence pack that its manifest lists, in this order. */
export const EVIDENCE_FILES = [
  'report.html',
  'totals.csv',
  'differences.csv',
  'moved.csv',
  'conflicts.csv',
  'corrections.csv',
  'imports.ndjson',
] as const;
export type EvidenceFile = (typeof EVIDENCE_FILES)[number];

/** The manifest itself, and the JSON Web Signature that contains it. */
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.jws';

export type FileEntry = { readonly name: EvidenceFile; readonly bytes: number; readonly sha256: string };

/** The import records of a pack: lines of `imports.ndjson`, and the root of the Merkle tree over them (RFC 6962, SHA-256). */
export type ImportsEntry = {
  readonly count: number;
  readonly merkle_root: string;
  /** Records that have no hash of their payload, because the body could not be read. */
  readonly without_payload_sha256: number;
  /** Imports that were undone. */
  readonly undone: number;
};

/** The table of contents of an evidence pack, which is signed. */
export type Manifest = {
  readonly format: 'carryover-evidence-1';
  readonly report_id: string;
  readonly organisation: string;
  readonly import_supplier: string;
  readonly verdict: Verdict | null;
  readonly made_at: string;
  readonly made_by: string;
  readonly version: string;
  /** The moment of which everything was read. */
  readonly snapshot_at: string;
  readonly control_file: { readonly name: string; readonly bytes: number; readonly sha256: string } | null;
  readonly files: ReadonlyArray<FileEntry>;
  readonly imports: ImportsEntry;
};
