import { describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';
import { aServiceHere } from '../support/a-service-here.ts';

const dataDir = theFolder();

const secretly = 'postgres://someone:sesame@127.0.0.1:1/x';

describe('a start that cannot use what a variable names', () => {
  it.each<[string, () => Promise<Record<string, string>>, string]>([
    [
      'a database that is not there',
      async () => ({ DATABASE_URL: secretly }),
      'The database at DATABASE_URL (127.0.0.1:1) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'a role for migrations that is not there',
      async () => ({ DATABASE_URL: await aDatabase(), DATABASE_MIGRATION_URL: secretly }),
      'The database at DATABASE_MIGRATION_URL (127.0.0.1:1) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    ],
    [
      'an address of another machine',
      async () => ({ DATABASE_URL: await aDatabase(), HOST: '192.0.2.1' }),
      'The service cannot listen on HOST (192.0.2.1), PORT (0): listen EADDRNOTAVAIL: address not available 192.0.2.1',
    ],
  ])('names the variable: %s', async (_, environment, message) => {
    const start = aServiceHere({ DATA_DIR: dataDir, DEMO: 'off', ...(await environment()) });
    await expect(start).rejects.toThrow(message);
  });
});
