import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type ServiceProcess = { readonly baseUrl: string; readonly stop: () => Promise<void> };

/** Starts the service as its npm script does, in a process of its own. */
export const aServiceProcess = async (environment: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
  const env = { ...process.env, ...environment, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, ['apps/api/src/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const ready = /"base_url":"([^"]+)","msg":"ready"/.exec(output);
      if (ready !== null) resolve(ready[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return {
    baseUrl,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
