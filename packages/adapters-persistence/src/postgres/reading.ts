import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';

/** Returns an entity manager for one read: in the transaction of `em` if it has one, and with an empty identity map. */
export const forReading = (em: EntityManager): EntityManager => em.fork({ keepTransactionContext: true });

/** Runs several reads on one snapshot, so that what they return is of the same moment. */
export const readingOneMoment = <A>(em: EntityManager, read: (snapshot: EntityManager) => Promise<A>): Promise<A> =>
  em.fork().transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
