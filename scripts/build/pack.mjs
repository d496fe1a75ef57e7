import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** Packs package folders into `destination`. @returns what npm says of each tarball: `filename`, `size`, `unpackedSize`, … */
export const pack = (folders, destination) => {
  mkdirSync(destination, { recursive: true });
  const args = ['pack', ...folders, '--pack-destination', destination, '--json', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const { status, stdout } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options);
  if (status !== 0) throw new Error('npm pack failed');
  return Object.values(JSON.parse(stdout));
};
