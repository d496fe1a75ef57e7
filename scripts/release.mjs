// Makes a release: `npm run release -- X.Y.Z`. It is prepared in a clone of the last commit, so that a release that fails
// leaves nothing behind; its commit and tag are taken over at the end. `--dry-run` does the same but for the long suites,
// the commit and the tag.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildArtefacts } from './release/artefacts.mjs';
import { dateChangelog, releasedVersions } from './release/changelog.mjs';
import { git, run } from './release/run.mjs';
import { nextVersion, setVersion, whyNotNext } from './release/version.mjs';

const USAGE = `npm run release -- X.Y.Z [--out DIR]
npm run release -- [X.Y.Z] --dry-run [--out DIR]

Checks the last commit, sets the version, dates CHANGELOG.md, and writes the tarballs of the packages, the SBOM and
SHA256SUMS to dist/release (--out: elsewhere). Then commits and tags on the current branch; nothing is pushed.

  --dry-run   without the suites of .ci/run, the commit and the tag; without a version, the next one
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (text) => process.stdout.write(`${text}\n`);
const readText = (path) => readFileSync(path, 'utf8');

class Refused extends Error {}
class WrongUsage extends Error {}

const readArguments = () => {
  const options = { 'dry-run': { type: 'boolean' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1) throw new WrongUsage('Give one version.');
    if (positionals.length === 0 && !values['dry-run'] && !values.help) throw new WrongUsage('Give a version.');
    return { help: values.help, isDryRun: values['dry-run'] === true, version: positionals[0], out: values.out };
  } catch (error) {
    throw new WrongUsage(error.message);
  }
};

const checkTree = () => {
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '') throw new Refused(`There are changes that are not committed:\n${changed}`);
};

const chooseVersion = (asked) => {
  const state = {
    current: JSON.parse(readText(join(root, 'package.json'))).version,
    released: releasedVersions(readText(join(root, 'CHANGELOG.md'))),
  };
  const version = asked ?? nextVersion(state);
  const reason = whyNotNext(version, state);
  if (reason !== null) throw new Refused(reason);
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new Refused(`There is a tag v${version} already.`);
  return version;
};

/** The commands that the commit must pass; a dry run leaves the long suites out. */
const check = (isDryRun) => {
  if (!isDryRun) return run(join(root, '.ci/run'), [], { cwd: root });
  for (const script of ['check', 'lint']) run('npm', ['run', '--silent', script], { cwd: root });
};

/** Sets version and date in a clone, and builds the artefacts from it. */
const prepare = (clone, { version, out }) => {
  git(root, 'clone', '--quiet', '--shared', root, clone);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'junction');
  const changelog = join(clone, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, dateChangelog(readText(changelog), { version, date }));
  setVersion(clone, version);
  buildArtefacts(clone, out);
};

/** Commits and tags in the clone, and takes both over. */
const conclude = (clone, version) => {
  for (const key of ['user.name', 'user.email']) git(clone, 'config', key, git(root, 'config', key));
  git(clone, 'commit', '--quiet', '--all', '--message', `release: ${version}`);
  git(clone, 'tag', '--annotate', `v${version}`, '--message', `Carryover ${version}`);
  git(root, 'pull', '--quiet', '--ff-only', '--tags', clone, 'HEAD');
};

const release = ({ isDryRun, version: asked, out = join(root, 'dist/release') }) => {
  checkTree();
  const version = chooseVersion(asked);
  check(isDryRun);
  const clone = mkdtempSync(join(tmpdir(), 'carryover-release-'));
  try {
    prepare(clone, { version, out: resolve(out) });
    if (!isDryRun) conclude(clone, version);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
  say(`Artefacts of ${version}: ${relative('', resolve(out))}`);
  say(
    isDryRun
      ? `${version} can be released. Not done: the suites of .ci/run, the commit and the tag.`
      : `${version} is committed and tagged. Publish it: git push --follow-tags`,
  );
};

try {
  const args = readArguments();
  if (args.help) say(USAGE);
  else release(args);
} catch (error) {
  const hint = error instanceof WrongUsage ? `\n\n${USAGE}` : '';
  process.stderr.write(`${error.message}${hint}\n`);
  process.exitCode = error instanceof WrongUsage ? 2 : 1;
}
