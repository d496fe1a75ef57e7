import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';

/** Files with the names of tarballs and of the image. */
const NAMING_THE_VERSION = ['docs/**/*.md', 'packages/*/docs/**/*.md', 'deploy/**/*.yaml', 'deploy/Dockerfile'];
const NAMED =
  /(?<name>carryover-[a-z]+-|carryover:|newTag: |VERSION=)\d+\.\d+\.\d+(?:-[\w.]+?)?(?<end>\.tgz|(?![\w.]))/g;
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** @returns why the version cannot be the next one; null if it can. */
export const whyNotNext = (version, { current, released }) => {
  if (semver.valid(version) !== version) return `${version} is not a version such as 0.2.0 (semver.org).`;
  const last = semver.rsort([...released])[0];
  if (last !== undefined && !semver.gt(version, last)) return `${version} is not newer than ${last}, the last release.`;
  return semver.lt(version, current) ? `${version} is older than ${current}, the version in package.json.` : null;
};

/** @returns the version that a dry run without a version is for: the one in package.json, or the next minor one. */
export const nextVersion = ({ current, released }) =>
  released.includes(current) ? semver.inc(current, 'minor') : current;

const setOwn = (manifest, version) => {
  if (manifest.version !== undefined) manifest.version = version;
  for (const kind of KINDS)
    for (const name of Object.keys(manifest[kind] ?? {}))
      if (name.startsWith('@carryover/')) manifest[kind][name] = version;
};

const rewrite = (path, change) => {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  change(manifest);
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
};

/** Sets the version in all manifests, in package-lock.json, and in the names of tarballs and of the image. */
export const setVersion = (root, version) => {
  for (const path of globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root }))
    rewrite(join(root, path), (manifest) => setOwn(manifest, version));
  rewrite(join(root, 'package-lock.json'), (lock) => {
    lock.version = version;
    for (const [path, manifest] of Object.entries(lock.packages))
      if (!path.includes('node_modules/')) setOwn(manifest, version);
  });
  for (const path of globSync(NAMING_THE_VERSION, { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8');
    const named = text.replaceAll(NAMED, `$<name>${version}$<end>`);
    if (named !== text) writeFileSync(join(root, path), named);
  }
};
