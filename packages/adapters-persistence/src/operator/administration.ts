import type { Administration } from '@carryover/application/ports/operator/administration';
import type { EntityManager } from '@mikro-orm/postgresql';
import { stored } from '../driver/store-failure.ts';
import { findAccount } from './accounts.ts';
import { makeApiKeyAdministration } from './api-keys.ts';
import { makeOrganisationAdministration } from './organisations.ts';
import { makeSupplierAdministration } from './suppliers.ts';

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  ...makeOrganisationAdministration(em),
  ...makeApiKeyAdministration(em),
  ...makeSupplierAdministration(em),
  findAccount: (ref) => stored(() => findAccount(em, ref)),
});
