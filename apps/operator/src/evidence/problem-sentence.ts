import type { EvidenceProblem } from '@carryover/application/operator/evidence/problem';
import { visible } from '@carryover/terminal/visible';
import { counted } from '../report/figures.ts';

const records = (count: number): string => counted(count, 'import record');

/** Returns what is wrong with a pack, in a sentence. */
export const sentenceOf = (problem: EvidenceProblem): string => {
  switch (problem.kind) {
    case 'unreadable':
      return `The file is not a complete Zip archive of an evidence pack: ${visible(problem.detail)}`;
    case 'file_missing':
      return `${problem.file} is missing.`;
    case 'file_unexpected':
      return `${visible(problem.file)} does not belong to the pack.`;
    case 'file_repeated':
      return `${problem.file} occurs more than once.`;
    case 'file_changed':
      return `${problem.file} was changed: it is not the file that was signed.`;
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
    case 'receipt_without_record':
      return `Receipt on line ${problem.line}: the pack has no import record ${visible(problem.importId)}.`;
    case 'receipt_differs':
      return `Receipt on line ${problem.line}: import record ${visible(problem.importId)} has another payload.`;
    case 'receipt_unreadable':
      return `Line ${problem.line} of the receipts is not {"import_id": …, "sha256": …}.`;
  }
};
