import type { Administration } from '@carryover/application/ports/operator/administration';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findAccount } from './accounts.ts';
import { makeApiKeyAdministration } from './api-keys.ts';
import { makeOrganisationAdministration } from './organisations.ts';
import { stored } from './store-failure.ts';
import { makeSupplierAdministration } from './suppliers.ts';

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  ...makeOrganisationAdministration(em),
  ...makeApiKeyAdministration(em),
  ...makeSupplierAdministration(em),
  findAccount: (ref) => stored(() => findAccount(em, ref)),
});
