import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { causeMessage } from './cause-message.ts';
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

/** Returns why a path is no folder that can be used; null if it is one. */
const whyNoFolder = (folder: string): string | null => {
  try {
    return statSync(folder).isDirectory() ? null : `${folder} is none`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? `${folder} does not exist` : causeMessage(error);
  }
};

/** A folder that does not exist is a mistake: every document would be reported missing. */
const readFolder = (env: EnvironmentReader, url: URL): DocumentStoreConfig => {
  const folder = pathOf(url);
  const why = folder === null ? null : whyNoFolder(folder);
  if (folder === null) env.mistake('DOCUMENT_STORE', `must be file:///folder, but is "${url.href}"`);
  else if (why !== null) env.mistake('DOCUMENT_STORE', `must be an existing folder, but ${why}`);
  return { kind: 'folder', folder: folder ?? '' };
};

/** Returns the keys' beginning that a bucket's URL names; null if it cannot be decoded. */
const prefixOf = ({ pathname }: URL): string | null => {
  try {
    return decodeURIComponent(pathname.replaceAll(/^\/|\/$/g, ''));
  } catch {
    return null;
  }
};

const readBucket = (env: EnvironmentReader, url: URL): DocumentStoreConfig => {
  const prefix = prefixOf(url);
  if (prefix === null) env.mistake('DOCUMENT_STORE', `must be s3://bucket/prefix, but is "${url.href}"`);
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: prefix ?? '',
    region: env.text('S3_REGION') ?? 'us-east-1',
    endpoint: env.httpAddress('S3_ENDPOINT') ?? null,
  };
};

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
