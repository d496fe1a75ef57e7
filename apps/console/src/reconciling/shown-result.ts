import { oneOf, orNull } from '@carryover/adapters-persistence/schema/stored-values';
import { TOTAL_TYPES } from '@carryover/domain/control-total';
import { DIFFERENCE_CAUSES, VERDICTS } from '@carryover/domain/total-comparison';
import * as t from 'io-ts';

/** `sum`: a decimal with two places; null for types that are only counted. */
const total = t.type({ count: t.number, sum: orNull(t.string) });

/** The figures of a finished reconciliation, as its page shows them. */
export const shownResult = t.type({
  reportId: t.string,
  verdict: oneOf(VERDICTS),
  /** In words: the verdict, and what was compared. */
  sentence: t.string,
  scope: t.string,
  madeAt: t.string,
  snapshotAt: t.string,
  controlFile: t.type({ name: t.string, bytes: t.number, sha256: t.string, rowsRead: t.number, rowsUnread: t.number }),
  unread: t.array(t.type({ line: t.number, code: t.string, attr: t.string, detail: t.string, row: t.string })),
  compared: t.number,
  agreeing: t.number,
  byType: t.array(t.type({ type: oneOf(TOTAL_TYPES), expected: total, stored: total, differing: t.number })),
  /** Sentences about dates that were moved, conflicts, rejected requests. */
  remarks: t.array(t.string),
  /** The reason that it does not count as proof; null if it is recorded. */
  unrecorded: orNull(t.string),
});
export type ShownResult = t.TypeOf<typeof shownResult>;

/** A difference with its explanations, of which `importId` leads to the import record. */
const shownDifference = t.type({
  externalAccountNumber: t.string,
  ledgerNumber: t.string,
  type: oneOf(TOTAL_TYPES),
  cause: oneOf(DIFFERENCE_CAUSES),
  expected: total,
  stored: total,
  difference: total,
  remark: orNull(t.string),
  explanations: t.array(
    t.type({ kind: t.string, text: t.string, importId: orNull(t.string), receivedAt: orNull(t.string) }),
  ),
});
export type ShownDifference = t.TypeOf<typeof shownDifference>;

export const shownDifferences = t.array(shownDifference);
