/** What each command or group of commands is about. Apart from the commands, so that `--help` need not load them. */
export const DESCRIPTIONS = {
  organisation: 'organisations, which own API keys and import suppliers',
  'api-key': 'API keys, which clients obtain their tokens with',
  supplier: 'import suppliers, which group migrated accounts',
  account: 'migrated accounts',
  ledger: "accounts' ledgers",
  imports: 'import records: what clients sent and how it was answered',
  audit: 'operator actions: who changed what, when and why',
  reconcile: 'say what is stored, and whether it is what the client sent',
  doctor: 'check database, role, schema, secret, service and clocks; say what to do',
  completion: 'print a script that completes commands in bash, zsh, fish or powershell',
} as const;

export type CommandName = keyof typeof DESCRIPTIONS;
