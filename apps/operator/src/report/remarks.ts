import type { Reconciliation } from '../reconciling/reconciliation.ts';
import { counted, count as grouped } from './figures.ts';

/** Why transactions are on an account more than once, as far as their requests say: a parameter of the client, or something else. */
export const whyRepeated = ({ repeated: { count, unchecked } }: Reconciliation): string => {
  if (unchecked === 0) return 'No request with check_previously_added=false added them.';
  const them = unchecked === count ? 'them' : `${grouped(unchecked)} of them`;
  return `Requests with check_previously_added=false added ${them} again.`;
};

/** The sentences about unusual items, by section of the report and in its order. @param n the number of items. */
const SENTENCES = {
  moved: (n: number) => `${counted(n, 'transaction was', 'transactions were')} moved into the open statement period.`,
  conflicts: (n: number) =>
    `${counted(n, 'transaction was', 'transactions were')} sent again with different content. The first was kept.`,
  'note-conflicts': (n: number) =>
    `${counted(n, 'note was', 'notes were')} sent again with different documents or pins. The first was kept.`,
  repeated: (n: number, reconciliation: Reconciliation) =>
    `${counted(n, 'transaction is', 'transactions are')} on the account more than once. ${whyRepeated(reconciliation)}`,
  mismatches: (n: number) =>
    `${counted(n, 'figure does', 'figures do')} not add up inside supply charges. They were accepted as sent.`,
  'unknown-fields': (n: number) => `${counted(n, 'undocumented field was', 'undocumented fields were')} left out.`,
  refusals: (n: number) =>
    `${counted(n, 'request was', 'requests were')} rejected. A rejected request stores nothing on the account.`,
};

type RemarkId = keyof typeof SENTENCES;

const NUMBERS: Readonly<Record<RemarkId, (r: Reconciliation) => number>> = {
  moved: (r) => r.moved.count,
  conflicts: (r) => r.conflicts.count,
  'note-conflicts': (r) => r.noteConflicts.count,
  repeated: (r) => r.repeated.count,
  mismatches: (r) => r.mismatches.count,
  'unknown-fields': (r) => r.unknownFields.length,
  refusals: (r) => r.refusals.reduce((all, { count }) => all + count, 0),
};

/** Returns one sentence for each section with unusual items, in the order of the report's sections. */
export const remarks = (reconciliation: Reconciliation) =>
  (Object.keys(SENTENCES) as ReadonlyArray<RemarkId>).flatMap((id) => {
    const n = NUMBERS[id](reconciliation);
    return n === 0 ? [] : [{ id, sentence: SENTENCES[id](n, reconciliation) }];
  });
