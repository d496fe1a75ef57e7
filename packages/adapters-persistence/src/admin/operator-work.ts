import { randomUUID } from 'node:crypto';
import { given } from '@carryover/application/given';
import type {
  Administration,
  AdministrationChanges,
  OperatorActions,
} from '@carryover/application/ports/administration';
import type { OperatorStores, OperatorWork } from '@carryover/application/ports/operator-work';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import { type EntityManager, LockMode, raw } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { approvalsIn } from '../approvals.ts';
import { makePostgresCorrections } from '../corrections/corrections.ts';
import { makePostgresErasures } from '../corrections/erasure.ts';
import { forReading } from '../orm.ts';
import {
  ApiKeyEntity,
  ImportSupplierEntity,
  OperatorActionEntity,
  OrganisationEntity,
  PlatformKeyEntity,
} from '../schema/entities.ts';
import { orNull } from '../schema/stored-values.ts';
import { ADVISORY_LOCKS } from '../sql/advisory-locks.ts';
import { ORGANISATION_NAMES, presentNameOf, readNames } from '../sql/organisation-names.ts';
import { query, readerOf, readRow } from '../sql/query.ts';
import { changed, codeOf, DEADLOCK, isAnswered, stored, toStoreFailure } from '../sql/store-failure.ts';
import { makePostgresSecretFingerprints, revokeApiKey, revokePlatformKey } from './access.ts';
import { changeAccounts, finalizeLedger, findAccount, setOpenPeriod } from './accounts.ts';
import { IMPORTS_END_WITHIN_MS, makeImportsEnded } from './imports-in-flight.ts';
import { makeProofOf } from './migration-proof.ts';
import { changeSupplier, toSupplier } from './suppliers.ts';
import { webhookChangesIn } from './webhooks.ts';

/** A name of the past is not given again: roles and operator actions may still have it. An organisation may take its own again. */
const TAKEN = `
  select exists (
    select from ${ORGANISATION_NAMES} named where name = $1 and organisation_id is distinct from $2::uuid) as taken`;

const PRESENT = `select ${presentNameOf('$1')} as name`;
const presentRow = t.type({ name: orNull(t.string) });

/** Returns true if another organisation has a name, or had it. Until the commit, nobody else gives a name. */
const isNameTaken = async (em: EntityManager, name: string, id: string | null): Promise<boolean> => {
  await query(em, 'select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.organisationNames]);
  return (await readRow(em, t.type({ taken: t.boolean }), TAKEN, [name, id]))!.taken;
};

export const makePostgresAdministration = (em: EntityManager): Administration => ({
  createOrganisation: (name) =>
    stored(async () => {
      if (await isNameTaken(em, name, null)) return null;
      const id = randomUUID();
      const insert = em.createQueryBuilder(OrganisationEntity).insert({ id, name, createdAt: raw('now()') });
      const { affectedRows } = await insert.onConflict('name').ignore().execute('run');
      return affectedRows === 0 ? null : { id, name, archivedAt: null };
    }),
  findOrganisation: (name) =>
    stored(async () => {
      const found = await forReading(em).findOne(OrganisationEntity, { name });
      return found === null ? null : { id: found.id, name, archivedAt: found.archivedAt };
    }),
  presentNameOf: (name) => stored(async () => (await readRow(em, presentRow, PRESENT, [name]))!.name),
  namesOf: (name) => stored(() => readNames(readerOf(em), name)),
  addApiKey: ({ organisationId: organisation, digest, ...key }) =>
    changed(() =>
      em.insert(ApiKeyEntity, { ...key, organisation, digest: Buffer.from(digest), createdAt: raw('now()') }),
    ),
  addPlatformKey: ({ organisationId: organisation, digest, ...key }) =>
    changed(() =>
      em.insert(PlatformKeyEntity, { ...key, organisation, digest: Buffer.from(digest), createdAt: raw('now()') }),
    ),
  createSupplier: (organisation, code, configuration) =>
    stored(async () => {
      const supplier = { id: randomUUID(), code, status: 'Ongoing' } as const;
      const row = { ...supplier, ...configuration, organisation: organisation.id, createdAt: raw('now()') };
      const insert = em.createQueryBuilder(ImportSupplierEntity).insert(row);
      const { affectedRows } = await insert.onConflict(['organisation', 'code']).ignore().execute('run');
      return affectedRows === 0 ? null : { ...supplier, organisationId: organisation.id, configuration };
    }),
  findSuppliers: ({ code, organisationName, isArchivedHidden = false }) =>
    stored(async () => {
      const organisation = { ...given({ name: organisationName }), ...(isArchivedHidden ? { archivedAt: null } : {}) };
      const where = { ...given({ code }), ...(Object.keys(organisation).length === 0 ? {} : { organisation }) };
      const orderBy = { organisation: { name: 'asc' }, code: 'asc' } as const;
      const found = await forReading(em).find(ImportSupplierEntity, where, { populate: ['organisation'], orderBy });
      return found.map((entity) => ({ ...toSupplier(entity), organisationName: entity.organisation.name }));
    }),
  findAccount: (ref) => stored(() => findAccount(em, ref)),
});

/** @param em of a transaction, which holds the locks. */
const changesIn = (em: EntityManager): AdministrationChanges => ({
  lockOrganisation: (name) =>
    stored(async () => {
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
      const found = await em.findOne(OrganisationEntity, { name }, options);
      return found === null ? null : { id: found.id, name, archivedAt: found.archivedAt };
    }),
  renameOrganisation: ({ id }, name) =>
    stored(async () => {
      if (await isNameTaken(em, name, id)) return { isTaken: true };
      await em.nativeUpdate(OrganisationEntity, { id }, { name });
      return { isTaken: false };
    }),
  archiveOrganisation: ({ id }, at) => changed(() => em.nativeUpdate(OrganisationEntity, { id }, { archivedAt: at })),
  changeSupplier: (supplier, change) => stored(() => changeSupplier(em, supplier, change)),
  revokeApiKey: (prefix, at) => stored(() => revokeApiKey(em, prefix, at)),
  revokePlatformKey: (prefix, at) => stored(() => revokePlatformKey(em, prefix, at)),
  changeAccounts: (supplier, numbers, plan) => stored(() => changeAccounts(em, supplier, numbers, plan)),
  finalizeLedger: (account, ledgerNumber) => stored(() => finalizeLedger(em, account, ledgerNumber)),
  setOpenPeriod: (account, ledgerNumber, period) => stored(() => setOpenPeriod(em, account, ledgerNumber, period)),
});

/** @param em of the transaction that makes the change, if it is made in one. */
export const makePostgresOperatorActions = (em: EntityManager): OperatorActions => ({
  add: (actor, subject, action) =>
    stored(async () => {
      const id = randomUUID();
      const { name } = (await readRow(em, presentRow, PRESENT, [subject.organisation]))!;
      const organisation = name ?? subject.organisation;
      await em.insert(OperatorActionEntity, { id, ...actor, ...subject, organisation, ...action });
      return id;
    }),
});

/**
 * A cluster changes no supplier in a transaction that has read parts of the tables that refer to it at the same time. One server has no
 * such setting, and ignores it.
 */
const READ_IN_TURN = `select set_config('citus.multi_shard_modify_mode', 'sequential', true)`;

const storesOf = (transaction: EntityManager, isDryRun: boolean, importsEndWithinMs: number): OperatorStores => ({
  administration: makePostgresAdministration(transaction),
  changes: changesIn(transaction),
  corrections: makePostgresCorrections(transaction, isDryRun),
  erasures: makePostgresErasures(transaction, isDryRun),
  webhooks: webhookChangesIn(transaction),
  approvals: approvalsIn(transaction),
  proofOf: (supplier) =>
    pipe(
      changed(() => query(transaction, READ_IN_TURN)),
      TE.chain(() => makeProofOf(transaction)(supplier)),
    ),
  importsEnded: makeImportsEnded(transaction, importsEndWithinMs),
  // A dry run writes nothing.
  actions: isDryRun ? { add: () => TE.right(randomUUID()) } : makePostgresOperatorActions(transaction),
  secretFingerprints: makePostgresSecretFingerprints(transaction),
});

/** A transaction that PostgreSQL ended because of a deadlock has changed nothing, and is made again. */
const ATTEMPTS = 5;

const isOfDeadlock = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'cause' in failure && codeOf(failure.cause) === DEADLOCK;

/** Commits. If the response is lost, the change may be stored. */
const commit = async (transaction: EntityManager): Promise<E.Either<StoreFailure, void>> => {
  try {
    return E.right(await transaction.commit());
  } catch (error) {
    return E.left(
      isAnswered(error) ? toStoreFailure(error) : { kind: 'store_failure', cause: error, mayBeStored: true },
    );
  }
};

/** Operators' changes as transactions of the ORM. */
export const makePostgresOperatorWork = (
  em: EntityManager,
  importsEndWithinMs = IMPORTS_END_WITHIN_MS,
): OperatorWork => ({
  run:
    (work, { isDryRun } = { isDryRun: false }) =>
    async () => {
      for (let left = ATTEMPTS; ; left -= 1) {
        const transaction = em.fork();
        const begun = await stored(() => transaction.begin())();
        if (E.isLeft(begun)) return begun;
        // A transaction whose connection is lost is rolled back by PostgreSQL.
        const rollBack = () => transaction.rollback().catch(() => undefined);
        const result = await work(storesOf(transaction, isDryRun, importsEndWithinMs))().catch(
          async (defect: unknown) => {
            await rollBack();
            throw defect;
          },
        );
        if (E.isLeft(result) || isDryRun) {
          await rollBack();
          if (E.isLeft(result) && left > 1 && isOfDeadlock(result.left)) continue;
          return result;
        }
        const committed = await commit(transaction);
        if (E.isRight(committed)) return result;
        // A connection whose commit was refused is given back by the end of its transaction alone.
        await rollBack();
        return committed;
      }
    },
});
