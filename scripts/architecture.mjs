// Draws which package imports which, from the imports in the sources, as docs/images/packages.svg.
// `npm run docs:architecture` writes the picture, `--print` prints it: a test compares the two.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instance } from '@viz-js/viz';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The rows of the picture, from the outside in: the colour, and which packages belong there. */
const LAYERS = [
  { colour: '#dbe7f6', has: (name) => name.startsWith('apps/') },
  { colour: '#e3f1df', has: (name) => name.includes('/adapters-') },
  { colour: '#f4f4f4', has: (name) => name === 'packages/client' },
  { colour: '#f4f4f4', has: (name) => /\/(settings|embedded-postgres)$/.test(name) },
  { colour: '#fdf0d5', has: (name) => /\/(application|contract)$/.test(name) },
  { colour: '#f8dfdc', has: (name) => name === 'packages/domain' },
];

const isOwn = (specifier) => specifier.startsWith('@carryover/');

/** @returns for each folder below `packages` and `apps` the folders that its sources import. */
const readImports = () => {
  const folders = globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map((path) => path.split('/', 2).join('/'));
  const folderOf = new Map(folders.map((folder) => [folder.split('/')[1], folder]));
  const importsOf = (folder) => {
    const sources = globSync(`${folder}/src/**/*.ts`, { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const specifiers = sources.flatMap((text) =>
      [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, one]) => one),
    );
    const targets = specifiers.filter(isOwn).map((specifier) => folderOf.get(specifier.split('/')[1]));
    return [...new Set(targets)].filter((target) => target !== undefined && target !== folder).toSorted();
  };
  return new Map(folders.toSorted().map((folder) => [folder, importsOf(folder)]));
};

/** Leaves out what other arrows say already: A → C if A → B → C. */
const withoutImplied = (imports) => {
  const reaches = (from, to) => imports.get(from).some((next) => next === to || reaches(next, to));
  const isImplied = (from, to) => imports.get(from).some((between) => between !== to && reaches(between, to));
  return [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => !isImplied(from, to)).map((to) => ({ from, to })),
  );
};

const quoted = (text) => JSON.stringify(text);

const toDot = (imports) => {
  const nodes = LAYERS.map(({ colour, has }) => {
    const names = [...imports.keys()].filter(has);
    const lines = names.map(
      (name) => `${quoted(name)} [label=${quoted(name.split('/')[1])}, fillcolor=${quoted(colour)}];`,
    );
    return `{ rank=same; ${lines.join(' ')} }`;
  });
  const edges = withoutImplied(imports).map(({ from, to }) => `${quoted(from)} -> ${quoted(to)};`);
  return `digraph packages {
    graph [bgcolor=white, pad=0.2, nodesep=0.25, ranksep=0.55, fontname="Helvetica"];
    node [shape=box, style="filled,rounded", color="#5a6673", fontname="Helvetica", fontsize=12, margin="0.14,0.07"];
    edge [color="#5a6673", arrowsize=0.7];
    ${nodes.join('\n')}
    ${edges.join('\n')}
  }`;
};

const TITLE = '<title>The packages of Carryover, and which of them imports which</title>';

/** @returns the picture as SVG. */
const draw = async () => {
  const svg = (await instance()).renderString(toDot(readImports()), { format: 'svg' });
  return svg.slice(svg.indexOf('<svg')).replace(/<svg[^>]*>/, (tag) => `${tag}\n${TITLE}`);
};

if (process.argv.includes('--print')) process.stdout.write(await draw());
else writeFileSync(join(ROOT, 'docs/images/packages.svg'), await draw());
