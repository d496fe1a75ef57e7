import type { SupplierChange } from '@carryover/application/ports/operator/administration';
import type { AccountPlan, AdministrationChanges } from '@carryover/application/ports/operator/operator-work';
import type { ImportSupplier } from '@carryover/domain/import-supplier';
import { type EntityManager, type InferEntity, LockMode } from '@mikro-orm/postgresql';
import { storeAccountChanges } from './account-changes.ts';
import { setOpenPeriod } from './open-period.ts';
import { stored } from './store-failure.ts';
import { lockStoredAccounts, lockSupplier } from './stored-accounts.ts';
import { ApiKeyTable, ImportSupplierTable, OrganisationTable } from './tables/organisation.ts';

const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

const toSupplier = (row: InferEntity<typeof ImportSupplierTable>): ImportSupplier => ({
  id: row.id,
  organisationId: row.organisation.id,
  code: row.code,
  status: row.status,
  configuration: {
    documentRoot: row.documentRoot,
    verifyDocuments: row.verifyDocuments,
    automatedEmails: row.automatedEmails,
    supplyChargeArithmetic: row.supplyChargeArithmetic,
    unknownFields: row.unknownFields,
  },
});

const changeSupplier = async (em: EntityManager, { id }: ImportSupplier, change: SupplierChange) => {
  const row = await em.findOneOrFail(ImportSupplierTable, id, locked);
  const before = toSupplier(row);
  Object.assign(row, change);
  await em.flush();
  return { before, after: toSupplier(row) };
};

const revokeApiKey = async (em: EntityManager, prefix: string, at: Date) => {
  const key = await em.findOne(ApiKeyTable, { prefix }, locked);
  if (key === null) return null;
  const revokedBefore = key.revokedAt ?? null;
  key.revokedAt = revokedBefore ?? at;
  await em.flush();
  const { name } = await em.findOneOrFail(OrganisationTable, key.organisation.id);
  return { organisation: name, revokedBefore };
};

const changeAccounts = async <A>(
  em: EntityManager,
  { id }: ImportSupplier,
  numbers: ReadonlyArray<string>,
  plan: AccountPlan<A>,
): Promise<A> => {
  const supplier = await lockSupplier(em, id);
  const { changes, result } = plan(supplier, await lockStoredAccounts(em, supplier, numbers));
  await storeAccountChanges(em, supplier, changes);
  return result;
};

/** @param em of a transaction, which holds the locks. */
export const makeAdministrationChanges = (em: EntityManager): AdministrationChanges => ({
  changeSupplier: (supplier, change) => stored(() => changeSupplier(em, supplier, change)),
  revokeApiKey: (prefix, at) => stored(() => revokeApiKey(em, prefix, at)),
  changeAccounts: (supplier, numbers, plan) => stored(() => changeAccounts(em, supplier, numbers, plan)),
  setOpenPeriod: (account, ledgerNumber, period) => stored(() => setOpenPeriod(em, { account, ledgerNumber, period })),
});
