import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOf } from '../measure/run-command.ts';
import { spawnLogging } from '../processes.ts';
import type { Contender } from './contender.ts';

const PROGRAM = fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url));
const READY = /Carryover is ready at (http:\/\/\S+)/;
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

const waitForAddress = async (log: string, hasEnded: () => boolean): Promise<string> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const text = await readFile(log, 'utf8');
    const address = READY.exec(text)?.[1];
    if (address !== undefined) return address;
    if (hasEnded() || Date.now() > deadline) throw new Error(`The service did not start:\n${text.slice(-2_000)}`);
    await sleep(POLL_MS);
  }
};

const obtainToken = async (baseUrl: string, apiKey: string): Promise<string> => {
  const query = `mutation { obtainToken(input: {apiKey: ${JSON.stringify(apiKey)}}) { token } }`;
  const response = await fetch(`${baseUrl}/v1/graphql/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { obtainToken: { token: string } } };
  return data.obtainToken.token;
};

/** The Node options of `npm start`. */
const startOptions = (): ReadonlyArray<string> => argumentsOf('start').filter((word) => word.startsWith('--'));

/**
 * This service, started as `npm start` starts it: its own defaults, every check on, one log line a request.
 *
 * @param options.dataDir an empty folder.
 * @param options.nodeOptions for Node, in front of the program: to write a profile for instance.
 */
export const startServiceContender = async ({
  databaseUrl,
  dataDir,
  nodeOptions,
}: {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly nodeOptions: ReadonlyArray<string>;
}): Promise<Contender> => {
  await mkdir(dataDir, { recursive: true });
  const log = join(dataDir, 'service.log');
  const { PATH, HOME } = process.env;
  const own = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', DEMO: 'on', TOKEN_LIFETIME_SECONDS: '86400' };
  const child = await spawnLogging([...startOptions(), ...nodeOptions, PROGRAM], { log, env: { PATH, HOME, ...own } });
  try {
    const baseUrl = await waitForAddress(log, () => child.process.exitCode !== null);
    const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { api_key: string };
    return {
      name: 'service',
      databaseUrl,
      target: { transport: 'http', port: Number(new URL(baseUrl).port) },
      token: await obtainToken(baseUrl, demo.api_key),
      pid: child.process.pid!,
      stop: child.stop,
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
};
