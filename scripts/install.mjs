// Installs the dependencies if they are missing or no longer those of package-lock.json: with `--omit=dev` those that
// running needs, else all. Then runs the install scripts of the packages that `allowScripts` of package.json lists: npm
// knows that list since version 11 only, so `.npmrc` has `ignore-scripts`. `npm start` and `npm test` begin with it, by
// name, because `ignore-scripts` turns off `pre…` scripts too. Plain JavaScript without dependencies: on a fresh clone it
// is run by the Node (20 or later) that the machine has.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isRuntimeOnly = process.argv.includes('--omit=dev');
/** A folder, held by the process that installs, which touches it every second. */
const LOCK = join(root, '.install.lock');
/** A holder that has not touched its lock for so long was killed. */
const STALE_MS = 5_000;
/** Written into a package's folder once its install scripts have run: npm removes it with the package. */
const MARK = '.scripts-run';

const say = (text) => process.stderr.write(`${text}\n`);
const folderOf = (name) => join(root, 'node_modules', name);
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * Compares package-lock.json with npm's record of its last complete installation, and with the folders, because npm also
 * notes what `npm install --package-lock-only` did not install. Optional packages may be missing, since most are for other
 * platforms; the Node of this platform may not.
 *
 * @returns npm's arguments; null if nothing that is asked for is missing.
 */
const findCommand = () => {
  const record = 'node_modules/.package-lock.json';
  const installed = existsSync(join(root, record)) ? readJson(record).packages : {};
  const node = `node_modules/node-${process.platform}-${process.arch}`;
  const missing = Object.entries(readJson('package-lock.json').packages).filter(([path, wanted]) => {
    if (!path.includes('node_modules/')) return false;
    const found = installed[path];
    if (found === undefined) return !wanted.optional || path === node;
    const isSame = ['version', 'integrity', 'link'].every((field) => wanted[field] === found[field]);
    return !isSame || !existsSync(join(root, path));
  });
  const isForRunning = missing.some(([, { dev }]) => !dev);
  if (!isForRunning && (isRuntimeOnly || missing.length === 0)) return null;
  // `npm ci` removes all packages first. A service that is running here keeps its own if only others are missing.
  if (!isForRunning) return ['install', '--no-save', '--include=dev'];
  const isDeveloper = Object.values(installed).some(({ dev }) => dev);
  return ['ci', isRuntimeOnly && !isDeveloper ? '--omit=dev' : '--include=dev'];
};

/** @returns the packages that are installed and whose install scripts are allowed and have not run. */
const findWithoutScripts = () =>
  Object.entries(readJson('package.json').allowScripts ?? {})
    .filter(([name, isAllowed]) => isAllowed && existsSync(folderOf(name)) && !existsSync(join(folderOf(name), MARK)))
    .map(([name]) => name);

/** Rejects if npm fails. If this process is told to stop, npm is too, and the lock is released afterwards. */
const runNpm = (...args) =>
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

const takeLock = () => {
  try {
    mkdirSync(LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

const isStale = () => Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > STALE_MS;

const install = async () => {
  if (!takeLock()) {
    say('Another process is installing the dependencies. Waiting for it …');
    while (!takeLock()) {
      if (isStale()) rmSync(LOCK, { recursive: true, force: true });
      await sleep(100);
    }
  }
  const touching = setInterval(() => utimesSync(LOCK, new Date(), new Date()), 1_000);
  try {
    // Another process may have installed everything while this one waited.
    const command = findCommand();
    if (command !== null) {
      const what = command.includes('--omit=dev') ? 'what running needs' : 'what running and developing need';
      say(`Installing ${what} (once; half a minute or so) …`);
      await runNpm(...command);
      // The packages of Node contain headers, half as large as Node, which nothing here uses.
      rmSync(join(folderOf(`node-${process.platform}-${process.arch}`), 'include'), { recursive: true, force: true });
    }
    const names = findWithoutScripts();
    if (names.length > 0) await runNpm('rebuild', ...names, '--ignore-scripts=false');
    for (const name of names) writeFileSync(join(folderOf(name), MARK), '');
  } finally {
    clearInterval(touching);
    rmSync(LOCK, { recursive: true, force: true });
  }
};

if (findCommand() !== null || findWithoutScripts().length > 0) {
  await install().catch(({ code, message }) => {
    const isReadOnly = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
    say(
      isReadOnly
        ? `The dependencies are not complete, and ${root} can't be written to: run node scripts/install.mjs as its owner.`
        : message,
    );
    process.exit(1);
  });
}
