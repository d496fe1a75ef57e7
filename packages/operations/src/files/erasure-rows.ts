import { accountErasure } from '@carryover/contract/codecs/account-erasure';
import type { ValueOf } from '@carryover/contract/codecs/codec';
import { readRows } from '@carryover/files/read-rows';
import type { Row } from '@carryover/files/row';
import { emptyFile, ndjsonRows } from '@carryover/files/rows/ndjson';
import { MAX_LINE_BYTES } from '@carryover/files/source/lines';
import type { Source } from '@carryover/files/source/source';

/** The accounts of a file to erase, a JSON object a line (decisions 18). An account may occur again: it is erased once. */
export const readErasureRows = (source: Source): AsyncGenerator<ReadonlyArray<Row<ValueOf<typeof accountErasure>>>> => {
  const rows = () => ndjsonRows(accountErasure, () => null);
  return readRows(source, {
    ndjson: rows,
    csv: rows,
    maxLineBytes: MAX_LINE_BYTES,
    empty: () => emptyFile(accountErasure),
  });
};
