import { count, counted } from '@carryover/report/figures';
import { visible } from '@carryover/terminal/visible';
import type { EvidenceProblem } from './problem.ts';

const records = (count: number): string => counted(count, 'import record');

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
    case 'receipts_empty':
      return 'The file of receipts has no receipt, so none was looked up: each line is {"import_id": …, "sha256": …}.';
  }
};
