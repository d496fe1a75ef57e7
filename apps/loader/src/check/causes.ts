import type { Reason } from '../steps/item.ts';

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

const fieldOf = (path: string): string => path.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');

type Counted = Omit<Cause, 'rows'> & { rows: number; lastLine: number };

export const makeCauses = () => {
  const causes = new Map<string, Counted>();
  let others = 0;
  return {
    /** Adds the errors of a row; a row counts once per cause. */
    add: (file: string, line: number, issues: ReadonlyArray<Reason>): void => {
      for (const { code, path, detail } of issues) {
        const field = fieldOf(path);
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
