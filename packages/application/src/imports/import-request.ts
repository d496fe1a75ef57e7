export type { Caller } from '../ports/access.ts';
export type { ImportEndpoint, ImportKind, ImportRequest, Submission } from '../ports/import-records.ts';
