import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anEmptyDatabase } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import { aGateway } from '../support/a-gateway.ts';
import { aRootSecret } from '../support/a-random.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { aServiceHere } from '../support/a-service-here.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { freePort } from '../support/free-port.ts';

/** The commands and the lines that the README of an example shows. */
const readmeOf = (example: string) => {
  const page = readFileSync(`examples/${example}/README.md`, 'utf8');
  const [commands, shown] = ['sh', 'text'].map((language) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!).join(''),
  );
  return { commands: commands!, shown: shown!.trim().split('\n') };
};

const run = async (commands: string, environment: Readonly<Record<string, string>>): Promise<ReadonlyArray<string>> => {
  const { stdout } = await promisify(execFile)('sh', ['-euc', commands], { env: { ...process.env, ...environment } });
  return stdout.split('\n');
};

/** Matches a printed line; each `…` differs from run to run. */
const aLineWith = (shown: string) => expect.stringMatching(new RegExp(shown.split('…').map(RegExp.escape).join('.*')));

/** Runs the example in Python on this file, with a service at this address. */
const runPython = async (service: RunningService, baseUrl: string, csv: string) => {
  const folder = aFolder();
  writeFileSync(join(folder, 'demo.json'), JSON.stringify({ ...service.demo, base_url: baseUrl }));
  writeFileSync(join(folder, 'file.csv'), csv);
  const args = ['examples/python/import.py', join(folder, 'file.csv')];
  return promisify(execFile)('python3', args, {
    env: { ...process.env, DATA_DIR: folder, PYTHONPATH: 'packages/client-python', PYTHONDONTWRITEBYTECODE: '1' },
  });
};
const CREATE = '/v1/data-import/transactions/create/';
const TOKEN = '/v1/graphql/';

describe('the example in Python', () => {
  const rowsOf = ({ import_supplier, external_account_number }: TestAccount) =>
    `import_supplier,external_account_number,transaction_id,transaction_date,type,amount\n${import_supplier},${external_account_number},P-1,2019-10-03,PAYMENT,1.00\n`;
  const added = ({ external_account_number }: TestAccount, times: number, existed: number) =>
    `${external_account_number}: ${times} added, ${existed} already there\n`;

  it.each([
    ['its connection was dropped before it was served', 'drop', 1, 0],
    ['its connection was dropped after it was served, which stores nothing twice', 'lose', 0, 1],
    [
      'a proxy is busy, and names a date',
      { status: 503, headers: { 'Retry-After': 'Tue, 24 Nov 2026 08:00:00 GMT' } },
      1,
      0,
    ],
    ['a proxy answers with a page', { status: 200, body: '<html>', passesOn: true }, 0, 1],
  ] as const)('sends a request again if %s', async (_, fate, times, existed) => {
    const service = await aService();
    onTestFinished(() => service.stop());
    const account = await anAccount(service);
    const gateway = await aGateway(service.baseUrl, (path, number) =>
      path === CREATE && number === 1 ? fate : 'pass',
    );
    const { stdout } = await runPython(service, gateway.baseUrl, rowsOf(account));
    expect([stdout, gateway.counts.get(CREATE)]).toEqual([added(account, times, existed), 2]);
  });

  it('renews its token when that has expired, once for each request', async () => {
    const service = await aService();
    onTestFinished(() => service.stop());
    const [first, second] = [await anAccount(service), await anAccount(service)];
    const rows = `${rowsOf(first)}${rowsOf(second).split('\n')[1]}\n`;
    const body = JSON.stringify({ code: 'authentication_failed', detail: 'The token has expired.', errors: [] });
    const gateway = await aGateway(service.baseUrl, (path, number) =>
      path === CREATE && number === 2 ? { status: 401, body } : 'pass',
    );
    const { stdout } = await runPython(service, gateway.baseUrl, rows);
    expect(stdout).toBe(`${added(first, 1, 0)}${added(second, 1, 0)}`);
    expect([gateway.counts.get(TOKEN), gateway.counts.get(CREATE)]).toEqual([2, 3]);
    const never = await aGateway(service.baseUrl, (path) => (path === CREATE ? { status: 401, body } : 'pass'));
    await expect(runPython(service, never.baseUrl, rowsOf(first))).rejects.toMatchObject({
      code: 1,
      stderr: `${first.external_account_number}: The token has expired.\n`,
    });
    expect([never.counts.get(TOKEN), never.counts.get(CREATE)]).toEqual([1, 1]);
  });
});

describe('the example of a reader of changes', () => {
  it.each([
    ['Python', 'python3 examples/python/changes.py'],
    ['TypeScript', 'npx --no-install node examples/typescript/changes.ts'],
  ])('in %s reads each change once, from the beginning', async (_, command) => {
    const service = await aService();
    onTestFinished(() => service.stop());
    const issue = ['platform-key', 'issue', '--label', 'example', '--json'] as const;
    const { platform_key: PLATFORM_KEY } = (await anOperator(service.operatorEnvironment)(...issue)).json;
    const CURSOR_FILE = join(aFolder(), 'cursor.txt');
    const read = () => run(command, { PLATFORM_KEY, CURSOR_FILE, BASE_URL: service.baseUrl });
    const printed: string[] = [];
    const untilRead = (line: RegExp) =>
      expect.poll(async () => printed.push(...(await read())) && printed.join(), { timeout: 20_000 }).toMatch(line);
    await untilRead(/account\.added A-/);
    await service.post('/v1/data-import/notes/create/', {
      ...service.demoAccount,
      notes: [{ body: 'a' }, { body: 'b' }],
    });
    await untilRead(/import\.accepted A-\w+ 2/);
    const lines = printed.filter((line) => line !== '');
    expect(new Set(lines).size).toBe(lines.length);
  });
});

describe('the example of a receiver of webhooks', () => {
  it.each([
    ['Python', 'python3', 'examples/python/webhook.py'],
    ['TypeScript', process.execPath, 'examples/typescript/webhook.ts'],
  ])('in %s prints each change that is signed, and refuses another', async (_, program, file) => {
    const service = await aService();
    onTestFinished(() => service.stop());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const add = ['webhook', 'add', '--url', url, '--label', 'example', '--json'] as const;
    const { secret } = (await anOperator(service.operatorEnvironment)(...add)).json;
    const receiver = spawn(program, [file], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    });
    onTestFinished(() => void receiver.kill());
    let printed = '';
    receiver.stdout.on('data', (text) => {
      printed += text;
    });
    await expect.poll(() => printed, { timeout: 20_000 }).toMatch(/account\.added A-/);
    expect((await fetch(url, { method: 'POST', body: '{"changes":[]}' })).status).toBe(401);
  });
});

describe('the examples', () => {
  it('of clients and support print what they show', async () => {
    const service = await aService();
    onTestFinished(() => service.stop());
    for (const example of ['curl', 'typescript', 'python', 'support']) {
      const { commands, shown } = readmeOf(example);
      expect(await run(commands, service.operatorEnvironment)).toEqual(expect.arrayContaining(shown.map(aLineWith)));
    }
  }, 120_000);

  it("of the operator's night leads from an empty database to a verified evidence pack", async () => {
    const environment = { DATA_DIR: aFolder(), DATABASE_URL: await anEmptyDatabase(), CARRYOVER_SECRET: aRootSecret() };
    const service = await aServiceHere({ ...environment, DEMO: 'off' });
    onTestFinished(() => service.stop());
    const { commands, shown } = readmeOf('operator');
    const printed = await run(commands.replaceAll('http://127.0.0.1:3000', service.baseUrl), environment);
    expect(printed).toEqual(expect.arrayContaining(shown.map(aLineWith)));
  }, 120_000);
});
