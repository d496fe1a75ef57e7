import { type SpawnOptions, spawn } from 'node:child_process';

/**
 * Runs a program to its end and answers what it wrote, standard output and errors together.
 *
 * Rejects with that text when the program cannot be run or does not succeed.
 */
export const runProgram = (
  program: string,
  args: ReadonlyArray<string>,
  options: Omit<SpawnOptions, 'stdio'> & { readonly stdin?: number } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { stdin, ...rest } = options;
    const child = spawn(program, args, { ...rest, stdio: [stdin ?? 'ignore', 'pipe', 'pipe'] });
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
