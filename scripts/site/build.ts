import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSETS, assetOf, PAGES } from '../../packages/adapters-http/src/docs/addresses.ts';
import { makeSite } from '../../packages/adapters-http/src/docs/site.ts';
import { documented } from './documented.ts';

const SERVED_AS = { isDemo: false, isStatic: true };
const SEARCH = 'search';
const ENTRIES = 'entries.json';
const SEARCH_SOURCE = '../../packages/adapters-http/src/docs/search.ts';

const require = createRequire(import.meta.url);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The address of the documentation, as a service serves it. */
const DOCS = '/docs';

const ADDRESS = /\b(href|src|action|data-document)="(\/[^"]*)"/g;

/** Returns the path of a page or file within the site: the guide is its first page. */
const placeOf = (address: string): string => {
  const path = address.startsWith(`${DOCS}/`) || address === DOCS ? address.slice(DOCS.length) : address;
  const isFile = /\/[^/]*\.\w+$/.test(path);
  return isFile ? path.slice(1) : `${path.replaceAll(/^\/|\/$/g, '')}/index.html`.replace(/^\//, '');
};

/** Returns the page with addresses that lead from its own place, so that the site may lie anywhere. */
const relativeFrom = (place: string, html: string): string => {
  const up = '../'.repeat(place.split('/').length - 1);
  return html.replaceAll(ADDRESS, (_, attribute, address) => {
    const [, path, rest] = /^([^?#]*)(.*)$/.exec(address)!;
    return `${attribute}="${up === '' ? './' : up}${placeOf(path!)}${rest}"`;
  });
};

/** Returns the files of the search page: the page, the entries, and the service's search. */
const searchFiles = async ({ entries, search }: ReturnType<typeof makeSite>) => {
  const page = relativeFrom(`${SEARCH}/index.html`, search(''));
  const placed = entries.map((entry) => {
    const [path, anchor] = entry.address.split('#');
    return { ...entry, address: `../${placeOf(path!)}${anchor === undefined ? '' : `#${anchor}`}` };
  });
  const source = stripTypeScriptTypes(await readFile(here(SEARCH_SOURCE), 'utf8'));
  const script = '<script type="module" src="search-page.js"></script>\n</head>';
  const notice =
    '</h1>\n<noscript><p>The search of these files runs in the browser: it needs JavaScript.</p></noscript>';
  return {
    'index.html': page.replace('</head>', script).replace('</h1>', notice),
    [ENTRIES]: JSON.stringify(placed),
    'search-page.js': await readFile(here('search.js'), 'utf8'),
    'search.js': source.replace(`'minisearch'`, `'./minisearch.js'`),
    'minisearch.js': await readFile(require.resolve('minisearch').replace('/cjs/index.cjs', '/es/index.js'), 'utf8'),
  };
};

/** Empties the folder of an earlier site. Rejects if it has anything else: somebody may have named the wrong one. */
const emptied = async (out: string): Promise<void> => {
  const found = existsSync(out) ? await readdir(out) : [];
  if (found.length > 0 && !existsSync(join(out, SEARCH, ENTRIES)))
    throw new Error(`${out} has files, and no site of an earlier run. Name an empty folder, or one that is not there.`);
  await rm(out, { recursive: true, force: true });
};

/** Writes the documentation that a service serves as files for a web server. Rejects if the folder has other files. */
export const buildSite = async (out: string): Promise<ReadonlyArray<string>> => {
  await emptied(out);
  const written: string[] = [];
  const write = async (place: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(out, place)), { recursive: true });
    await writeFile(join(out, place), content);
    written.push(place);
  };

  const site = makeSite(documented, SERVED_AS);
  // First, so that a folder of a run that was interrupted is known as one.
  for (const [name, content] of Object.entries(await searchFiles(site))) await write(`${SEARCH}/${name}`, content);
  for (const { name, address } of PAGES) {
    const place = placeOf(address);
    await write(place, relativeFrom(place, site.pages.get(name)!));
  }
  await write('openapi.json', site.openApi);
  await write('schemas/mapping.json', await readFile(here('../../docs/schemas/mapping.json')));
  for (const name of ASSETS) {
    const { content, version } = assetOf(name);
    await write(`assets/${version}/${name}`, content.bytes);
  }
  return written;
};
