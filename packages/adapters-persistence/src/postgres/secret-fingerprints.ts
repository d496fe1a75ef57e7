import type { SecretFingerprints } from '@carryover/application/ports/secret-fingerprints';
import type { EntityManager } from '@mikro-orm/postgresql';
import { forReading } from './orm.ts';
import { stored } from './store-failure.ts';
import { SecretFingerprintTable } from './tables/secret-fingerprint.ts';

export const makePostgresSecretFingerprints = (em: EntityManager): SecretFingerprints => ({
  latest: () =>
    stored(async () => {
      const [latest] = await forReading(em).find(
        SecretFingerprintTable,
        {},
        { orderBy: { generation: 'desc' }, limit: 1 },
      );
      return latest ?? null;
    }),
  add: (next) =>
    stored(async () => {
      const insert = em.createQueryBuilder(SecretFingerprintTable).insert(next).onConflict('generation').ignore();
      return (await insert.execute('run')).affectedRows === 1;
    }),
});
