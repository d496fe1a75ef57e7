import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSETS } from '../../packages/adapters-http/src/docs/assets.ts';
import { makeDocuments } from '../../packages/adapters-http/src/docs/documents.ts';
import { PAGES } from '../../packages/adapters-http/src/docs/pages/page.ts';
import { readWrittenPages } from '../../packages/adapters-http/src/docs/pages/written-pages.ts';
import { searchEntries } from '../../packages/adapters-http/src/docs/search/search-entries.ts';
import { documented } from './documented.ts';
import { placeOf, relativeFrom } from './relative.ts';

const SERVED_AS = { isDemo: false, isStatic: true };
const SEARCH = 'search';
const SEARCH_SOURCES = '../../packages/adapters-http/src/docs/search/';

const require = createRequire(import.meta.url);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Returns a module of the service's search for browsers. */
const browserModule = async (name: string): Promise<string> => {
  const source = await readFile(here(`${SEARCH_SOURCES}${name}.ts`), 'utf8');
  return stripTypeScriptTypes(source).replace(`'minisearch'`, `'./minisearch.js'`);
};

/** Returns the files of the search page: the page, the entries, and the service's search. */
const searchFiles = async (page: string, openApi: Parameters<typeof searchEntries>[0]) => {
  const entries = searchEntries(openApi, await readWrittenPages(documented, SERVED_AS)).map((entry) => {
    const [path, anchor] = entry.address.split('#');
    return { ...entry, address: `../${placeOf(path!)}${anchor === undefined ? '' : `#${anchor}`}` };
  });
  const script = '<script type="module" src="search-page.js"></script>\n</head>';
  return {
    'index.html': page.replace('</head>', script),
    'entries.json': JSON.stringify(entries),
    'search-page.js': await readFile(here('search.js'), 'utf8'),
    'search.js': await browserModule('search'),
    'search-results.js': await browserModule('search-results'),
    'minisearch.js': await readFile(require.resolve('minisearch').replace('/cjs/index.cjs', '/es/index.js'), 'utf8'),
  };
};

/** Writes the documentation that a service serves to an emptied folder, as files for any web server. */
export const buildSite = async (out: string): Promise<ReadonlyArray<string>> => {
  await rm(out, { recursive: true, force: true });
  const written: string[] = [];
  const write = async (place: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(out, place)), { recursive: true });
    await writeFile(join(out, place), content);
    written.push(place);
  };

  const documents = makeDocuments(documented, SERVED_AS);
  for (const { name, address } of PAGES) {
    const place = placeOf(address);
    await write(place, relativeFrom(place, (await documents.page(name)).bytes.toString()));
  }
  const openApi = (await documents.openApi()).bytes.toString();
  await write('openapi.json', openApi);
  const searchPage = relativeFrom(`${SEARCH}/index.html`, (await documents.search('')).bytes.toString());
  for (const [name, content] of Object.entries(await searchFiles(searchPage, JSON.parse(openApi))))
    await write(`${SEARCH}/${name}`, content);
  for (const { name, read } of ASSETS) {
    const { content, version } = await read();
    await write(`assets/${version}/${name}`, content.bytes);
  }
  return written;
};
