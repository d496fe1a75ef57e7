import { type Reasons, sentenceOf } from '../rejects/rejected-row.ts';

/** The members that the operator's rejects files add to a row (decisions 14). */
export const REASONS: Reasons = {
  names: ['line', 'code', 'detail'],
  of: (line, why) => [line, why.code, sentenceOf(why)],
};
