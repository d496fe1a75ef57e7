import { createHash, randomBytes } from 'node:crypto';
import { makePostgresSessions } from '@carryover/adapters-persistence/admin/access';
import type { Sessions } from '@carryover/application/ports/access';
import type { Stored } from '@carryover/application/ports/store-failure';
import type { Person } from '@carryover/domain/access';
import type { DataSettings } from '@carryover/settings/data-settings';
import { openConsoleDatabase } from '../database.ts';
import { orProblem } from '../web/problem.ts';

/** A link that nobody used is of no use after this time. */
const VALID_MS = 24 * 60 * 60_000;

/** The person who signs in by the link: who can read the console's output has the machine and its database anyway. */
export const LOCAL_OPERATOR: Person = {
  subject: 'local',
  issuer: null,
  name: 'local',
  grants: [{ role: 'operator', organisation: null }],
};

export const makeLinkToken = (): string => randomBytes(32).toString('base64url');
export const linkAddress = (baseUrl: string, token: string): string => `${baseUrl}/sign-in?link=${token}`;

/** The stored form of a token. It is looked up by this hash, so no comparison tells anything about the token. */
const stored = (token: string): string => createHash('sha256').update(token).digest('hex');

export const offerLink = (sessions: Sessions, token: string, now: Date): Stored<void> =>
  sessions.addLink(stored(token), new Date(now.getTime() + VALID_MS));

/** Uses a link. @returns false if it was used, has expired or never existed. */
export const takeLink = (sessions: Sessions, token: string, now: Date): Stored<boolean> =>
  sessions.useLink(stored(token), now);

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
