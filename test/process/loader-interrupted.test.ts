import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { aPayment, lines } from '../loader/files-to-load.ts';
import { aFile, aFolder } from '../support/a-file.ts';
import { aGateway } from '../support/a-gateway.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';

const service = await theService();

/** Makes this Node appear as one that does not run TypeScript, so that the launcher hands over to the installed one. */
const AS_NODE_20 =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})";

const start = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) => {
  const launcher = spawn(process.execPath, ['--import', AS_NODE_20, 'apps/loader/bin/carryover.mjs', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void launcher.kill('SIGKILL'));
  return launcher;
};

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a load, which says how to go on', async (signal) => {
  const account = await anAccount(service);
  const file = aFile('transactions.ndjson', lines([aPayment(account, 'T-1')]));
  const sent = Promise.withResolvers<void>();
  const gateway = await aGateway(service.baseUrl, (path) => {
    if (!path.includes('/create/')) return 'pass';
    sent.resolve();
    return { status: 503 };
  });
  const environment = { CARRYOVER_URL: gateway.baseUrl, CARRYOVER_API_KEY: service.demo.api_key, DATA_DIR: aFolder() };
  const loader = start(['load', '--json', file], environment);
  let [out, err] = ['', ''];
  loader.stdout.on('data', (text) => {
    out += text;
  });
  loader.stderr.on('data', (text) => {
    err += text;
  });
  await sent.promise;
  loader.kill(signal);
  const [code] = await once(loader, 'close');
  expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
  expect(err).toContain(`Interrupted. To go on: carryover load --resume ${file}.journal`);
  expect(JSON.parse(out.trimEnd().split('\n').at(-1)!)).toMatchObject({ accepted: 0, agree: false });
});
