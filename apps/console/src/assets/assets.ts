import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStyles } from '@carryover/styles/styles';
import express, { type Router } from 'express';

const resolve = createRequire(import.meta.url).resolve;
const inPackage = (main: string, path: string): string => join(dirname(resolve(main)), path);
const own = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The files that pages load, by name. */
const FILES = {
  'console.css': own('console.css'),
  'console.js': own('console.js'),
  'mark.svg': own('mark.svg'),
  'htmx.min.js': inPackage('htmx.org/dist/htmx.min.js', 'htmx.min.js'),
  'hx-sse.min.js': inPackage('htmx.org/dist/ext/hx-sse.min.js', 'hx-sse.min.js'),
  'uPlot.iife.min.js': inPackage('uplot/dist/uPlot.iife.min.js', 'uPlot.iife.min.js'),
  'uPlot.min.css': inPackage('uplot/dist/uPlot.min.css', 'uPlot.min.css'),
} as const;

type AssetName = keyof typeof FILES;

/** The address has a hash of the content, so that browsers may keep a file for ever. */
const ADDRESSES = new Map<string, { readonly address: string; readonly content: Buffer; readonly name: string }>();
for (const [name, path] of Object.entries(FILES)) {
  const shared = name === 'console.css' ? readStyles('light', 'dark', 'base', 'site', 'lists') : '';
  const content = Buffer.concat([Buffer.from(shared), readFileSync(path)]);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  ADDRESSES.set(name, { name, content, address: `/assets/${hash}/${name}` });
}

/** Returns the address of a file. */
export const asset = (name: AssetName): string => ADDRESSES.get(name)!.address;

/** Serves the files, also without a session. */
export const assets = (): Router => {
  const router = express.Router();
  for (const { name, address, content } of ADDRESSES.values())
    router.get(address, (_request, response) => {
      response.set('Cache-Control', 'public, max-age=31536000, immutable').type(name).send(content);
    });
  return router;
};
