import { mkdir } from 'node:fs/promises';
import type {
  DocumentSource,
  DocumentStore,
  DocumentStoreUnavailable,
} from '@carryover/application/ports/document-store';
import type { DocumentStoreConfig } from '@carryover/settings/document-store';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { makeLocalFolderDocumentStore } from './local-folder-document-store.ts';

const NONE: DocumentStoreUnavailable = {
  kind: 'document_store_unavailable',
  reason: 'no document store is configured',
};

/** Never reports a document as missing. */
const noStore: DocumentStore & DocumentSource = { missing: () => TE.left(NONE), open: () => TE.left(NONE) };

/** The configured document store. The S3 SDK is loaded only if it is used. */
export const openDocumentStore = async (config: DocumentStoreConfig): Promise<DocumentStore & DocumentSource> => {
  switch (config.kind) {
    case 'none':
      return noStore;
    case 'folder':
      await mkdir(config.folder, { recursive: true });
      return makeLocalFolderDocumentStore(config.folder);
    case 's3': {
      const { makeS3DocumentStore } = await import('./s3-document-store.ts');
      return makeS3DocumentStore(config);
    }
  }
};
