import { mkdir } from 'node:fs/promises';
import { makeLocalFolderDocumentStore } from '@carryover/adapters-documents/local-folder-document-store';
import type { DocumentStore } from '@carryover/application/ports/document-store';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DocumentStoreConfig } from './config/document-store.ts';

/** Never reports a document as missing. */
const noStore: DocumentStore = {
  missing: () => TE.left({ kind: 'document_store_unavailable', reason: 'no document store is configured' }),
};

/** The configured document store. The S3 SDK is loaded only if it is used. */
export const openDocumentStore = async (config: DocumentStoreConfig): Promise<DocumentStore> => {
  switch (config.kind) {
    case 'none':
      return noStore;
    case 'folder':
      await mkdir(config.folder, { recursive: true });
      return makeLocalFolderDocumentStore({ folder: config.folder });
    case 's3': {
      const { makeS3DocumentStore } = await import('@carryover/adapters-documents/s3-document-store');
      const { bucket, prefix, region, endpoint } = config;
      return makeS3DocumentStore({ bucket, prefix, region, ...(endpoint === null ? {} : { endpoint }) });
    }
  }
};
