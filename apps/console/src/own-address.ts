import { join } from 'node:path';
import { readIfThere, writePrivate } from '@carryover/settings/private-file';
import * as t from 'io-ts';
import type { ConsoleConfig } from './config/config.ts';

const note = t.type({ pid: t.number, base_url: t.string });
const pathOf = ({ dataDir }: ConsoleConfig): string => join(dataDir, 'console.json');

/** Writes the address of this console to `DATA_DIR/console.json`, for `npm run console -- link`. */
export const announce = (config: ConsoleConfig, baseUrl: string): Promise<void> =>
  writePrivate(pathOf(config), `${JSON.stringify({ pid: process.pid, base_url: baseUrl })}\n`);

/** Returns the address of the console that runs on this data directory, as far as this machine knows it. */
export const runningAddress = async (config: ConsoleConfig): Promise<string> => {
  if (config.baseUrl !== null) return config.baseUrl;
  try {
    const text: unknown = JSON.parse((await readIfThere(pathOf(config))) ?? 'null');
    if (note.is(text)) return text.base_url;
  } catch {
    // A file that was changed by hand.
  }
  return `http://${config.host}:${config.port}`;
};
