import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BARE_IMPORT = /(?:\bfrom |\bimport\(|^import )['"]([^.'"][^'"]*)['"]/gm;

/** `@carryover/domain/note` is of `@carryover/domain`, `fp-ts/lib/Either.js` of `fp-ts`. */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** The packages that a compiled package imports, in its code or in its types. */
const importedBy = (output) => {
  const files = globSync('**/*.{js,d.ts}', { cwd: output });
  const specifiers = files.flatMap((file) =>
    [...readFileSync(join(output, file), 'utf8').matchAll(BARE_IMPORT)].map((match) => match[1]),
  );
  return [...new Set(specifiers.filter((specifier) => !specifier.startsWith('node:')).map(packageOf))].sort();
};

/** `./src/*.ts` as it is published. */
const toExport = (source) => {
  const path = source.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '');
  return { types: `${path}.d.ts`, default: `${path}.js` };
};

const toReadme = ({ name, description, example, node }) => `# ${name}

${description}

\`\`\`ts
${example}
\`\`\`

ES modules for Node ${node.replace('>=', '')} or later, with types. Apache-2.0.
`;

/** The `package.json`, README and license of a compiled package; of its dependencies those that it imports. */
export const writeManifest = ({ root, folder, description, example, destination }) => {
  const {
    name,
    version,
    license,
    type,
    exports,
    dependencies = {},
  } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
  // The same versions that run the service.
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const imported = importedBy(join(destination, 'dist'));
  const undeclared = imported.filter((one) => dependencies[one] === undefined);
  if (undeclared.length > 0) throw new Error(`${name} imports ${undeclared.join(', ')} but does not declare it`);
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    sideEffects: false,
    engines,
    files: ['dist'],
    exports: Object.fromEntries(Object.entries(exports).map(([path, source]) => [path, toExport(source)])),
    dependencies: Object.fromEntries(imported.map((one) => [one, dependencies[one]])),
  };
  writeFileSync(join(destination, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(destination, 'README.md'), toReadme({ name, description, example, node: engines.node }));
  copyFileSync(join(root, 'LICENSE'), join(destination, 'LICENSE'));
};
