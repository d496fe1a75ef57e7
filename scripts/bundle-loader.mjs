// Bundles the client's loader as one package for `npx`: our own packages in it as JavaScript, others as its dependencies.
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Files that the programs read beside their code: style sheets and templates of reports. */
const ASSETS = ['packages/styles/src/*.css', 'packages/report/src/*.css', 'packages/report/src/templates'];

/** Node as it is needed, for machines with an older one: as in our own package.json. */
const NEEDED_NODE = 24;

const isOurs = (specifier) =>
  specifier.startsWith('@carryover/') || specifier.startsWith('.') || specifier.startsWith('/');

/** `fp-ts/lib/Either.js` is of `fp-ts`. */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Starts the loader with the memory limits of `npm run load`, on Node 24 or the one that npm installed beside it. */
const launcher = (flags) => `#!/usr/bin/env node
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBeside } from './run-beside.mjs';

const nodeOf = () => {
  if (Number.parseInt(process.versions.node, 10) >= ${NEEDED_NODE}) return process.execPath;
  try {
    const { resolve } = createRequire(import.meta.url);
    return join(dirname(resolve(\`node-\${process.platform}-\${process.arch}/package.json\`)), 'bin/node');
  } catch {
    process.stderr.write(\`carryover needs Node ${NEEDED_NODE} and this is \${process.version}. Use Node ${NEEDED_NODE}.\\n\`);
    return process.exit(1);
  }
};

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
runBeside(nodeOf(), [${flags.map((flag) => JSON.stringify(flag)).join(', ')}, main, ...process.argv.slice(2)]);
`;

const README = `# @carryover/loader

Loads the history of migrated accounts from NDJSON and CSV files of any size, and proves at the end that all of it arrived.

\`\`\`sh
export CARRYOVER_URL=https://carryover.example CARRYOVER_API_KEY_FILE=key.txt
npx @carryover/loader check notes.ndjson transactions.csv
npx @carryover/loader load notes.ndjson transactions.csv
npx @carryover/loader map init export.csv
\`\`\`

\`npx @carryover/loader --help\` lists the commands. The files are described on \`/docs/loader\` of the service, and
how an export of another system is mapped on \`/docs/your-export\`. Node 20 or later on Linux, Node ${NEEDED_NODE} elsewhere. Apache-2.0.
`;

/** Writes the package to a folder. */
export const bundleLoader = async (folder) => {
  const bundle = await rolldown({
    input: { main: join(root, 'apps/loader/src/main.ts') },
    platform: 'node',
    // Neither comments nor names of chunks say where the build was made: a release can be built again, byte by byte.
    experimental: { attachDebugInfo: 'none' },
    external: (specifier) => specifier.startsWith('node:') || !isOurs(specifier),
  });
  const { output } = await bundle.write({
    dir: join(folder, 'dist'),
    format: 'esm',
    // No package has a name with an underscore first: a chunk named `decimal.js` would be taken for the package.
    chunkFileNames: '_[name].js',
    comments: false,
  });
  await bundle.close();
  for (const pattern of ASSETS)
    for (const path of globSync(pattern, { cwd: root }))
      cpSync(join(root, path), join(folder, 'dist', basename(path)), { recursive: true });

  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['run-beside.mjs', 'stop-with-parent.mjs'])
    copyFileSync(join(root, 'packages/terminal/src', name), join(bin, name));
  const { scripts, engines, optionalDependencies } = readJson('package.json');
  const flags = scripts.load.split(' ').filter((part) => part.startsWith('--'));
  writeFileSync(join(bin, 'carryover.mjs'), launcher(flags), { mode: 0o755 });

  const chunks = new Set(output.map(({ fileName }) => fileName));
  const imported = output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const outside = imported.filter((one) => !one.startsWith('node:') && !chunks.has(one)).map(packageOf);
  const dependencies = Object.fromEntries(
    [...new Set(outside)]
      .toSorted()
      .map((name) => [name, readJson(join('node_modules', name, 'package.json')).version]),
  );
  const { version, license } = readJson('apps/loader/package.json');
  const manifest = {
    name: '@carryover/loader',
    version,
    description: 'Loads the history of migrated accounts from files of any size, and proves that all of it arrived.',
    license,
    type: 'module',
    engines,
    bin: { carryover: 'bin/carryover.mjs' },
    files: ['bin', 'dist'],
    dependencies,
    optionalDependencies,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), README);
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
};
