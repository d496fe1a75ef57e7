import type { ImportOutcome } from '@carryover/application/ports/import-records';
import { EVIDENCE_FILES, type FileEntry, type ImportsEntry, MANIFEST, type Manifest, SIGNATURE } from './manifest.ts';

/** A difference between an evidence pack and what was signed. */
export type EvidenceProblem =
  | { readonly kind: 'unreadable' | 'archive_altered'; readonly detail: string }
  | { readonly kind: 'file_missing' | 'file_unexpected' | 'file_repeated' | 'file_changed'; readonly file: string }
  | { readonly kind: 'file_damaged'; readonly file: string; readonly detail: string }
  | { readonly kind: 'file_not_signed' | 'file_signed_twice'; readonly file: string }
  | { readonly kind: 'other_key'; readonly signedBy: string; readonly given: string }
  | { readonly kind: 'signature_invalid' }
  | { readonly kind: 'manifest_invalid' }
  | {
      readonly kind:
        | 'records_removed'
        | 'records_added'
        | 'records_changed'
        | 'undone_count_differs'
        | 'unhashed_count_differs';
      readonly signed: number;
      readonly found: number;
    }
  | { readonly kind: 'record_unreadable' | 'record_out_of_order'; readonly line: number }
  | { readonly kind: 'receipt_without_record' | 'receipt_differs'; readonly importId: string; readonly line: number }
  | {
      readonly kind: 'receipt_not_accepted';
      readonly importId: string;
      readonly outcome: Exclude<ImportOutcome, 'accepted'>;
      readonly line: number;
    }
  | { readonly kind: 'receipt_unreadable'; readonly line: number }
  | { readonly kind: 'receipts_empty' };

/** Returns the problems of the files that were signed: a manifest lists each file of a pack once. */
export const judgeManifest = ({ files }: Pick<Manifest, 'files'>): ReadonlyArray<EvidenceProblem> =>
  EVIDENCE_FILES.flatMap((file): EvidenceProblem[] => {
    const { length } = files.filter(({ name }) => name === file);
    if (length === 0) return [{ kind: 'file_not_signed', file }];
    return length > 1 ? [{ kind: 'file_signed_twice', file }] : [];
  });

/** Returns the problems of the names in a pack: each file is there once, and nothing else. */
export const judgeNames = (found: ReadonlyArray<string>): ReadonlyArray<EvidenceProblem> => {
  const expected = [...EVIDENCE_FILES, MANIFEST, SIGNATURE];
  const times = Map.groupBy(found, (name) => name);
  return [
    ...expected.filter((name) => !times.has(name)).map((file) => ({ kind: 'file_missing', file }) as const),
    ...[...times].flatMap(([file, all]): EvidenceProblem[] => {
      if (!expected.some((name) => name === file)) return [{ kind: 'file_unexpected', file }];
      return all.length > 1 ? [{ kind: 'file_repeated', file }] : [];
    }),
  ];
};

/** Returns the problem of a file's content. */
export const judgeFile = (
  signed: FileEntry,
  found: Pick<FileEntry, 'bytes' | 'sha256'>,
): ReadonlyArray<EvidenceProblem> =>
  found.bytes === signed.bytes && found.sha256 === signed.sha256 ? [] : [{ kind: 'file_changed', file: signed.name }];

/** Returns the problem of the tree of the import records. */
const judgeTree = (signed: ImportsEntry, found: ImportsEntry): ReadonlyArray<EvidenceProblem> => {
  const counts = { signed: signed.count, found: found.count };
  if (found.count < signed.count) return [{ kind: 'records_removed', ...counts }];
  if (found.count > signed.count) return [{ kind: 'records_added', ...counts }];
  return found.merkle_root === signed.merkle_root ? [] : [{ kind: 'records_changed', ...counts }];
};

const judgeCount = (
  kind: 'undone_count_differs' | 'unhashed_count_differs',
  signed: number,
  found: number,
): ReadonlyArray<EvidenceProblem> => (signed === found ? [] : [{ kind, signed, found }]);

/**
 * Returns the problems of the import records. @param faultyLine a line that is not a record in its place, which says something only of the
 * lines that were signed.
 */
export const judgeRecords = (
  signed: ImportsEntry,
  found: ImportsEntry,
  faultyLine: EvidenceProblem | null,
): ReadonlyArray<EvidenceProblem> => {
  const changed = judgeTree(signed, found);
  if (changed.length > 0) return changed;
  if (faultyLine !== null) return [faultyLine];
  return [
    ...judgeCount('undone_count_differs', signed.undone, found.undone),
    ...judgeCount('unhashed_count_differs', signed.without_payload_sha256, found.without_payload_sha256),
  ];
};
