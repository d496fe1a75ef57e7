// Plain JavaScript: it runs on every Node from 20 on.
import { spawn } from 'node:child_process';

const STOP_WITH_PARENT = new URL('stop-with-parent.mjs', import.meta.url).href;

/**
 * Runs Node as a child in place of this process, for a Node that cannot replace it: the child gets the same signals, this
 * process ends as the child does, and the child does not outlive it.
 *
 * @param {string} node the program.
 * @param {ReadonlyArray<string>} args its options, script and arguments.
 */
export const runBeside = (node, args) => {
  const child = spawn(node, ['--import', STOP_WITH_PARENT, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  });
  // Ctrl-C reaches both processes; other signals are passed on, and the child decides when to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', ({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
};
