import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'packages/*/docs/**/*.md', 'apps/*/docs/**/*.md']).toSorted();
/** All documents, those of examples and of tools too. */
const WITH_LINKS = globSync(['*.md', '.github/**/*.md', '{apps,deploy,docs,examples,packages,scripts,test}/**/*.md'])
  .filter((path) => !path.includes('node_modules'))
  .toSorted();
const read = (path: string): string => readFileSync(path, 'utf8');

/** The text without what is printed as it is: fenced blocks, and code in a line. */
const prose = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '``');

/** The anchors of a document: its headings as GitHub names them, and the ids that it sets itself. */
const anchorsOf = (path: string): ReadonlySet<string> => {
  const text = read(path).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!)]);
};

/** The links of a document that lead nowhere; those to other hosts, and to addresses of the service, are not checked. */
const brokenLinksOf = (path: string): ReadonlyArray<string> =>
  [...prose(read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?:|mailto:|\/)/.test(target))
    .filter((target) => {
      const [file, anchor] = target.split('#', 2);
      const led = file === '' ? path : join(dirname(path), file!);
      return !existsSync(led) || (anchor !== undefined && led.endsWith('.md') && !anchorsOf(led).has(anchor));
    })
    .map((target) => `${path}: ${target}`);

describe('documents', () => {
  it('have no broken link', () => {
    expect(WITH_LINKS.length).toBeGreaterThan(DOCUMENTS.length);
    expect(WITH_LINKS.flatMap(brokenLinksOf)).toEqual([]);
  });

  it('name the Node version of package.json, which is that of the published packages', () => {
    const { engines } = JSON.parse(read('package.json'));
    const named = DOCUMENTS.flatMap((path) =>
      [...read(path).matchAll(/Node (\d+) or later/g)].map(([, major]) => `${path}: >=${major}`),
    );
    expect(named.filter((one) => !one.endsWith(`: ${engines.node}`))).toEqual([]);
    expect(named.length).toBeGreaterThan(3);
  });

  it('name files and folders that exist', () => {
    const named = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md')].flatMap((document) =>
      [...read(document).matchAll(/`((?:apps|docs|packages|scripts|test)\/[\w./-]+)`/g)].map(([, path]) => path!),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('have a target for every section and decision that sources and documents name', () => {
    const sources = [...DOCUMENTS, ...globSync('{packages,apps,scripts,test}/**/*.{ts,mjs,sql}')].filter(
      (path) => !path.includes('node_modules') && path !== 'test/readme/documents.test.ts',
    );
    const named = (pattern: RegExp) =>
      new Set(sources.flatMap((path) => [...read(path).matchAll(pattern)].map(([, number]) => number!)));
    const numbers = (path: string) =>
      new Set([...read(path).matchAll(/^#{2,3} ([\d.]+?)\.? /gm)].map(([, number]) => number!));

    const sections = numbers('docs/spec/interface.md');
    // A rule of a section is named after it: §1.6 is the sixth rule of section 1.
    const isThere = (section: string) => sections.has(section) || sections.has(section.split('.')[0]!);
    expect([...named(/§ ?(\d(?:\.\d)?)/g)].filter((section) => !isThere(section))).toEqual([]);

    const decisions = numbers('docs/spec/decisions.md');
    expect([...named(/\bdecisions (\d+)/gi)].filter((decision) => !decisions.has(decision))).toEqual([]);

    const records = new Set(globSync('docs/adr/0*.md').map((path) => String(Number(basename(path).slice(0, 4)))));
    expect([...named(/\bADR 0*(\d+)/g)].filter((record) => !records.has(record))).toEqual([]);
  });
});

describe("the README's table of documents", () => {
  it('lists every document', () => {
    const [, table] = /^## Documents$([\s\S]*?)^## /m.exec(read('README.md'))!;
    const listed = new Set([...table!.matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path!));
    const others = DOCUMENTS.filter((path) => path !== 'README.md' && !path.startsWith('docs/adr/0'));
    expect(others.filter((path) => !listed.has(path))).toEqual([]);
  });
});

describe('decision records', () => {
  it('are listed with their titles', () => {
    const rows = globSync('docs/adr/0*.md')
      .toSorted()
      .map((path) => `- [${/^# (.*)$/m.exec(read(path))![1]}](${basename(path)})`);
    const index = read('docs/adr/README.md').split('\n');
    expect(index.filter((line) => line.startsWith('- ['))).toEqual(rows);
  });
});
