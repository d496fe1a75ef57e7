import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlaintext } from '@carryover/client/options';
import { readDataDir } from '@carryover/settings/data-dir';
import { type Environment, EnvironmentReader } from '@carryover/settings/environment';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { type Failure, wrongUsage } from './command.ts';

/** The server that a command talks to, and the key for it. */
export type Server = { readonly baseUrl: string; readonly apiKey: string };

const notSet = (detail: string): E.Either<Failure, never> => E.left(wrongUsage(detail, 'environment'));

const REMEDY = 'Set CARRYOVER_URL, and CARRYOVER_API_KEY or CARRYOVER_API_KEY_FILE';

/** A key that is sent over plain HTTP to another host is known to everybody on the way. */
const checkPlaintext =
  (mayBePlain: boolean) =>
  (server: Server): E.Either<Failure, Server> =>
    mayBePlain || !isPlaintext(server.baseUrl)
      ? E.right(server)
      : notSet(
          `The service at ${server.baseUrl} is on another host, and http sends the API key so that everybody on the way can read it. Nothing was sent. Use https, or set CARRYOVER_ALLOW_PLAINTEXT=1 if the network may be trusted.`,
        );

const demoFile = t.type({ base_url: t.string, api_key: t.string });

const readDemo = async (dataDir: string): Promise<E.Either<Failure, Server>> => {
  const file = join(dataDir, 'demo.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return notSet(`${REMEDY}, or start a service here with npm start: there is no ${file}.`);
  const demo = jsonOrNull(text);
  if (demoFile.is(demo)) return E.right({ baseUrl: demo.base_url, apiKey: demo.api_key });
  return notSet(`${file} has no base_url and api_key. ${REMEDY}, or restart the service, which writes the file.`);
};

const findServer = async (reader: EnvironmentReader): Promise<E.Either<Failure, Server>> => {
  const baseUrl = reader.httpAddress('CARRYOVER_URL');
  const apiKey = reader.secret('CARRYOVER_API_KEY');
  if (reader.mistakes.length > 0) return notSet(`${reader.mistakes.join('. ')}.`);
  if (baseUrl === undefined)
    return apiKey === undefined
      ? readDemo(readDataDir(reader))
      : notSet('An API key is set, but CARRYOVER_URL is not.');
  if (apiKey === undefined) return notSet('CARRYOVER_URL is set. Set CARRYOVER_API_KEY or CARRYOVER_API_KEY_FILE too.');
  return E.right({ baseUrl, apiKey });
};

/**
 * Returns the server of `CARRYOVER_URL` with the key of `CARRYOVER_API_KEY` or of the file `CARRYOVER_API_KEY_FILE`; if none
 * of them is set, that of `DATA_DIR/demo.json` (decisions 15). A key of one server is never sent to another, nor over plain HTTP
 * to another host unless `CARRYOVER_ALLOW_PLAINTEXT=1` allows it.
 */
export const readServer = async (environment: Environment): Promise<E.Either<Failure, Server>> => {
  const reader = new EnvironmentReader(environment);
  const mayBePlain = reader.choice('CARRYOVER_ALLOW_PLAINTEXT', '0', ['0', '1']) === '1';
  return E.chain(checkPlaintext(mayBePlain))(await findServer(reader));
};
