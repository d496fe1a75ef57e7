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
  if (url?.protocol === 'file:' && url.hostname === '') {
    return { kind: 'folder', folder: decodeURIComponent(url.pathname) };
  }
  if (url?.protocol === 's3:' && url.hostname !== '') {
    const prefix = decodeURIComponent(url.pathname.replaceAll(/^\/|\/$/g, ''));
    const endpoint = env.text('S3_ENDPOINT') ?? null;
    if (endpoint !== null && !URL.canParse(endpoint))
      env.mistake('S3_ENDPOINT', `must be an address, and is "${endpoint}"`);
    return { kind: 's3', bucket: url.hostname, prefix, region: env.text('S3_REGION') ?? 'us-east-1', endpoint };
  }
  env.mistake('DOCUMENT_STORE', `must be file:///folder or s3://bucket/prefix, and is "${text}"`);
  return { kind: 'none' };
};
