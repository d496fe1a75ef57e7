import type { DocumentStore } from '@carryover/application/ports/document-store';
import type { DocumentStoreConfig } from '@carryover/settings/document-store';
import { makeFolders } from '@carryover/settings/make-folders';
import { noDocumentStore } from './document-store.ts';
import { makeLocalFolderDocumentStore } from './local-folder-document-store.ts';

/** The configured document store. The S3 SDK is loaded only if it is used. */
export const openDocumentStore = async (config: DocumentStoreConfig): Promise<DocumentStore> => {
  switch (config.kind) {
    case 'none':
      return noDocumentStore;
    case 'folder':
      makeFolders(config.folder);
      return makeLocalFolderDocumentStore(config.folder);
    case 's3':
      return (await import('./s3-document-store.ts')).makeS3DocumentStore(config);
  }
};
