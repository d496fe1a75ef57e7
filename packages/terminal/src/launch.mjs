// Starts a command with whichever Node (20 or later) the machine has: one that does not run TypeScript as it is hands over to
// the one that npm installed. Plain JavaScript for that reason.
import { spawn } from 'node:child_process';
// Imported as a whole, because an older Node lacks some exports.
import module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;

/** The cache of compiled modules, which saves a third of a command's time; `npm ci` empties it. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/carryover', import.meta.url));

const installedNode = (name) => {
  try {
    return join(module.createRequire(import.meta.url).resolve('node/package.json'), '../bin/node');
  } catch {
    process.stderr.write(
      `${name} needs Node ${NEEDED} and this is ${process.version}. Run \`npm ci\`, which installs it, or use Node ${NEEDED}.\n`,
    );
    process.exit(1);
  }
};

/**
 * @param {string} name of the command, for messages.
 * @param {string} launcher URL of the file that calls this.
 * @param {() => Promise<unknown>} main runs the command.
 */
export const launch = async (name, launcher, main) => {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
    module.enableCompileCache(CACHE);
    await main();
    return;
  }
  const child = spawn(installedNode(name), [fileURLToPath(launcher), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both processes; other signals are passed on, and the child decides when to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
};
