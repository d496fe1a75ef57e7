import type { EvidenceProblem } from '@carryover/application/operator/evidence/problem';
import { decompressed } from '@carryover/files/source/decompressed';
import { isBlank, linesOf } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { makeSortedSpool } from '../spool/sorted-spool.ts';
import type { Spools } from '../spool/spool.ts';

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
  /** Lines that are not receipts. */
  readonly unreadable: ReadonlyArray<EvidenceProblem>;
  /** In the order of the ids. */
  readonly sorted: () => Iterator<Receipt>;
};

const UNREADABLE_LISTED = 1_000;

/** Reads a file of receipts, one JSON object per line. Throws if it cannot be read to its end. */
export const readReceipts = async (source: Source, spools: Spools): Promise<Receipts> => {
  const receipts = makeSortedSpool<Receipt>(spools, {
    compare: (a, b) => (a.importId < b.importId ? -1 : a.importId > b.importId ? 1 : 0),
    encode: ({ importId, sha256, line }) => JSON.stringify([importId, sha256, line]),
    decode,
  });
  const unreadable: EvidenceProblem[] = [];
  let count = 0;
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
    } else if (unreadable.length < UNREADABLE_LISTED)
      unreadable.push({ kind: 'receipt_unreadable', line: line.number });
  }
  return { count, unreadable, sorted: receipts.sorted };
};

/** Compares receipts with import records, both in the order of the ids. */
export const makeReceiptCheck = (receipts: Iterator<Receipt>, report: (problem: EvidenceProblem) => void) => {
  let head = receipts.next();
  let undone = 0;
  const missing = ({ importId, line }: Receipt) => report({ kind: 'receipt_without_record', importId, line });
  return {
    /** Compares the receipts of the next import record. */
    record: (id: string, sha256: string | null, isUndone: boolean): void => {
      for (; head.done !== true && head.value.importId <= id; head = receipts.next()) {
        const { importId, line } = head.value;
        if (importId !== id) missing(head.value);
        else if (head.value.sha256 !== sha256) report({ kind: 'receipt_differs', importId, line });
        else if (isUndone) undone += 1;
      }
    },
    /** Reports the receipts after the last import record. @returns the number of receipts whose import was undone. */
    end: (): number => {
      for (; head.done !== true; head = receipts.next()) missing(head.value);
      return undone;
    },
  };
};
