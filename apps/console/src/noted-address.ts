import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonOrNull } from '@carryover/settings/json-or-null';
import { writePrivate } from '@carryover/settings/private-file';
import * as t from 'io-ts';
import type { ConsoleConfig } from './config.ts';

const note = t.type({ pid: t.number, base_url: t.string });
const pathOf = ({ dataDir }: ConsoleConfig): string => join(dataDir, 'console.json');

/** Writes the address of this console to `DATA_DIR/console.json`, for `npm run console -- link`. */
export const announce = (config: ConsoleConfig, baseUrl: string): Promise<void> =>
  writePrivate(pathOf(config), `${JSON.stringify({ pid: process.pid, base_url: baseUrl })}\n`);

/** A file that was changed by hand has no address. */
const readAddress = async (path: string): Promise<string | null> => {
  const noted = jsonOrNull(await readFile(path, 'utf8').catch(() => ''));
  return note.is(noted) ? noted.base_url : null;
};

/** Returns the address of the console that runs on this data directory, as far as this machine knows it. */
export const runningAddress = async (config: ConsoleConfig): Promise<string> =>
  config.baseUrl ?? (await readAddress(pathOf(config))) ?? `http://${config.host}:${config.port}`;

/** Returns the configured address of the service, else that of the one on this data directory; null if it is on another machine than the browser. */
export const serviceAddress = async ({ serviceUrl, baseUrl, dataDir }: ConsoleConfig): Promise<string | null> =>
  serviceUrl ?? (baseUrl === null ? readAddress(join(dataDir, 'service.json')) : null);
