import { makePostgresSessions } from '@carryover/adapters-persistence/admin/access';
import type { DataSettings } from '@carryover/settings/data-settings';
import { openConsoleDatabase } from '../database.ts';
import { orProblem } from '../web/or-problem.ts';
import { linkAddress, makeLinkToken, offerLink } from './one-time-link.ts';

/** Adds a one-time link to the service's database, for the console at this address. */
export const addLink = async (settings: DataSettings, baseUrl: string): Promise<string> => {
  const { orm, close } = await openConsoleDatabase(settings);
  try {
    const token = makeLinkToken();
    await orProblem(offerLink(makePostgresSessions(orm.em), token, new Date()));
    return linkAddress(baseUrl, token);
  } finally {
    await close();
  }
};
