import type { ImportSupplier } from './account.ts';

/** What is kept for a time: payloads of accepted requests, refused requests, dry runs. */
export const KEPT_KINDS = ['payloads', 'refusals', 'dryRuns'] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];

/** The days for which records of imports are kept (decisions 18); null: for ever. */
export type Retention = { readonly [Kind in KeptKind]: number | null };

/** A supplier whose records are kept for a time. */
export type KeepingSupplier = Pick<ImportSupplier, 'id' | 'organisationId' | 'code' | 'status'>;

/** Records of one kind that were received before a time. Without a supplier: those that name none that exists. */
export type DueRecords = {
  readonly kind: KeptKind;
  readonly supplier: KeepingSupplier | null;
  readonly before: Date;
};

const DAY_MS = 86_400_000;

/**
 * Returns what is due at a time: dry runs of every supplier and of none; payloads and refused requests of suppliers that are
 * Complete (decisions 18), and refused requests of none, which no migration waits for.
 *
 * @param isOngoingToo payloads and refused requests of all other suppliers too.
 */
export const dueRecords = (
  retention: Retention,
  supplier: KeepingSupplier | null,
  now: Date,
  { isOngoingToo }: { readonly isOngoingToo: boolean },
): ReadonlyArray<DueRecords> =>
  KEPT_KINDS.flatMap((kind) => {
    const days = retention[kind];
    const isOver = supplier === null ? kind === 'refusals' : isOngoingToo || supplier.status === 'Complete';
    const isMeant = kind === 'dryRuns' || isOver;
    return days === null || !isMeant ? [] : [{ kind, supplier, before: new Date(now.getTime() - days * DAY_MS) }];
  });
