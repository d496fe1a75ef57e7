import { join } from 'node:path';
import { readIfThere, writePrivate } from '@carryover/settings/private-file';
import * as t from 'io-ts';
import type { ConsoleConfig } from './config/config.ts';

const note = t.type({ pid: t.number, base_url: t.string });
const pathOf = ({ dataDir }: ConsoleConfig): string => join(dataDir, 'console.json');

/** Writes the address of this console to `DATA_DIR/console.json`, for `npm run console -- link`. */
export const announce = (config: ConsoleConfig, baseUrl: string): Promise<void> =>
  writePrivate(pathOf(config), `${JSON.stringify({ pid: process.pid, base_url: baseUrl })}\n`);

const readAddress = async (path: string): Promise<string | null> => {
  try {
    const text: unknown = JSON.parse((await readIfThere(path)) ?? 'null');
    return note.is(text) ? text.base_url : null;
  } catch {
    // A file that was changed by hand.
    return null;
  }
};

/** Returns the address of the console that runs on this data directory, as far as this machine knows it. */
export const runningAddress = async (config: ConsoleConfig): Promise<string> =>
  config.baseUrl ?? (await readAddress(pathOf(config))) ?? `http://${config.host}:${config.port}`;

/** Returns the address of the service that runs on this data directory; null if it is on another machine than the browser. */
export const serviceAddress = async ({ baseUrl, dataDir }: ConsoleConfig): Promise<string | null> =>
  baseUrl === null ? readAddress(join(dataDir, 'service.json')) : null;
