import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns the entries of a lock file by their path below the root; null if there is no readable file. */
const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
};

/** The other entries are the root and the workspaces: sources, which are not installed. */
const isPackage = (path) => path.includes('node_modules/');

const isSame = (wanted, installed) =>
  installed !== undefined &&
  wanted.version === installed.version &&
  wanted.integrity === installed.integrity &&
  wanted.link === installed.link;

const matches = (wanted, value) => wanted === undefined || [wanted].flat().includes(value);

/** Node itself is an optional package for each platform that it is published for; on another, it is that of the machine. */
const lacksNode = (root, wanted) =>
  !existsSync(join(root, 'node_modules/.bin/node')) &&
  Object.keys(wanted['']?.optionalDependencies ?? {}).some((name) => {
    const { os, cpu, bin } = wanted[`node_modules/${name}`] ?? {};
    return bin?.node !== undefined && matches(os, process.platform) && matches(cpu, process.arch);
  });

/**
 * Compares what package-lock.json wants with what npm wrote down in `node_modules/.package-lock.json` at the end of its
 * last complete installation. Optional packages may be missing: most are for other platforms.
 *
 * @param {string} root the folder of package-lock.json
 * @returns true if packages are missing that running needs (`runtime`) or that only developing needs (`development`),
 *   and whether any package of the latter is installed (`isDeveloper`).
 */
export const findMissing = (root) => {
  const wanted = readPackages(join(root, 'package-lock.json')) ?? {};
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (installed === null) return { runtime: true, development: true, isDeveloper: false };
  // npm also notes what `npm install --package-lock-only` did not install, hence the look at each folder.
  const isInstalled = (path, one) => isSame(one, installed[path]) && existsSync(join(root, path));
  const mayBeMissing = (path, { optional }) => optional && !(path in installed);
  const missing = Object.entries(wanted).filter(
    ([path, one]) => isPackage(path) && !mayBeMissing(path, one) && !isInstalled(path, one),
  );
  return {
    runtime: missing.some(([, { dev }]) => !dev) || lacksNode(root, wanted),
    development: missing.some(([, { dev }]) => dev),
    isDeveloper: Object.entries(installed).some(([path, { dev }]) => isPackage(path) && dev),
  };
};
