export type { DryRuns, ItemIdentity, RefusedImport, RefusedImports } from './import-records.ts';
