import type { Stored } from '@carryover/application/ports/store-failure';
import type { ImportSupplier } from '@carryover/domain/account';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { poolOf } from '../orm.ts';
import { onSnapshot, type Snapshot, SnapshotFailed } from '../sql/snapshot.ts';
import { toStoreFailure } from '../sql/store-failure.ts';

/**
 * Runs `read` on the stored data of a supplier as of one moment, which the queries of a reconciliation read one after the other. Rejects with
 * what `read` throws of its own.
 */
export const onSupplierSnapshot =
  (orm: MikroORM) =>
  <A>({ id, organisationId, code }: ImportSupplier, read: (snapshot: Snapshot) => Promise<A>): Stored<A> =>
  async () => {
    const settings = {
      'carryover.supplier': id,
      'carryover.organisation': organisationId,
      'carryover.code': code,
    };
    try {
      return E.right(await onSnapshot(await poolOf(orm), settings, read));
    } catch (error) {
      if (error instanceof SnapshotFailed) return E.left(toStoreFailure(error.cause));
      throw error;
    }
  };
