import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type RollupProgress,
  type Rollups,
  type RollupWork,
  SLOT_MS,
  type Slot,
} from '../../ports/operator/figures/rollups.ts';
import type { Stored } from '../../ports/store-failure.ts';

/** Records per step that catches up: a transaction of about a second. */
const BATCH = 50_000;
/** Records per step of a verification, which takes its time. */
const VERIFY_BATCH = 10_000;

/** Imports are nearly always committed within this time of their id; later ones are found by the next verification. */
const SETTLED_AFTER_MS = 30_000;

/** The time between two verifications of all slots that are not merged. */
const VERIFY_EVERY_MS = 300_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * The spans into which slots of an age are merged, the first before the second. No chart shows shorter ones: it has 120 steps at most,
 * and reaches to the present. Each age is a multiple of the span.
 */
const MERGED = [
  { olderThanMs: 2 * DAY_MS, spanMs: HOUR_MS },
  { olderThanMs: 31 * DAY_MS, spanMs: DAY_MS },
] as const;

/** `behind`: call again at once. `elsewhere`: another process is counting. */
type RollupState = 'behind' | 'current' | 'elsewhere';

/**
 * Brings the rollups up to date by one step: a part of what is not counted yet, or the latest slots, and then a part of
 * the verification, which counts the slots of the last two days again (ADR 39).
 */
export type KeepRollups = Stored<RollupState>;

/** The last slot that may still get records, as a rule. */
const settledSlot = (now: Date): Slot => Math.floor((now.getTime() - SETTLED_AFTER_MS) / SLOT_MS);

/** Counts the next slots before `settled`. @returns where they end. */
const countBatch = ({ endOf, recount }: RollupWork, records: number, from: Slot, settled: Slot): Stored<Slot> =>
  pipe(
    endOf(from, records),
    TE.map((end) => Math.min(end ?? settled, settled)),
    TE.tap((to) => recount({ from, to })),
  );

const catchUp = (work: RollupWork, settled: Slot): Stored<RollupState> =>
  pipe(
    countBatch(work, BATCH, Math.max(work.progress.countedTo, work.progress.mergedTo), settled),
    TE.tap((countedTo) => work.save({ ...work.progress, countedTo })),
    TE.map(() => 'behind' as const),
  );

const isVerificationDue = ({ now, progress: { verifiedTo, verifiedAt } }: RollupWork): boolean =>
  verifiedTo !== null || verifiedAt === null || now.getTime() - verifiedAt.getTime() >= VERIFY_EVERY_MS;

/** Merges the slots that are old and have just been verified. @returns the slot before which all are merged. */
const mergeOld = ({ now, merge }: RollupWork, progress: RollupProgress): Stored<Slot> => {
  const merges = MERGED.map(({ olderThanMs, spanMs }) => {
    const until = Math.min(now.getTime() - olderThanMs, progress.countedTo * SLOT_MS);
    return { before: (Math.floor(until / spanMs) * spanMs) / SLOT_MS, spanMs };
  });
  return pipe(
    merges,
    TE.traverseSeqArray(({ before, spanMs }) => merge(before, spanMs)),
    TE.map(() => Math.max(progress.mergedTo, ...merges.map(({ before }) => before))),
  );
};

/** Counts a part of the settled slots that are not merged again. Accounts are counted at the end, and old slots merged. */
const verify = (work: RollupWork, progress: RollupProgress): Stored<RollupProgress> => {
  if (!isVerificationDue(work)) return TE.right(progress);
  return pipe(
    countBatch(work, VERIFY_BATCH, Math.max(progress.verifiedTo ?? 0, progress.mergedTo), progress.countedTo),
    TE.chain(
      (verifiedTo): Stored<RollupProgress> =>
        verifiedTo < progress.countedTo
          ? TE.right({ ...progress, verifiedTo })
          : pipe(
              mergeOld(work, progress),
              TE.map((mergedTo) => ({
                ...progress,
                mergedTo,
                verifiedTo: null,
                verifiedAt: work.now,
                accountsCountedAt: null,
              })),
            ),
    ),
  );
};

const countAccounts = (work: RollupWork, progress: RollupProgress): Stored<RollupProgress> => {
  const last = progress.accountsCountedAt;
  const since = last === null ? null : new Date(last.getTime() - SETTLED_AFTER_MS);
  return pipe(
    since === null ? TE.right(true) : work.haveAccountsChanged(since),
    TE.chain((isDue) =>
      isDue
        ? pipe(
            work.recountAccounts,
            TE.map(() => ({ ...progress, accountsCountedAt: work.now })),
          )
        : TE.right(progress),
    ),
  );
};

const keepCurrent = (work: RollupWork, settled: Slot): Stored<RollupState> =>
  pipe(
    work.recount({ from: work.progress.countedTo, to: null }),
    TE.chain(() => verify(work, { ...work.progress, countedTo: Math.max(settled, work.progress.countedTo) })),
    TE.chain((progress) => countAccounts(work, progress)),
    TE.chain((progress) => work.save(progress)),
    TE.map(() => 'current' as const),
  );

export const makeKeepRollups = ({ rollups }: { readonly rollups: Rollups }): KeepRollups =>
  pipe(
    rollups.exclusively((work) => {
      const settled = settledSlot(work.now);
      return work.progress.countedTo < settled ? catchUp(work, settled) : keepCurrent(work, settled);
    }),
    TE.map((state) => state ?? 'elsewhere'),
  );
