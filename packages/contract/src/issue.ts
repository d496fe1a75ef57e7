import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { isJsonObject, type JsonValue, sentKeys } from './json/exact-json.ts';
import { MAX_REPORTED_ISSUES } from './limits.ts';

/** Field names and zero-based list positions from the body to the invalid input; empty: the body itself. */
export type Path = ReadonlyArray<string | number>;

/** One error of a payload. */
export type Issue = { readonly code: ErrorCode; readonly detail: string; readonly path: Path };

/** An error of a value whose path the caller knows. */
export type Complaint = Pick<Issue, 'code' | 'detail'>;

export const complain = (code: ErrorCode, detail: string = ERROR_CODES[code].meaning): Complaint => ({ code, detail });

export const issueAt = (path: Path, complaint: Complaint): Issue => ({ ...complaint, path });

/** Dot-delimited path to the offending input, `notes.0.body` (§7). */
export const attrOf = (path: Path): string => path.join('.');

const isContainer = (value: JsonValue | undefined): value is JsonValue & object =>
  value !== undefined && (Array.isArray(value) || isJsonObject(value));

/**
 * Returns the first `max` issues in document order (decisions 3).
 * Missing fields of an object come after the fields that were sent.
 */
export const inDocumentOrder = (
  body: JsonValue,
  issues: ReadonlyArray<Issue>,
  max: number = MAX_REPORTED_ISSUES,
): ReadonlyArray<Issue> => {
  const positions = new WeakMap<object, ReadonlyMap<string, number>>();
  const positionOf = (container: JsonValue | undefined, step: string | number): number => {
    if (typeof step === 'number') return step;
    if (!isContainer(container)) return 0;
    const known = positions.get(container) ?? new Map(sentKeys(container).map((key, index) => [key, index]));
    positions.set(container, known);
    return known.get(step) ?? known.size;
  };
  const compare = (a: Path, b: Path): number => {
    let place: JsonValue | undefined = body;
    for (let depth = 0; depth < Math.min(a.length, b.length); depth += 1) {
      const [left, right] = [a[depth]!, b[depth]!];
      if (left !== right) return positionOf(place, left) - positionOf(place, right);
      place = isContainer(place) ? place[left as never] : undefined;
    }
    return a.length - b.length;
  };
  return issues.toSorted((a, b) => compare(a.path, b.path)).slice(0, max);
};
