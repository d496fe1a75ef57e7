import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { causeMessage } from '@carryover/settings/cause-message';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as t from 'io-ts';
import { type Check, checkClock, fail, ok, warn } from './check.ts';

const TIMEOUT_MS = 5_000;
/** The `Date` of an answer counts seconds. */
const DATE_STEP_MS = 1_000;

const demoFile = t.type({ base_url: t.string, api_key: t.string });

/** The service that was last ready with a data directory, and its key; null if it has no demo data. */
export type DemoService = { readonly baseUrl: string; readonly apiKey: string };

export const readDemoService = async (dataDir: string): Promise<DemoService | null> => {
  const demo = jsonOrNull(await readFile(join(dataDir, 'demo.json'), 'utf8').catch(() => ''));
  return demoFile.is(demo) ? { baseUrl: demo.base_url, apiKey: demo.api_key } : null;
};

const ask = async (url: string): Promise<ReadonlyArray<Check>> => {
  const askedAt = Date.now();
  const { status, headers } = await fetch(`${url.replace(/\/$/, '')}/readyz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answeredAt = Date.now();
  const date = headers.get('date');
  const clock =
    date === null
      ? []
      : [checkClock({ of: 'service', time: new Date(date), askedAt, answeredAt, stepMs: DATE_STEP_MS })];
  if (status === 200) return [ok('service', `The service at ${url} is ready.`), ...clock];
  const todo =
    status === 503
      ? 'It is starting or stopping, or its database does not answer. See its log.'
      : 'Check the address: this is not a response of a Carryover service.';
  return [fail('service', `The service at ${url} is not ready: it responded ${status}.`, todo), ...clock];
};

const GIVE_IT = 'Give its address with --url or CARRYOVER_URL.';

/** Nothing was asked, since nothing is known of a service of this database. */
export const notChecked = (why: string): ReadonlyArray<Check> => [
  warn('service', `The service was not checked${why}.`, GIVE_IT),
];

/** @param isNamed false: the address is that of `DATA_DIR/demo.json`. */
export const checkService = async (url: string, isNamed: boolean): Promise<ReadonlyArray<Check>> => {
  try {
    return await ask(url);
  } catch (error) {
    const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error;
    return [
      fail(
        'service',
        `The service at ${url} cannot be reached: ${causeMessage(cause)}`,
        isNamed
          ? 'Start it, or correct the address.'
          : 'Start it. The address is that of DATA_DIR/demo.json; give another with --url or CARRYOVER_URL.',
      ),
    ];
  }
};
