import { type SpawnOptions, spawn } from 'node:child_process';

/**
 * Runs a program to its end and returns its standard output and errors together, as far as `stdio` leaves them as pipes.
 *
 * Rejects with that text if the program cannot be run or fails.
 */
export const runProgram = (program: string, args: ReadonlyArray<string>, options: SpawnOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} failed (${signal ?? `exit code ${code}`}):\n${output.trim()}`));
    });
  });
