import type { SecretFingerprints } from '@carryover/application/ports/secret-fingerprints';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { SecretFingerprint } from '../schema/entities/secret-fingerprint.ts';

export const makePostgresSecretFingerprints = (em: EntityManager): SecretFingerprints => ({
  latest: () =>
    stored(async () => {
      const [latest] = await forReading(em).find(SecretFingerprint, {}, { orderBy: { generation: 'desc' }, limit: 1 });
      return latest ?? null;
    }),
  add: (next) =>
    stored(async () => {
      const insert = em.createQueryBuilder(SecretFingerprint).insert(next).onConflict('generation').ignore();
      return (await insert.execute('run')).affectedRows === 1;
    }),
});
