import type { Target } from '../load/messages.ts';

/**
 * The contenders: `limit` is `COPY` of the same rows without any handler, `floor` a minimal handler, `insert-many` and
 * `floor-copy` the same handler with MikroORM's `insertMany` and with `COPY` for its rows.
 */
export const CONTENDERS = ['limit', 'floor', 'service', 'insert-many', 'floor-copy'] as const;
/** `reference` is this service once more, over a table that does not grow. */
export type ContenderName = (typeof CONTENDERS)[number] | 'reference';
export const DEFAULT_CONTENDERS: ReadonlyArray<ContenderName> = ['limit', 'floor', 'service', 'insert-many'];

/** A contender that is ready to be loaded. */
export type Contender = {
  readonly name: ContenderName;
  readonly databaseUrl: string;
  readonly target: Target;
  /** The token sent with each request; null if the contender does not check one. */
  readonly token: string | null;
  /** The process that answers; null if the load generator talks to PostgreSQL itself. */
  readonly pid: number | null;
  readonly stop: () => Promise<void>;
};
