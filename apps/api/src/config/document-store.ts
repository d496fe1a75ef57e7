import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EnvironmentReader } from '@carryover/settings/environment';

/** Where documents are looked for (decisions 9); `none`: nowhere, so that nothing can be called missing. */
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

/** @returns the path of a file URL; null if it has none that can be meant. */
const pathOf = (url: URL): string | null => {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
};

/** A folder that is not there is a mistake: each document would be called missing. */
const readFolder = (env: EnvironmentReader, url: URL): DocumentStoreConfig => {
  const folder = pathOf(url);
  if (folder === null) env.mistake('DOCUMENT_STORE', `must be file:///folder, and is "${url.href}"`);
  else if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    env.mistake('DOCUMENT_STORE', `must be a folder that exists, and there is none at ${folder}`);
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
 * `DOCUMENT_STORE`: `file:///folder` or `s3://bucket/prefix`, the latter with `S3_REGION` and, for other servers than AWS,
 * `S3_ENDPOINT`; credentials come from where the AWS SDK finds them.
 *
 * @param defaultFolder of the embedded start; null: no store unless one is named.
 */
export const readDocumentStore = (env: EnvironmentReader, defaultFolder: string | null): DocumentStoreConfig => {
  const text = env.text('DOCUMENT_STORE');
  if (text === undefined) return defaultFolder === null ? { kind: 'none' } : { kind: 'folder', folder: defaultFolder };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:') return readFolder(env, url);
  if (url?.protocol === 's3:' && url.hostname !== '') return readBucket(env, url);
  env.mistake('DOCUMENT_STORE', `must be file:///folder or s3://bucket/prefix, and is "${text}"`);
  return { kind: 'none' };
};
