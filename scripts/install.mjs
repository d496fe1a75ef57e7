// Installs the dependencies when they are missing or no longer those of package-lock.json. Plain JavaScript without
// dependencies: on a fresh clone it is run by whichever Node (20 or later) the machine has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.carryover-installed`;
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

const installed = () => {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
};

if (installed() !== wanted) {
  process.stderr.write('Installing dependencies (once; half a minute or so) …\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  const { status } = npm ? spawnSync(process.execPath, [npm, ...args], options) : spawnSync('npm', args, options);
  if (status !== 0) {
    process.stderr.write('npm ci failed. Its messages are above; `npm ci` by hand shows more.\n');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
