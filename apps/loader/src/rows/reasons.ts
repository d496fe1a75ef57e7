import type { Reasons } from '@carryover/files/rejects/reasons';

/** The members that a rejects file adds to a row (decisions 15). They are ignored if a row has all of them. */
export const REASONS: Reasons = {
  names: ['line', 'code', 'path', 'detail'],
  of: (line, { code, attr, detail }) => [line, code, attr, detail],
};
