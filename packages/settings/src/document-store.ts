import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EnvironmentReader } from './environment.ts';

/** The configured document store (decisions 9); with `none`, no document can be reported missing. */
export type DocumentStoreConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly prefix: string;
      readonly region: string;
      readonly endpoint: string | null;
    }
  | { readonly kind: 'none' };

/** Returns the path of a file URL; null if it has no usable path. */
const pathOf = (url: URL): string | null => {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
};

/** A folder that does not exist is a mistake: every document would be reported missing. */
const readFolder = (env: EnvironmentReader, url: URL): DocumentStoreConfig => {
  const folder = pathOf(url);
  if (folder === null) env.mistake('DOCUMENT_STORE', `must be file:///folder, but is "${url.href}"`);
  else if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    env.mistake('DOCUMENT_STORE', `must be an existing folder, but ${folder} does not exist`);
  return { kind: 'folder', folder: folder ?? '' };
};

const readBucket = (env: EnvironmentReader, url: URL): DocumentStoreConfig => ({
  kind: 's3',
  bucket: url.hostname,
  prefix: decodeURIComponent(url.pathname.replaceAll(/^\/|\/$/g, '')),
  region: env.text('S3_REGION') ?? 'us-east-1',
  endpoint: env.httpAddress('S3_ENDPOINT') ?? null,
});

/**
 * Reads `DOCUMENT_STORE`: `file:///folder` or `s3://bucket/prefix`, the latter with `S3_REGION` and, for servers other than AWS,
 * `S3_ENDPOINT`. The AWS SDK finds the credentials.
 *
 * @param defaultFolder used with the embedded database; null: no store unless one is configured.
 */
export const readDocumentStore = (env: EnvironmentReader, defaultFolder: string | null): DocumentStoreConfig => {
  const text = env.text('DOCUMENT_STORE');
  if (text === undefined) return defaultFolder === null ? { kind: 'none' } : { kind: 'folder', folder: defaultFolder };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:') return readFolder(env, url);
  if (url?.protocol === 's3:' && url.hostname !== '') return readBucket(env, url);
  env.mistake('DOCUMENT_STORE', `must be file:///folder or s3://bucket/prefix, but is "${text}"`);
  return { kind: 'none' };
};
