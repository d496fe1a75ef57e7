import { jsonOrNull } from '@carryover/settings/json-or-null';
import type { ImportsEntry } from './manifest.ts';
import { makeMerkleTree } from './merkle-tree.ts';
import { sha256 } from './parts.ts';
import type { EvidenceProblem } from './problem.ts';
import { type ImportRecordLine, importRecordLine, makeReceiptCheck, type Receipts } from './receipts.ts';

const LINE_BREAK = 10;
/** No import record is as long: what follows is not looked at. */
const LONGEST = 1_048_576;

type CheckedRecords = {
  /** What the file has, to be compared with what was signed. */
  readonly imports: ImportsEntry;
  /** The first line that is not a record, or not in its place; null if there is none. */
  readonly faultyLine: EvidenceProblem | null;
  /** Receipts whose import was undone. */
  readonly receiptsUndone: number;
};

/**
 * Reads the import records from the bytes of their file: counts them, rebuilds their Merkle tree, and looks for the receipts among them. Each
 * line is a record, in the order of the ids: receipts are merged in that order.
 */
export const makeRecordCheck = (receipts: Receipts | null, report: (problem: EvidenceProblem) => void) => {
  const tree = makeMerkleTree(sha256);
  const check = receipts === null ? null : makeReceiptCheck(receipts.sorted(), report);
  let rest: Buffer = Buffer.alloc(0);
  let latest = '';
  let faultyLine: EvidenceProblem | null = null;
  let [undone, unhashed] = [0, 0];
  const takeRecord = (found: ImportRecordLine): void => {
    latest = found.id;
    if (found.undone_at !== null) undone += 1;
    if (found.payload_sha256 === null) unhashed += 1;
    check?.record(found);
  };
  const takeLine = (bytes: Buffer): void => {
    tree.add(bytes);
    const line = tree.leaves();
    const found = jsonOrNull(bytes.toString());
    if (!importRecordLine.is(found)) faultyLine ??= { kind: 'record_unreadable', line };
    else if (found.id <= latest) faultyLine ??= { kind: 'record_out_of_order', line };
    else takeRecord(found);
  };
  return {
    take: (chunk: Buffer): void => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(LINE_BREAK); end >= 0; end = bytes.indexOf(LINE_BREAK, start)) {
        takeLine(bytes.subarray(start, end));
        start = end + 1;
      }
      rest = bytes.length - start > LONGEST ? Buffer.alloc(0) : bytes.subarray(start);
    },
    end: (): CheckedRecords => {
      if (rest.length > 0) takeLine(rest);
      return {
        imports: {
          count: tree.leaves(),
          merkle_root: Buffer.from(tree.root()).toString('hex'),
          without_payload_sha256: unhashed,
          undone,
        },
        faultyLine,
        receiptsUndone: check?.end() ?? 0,
      };
    },
  };
};
