import { sentenceOf } from '@carryover/files/rejects/rejected-row';
import type { RowIssue } from '@carryover/files/row';
import { table } from '@carryover/terminal/output';

/** The number of rows that are shown. */
const EXAMPLES = 3;

/** The rejected rows of a run: how many, for which reasons, the most frequent first, and the first of them. */
export type RejectTally = {
  readonly count: number;
  readonly reasons: ReadonlyArray<{ readonly code: string; readonly count: number }>;
  readonly examples: ReadonlyArray<{ readonly line: number; readonly code: string; readonly detail: string }>;
};

export const makeRejectTally = () => {
  const reasons = new Map<string, number>();
  const examples: RejectTally['examples'][number][] = [];
  const count = () => reasons.values().reduce((sum, one) => sum + one, 0);
  return {
    count,
    add: (line: number, why: RowIssue): void => {
      reasons.set(why.code, (reasons.get(why.code) ?? 0) + 1);
      if (examples.length < EXAMPLES) examples.push({ line, code: why.code, detail: sentenceOf(why) });
    },
    done: (): RejectTally => ({
      count: count(),
      reasons: [...reasons].map(([code, times]) => ({ code, count: times })).toSorted((a, b) => b.count - a.count),
      examples,
    }),
  };
};

/** Returns the summary of rejected rows for the terminal; empty if there are none. */
export const rejectsText = ({ count, reasons, examples }: RejectTally, file: string): string => {
  if (count === 0) return '';
  const byCount = table(
    ['rows', 'code'],
    reasons.map((one) => [one.count, one.code]),
    '',
  );
  const first = table(
    ['line', 'code', 'detail'],
    examples.map(({ line, code, detail }) => [line, code, detail]),
    '',
  );
  const heading = count > EXAMPLES ? `The first ${EXAMPLES}:\n` : '';
  return `\n${byCount}\n${heading}${first}\nCorrect the rows in ${file} and import that file. Its columns line, code and detail are ignored.\n`;
};
