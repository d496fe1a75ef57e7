import { type SchemaState, schemaState } from '@carryover/adapters-persistence/migrate';
import {
  type DatabaseServer,
  missingRights,
  readDatabaseTime,
  readServer,
} from '@carryover/adapters-persistence/queries/database';
import { stored } from '@carryover/adapters-persistence/sql/store-failure';
import type { Stored } from '@carryover/application/ports/store-failure';
import { causeMessage } from '@carryover/settings/cause-message';
import type { MikroORM } from '@mikro-orm/postgresql';
import * as E from 'fp-ts/lib/Either.js';
import { type Check, checkClock, fail, ok, warn } from './check.ts';

const ROLES = 'Run docs/sql/roles.sql with psql as the administrator: it grants each role what it needs.';

export const unreachable = (place: string, message: string): Check =>
  fail(
    'database',
    `The database at ${place} cannot be used: ${message}`,
    'Check that the server is running, and check host, port, user, password and database.',
  );

const READ_ONLY = 'It is a standby, or was made read-only: it can be read, but nothing can be stored there.';

const checkServer = ({ version, address, isReadOnly }: DatabaseServer, place: string): Check => {
  const answers = `PostgreSQL ${version} answers at ${place}.`;
  // A URL of several servers leads to the one that accepts writes.
  if (!isReadOnly) return ok('database', place.includes(', ') ? `${answers} ${address} accepts writes.` : answers);
  return warn('database', `${answers} ${READ_ONLY}`, 'Give the server that accepts writes, unless you only read.');
};

const checkRole = ({ role, isSuperuser }: DatabaseServer, missing: ReadonlyArray<string>): Check => {
  if (isSuperuser)
    return warn(
      'role',
      `${role} is a superuser. A mistake could destroy any data.`,
      `Use carryover_operator: ${ROLES}`,
    );
  if (missing.length > 0) return fail('role', `${role} lacks rights: ${missing.join(', ')}.`, ROLES);
  return ok('role', `${role} has all rights that the commands need.`);
};

const checkSchema = ({ missing, unknown }: SchemaState): Check => {
  if (missing.length > 0)
    return fail(
      'schema',
      `The schema lacks ${missing.join(', ')}.`,
      'Run carryover-operator migrate with the role that owns the tables (DATABASE_MIGRATION_URL), or start the service of this release.',
    );
  if (unknown.length > 0)
    return warn(
      'schema',
      `The schema belongs to a later release: ${unknown.join(', ')}.`,
      'Use carryover-operator of the release that the service runs.',
    );
  return ok('schema', 'The schema is current.');
};

/** Returns the check of what was read, or the check that reading failed. */
const orFail = async <A>(check: Check['check'], read: Stored<A>, judge: (found: A) => Check): Promise<Check> => {
  const found = await read();
  if (E.isRight(found)) return judge(found.right);
  return fail(check, `The database rejected the query: ${causeMessage(found.left.cause)}`, ROLES);
};

/** Checks a database that may not respond, or may not be the expected one. Changes nothing. */
export const checkDatabase = async (orm: MikroORM, place: string): Promise<ReadonlyArray<Check>> => {
  const server = await readServer(orm)();
  if (E.isLeft(server)) return [unreachable(place, causeMessage(server.left.cause))];
  const askedAt = Date.now();
  return [
    checkServer(server.right, place),
    await orFail('role', missingRights(orm, 'operator'), (missing) => checkRole(server.right, missing)),
    await orFail(
      'schema',
      stored(() => schemaState(orm)),
      checkSchema,
    ),
    await orFail('clock', readDatabaseTime(orm), (time) =>
      checkClock({ of: 'database', time, askedAt, answeredAt: Date.now(), stepMs: 1 }),
    ),
  ];
};
