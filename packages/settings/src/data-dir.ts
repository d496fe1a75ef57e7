import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EnvironmentReader } from './environment.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** The project's folder, wherever a program is started; of an installed command, the one in which it is called. */
const HOME = existsSync(join(PROJECT, 'package-lock.json')) ? PROJECT : process.cwd();

/** Returns the absolute path of `DATA_DIR` (decisions 11), which all programs of one installation find in the same place. */
export const readDataDir = (env: EnvironmentReader): string => resolve(HOME, env.text('DATA_DIR') ?? '.carryover');
