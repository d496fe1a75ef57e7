import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStyles } from '@carryover/styles/styles';

/** The pages, as the header of each links to them. */
export const PAGES = [
  { name: 'guide', address: '/docs', title: 'Guide' },
  { name: 'reference', address: '/docs/reference', title: 'Reference' },
  { name: 'errors', address: '/docs/errors', title: 'Errors' },
  { name: 'loader', address: '/docs/loader', title: 'Files' },
  { name: 'your-export', address: '/docs/your-export', title: 'Your export' },
  { name: 'client', address: '/docs/client', title: 'Client' },
  { name: 'sandbox', address: '/docs/vendor-sandbox', title: 'Sandbox' },
] as const;

export type PageName = (typeof PAGES)[number]['name'];

/** Returns the address of a page. */
export const pageAddress = (name: PageName): string => PAGES.find((page) => page.name === name)!.address;

const require = createRequire(import.meta.url);

const OWN = new URL('../../docs/', import.meta.url);

/** The path of one of our files: the guide, style sheets, scripts of pages. */
export const ownFile = (name: string): string => fileURLToPath(new URL(name, OWN));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files that pages load: ours, and those of the package that the reference needs. */
export const ASSETS: ReadonlyArray<string> = [
  ...readdirSync(OWN).filter((name) => extname(name) in TYPES),
  'swagger-ui.css',
  'swagger-ui-bundle.js',
];

/** A part of the documentation as it is served; it does not change while the service runs. */
export type Content = {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/** An asset's address changes with its content, so that browsers can cache it forever. */
const FOR_EVER = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Rules of every page, which follow the shared ones. */
const BASE = 'base.css';

type Asset = { readonly version: string; readonly content: Content };
const read = new Map<string, Asset>();

/** Returns a file that pages load; it is read once. @throws if it cannot be read. */
export const assetOf = (name: string): Asset => {
  const known = read.get(name);
  if (known !== undefined) return known;
  const own = readFileSync(name.startsWith('swagger-ui') ? require.resolve(`swagger-ui-dist/${name}`) : ownFile(name));
  const shared = name === BASE ? readStyles('light', 'dark', 'base', 'site') : '';
  const bytes = Buffer.concat([Buffer.from(shared), own]);
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const asset = { version, content: { type: TYPES[extname(name)]!, bytes, headers: FOR_EVER } };
  read.set(name, asset);
  return asset;
};

/** Returns the address of a file. */
export const addressOf = (name: string): string => `/docs/assets/${assetOf(name).version}/${name}`;
