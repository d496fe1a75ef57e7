// Starts a command with whichever Node (20 or later) the machine has: one that does not run TypeScript as it is hands over to
// the one that npm installed. Plain JavaScript for that reason.
import { existsSync } from 'node:fs';
// Imported as a whole, because an older Node lacks some exports.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { runBeside } from './run-beside.mjs';

const NEEDED = 24;

/** The cache of compiled modules, which saves a third of a command's time; `npm ci` empties it. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/carryover', import.meta.url));

/** The Node of package-lock.json. */
const INSTALLED_NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));

const installedNode = (name) => {
  if (existsSync(INSTALLED_NODE)) return INSTALLED_NODE;
  process.stderr.write(
    `${name} needs Node ${NEEDED} and this is ${process.version}. Run \`npm ci\`, which installs it, or use Node ${NEEDED}.\n`,
  );
  return process.exit(1);
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
  runBeside(installedNode(name), [fileURLToPath(launcher), ...process.argv.slice(2)]);
};
