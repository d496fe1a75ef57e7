import { count, counted } from '@carryover/report/figures';
import { visible } from '@carryover/terminal/visible';
import {
  EVIDENCE_FILES,
  type FileEntry,
  type ImportsEntry,
  MANIFEST,
  type Manifest,
  SIGNATURE,
  TIME_STAMP,
} from './manifest.ts';

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
      readonly outcome: 'refused' | 'dry_run';
      readonly line: number;
    }
  | { readonly kind: 'receipt_unreadable'; readonly line: number }
  | { readonly kind: 'receipts_empty' | 'time_stamp_missing' }
  | { readonly kind: 'time_stamp_invalid'; readonly detail: string }
  | { readonly kind: 'seal_broken'; readonly line: number; readonly detail: string }
  /** `last`: the number of the last seal of the pack; 0 if it has none. */
  | { readonly kind: 'seal_not_in_history'; readonly number: number; readonly last: number }
  | {
      readonly kind: 'sealed_record_missing' | 'sealed_twice' | 'record_removed';
      readonly record: string;
      readonly id: string;
    }
  | { readonly kind: 'record_not_sealed' | 'record_repeated' | 'owner_differs'; readonly id: string }
  | { readonly kind: 'record_altered'; readonly id: string; readonly field: string }
  | { readonly kind: 'name_left_out'; readonly name: string; readonly id: string }
  | { readonly kind: 'former_name_unknown' | 'name_not_present'; readonly name: string }
  | { readonly kind: 'action_unreadable' | 'totals_unreadable' | 'totals_arithmetic'; readonly line: number }
  | { readonly kind: 'totals_differ'; readonly of: string; readonly sealed: string; readonly found: string }
  | { readonly kind: 'totals_not_registered' | 'expected_differ'; readonly set: string }
  | { readonly kind: 'verdict_differs'; readonly verdict: string; readonly differing: number }
  | { readonly kind: 'nothing_sealed' | 'name_repeated' };

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
      if (file !== TIME_STAMP && !expected.some((name) => name === file)) return [{ kind: 'file_unexpected', file }];
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

const records = (count: number): string => counted(count, 'import record');

const nameOf = (kind: string): string => visible(kind.replaceAll('_', ' '));
const fileOf = (record: string): string => (record.endsWith('_action') ? 'operator-actions.ndjson' : 'imports.ndjson');

const NOT_ACCEPTED = { refused: 'a refused request', dry_run: 'a dry run' } as const;

/** Returns what is wrong with a pack, in a sentence. */
export const sentenceOf = (problem: EvidenceProblem): string => {
  switch (problem.kind) {
    case 'unreadable':
      return `The file is not a complete Zip archive of an evidence pack: ${visible(problem.detail)}`;
    case 'archive_altered':
      return `The archive is not as it was written: ${visible(problem.detail)}.`;
    case 'file_missing':
      return `${problem.file} is missing.`;
    case 'file_unexpected':
      return `${visible(problem.file)} does not belong to the pack.`;
    case 'file_repeated':
      return `${problem.file} occurs more than once.`;
    case 'file_changed':
      return `${problem.file} was changed: it is not the file that was signed.`;
    case 'file_damaged':
      return `${problem.file} is damaged: ${visible(problem.detail)}`;
    case 'file_not_signed':
      return `${problem.file} is not listed in the signed manifest: it was not signed.`;
    case 'file_signed_twice':
      return `${problem.file} is listed more than once in the signed manifest.`;
    case 'other_key':
      return `The pack was signed with another key: ${visible(problem.signedBy)}. The given key is ${problem.given}.`;
    case 'signature_invalid':
      return 'manifest.jws was changed, or was not signed with the given key.';
    case 'manifest_invalid':
      return 'The signed manifest is not one that this version can read.';
    case 'records_removed':
      return `imports.ndjson has ${records(problem.found)}, and ${problem.signed} were signed: records were removed.`;
    case 'records_added':
      return `imports.ndjson has ${records(problem.found)}, and ${problem.signed} were signed: records were added.`;
    case 'records_changed':
      return 'imports.ndjson has other import records than those that were signed.';
    case 'undone_count_differs':
      return `imports.ndjson has ${records(problem.found)} of undone imports, and ${count(problem.signed)} were signed.`;
    case 'unhashed_count_differs':
      return `imports.ndjson has ${records(problem.found)} without a hash, and ${count(problem.signed)} were signed.`;
    case 'record_unreadable':
      return `Line ${problem.line} of imports.ndjson is not an import record.`;
    case 'record_out_of_order':
      return `Line ${problem.line} of imports.ndjson repeats an id, or is not in the order of the ids.`;
    case 'receipt_without_record':
      return `Receipt on line ${problem.line}: the pack has no import record ${visible(problem.importId)}.`;
    case 'receipt_differs':
      return `Receipt on line ${problem.line}: import record ${visible(problem.importId)} has another payload.`;
    case 'receipt_not_accepted':
      return `Receipt on line ${problem.line}: import record ${visible(problem.importId)} is of ${NOT_ACCEPTED[problem.outcome]}, and only an accepted request has a receipt.`;
    case 'receipt_unreadable':
      return `Line ${problem.line} of the receipts is not {"import_id": …, "sha256": …}.`;
    case 'time_stamp_missing':
      return 'The pack has no time stamp.';
    case 'time_stamp_invalid':
      return `manifest.tsr is not a time stamp of this pack: ${visible(problem.detail)}.`;
    case 'seal_broken':
      return `Line ${problem.line} of seals.ndjson: ${problem.detail}.`;
    case 'seal_not_in_history':
      return problem.last > 0 && problem.number > problem.last
        ? `The given seal ${problem.number} is later than the last one of the pack, ${problem.last}: give one that was made before the pack. If this one was, the pack lacks what was sealed since.`
        : `The given seal ${problem.number} is not in seals.ndjson: the pack has another history than the seal.`;
    case 'sealed_record_missing':
      return `A sealed record, ${nameOf(problem.record)} ${visible(problem.id)}, is left out, and no erasure explains it.`;
    case 'sealed_twice':
      return `seals.ndjson has ${nameOf(problem.record)} ${visible(problem.id)} more than once.`;
    case 'record_removed':
      return `A sealed record, ${nameOf(problem.record)} ${visible(problem.id)}, is not in ${fileOf(problem.record)}.`;
    case 'record_not_sealed':
      return `Record ${visible(problem.id)} is not among those of seals.ndjson: it was added.`;
    case 'record_repeated':
      return `operator-actions.ndjson has ${visible(problem.id)} more than once.`;
    case 'owner_differs':
      return `The sealed operator action ${visible(problem.id)} is on another supplier than the manifest names by its ids.`;
    case 'name_left_out':
      return `The organisation has or had the name ${visible(problem.name)}, as the operator action ${visible(problem.id)} says, and the manifest leaves it out.`;
    case 'former_name_unknown':
      return `The manifest says that the organisation had the name ${visible(problem.name)} before, and no operator action of the pack does.`;
    case 'name_repeated':
      return 'The manifest lists a name more than once.';
    case 'name_not_present':
      return `The organisation was last renamed to ${visible(problem.name)}, and the manifest gives it another name.`;
    case 'record_altered':
      return `Record ${visible(problem.id)} is not as it was sealed: ${visible(problem.field)}.`;
    case 'action_unreadable':
      return `Line ${problem.line} of operator-actions.ndjson is not an operator action.`;
    case 'totals_unreadable':
      return `Line ${problem.line} of totals.csv is not a row of totals.`;
    case 'totals_arithmetic':
      return `Line ${problem.line} of totals.csv says the contrary of its figures in the column agrees.`;
    case 'totals_differ':
      return `totals.csv, ${visible(problem.of)}: stored are ${visible(problem.found)}, and the sealed imports add up to ${visible(problem.sealed)}.`;
    case 'totals_not_registered':
      return `The control totals ${visible(problem.set)} are not a set that was sealed when the client registered it.`;
    case 'expected_differ':
      return `The expected totals of totals.csv are not those that the client registered as ${visible(problem.set)}.`;
    case 'verdict_differs':
      return `The verdict is ${problem.verdict}, and ${count(problem.differing)} rows of totals.csv differ.`;
    case 'nothing_sealed':
      return 'No import record of the pack has a seal yet, so the given seal says nothing of them. Make the pack again after the next seal.';
    case 'receipts_empty':
      return 'The file of receipts has no receipt, so none was looked up: each line is {"import_id": …, "sha256": …}.';
  }
};
