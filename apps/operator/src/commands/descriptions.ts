/** The descriptions of commands and groups, in their own file so that `--help` does not load the commands. */
export const DESCRIPTIONS = {
  organisation: 'manage organisations, which own API keys and import suppliers',
  'api-key': 'manage API keys, which clients exchange for tokens',
  'platform-key': 'manage keys with which the billing platform reads changes',
  webhook: 'manage endpoints to which changes are posted, and see their deliveries',
  supplier: 'manage import suppliers, which group migrated accounts',
  account: 'import, find and show migrated accounts',
  ledger: 'open and close statement periods of ledgers, and note finalized billing documents',
  imports: 'list import records: what clients sent and the response; undo imports',
  export: 'write what is stored for a supplier to files, with a proof',
  prune: 'remove payloads, refused requests and dry runs that are kept no longer',
  audit: 'list operator actions: who changed what, when and why',
  reconcile: 'report what is stored and compare it with what the client sent',
  'verify-storage': 'compare what is stored with what was accepted, row by row and field by field',
  evidence: 'make keys for evidence packs, and verify packs without a database',
  seal: 'list, export and verify the seals over import records and operator actions',
  migrate: 'bring the schema of the database up to date, or say whether it is',
  doctor: 'check database, role, schema, secret, service and clocks, and suggest fixes',
  completion: 'print a completion script for bash, zsh, fish or powershell',
} as const;

export type CommandName = Exclude<keyof typeof DESCRIPTIONS, 'completion'>;
