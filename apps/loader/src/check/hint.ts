import { ERROR_CODES, type ErrorCode, isErrorCode } from '@carryover/contract/error-codes';
import { DUPLICATE, REPEATED } from '../own/repeats.ts';
import type { ItemIssue } from '../rows/item-row.ts';

/** The codes of what is wrong with a row: those of the service, and of rows that repeat others. */
type FileCode = ErrorCode | typeof DUPLICATE | typeof REPEATED;

/** What is wrong with a row. */
export type FileIssue = Omit<ItemIssue, 'code'> & { readonly code: FileCode };

/** Hints for files, where that of the catalogue is about requests, or there is none. */
const OF_FILES: { readonly [code: string]: string | undefined } = {
  parse_error: 'Write a row of NDJSON as one JSON object on one line in UTF-8. In CSV, double a quote inside quotes.',
  required: 'Add the field or column.',
  unknown_field: 'Remove the field or column, or correct its name.',
  min_items: 'Add items, or leave an optional list out.',
  [DUPLICATE]: 'Remove one of the two rows, or correct its identifier.',
  [REPEATED]:
    'Remove the row, or allow it with --allow-repeated. If it is another item, give it an identifier of its own.',
};

/** Returns what to do about an error of a file; empty for a code that is not known here. */
export const hintOf = (code: string): string => OF_FILES[code] ?? (isErrorCode(code) ? ERROR_CODES[code].whatToDo : '');
