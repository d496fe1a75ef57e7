import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { causeMessage } from '@carryover/settings/cause-message';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Failure } from './command.ts';
import { wrongUsage } from './failures.ts';

/** The server that a command talks to, and the key for it. */
export type Server = { readonly baseUrl: string; readonly apiKey: string };

const notSet = (detail: string): E.Either<Failure, never> => E.left(wrongUsage(detail, 'environment'));

const REMEDY = 'Set CARRYOVER_URL, and CARRYOVER_API_KEY or CARRYOVER_API_KEY_FILE';

const readKeyFile = async (file: string): Promise<E.Either<Failure, string>> => {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    return key === '' ? notSet(`CARRYOVER_API_KEY_FILE: ${file} is empty.`) : E.right(key);
  } catch (error) {
    return notSet(`CARRYOVER_API_KEY_FILE cannot be read: ${causeMessage(error)}`);
  }
};

const demoFile = t.type({ base_url: t.string, api_key: t.string });

const readDemo = async (dataDir: string): Promise<E.Either<Failure, Server>> => {
  const file = join(dataDir, 'demo.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return notSet(`${REMEDY}, or start a service here with npm start: there is no ${file}.`);
  const demo = jsonOrNull(text);
  if (demoFile.is(demo)) return E.right({ baseUrl: demo.base_url, apiKey: demo.api_key });
  return notSet(`${file} has no base_url and api_key. ${REMEDY}, or restart the service, which writes the file.`);
};

/**
 * Returns the server of `CARRYOVER_URL` with the key of `CARRYOVER_API_KEY` or of the file `CARRYOVER_API_KEY_FILE`; if none
 * of them is set, that of `DATA_DIR/demo.json` (decisions 15). A key of one server is never sent to another.
 */
export const readServer = async (environment: Environment): Promise<E.Either<Failure, Server>> => {
  const reader = new EnvironmentReader(environment);
  const baseUrl = reader.httpAddress('CARRYOVER_URL');
  const apiKey = reader.text('CARRYOVER_API_KEY');
  const keyFile = reader.text('CARRYOVER_API_KEY_FILE');
  if (reader.mistakes.length > 0) return notSet(`${reader.mistakes.join('. ')}.`);
  if (apiKey !== undefined && keyFile !== undefined)
    return notSet('CARRYOVER_API_KEY and CARRYOVER_API_KEY_FILE are both set. Set one of them.');
  if (baseUrl === undefined)
    return apiKey === undefined && keyFile === undefined
      ? readDemo(reader.text('DATA_DIR') ?? '.carryover')
      : notSet('An API key is set, but CARRYOVER_URL is not.');
  if (apiKey !== undefined) return E.right({ baseUrl, apiKey });
  if (keyFile === undefined)
    return notSet('CARRYOVER_URL is set. Set CARRYOVER_API_KEY or CARRYOVER_API_KEY_FILE too.');
  return E.map((key: string) => ({ baseUrl, apiKey: key }))(await readKeyFile(keyFile));
};
