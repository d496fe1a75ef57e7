// Builds what is published, domain, contract, client and loader, as tarballs, and the Python client as a wheel into `dist/`, or with `--out DIR` elsewhere. Nothing
// is written beside them but a temporary folder.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleLoader } from './bundle-loader.mjs';
import { writeWheel } from './write-wheel.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'dist') }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(`npm run build -- [--out DIR]

Packs domain, contract, client and loader as tarballs, and the Python client as a wheel (default: dist).
`);
  process.exit();
}
const out = resolve(values.out);
const work = mkdtempSync(join(tmpdir(), 'carryover-build-'));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The published packages, each after those that it imports: the packages of global types it needs, and its README. */
const PUBLISHED = [
  {
    folder: 'domain',
    description:
      'The rules of an account data import: dates, decimals, notes, transactions, histories. No I/O, no clock.',
    types: [],
    example: `import { parseCalendarDate } from '@carryover/domain/calendar-date';

parseCalendarDate('2026-02-30'); // { _tag: 'None' }`,
  },
  {
    folder: 'contract',
    description: 'The account data-import interface as data: exact JSON, io-ts codecs, limits, error codes.',
    types: [],
    example: `import { noteDraft } from '@carryover/contract/codecs/note';

noteDraft.decode({ body: 'Called about the meter.' }); // { _tag: 'Right', right: { … } }`,
  },
  {
    folder: 'client',
    description:
      'A typed client of the account data-import interface: token, deadlines, safe retries. No dependencies.',
    types: ['node'],
    example: `import { makeClient } from '@carryover/client';

const client = makeClient({ baseUrl: 'https://carryover.example', apiKey: process.env.CARRYOVER_API_KEY ?? '' });
await client.createNotes({
  import_supplier: 'ACME',
  external_account_number: 'E-1',
  notes: [{ body: 'Called about the meter.', created_at: '2019-10-01T08:30:00Z' }],
});`,
  },
].map((published) => ({ ...published, ...readJson(`packages/${published.folder}/package.json`) }));

const destinationOf = (folder) => join(work, 'node_modules/@carryover', folder);

/** Makes the other packages that the packages import available where their compilation searches. */
const linkDependencies = () => {
  const names = new Set(PUBLISHED.flatMap(({ dependencies = {} }) => Object.keys(dependencies)));
  for (const name of [...names].filter((one) => !one.startsWith('@carryover/'))) {
    mkdirSync(dirname(join(work, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(work, 'node_modules', name), 'junction');
  }
};

/**
 * Compiles a package's sources to ES modules, and declarations with their docstrings. The sources are copied, so that
 * other packages of ours are found as they are published, not as sources.
 */
const compile = ({ folder, types }) => {
  const place = join(work, 'sources', folder);
  const output = join(destinationOf(folder), 'dist');
  cpSync(join(root, 'packages', folder, 'src'), join(place, 'src'), { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  const compilerOptions = { rootDir: './src', outDir: output, types, typeRoots: [join(root, 'node_modules/@types')] };
  const config = { extends: join(root, 'tsconfig.build.json'), compilerOptions, include: ['./src'] };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', place], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${folder} does not compile:\n${stdout}`);
  // TypeScript rewrites `./note.ts` in the JavaScript it emits, but not in the declarations.
  for (const file of globSync('**/*.d.ts', { cwd: output })) {
    const path = join(output, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/(\bfrom |\bimport\()(['"])(\.\.?\/[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
  }
};

const BARE_IMPORT = /(?:\bfrom |\bimport\(|^import )['"]([^.'"][^'"]*)['"]/gm;

/** `@carryover/domain/note` is of `@carryover/domain`, `fp-ts/lib/Either.js` of `fp-ts`. */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** The packages that a compiled package imports, in its code or in its types. */
const importedBy = (output) => {
  const texts = globSync('**/*.{js,d.ts}', { cwd: output }).map((file) => readFileSync(join(output, file), 'utf8'));
  const specifiers = texts.flatMap((text) => [...text.matchAll(BARE_IMPORT)].map(([, specifier]) => specifier));
  return [...new Set(specifiers.filter((one) => !one.startsWith('node:')).map(packageOf))].sort();
};

/** `./src/*.ts` as it is published. */
const toExport = (source) => {
  const path = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '');
  return { types: `${path}.d.ts`, default: `${path}.js` };
};

/** Writes the `package.json`, README and license of a compiled package; of its dependencies those that it imports. */
const writeManifest = ({ folder, name, version, license, type, exports, dependencies = {}, ...rest }) => {
  const destination = destinationOf(folder);
  // The same versions that run the service.
  const { engines } = readJson('package.json');
  const imported = importedBy(join(destination, 'dist'));
  const undeclared = imported.filter((one) => dependencies[one] === undefined);
  if (undeclared.length > 0) throw new Error(`${name} imports ${undeclared.join(', ')} but does not declare it`);
  const manifest = {
    name,
    version,
    description: rest.description,
    license,
    type,
    sideEffects: false,
    engines,
    files: ['dist'],
    exports: Object.fromEntries(Object.entries(exports).map(([path, source]) => [path, toExport(source)])),
    dependencies: Object.fromEntries(imported.map((one) => [one, dependencies[one]])),
  };
  const needed = `ES modules for Node ${engines.node.replace('>=', '')} or later, with types. Apache-2.0.`;
  const readme = [`# ${name}`, rest.description, `\`\`\`ts\n${rest.example}\n\`\`\``, needed].join('\n\n');
  writeFileSync(join(destination, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(destination, 'README.md'), `${readme}\n`);
  copyFileSync(join(root, 'LICENSE'), join(destination, 'LICENSE'));
};

try {
  linkDependencies();
  for (const published of PUBLISHED) {
    compile(published);
    writeManifest(published);
  }
  const loader = join(work, 'loader');
  mkdirSync(loader);
  await bundleLoader(loader);
  mkdirSync(out, { recursive: true });
  const folders = [...PUBLISHED.map(({ folder }) => destinationOf(folder)), loader];
  const args = ['pack', ...folders, '--pack-destination', out, '--json', '--loglevel=error'];
  const [command, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const packed = execFileSync(command, [...first, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  for (const { name, version, filename, size, unpackedSize, entryCount } of Object.values(JSON.parse(packed))) {
    const figures = `${(size / 1024).toFixed(1)} KiB, ${entryCount} files, ${(unpackedSize / 1024).toFixed(1)} KiB unpacked`;
    process.stdout.write(`${name} ${version}: ${relative('', join(out, filename))}: ${figures}\n`);
  }
  const wheel = await writeWheel(out);
  process.stdout.write(`carryover-client for Python: ${relative('', wheel)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
