import { randomUUID } from 'node:crypto';
import type { Administration } from '@carryover/application/ports/operator/administration';
import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { forReading } from '../orm.ts';
import { ApiKey, ImportSupplier, Organisation } from '../schema/entities/organisation.ts';
import { isLive } from './api-keys.ts';

export const makeOrganisationAdministration = (
  em: EntityManager,
): Pick<Administration, 'createOrganisation' | 'findOrganisation' | 'listOrganisations'> => ({
  createOrganisation: (name) =>
    stored(async () => {
      const id = randomUUID();
      const insert = em.createQueryBuilder(Organisation).insert({ id, name, createdAt: raw('now()') });
      const { affectedRows } = await insert.onConflict('name').ignore().execute('run');
      return affectedRows === 0 ? null : { id, name };
    }),
  findOrganisation: (name) =>
    stored(async () => {
      const found = await forReading(em).findOne(Organisation, { name });
      return found === null ? null : { id: found.id, name };
    }),
  listOrganisations: () =>
    stored(async () => {
      const reading = forReading(em);
      const organisations = await reading.find(Organisation, {}, { orderBy: { name: 'asc' } });
      const suppliers = await reading.countBy(ImportSupplier, 'organisation');
      const liveApiKeys = await reading.countBy(ApiKey, 'organisation', { where: isLive(raw('now()')) });
      return organisations.map(({ id, name, createdAt }) => ({
        id,
        name,
        createdAt,
        suppliers: suppliers[id] ?? 0,
        liveApiKeys: liveApiKeys[id] ?? 0,
      }));
    }),
});
