import { ERROR_CATALOGUE } from '@carryover/contract/error-catalogue';
import type { ErrorCode } from '@carryover/contract/error-codes';

/** Hints for files, where that of the catalogue is about requests. */
const OF_FILES: { readonly [Code in ErrorCode]?: string } = {
  parse_error: 'Write a row of NDJSON as one JSON object on one line in UTF-8. In CSV, double a quote inside quotes.',
  required: 'Add the field or column.',
  unknown_field: 'Remove the field or column, or correct its name.',
  min_items: 'Add items, or leave an optional list out.',
};

/** Returns what to do about an error of a file. */
export const hintOf = (code: ErrorCode): string => OF_FILES[code] ?? ERROR_CATALOGUE[code].whatToDo;
