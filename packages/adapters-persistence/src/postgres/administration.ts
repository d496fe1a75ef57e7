import type { Administration } from '@carryover/application/ports/operator/administration';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findAccount } from './account-repository.ts';
import { makeOrganisationAdministration } from './organisation-administration.ts';
import { stored } from './store-failure.ts';
import { makeSupplierAdministration } from './supplier-administration.ts';

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  ...makeOrganisationAdministration(em),
  ...makeSupplierAdministration(em),
  findAccount: (ref) => stored(() => findAccount(em, ref)),
});
