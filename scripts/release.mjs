// Makes a release: `npm run release -- X.Y.Z`. It is prepared in a clone of the last commit, so that a release that fails
// leaves nothing behind; its commit and tag are taken over at the end.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `npm run release -- X.Y.Z [--out DIR]
npm run release -- [X.Y.Z] --dry-run [--out DIR]

Checks the last commit, sets the version, dates CHANGELOG.md, and writes the tarballs of the packages, the SBOM, the
provenance and SHA256SUMS to dist/release (--out: elsewhere), a folder that is empty or has those of an earlier release,
which are replaced. Then commits and tags on the current branch; nothing is pushed.

  --dry-run   without the suites of .ci/run, the commit and the tag; without a version, the next one
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const readText = (path) => readFileSync(path, 'utf8');
const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

const UNRELEASED = '## Unreleased\n';
const RELEASED = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m;

const isOlder = (version, than) => {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const index = a.findIndex((part, place) => part !== b[place]);
  return index !== -1 && a[index] < b[index];
};

const changelog = readText(join(root, 'CHANGELOG.md'));
const { version: current } = JSON.parse(readText(join(root, 'package.json')));
const last = RELEASED.exec(changelog)?.[1];
/** Whether something is below the heading Unreleased, before the next version. */
const listsChanges = /^- /m.test(changelog.split(UNRELEASED)[1]?.split(/^## /m)[0] ?? '');

/** The version of a dry run without one: that of package.json, or the next minor one. */
const nextVersion = () =>
  last === current ? current.replace(/\.(\d+)\..*/, (_, minor) => `.${Number(minor) + 1}.0`) : current;

/** The names of the artefacts, of any version. */
const ARTEFACT =
  /^(carryover-[a-z]+-[\d.]+\.tgz|carryover_client-[\d.]+-py3-none-any\.whl|sbom\.cdx\.json|provenance\.intoto\.json|SHA256SUMS)$/;

/** @returns why the version cannot be released from the last commit; null if it can. */
const findObstacle = (version, isDryRun, out) => {
  const other = existsSync(out) ? readdirSync(out).find((name) => !ARTEFACT.test(name)) : undefined;
  if (other !== undefined) return `${out} has ${other}, which no release wrote. Name an empty folder, or a new one.`;
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '') return `There are changes that are not committed:\n${changed}`;
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is not a version such as 0.2.0 (semver.org).`;
  if (last !== undefined && !isOlder(last, version)) return `${version} is not newer than ${last}, the last release.`;
  if (isOlder(version, current)) return `${version} is older than ${current}, the version in package.json.`;
  if (git(root, 'tag', '--list', `v${version}`) !== '') return `There is a tag v${version} already.`;
  // Tried right after a release, everything else can be shown to work.
  return isDryRun || listsChanges ? null : 'CHANGELOG.md lists nothing under Unreleased: there is nothing to release.';
};

/** Files with the names of tarballs and of the image. */
const NAMING_THE_VERSION = ['docs/**/*.md', 'packages/*/docs/**/*.md', 'deploy/**/*.yaml', 'deploy/Dockerfile'];
const NAMED = /(?<name>carryover-[a-z]+-|carryover:|newTag: |VERSION=)\d+\.\d+\.\d+(?<end>\.tgz|(?![\w.]))/g;

const rewrite = (path, change) => {
  const text = readText(path);
  const changed = change(text);
  if (changed !== text) writeFileSync(path, changed);
};

/** Sets the version in a manifest, and in those of its dependencies that are ours. */
const setOwn = (manifest, version) => {
  if (manifest.version !== undefined) manifest.version = version;
  for (const kind of ['dependencies', 'devDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {}))
      if (name.startsWith('@carryover/')) manifest[kind][name] = version;
  return manifest;
};

/** Sets version and date in all manifests, in package-lock.json, in the changelog, and in the names of tarballs and image. */
const setVersion = (clone, version) => {
  const inClone = (...patterns) => globSync(patterns, { cwd: clone }).map((path) => join(clone, path));
  const toJson = (value) => `${JSON.stringify(value, null, 2)}\n`;
  for (const path of inClone('package.json', '{apps,packages}/*/package.json'))
    rewrite(path, (text) => toJson(setOwn(JSON.parse(text), version)));
  rewrite(join(clone, 'package-lock.json'), (text) => {
    const lock = setOwn(JSON.parse(text), version);
    for (const [path, manifest] of Object.entries(lock.packages))
      if (!path.includes('node_modules/')) setOwn(manifest, version);
    return toJson(lock);
  });
  for (const path of inClone(...NAMING_THE_VERSION))
    rewrite(path, (text) => text.replaceAll(NAMED, `$<name>${version}$<end>`));
  const date = new Date().toISOString().slice(0, 10);
  rewrite(join(clone, 'CHANGELOG.md'), (text) => text.replace(UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`));
};

const sha256Of = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * Says what the artefacts were made from: a statement of in-toto with SLSA's provenance. It is not signed; the same build from
 * the same commit has the same bytes, which proves more.
 */
const toProvenance = (clone, version, artefacts) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: artefacts.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'urn:carryover:release:1',
      externalParameters: { command: 'npm run release', version },
      resolvedDependencies: [
        { name: 'sources', uri: `git:v${version}`, digest: { gitCommit: git(clone, 'rev-parse', 'HEAD') } },
        { name: 'package-lock.json', digest: { sha256: sha256Of(join(clone, 'package-lock.json')) } },
        { name: 'node', uri: `https://nodejs.org/dist/${process.version}/` },
      ],
    },
    runDetails: { builder: { id: 'urn:carryover:scripts/release.mjs' } },
  },
});

/** Writes the tarballs of the published packages, the SBOM, provenance and checksums to an emptied folder. */
const writeArtefacts = (clone, version, out) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  run(process.execPath, [join(clone, 'scripts/build.mjs'), '--out', out]);
  run(process.execPath, [join(clone, 'scripts/sbom.mjs')]);
  copyFileSync(join(clone, 'sbom.cdx.json'), join(out, 'sbom.cdx.json'));
  const artefacts = () =>
    readdirSync(out)
      .toSorted()
      .map((name) => ({ name, sha256: sha256Of(join(out, name)) }));
  const provenance = toProvenance(clone, version, artefacts());
  writeFileSync(join(out, 'provenance.intoto.json'), `${JSON.stringify(provenance, null, 2)}\n`);
  writeFileSync(
    join(out, 'SHA256SUMS'),
    artefacts()
      .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
      .join(''),
  );
};

/** Commits in the clone, as the person who makes the release. */
const commitRelease = (clone, version) => {
  for (const key of ['user.name', 'user.email']) git(clone, 'config', key, git(root, 'config', key));
  git(clone, 'commit', '--quiet', '--all', '--message', `release: ${version}`);
};

/** Tags the commit of the clone, and takes both over. */
const conclude = (clone, version) => {
  git(clone, 'tag', '--annotate', `v${version}`, '--message', `Carryover ${version}`);
  git(root, 'pull', '--quiet', '--ff-only', '--tags', clone, 'HEAD');
};

const release = (version, isDryRun, out) => {
  if (isDryRun) for (const script of ['check', 'lint']) run('npm', ['run', '--silent', script]);
  else run(join(root, '.ci/run'), []);
  const clone = mkdtempSync(join(tmpdir(), 'carryover-release-'));
  try {
    git(root, 'clone', '--quiet', '--shared', root, clone);
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
    setVersion(clone, version);
    commitRelease(clone, version);
    writeArtefacts(clone, version, out);
    if (!isDryRun) conclude(clone, version);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
};

const readArguments = () => {
  const options = { 'dry-run': { type: 'boolean' }, out: { type: 'string', default: join(root, 'dist/release') } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const isDryRun = values['dry-run'] === true;
    const [version = isDryRun ? nextVersion() : undefined, ...more] = positionals;
    return version === undefined || more.length > 0 ? null : { version, isDryRun, out: resolve(values.out) };
  } catch {
    return null;
  }
};

const args = readArguments();
const obstacle = args === null ? USAGE : findObstacle(args.version, args.isDryRun, args.out);
if (obstacle !== null) {
  process.stderr.write(`${obstacle}\n`);
  process.exit(args === null ? 2 : 1);
}
const { version, isDryRun, out } = args;
release(version, isDryRun, out);
process.stdout.write(
  `Artefacts of ${version}: ${relative('', out)}\n${
    isDryRun
      ? `${version} can be released${listsChanges ? '' : ' once CHANGELOG.md lists something under Unreleased'}. Not done: the suites of .ci/run, the commit and the tag.`
      : `${version} is committed and tagged. Record it for the upgrade tests (npm run release:record -- ${version}), then publish it: git push --follow-tags`
  }\n`,
);
