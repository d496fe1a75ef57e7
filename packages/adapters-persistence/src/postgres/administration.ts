import type { Administration } from '@carryover/application/ports/administration';
import type { EntityManager } from '@mikro-orm/postgresql';
import { makeAccountAdministration } from './account-administration.ts';
import { makeOrganisationAdministration } from './organisation-administration.ts';
import { makeSupplierAdministration } from './supplier-administration.ts';

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  ...makeOrganisationAdministration(em),
  ...makeSupplierAdministration(em),
  ...makeAccountAdministration(em),
});
