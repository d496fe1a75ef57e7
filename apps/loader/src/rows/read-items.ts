import type { Kind } from '@carryover/contract/item-files';
import type { Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';
import { makeCsvItems } from './csv-items.ts';
import type { ItemRow, Judging } from './item-row.ts';
import { makeNdjsonItems } from './ndjson-items.ts';
import { readRows } from './read-rows.ts';

/** Reads the rows of a file and decodes them as the server would. */
export const readItems = (kind: Kind, source: Source, judging: Judging): AsyncGenerator<ReadonlyArray<ItemRow>> =>
  readRows<ItemRow>(source, {
    ndjson: () => makeNdjsonItems(kind, judging),
    csv: () => makeCsvItems(kind, judging),
    isLast: ({ row }) => E.isLeft(row) && row.left.stopsReading,
    ofBadRow: (row) => row,
  });
