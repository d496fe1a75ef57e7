// Installs the dependencies if they are missing or no longer those of package-lock.json: with `--omit=dev` those that
// running needs, else all. Then runs the install scripts of the packages that may have some. Each npm script begins with
// it (`ignore-scripts` turns off `pre…` scripts too), so it must be fast if nothing is missing. Plain JavaScript without
// dependencies: on a fresh clone it is run by the Node (20 or later) that the machine has.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './install/lock.mjs';
import { findMissing } from './install/missing.mjs';
import { findWithoutScripts, markScriptsRun } from './install/scripts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isRuntimeOnly = process.argv.includes('--omit=dev');

const say = (text) => process.stderr.write(`${text}\n`);

/** @returns npm's arguments; null if nothing that is asked for is missing. */
const whatToRun = () => {
  const { runtime, development, isDeveloper } = findMissing(root);
  if (!runtime && (isRuntimeOnly || !development)) return null;
  // `npm ci` removes all packages first. A service that is running here keeps its own if only others are missing.
  if (!runtime) return ['install', '--no-save', '--include=dev'];
  return ['ci', isRuntimeOnly && !isDeveloper ? '--omit=dev' : '--include=dev'];
};

/** Rejects if npm fails. If this process is told to stop, npm is too, and the lock is released afterwards. */
const runNpm = (args) =>
  new Promise((resolve, reject) => {
    const npm = process.env.npm_execpath;
    const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
    const all = [...args, '--loglevel=error'];
    const child = npm ? spawn(process.execPath, [npm, ...all], options) : spawn('npm', all, options);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${args.join(' ')} failed. Its messages are above; the same by hand shows more.`));
    });
  });

/** The packages of Node contain headers, half as large as Node, which nothing here uses. */
const removeHeaders = () => {
  const folder = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'include');
  rmSync(folder, { recursive: true, force: true });
};

const isComplete = () => whatToRun() === null && findWithoutScripts(root).length === 0;

const install = async () => {
  // Another process may have installed everything while this one waited.
  const args = whatToRun();
  if (args !== null) {
    const what = args.includes('--omit=dev') ? 'what running needs' : 'what running and developing need';
    say(`Installing ${what} (once; half a minute or so) …`);
    await runNpm(args);
    removeHeaders();
  }
  const names = findWithoutScripts(root);
  if (names.length === 0) return;
  await runNpm(['rebuild', ...names, '--ignore-scripts=false']);
  markScriptsRun(root, names);
};

const onWait = () => say('Another process is installing the dependencies. Waiting for it …');

const explain = ({ code, message }) =>
  code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
    ? `The dependencies are not complete, and ${root} can't be written to: run node scripts/install.mjs as its owner.`
    : message;

if (!isComplete()) {
  await withLock(join(root, '.install.lock'), onWait, install).catch((error) => {
    say(explain(error));
    process.exit(1);
  });
}
