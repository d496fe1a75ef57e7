import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { forkProgram } from '../processes.ts';
import type { Contender, ContenderName } from './contender.ts';

const PROGRAM = fileURLToPath(new URL('./floor/main.ts', import.meta.url));

/** The forms of the minimal handler: by what it writes rows with. */
export type FloorName = Extract<ContenderName, 'floor' | 'insert-many' | 'floor-copy'>;

/** The minimal handler in one of its forms. */
export const startFloorContender = async (name: FloorName, databaseUrl: string): Promise<Contender> => {
  const child = forkProgram(PROGRAM, [name, databaseUrl]);
  const ended = once(child.process, 'exit').then(() => {
    throw new Error(`The contender ${name} did not start.`);
  });
  ended.catch(() => undefined);
  const [port] = (await Promise.race([once(child.process, 'message'), ended])) as [number];
  return {
    name,
    databaseUrl,
    target: { transport: 'http', port },
    token: null,
    pid: child.process.pid!,
    stop: child.stop,
  };
};
