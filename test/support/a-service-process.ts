import { type ChildProcess, spawn } from 'node:child_process';

export type ServiceProcess = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Returns the output so far. */
  readonly output: () => string;
  /** Its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Tells it to stop, and reads what it still prints. @returns Its exit code. */
  readonly stop: () => Promise<number | null>;
};

type Command = readonly [program: string, args: ReadonlyArray<string>];
const SERVICE: Command = [process.execPath, ['apps/api/src/main.ts']];

/** The log line of a service that is ready, and the end of the banner that follows it with demo data. */
const READY = {
  off: /"base_url":"([^"]+)","msg":"ready"/,
  on: /Carryover is ready at (\S+)[\s\S]*notes\/create\/.*\n/,
};

/** Starts the service in a process of its own. @returns Rejects, with what it printed, if it ends before it is ready. */
export const aServiceProcess = async (
  environment: Readonly<Record<string, string>>,
  [program, args]: Command = SERVICE,
): Promise<ServiceProcess> => {
  const env = { ...process.env, PORT: '0', CONSOLE: 'off', ...environment };
  const child = spawn(program, [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // After the exit there may still be output to read.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const ready = READY[environment.DEMO === 'off' ? 'off' : 'on'].exec(output);
      if (ready !== null) resolve(ready[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    child,
    baseUrl,
    output: () => output,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      return ended;
    },
  };
};
