import { ERROR_CODES, isErrorCode } from '@carryover/contract/error-codes';
import { NOT_CONVERTED } from '@carryover/files/mapping/value-errors';
import type { RowIssue } from '@carryover/files/row';
import type { Input } from '../files/input.ts';
import { DUPLICATE, REPEATED } from '../store/things.ts';

/** Errors that one mistake is likely to have caused: the same code at the same field. */
type Cause = {
  readonly file: string;
  readonly code: string;
  /** The path of its errors; `*` stands for any position in a list. */
  readonly path: string;
  /** Rows with such an error. */
  readonly rows: number;
  readonly first: { readonly line: number; readonly detail: string };
};

/** A file may have any number of different unknown fields. */
const MAX_CAUSES = 1_000;

/** A path begins with a name, which may be a number. */
const fieldOf = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '.*');

type Counted = Omit<Cause, 'rows'> & { rows: number; lastLine: number };

/** @param inputs the files with errors. The columns of a mapping have names like `SUM.1`, which are no positions. */
export const makeCauses = (inputs: ReadonlyArray<Pick<Input, 'file' | 'mapping'>>) => {
  const columns = new Map(inputs.map(({ file, mapping }) => [file, mapping?.compiled.columns]));
  const causes = new Map<string, Counted>();
  let others = 0;
  return {
    /** Adds the errors of a row; a row counts once per cause. */
    add: (file: string, line: number, issues: ReadonlyArray<RowIssue>): void => {
      for (const { code, path, detail } of issues) {
        const field = columns.get(file)?.has(path) === true ? path : fieldOf(path);
        const key = `${file}\n${code}\n${field}`;
        const known = causes.get(key);
        if (known !== undefined) {
          if (known.lastLine !== line) known.rows += 1;
          known.lastLine = line;
        } else if (causes.size < MAX_CAUSES)
          causes.set(key, { file, code, path: field, rows: 1, lastLine: line, first: { line, detail } });
        else others += 1;
      }
    },
    /** Returns the causes, the most frequent first. `others`: errors of causes beyond the first thousand. */
    done: (): { readonly causes: ReadonlyArray<Cause>; readonly others: number } => ({
      causes: [...causes.values()]
        .map(({ lastLine: _, ...cause }) => cause)
        .toSorted((one, other) => other.rows - one.rows),
      others,
    }),
  };
};

/** Hints for files, where that of the catalogue is about requests, or there is none. */
const OF_FILES: { readonly [code: string]: string | undefined } = {
  parse_error: 'Write a row of NDJSON as one JSON object on one line in UTF-8. In CSV, double a quote inside quotes.',
  required: 'Add the field or column, or its value.',
  invalid_choice:
    'Use one of these values. With a mapping, `values` of the column says what the values of the file mean.',
  invalid_amount:
    'Correct the amount or the type. If the file has the signs of an account, add `reverse` to the column of the mapping.',
  unknown_field: 'Remove the field or column, or correct its name.',
  min_items: 'Add items, or leave an optional list out.',
  [NOT_CONVERTED]: 'Correct the value in the file, or the column in the mapping.',
  [DUPLICATE]: 'Remove one of the two rows, or correct its identifier.',
  [REPEATED]:
    'Remove the row, or allow it with --allow-repeated. If it is another item, give it an identifier of its own.',
};

/** Returns what to do about an error of a file; empty for a code that is not known here. */
export const hintOf = (code: string): string => OF_FILES[code] ?? (isErrorCode(code) ? ERROR_CODES[code].whatToDo : '');
