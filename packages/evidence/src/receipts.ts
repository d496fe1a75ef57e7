import { makeMerkleTree } from '@carryover/domain/merkle-tree';
import { decompressed } from '@carryover/files/source/decompressed';
import { isBlank, linesOf } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import type { Spools } from '@carryover/files/spool';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { makeLines } from './lines.ts';
import { type ImportRecordLine, type ImportsEntry, importRecordLine } from './manifest.ts';
import type { EvidenceProblem } from './problem.ts';
import type { SealedRecords } from './sealed-records.ts';
import { sha256 } from './sha256.ts';

/** A receipt that a client kept: the id of an import record and the hash that it was told (decisions 16). */
type Receipt = { readonly importId: string; readonly sha256: string; readonly line: number };

const receiptLine = t.type({ import_id: t.string, sha256: t.string });
const storedReceipt = t.tuple([t.string, t.string, t.number]);

const decode = (text: string): Receipt => {
  const value = jsonOrNull(text);
  if (!storedReceipt.is(value)) throw new Error('A temporary file was changed.');
  const [importId, sha256, line] = value;
  return { importId, sha256, line };
};

/** The receipts of a file of any length. */
export type Receipts = {
  readonly count: number;
  /** The first lines that are not receipts, and how many there are; or that there is no receipt. */
  readonly problems: ReadonlyArray<EvidenceProblem>;
  readonly problemCount: number;
  /** In the order of the ids. */
  readonly sorted: () => Iterator<Receipt>;
};

const UNREADABLE_LISTED = 1_000;

/** Reads a file of receipts, one JSON object per line. Throws if it cannot be read to its end. */
export const readReceipts = async (source: Source, spools: Spools): Promise<Receipts> => {
  const receipts = spools.openSorted<Receipt>({
    key: ({ importId }) => [importId],
    encode: ({ importId, sha256, line }) => JSON.stringify([importId, sha256, line]),
    decode,
  });
  const unreadable: EvidenceProblem[] = [];
  let [count, unreadableCount] = [0, 0];
  for await (const line of linesOf(decompressed(source.chunks))) {
    if (isBlank(line)) continue;
    const value = line.fault === null ? jsonOrNull(line.text) : null;
    if (receiptLine.is(value)) {
      count += 1;
      receipts.add({
        importId: value.import_id.toLowerCase(),
        sha256: value.sha256.toLowerCase(),
        line: line.number,
      });
      continue;
    }
    unreadableCount += 1;
    if (unreadable.length < UNREADABLE_LISTED) unreadable.push({ kind: 'receipt_unreadable', line: line.number });
  }
  const isEmpty = count + unreadableCount === 0;
  const problems: ReadonlyArray<EvidenceProblem> = isEmpty ? [{ kind: 'receipts_empty' }] : unreadable;
  return { count, problems, problemCount: isEmpty ? 1 : unreadableCount, sorted: receipts.sorted };
};

/** Compares receipts with import records, both in the order of the ids. An undone import was accepted: its receipt is right, and is counted. */
const makeReceiptCheck = (receipts: Iterator<Receipt>, report: (problem: EvidenceProblem) => void) => {
  let head = receipts.next();
  let undone = 0;
  const compare = (
    { importId, sha256, line }: Receipt,
    { id, outcome, payload_sha256, undone_at }: ImportRecordLine,
  ): void => {
    if (importId !== id) report({ kind: 'receipt_without_record', importId, line });
    else if (outcome !== 'accepted') report({ kind: 'receipt_not_accepted', importId, outcome, line });
    else if (sha256 !== payload_sha256) report({ kind: 'receipt_differs', importId, line });
    else if (undone_at !== null) undone += 1;
  };
  return {
    /** Compares the receipts up to the next import record. */
    record: (record: ImportRecordLine): void => {
      for (; head.done !== true && head.value.importId <= record.id; head = receipts.next())
        compare(head.value, record);
    },
    /** Reports the receipts after the last import record. @returns the number of receipts whose import was undone. */
    end: (): number => {
      for (; head.done !== true; head = receipts.next())
        report({ kind: 'receipt_without_record', importId: head.value.importId, line: head.value.line });
      return undone;
    },
  };
};

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
export const makeRecordCheck = (
  receipts: Receipts | null,
  sealed: ReturnType<SealedRecords['imports']>,
  report: (problem: EvidenceProblem) => void,
) => {
  const tree = makeMerkleTree(sha256);
  const check = receipts === null ? null : makeReceiptCheck(receipts.sorted(), report);
  let latest = '';
  let faultyLine: EvidenceProblem | null = null;
  let [undone, unhashed] = [0, 0];
  const takeRecord = (found: ImportRecordLine): void => {
    latest = found.id;
    if (found.undone_at !== null) undone += 1;
    if (found.payload_sha256 === null) unhashed += 1;
    check?.record(found);
    sealed.record(found);
  };
  const takeLine = (bytes: Buffer): void => {
    tree.add(bytes);
    const line = tree.leaves();
    const found = jsonOrNull(bytes.toString());
    if (!importRecordLine.is(found)) faultyLine ??= { kind: 'record_unreadable', line };
    else if (found.id <= latest) faultyLine ??= { kind: 'record_out_of_order', line };
    else takeRecord(found);
  };
  const lines = makeLines(takeLine);
  return {
    take: lines.take,
    end: (): CheckedRecords => {
      lines.end();
      sealed.end();
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
