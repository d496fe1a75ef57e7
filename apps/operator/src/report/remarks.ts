import type { Reconciliation } from '@carryover/application/operator/reconciliation/reconciliation';
import { counted } from './figures.ts';

/** The parts of a report that tell of something out of the ordinary. */
type RemarkId = 'moved' | 'conflicts' | 'note-conflicts' | 'repeated' | 'mismatches' | 'unknown-fields' | 'refusals';

type Remark = { readonly id: RemarkId; readonly sentence: string };

const SENTENCES: ReadonlyArray<readonly [RemarkId, (r: Reconciliation) => number, (n: number) => string]> = [
  [
    'moved',
    (r) => r.moved.count,
    (n) => `${counted(n, 'transaction was', 'transactions were')} moved into the open statement period.`,
  ],
  [
    'conflicts',
    (r) => r.conflicts.count,
    (n) =>
      `${counted(n, 'transaction was', 'transactions were')} sent again with different content. The first was kept.`,
  ],
  [
    'note-conflicts',
    (r) => r.noteConflicts.count,
    (n) => `${counted(n, 'note was', 'notes were')} sent again with different documents or pins. The first was kept.`,
  ],
  [
    'repeated',
    (r) => r.repeated.count,
    (n) =>
      `${counted(n, 'transaction is', 'transactions are')} on the account more than once, because the client sent check_previously_added=false.`,
  ],
  [
    'mismatches',
    (r) => r.mismatches.count,
    (n) => `${counted(n, 'figure does', 'figures do')} not add up inside supply charges. They were accepted as sent.`,
  ],
  [
    'unknown-fields',
    (r) => r.unknownFields.length,
    (n) => `${counted(n, 'undocumented field was', 'undocumented fields were')} left out.`,
  ],
  [
    'refusals',
    (r) => r.refusals.reduce((all, { count }) => all + count, 0),
    (n) => `${counted(n, 'request was', 'requests were')} rejected. A rejected request stores nothing on the account.`,
  ],
];

/** One sentence for each thing out of the ordinary that was found, in the order of the report's sections. */
export const remarks = (reconciliation: Reconciliation): ReadonlyArray<Remark> =>
  SENTENCES.flatMap(([id, size, sentence]) => {
    const n = size(reconciliation);
    return n === 0 ? [] : [{ id, sentence: sentence(n) }];
  });
