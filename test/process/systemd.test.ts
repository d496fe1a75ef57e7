import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anApiKey, aProduction, aSupplier, done } from '../operations/a-production.ts';
import { payloadOf } from '../operations/five-kinds.ts';
import { aDatabase } from '../support/a-database.ts';
import { freePort } from '../support/free-port.ts';
import { obtainToken, poster } from '../support/requests.ts';
import { reconcileInConsole, signIn } from './a-console-user.ts';
import { startUnder, whyNoSystemd } from './a-systemd.ts';

const missing = await whyNoSystemd();

describe.skipIf(missing !== null)(`the unit under systemd${missing === null ? '' : `: ${missing}`}`, () => {
  it('runs the service with two workers as a user of its own, and stops it in order', async () => {
    const production = await aProduction();
    const databaseUrl = await aDatabase();
    const port = String(await freePort());
    const { CARRYOVER_SECRET } = production.environment;
    const settings = { DATABASE_URL: databaseUrl, CARRYOVER_SECRET: CARRYOVER_SECRET!, PORT: port, WORKERS: '2' };
    const systemd = await startUnder('service', settings);
    onTestFinished(async () => {
      await systemd.remove();
      await production.end();
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const readiness = () => fetch(`${baseUrl}/readyz`).then(({ status }) => status, String);
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200);

    const operator = production.operatorOn(databaseUrl);
    const { token } = (await obtainToken(baseUrl, await anApiKey(operator))).json.data.obtainToken;
    await aSupplier(production, operator, { code: 'ACME', accounts: ['E-1'] });
    const account = { import_supplier: 'ACME', external_account_number: 'E-1' };
    const posted = await poster(baseUrl, token)('/v1/data-import/notes/create/', {
      ...account,
      ...payloadOf('notes', 'A', 2),
    });
    expect(posted.status).toBe(201);

    await systemd.systemctl('stop', 'carryover@service');
    expect(await systemd.systemctl('show', '--property=Result', '--value', 'carryover@service')).toBe('success');
    expect(await systemd.output()).toContain('"msg":"stopped"');
  }, 120_000);

  it('runs the console, which reconciles, with the evidence key of docs/deployment.md', async () => {
    const production = await aProduction();
    const databaseUrl = await aDatabase();
    const operator = production.operatorOn(databaseUrl);
    await anApiKey(operator);
    await aSupplier(production, operator, { code: 'ACME', accounts: ['E-1'] });
    const key = join(production.folder, 'evidence.key');
    await done(operator, 'evidence', 'key', 'create', '--out', key);
    const [, printed = ''] = /<!-- evidence-key -->\n```ini\n([\s\S]*?)```/.exec(
      await readFile('docs/deployment.md', 'utf8'),
    )!;
    const { CARRYOVER_SECRET } = production.environment;
    const settings = {
      DATABASE_URL: databaseUrl,
      CARRYOVER_SECRET: CARRYOVER_SECRET!,
      CONSOLE_PORT: String(await freePort()),
    };
    const systemd = await startUnder('console', settings, printed.replace('/etc/carryover/evidence.key', key));
    onTestFinished(async () => {
      await systemd.remove();
      await production.end();
    });
    await expect.poll(systemd.output, { timeout: 60_000 }).toContain('Console: http');
    const [, link = ''] = /^Console: (\S+)$/m.exec(await systemd.output())!;
    const run = await reconcileInConsole(new URL(link).origin, await signIn(link));
    expect(await run('evidence.zip')).toBe(200);
  }, 120_000);
});
