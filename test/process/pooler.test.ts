import { prepareSchema } from '@carryover/adapters-persistence/migrate';
import { joinEmbeddedPostgres } from '@carryover/embedded-postgres/embedded-postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Endings } from '../faults/environment/endings.ts';
import { startPgBouncer } from '../faults/environment/pgbouncer.ts';
import { whyNot } from '../faults/needs.ts';
import { aFolder } from '../support/a-file.ts';
import { aRootSecret } from '../support/a-random.ts';
import { aServiceProcess } from '../support/a-service-process.ts';

const missing = await whyNot(['pgbouncer']);

/** A load balancer asks as often. */
const POLL_MS = 100;

describe.skipIf(missing !== null)(
  `PgBouncer, as docs/operations.md sets it up${missing === null ? '' : `: ${missing}`}`,
  () => {
    it('lets the service continue within 5 seconds after PostgreSQL does', async () => {
      const dataDir = aFolder();
      const endings = new Endings();
      onTestFinished(async () => {
        await endings.end();
      });
      let postgres = await joinEmbeddedPostgres({ dataDir });
      await endings.add(() => postgres.leave());
      await prepareSchema(postgres.url);
      const { url } = await startPgBouncer(postgres.url, endings);
      const environment = { DATABASE_URL: url, DATA_DIR: aFolder(), CARRYOVER_SECRET: aRootSecret(), DEMO: 'off' };
      const service = await aServiceProcess({ ...environment, DATABASE_MIGRATION_URL: postgres.url });
      await endings.add(service.stop);
      const readiness = () => fetch(`${service.baseUrl}/readyz`).then(({ status }) => status);
      expect(await readiness()).toBe(200);

      await postgres.leave();
      // PgBouncer has then asked for the server, and was refused.
      await expect.poll(readiness, { interval: POLL_MS }).toBe(503);
      postgres = await joinEmbeddedPostgres({ dataDir });
      const since = performance.now();
      await expect.poll(readiness, { interval: POLL_MS }).toBe(200);
      expect(performance.now() - since).toBeLessThan(5_000);
    }, 120_000);
  },
);
