import { spawnSync } from 'node:child_process';

/**
 * Runs a program, its output on this terminal.
 *
 * @throws an Error if it fails.
 */
export const run = (command, args, { cwd } = {}) => {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed.`);
};

/** @returns what git prints. Throws an Error if it fails. */
export const git = (cwd, ...args) => {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
};
