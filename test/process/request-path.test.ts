import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aServiceProcess, type ServiceProcess } from '../support/a-service-process.ts';
import { obtainToken, send } from '../support/requests.ts';

const ROOT = new URL('../../', import.meta.url);
/** Requests before the measured ones: everything is loaded, connected and prepared then. */
const WARM_UP = 10;
/** A poll of the database may fall into a request: of so many, one is without it. */
const MEASURED = 5;

type Coverage = {
  readonly result: ReadonlyArray<{
    readonly url: string;
    readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>;
  }>;
};

/** The service's inspector. */
const openInspector = async (address: string) => {
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (result: never) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result as never);
  });
  let sent = 0;
  const call = <Result = void>(method: string, params: object = {}): Promise<Result> =>
    new Promise((resolve) => {
      sent += 1;
      waiting.set(sent, resolve);
      socket.send(JSON.stringify({ id: sent, method, params }));
    });
  return { call, close: () => socket.close() };
};

/** The project's files of which a function was called. */
const calledIn = ({ result }: Coverage): ReadonlyArray<string> =>
  result
    .filter(({ url }) => url.startsWith(ROOT.href) && !url.includes('/node_modules/'))
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
    .map(({ url }) => fileURLToPath(url).slice(fileURLToPath(ROOT).length));

let service: ServiceProcess;
let dataDir: string;
let inspector: Awaited<ReturnType<typeof openInspector>>;
let post: (endpoint: string, body: object) => Promise<number>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'carryover-path-'));
  const environment = { DATA_DIR: dataDir, DATABASE_URL: await aDatabase(), DEMO: 'on', VENDOR_SANDBOX: 'on' };
  const command = [process.execPath, ['--inspect=127.0.0.1:0', 'apps/api/src/main.ts']] as const;
  service = await aServiceProcess(environment, command);
  inspector = await openInspector(/ws:\/\/\S+/.exec(service.output())![0]);
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const { token } = (await obtainToken(service.baseUrl, demo.api_key)).json.data.obtainToken;
  post = async (endpoint, body) => {
    const account = { import_supplier: 'DEMO_SUPPLIER', external_account_number: 'EXTERNAL-1234' };
    const { status } = await send(`${service.baseUrl}/v1/data-import/${endpoint}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Token ${token}` },
      body: JSON.stringify({ ...account, ...body }),
    });
    return status;
  };
});
afterAll(async () => {
  inspector.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The service counts an answer after it is sent, which the client may see earlier. */
const AFTER_RESPONSE = 'new Promise((resolve) => setImmediate(() => setImmediate(resolve)))';

/** The fewest files that one of several warm requests runs through. */
const pathOf = async (endpoint: string, status: number, body: () => object): Promise<ReadonlyArray<string>> => {
  for (let count = 0; count < WARM_UP; count += 1) expect(await post(endpoint, body())).toBe(status);
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const paths: ReadonlyArray<string>[] = [];
  for (let count = 0; count < MEASURED; count += 1) {
    await inspector.call('Profiler.takePreciseCoverage');
    await post(endpoint, body());
    await inspector.call('Runtime.evaluate', { expression: AFTER_RESPONSE, awaitPromise: true });
    paths.push(calledIn(await inspector.call<Coverage>('Profiler.takePreciseCoverage')));
  }
  await inspector.call('Profiler.stopPreciseCoverage');
  return paths.toSorted((one, other) => one.length - other.length)[0]!;
};

let transactions = 0;
const aTransaction = () => {
  transactions += 1;
  const transaction = {
    transaction_id: `T-${transactions}`,
    transaction_date: new Date().toISOString().slice(0, 10),
    amount: '71.00',
    type: 'PAYMENT',
    reason: 'ACCOUNT_CHARGE_PAYMENT',
  };
  return { transactions: [transaction] };
};
const instruction = { vendor: 'STRIPE', reference: 'THIS-IS-A-FAKE-REFERENCE', type: 'CARD' };

describe('a warm request', () => {
  it('that creates a transaction runs through the files of docs/architecture.md', async () => {
    const document = await readFile(new URL('docs/architecture.md', ROOT), 'utf8');
    const [, section = ''] = document.split("## A request's path");
    const documented = [...section.split('\n## ')[0]!.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => path!);
    expect(documented.length).toBeLessThanOrEqual(33);
    expect((await pathOf('transactions/create', 201, aTransaction)).toSorted()).toEqual(documented.toSorted());
  });

  it.each<[string, number, () => object]>([
    ['transactions/validate', 200, aTransaction],
    ['payment-instruction/create', 201, () => instruction],
  ])('to %s runs through at most 45 files', async (endpoint, status, body) => {
    expect((await pathOf(endpoint, status, body)).length).toBeLessThanOrEqual(45);
  });
});
