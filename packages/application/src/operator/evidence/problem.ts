import { type FileEntry, type ImportsEntry, MANIFEST, type Manifest, SIGNATURE } from './manifest.ts';

/** A difference between an evidence pack and what was signed. */
export type EvidenceProblem =
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'file_missing' | 'file_unexpected' | 'file_repeated' | 'file_changed'; readonly file: string }
  | { readonly kind: 'other_key'; readonly signedBy: string; readonly given: string }
  | { readonly kind: 'signature_invalid' }
  | { readonly kind: 'manifest_invalid' }
  | {
      readonly kind: 'records_removed' | 'records_added' | 'records_changed';
      readonly signed: number;
      readonly found: number;
    }
  | { readonly kind: 'receipt_without_record' | 'receipt_differs'; readonly importId: string; readonly line: number }
  | { readonly kind: 'receipt_unreadable'; readonly line: number };

/** Returns the problems of the names in a pack: each file of the manifest must be there once, and nothing else. */
export const judgeNames = (
  { files }: Pick<Manifest, 'files'>,
  found: ReadonlyArray<string>,
): ReadonlyArray<EvidenceProblem> => {
  const expected = [...files.map(({ name }) => name), MANIFEST, SIGNATURE];
  const times = Map.groupBy(found, (name) => name);
  return [
    ...expected.filter((name) => !times.has(name)).map((file) => ({ kind: 'file_missing', file }) as const),
    ...[...times].flatMap(([file, all]): EvidenceProblem[] => {
      if (!expected.some((name) => name === file)) return [{ kind: 'file_unexpected', file }];
      return all.length > 1 ? [{ kind: 'file_repeated', file }] : [];
    }),
  ];
};

/** Returns the problem of a file's content. @param found null if it could not be read to its end. */
export const judgeFile = (
  signed: FileEntry,
  found: Pick<FileEntry, 'bytes' | 'sha256'> | null,
): ReadonlyArray<EvidenceProblem> =>
  found !== null && found.bytes === signed.bytes && found.sha256 === signed.sha256
    ? []
    : [{ kind: 'file_changed', file: signed.name }];

/** Returns the problem of the import records. */
export const judgeRecords = (
  signed: Pick<ImportsEntry, 'count' | 'merkle_root'>,
  found: Pick<ImportsEntry, 'count' | 'merkle_root'>,
): ReadonlyArray<EvidenceProblem> => {
  const counts = { signed: signed.count, found: found.count };
  if (found.count < signed.count) return [{ kind: 'records_removed', ...counts }];
  if (found.count > signed.count) return [{ kind: 'records_added', ...counts }];
  return found.merkle_root === signed.merkle_root ? [] : [{ kind: 'records_changed', ...counts }];
};
