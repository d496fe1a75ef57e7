import type { ImportsEntry } from '@carryover/application/operator/evidence/manifest';
import type { EvidenceProblem } from '@carryover/application/operator/evidence/problem';
import { makeMerkleTree } from '@carryover/domain/proof/merkle-tree';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { sha256 } from './parts.ts';
import { makeReceiptCheck, type Receipts } from './receipts.ts';

const LINE_BREAK = 10;
/** No import record is as long: what follows is not looked at. */
const LONGEST = 1_048_576;

const record = t.intersection([
  t.type({ id: t.string, payload_sha256: t.union([t.string, t.null]) }),
  t.partial({ undone_at: t.union([t.string, t.null]) }),
]);

type CheckedRecords = Pick<ImportsEntry, 'count' | 'merkle_root'> & { readonly receiptsUndone: number };

/** Rebuilds the Merkle tree of the import records from the bytes of their file, and looks for the receipts among them. */
export const makeRecordCheck = (receipts: Receipts | null, report: (problem: EvidenceProblem) => void) => {
  const tree = makeMerkleTree(sha256);
  const check = receipts === null ? null : makeReceiptCheck(receipts.sorted(), report);
  let rest: Buffer = Buffer.alloc(0);
  const takeLine = (line: Buffer): void => {
    tree.add(line);
    const found = check === null ? null : jsonOrNull(line.toString());
    if (record.is(found)) check?.record(found.id, found.payload_sha256, typeof found.undone_at === 'string');
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
      const receiptsUndone = check?.end() ?? 0;
      return { count: tree.leaves(), merkle_root: Buffer.from(tree.root()).toString('hex'), receiptsUndone };
    },
  };
};
