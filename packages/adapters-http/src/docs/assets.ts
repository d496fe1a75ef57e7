import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Content } from './content.ts';
import { once } from './once.ts';

const require = createRequire(import.meta.url);

/** The path of one of our files: the guide, style sheets, scripts of pages. */
export const ownFile = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

const OWN = [
  'mark.svg',
  'base.css',
  'text.css',
  'code.css',
  'tabs.css',
  'search.css',
  'header.css',
  'layout.css',
  'errors.css',
  'token.css',
  'reference.css',
  'copy.js',
  'scroll.js',
  'contents.js',
  'errors.js',
  'reference.js',
] as const;
/** The files of the package that the reference needs. */
const SWAGGER_UI = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

export type AssetName = (typeof OWN)[number] | (typeof SWAGGER_UI)[number];

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Its address changes with its content, so that browsers can cache it forever. */
const FOR_EVER = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A file that pages load. */
export type Asset = {
  readonly name: AssetName;
  readonly read: () => Promise<{ readonly content: Content; readonly version: string }>;
};

const makeAsset = (name: AssetName, file: () => string): Asset => ({
  name,
  read: once(async () => {
    const bytes = await readFile(file());
    const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    return { version, content: { type: TYPES[extname(name)]!, bytes, headers: FOR_EVER } };
  }),
});

export const ASSETS: ReadonlyArray<Asset> = [
  ...OWN.map((name) => makeAsset(name, () => ownFile(name))),
  ...SWAGGER_UI.map((name) => makeAsset(name, () => require.resolve(`swagger-ui-dist/${name}`))),
];

/** Returns the address of a file. */
export const addressOf = async (name: AssetName): Promise<string> => {
  const { version } = await ASSETS.find((asset) => asset.name === name)!.read();
  return `/docs/assets/${version}/${name}`;
};
