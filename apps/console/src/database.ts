import { missingRights, readServer } from '@carryover/adapters-persistence/queries/database';
import { openServiceDatabase } from '@carryover/operations/database';
import type { DataSettings } from '@carryover/settings/data-settings';
import { orProblem } from './web/problem.ts';

type ServiceDatabase = Awaited<ReturnType<typeof openServiceDatabase>>;

/** Refuses a role that is not the console's: what it lacks would fail page by page, and only the console's role has sessions. */
const requireRights = async ({ orm }: ServiceDatabase): Promise<void> => {
  const missing = await orProblem(missingRights(orm, 'console'));
  if (missing.length === 0) return;
  const { role } = await orProblem(readServer(orm));
  throw new Error(
    `The role ${role} of DATABASE_URL lacks rights that the console needs: ${missing.join(', ')}. Run docs/sql/roles.sql with psql as the administrator, and set DATABASE_URL of the console to the role carryover_console.`,
  );
};

/** Opens the service's database as the console. Rejects if it cannot be used, or if the role is not the console's. */
export const openConsoleDatabase = async (settings: DataSettings): Promise<ServiceDatabase> => {
  const database = await openServiceDatabase(settings);
  try {
    await requireRights(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
