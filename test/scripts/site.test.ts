import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSite } from '../../scripts/site/build.ts';
import { theFolder } from '../support/a-file.ts';

const LINK = /\b(?:href|src|action|data-document)="([^"]*)"/g;
const ANCHOR = /\bid="([^"]*)"/g;

const read = (place: string): string => readFileSync(join(folder, place), 'utf8');

const linksOf = (place: string): ReadonlyArray<string> =>
  [...read(place).matchAll(LINK)]
    .map(([, address]) => address!)
    .filter((address) => !/^(https?|mailto):/.test(address));

/** Anchors that the reference makes in the browser. */
const isMadeThere = (anchor: string): boolean => anchor.startsWith('/');

const folder = theFolder();
const pages = (await buildSite(folder)).filter((place) => place.endsWith('.html'));

describe('the static site', () => {
  it('has every page of the service, and the search', () => {
    const names = [
      'index.html',
      ...['client', 'errors', 'loader', 'reference', 'search', 'vendor-sandbox', 'your-export'].map(
        (name) => `${name}/index.html`,
      ),
    ];
    expect(pages.toSorted()).toEqual(names.toSorted());
  });

  it('leads from each link to a file of its own, and to an anchor in it', () => {
    let anchors = 0;
    for (const page of pages)
      for (const link of linksOf(page)) {
        const [path = '', anchor = ''] = link.split('#');
        const place = path === '' ? page : join(dirname(page), path.split('?')[0]!);
        expect(existsSync(join(folder, place)), `${page} links to ${link}`).toBe(true);
        if (anchor === '' || isMadeThere(anchor)) continue;
        anchors += 1;
        const ids = [...read(place).matchAll(ANCHOR)].map(([, id]) => id);
        expect(ids, `${page} links to ${link}`).toContain(anchor);
      }
    expect(anchors).toBeGreaterThan(100);
  });

  it('is not written over other files', async () => {
    const other = join(folder, 'assets', 'of-somebody');
    mkdirSync(other);
    writeFileSync(join(other, 'thesis.md'), 'x');
    await expect(buildSite(other)).rejects.toThrow('has files, and no site of an earlier run');
    expect(existsSync(join(other, 'thesis.md'))).toBe(true);
  });

  it('offers nothing that needs a service, and says what needs JavaScript', () => {
    for (const page of ['search/index.html', 'reference/index.html'])
      expect(read(page)).toMatch(/<noscript>.*needs JavaScript/);
    expect(read('reference/index.html')).toContain('data-read-only');
    expect(read('reference/index.html')).not.toContain('token-form');
  });
});
