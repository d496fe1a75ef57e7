import type { Program } from '@carryover/terminal/program';
import manifest from '../package.json' with { type: 'json' };
import type { Runner, RunnerWithoutData } from './command.ts';
import { type CommandName, DESCRIPTIONS } from './commands/descriptions.ts';

const EXAMPLES = `
To set up a client that can send requests with its own key:

  carryover-operator organisation create --name "Acme Energy"
  carryover-operator api-key issue --organisation "Acme Energy"
  carryover-operator supplier create --organisation "Acme Energy" --code ACME
  carryover-operator account import --supplier ACME --file accounts.ndjson

At the end of the migration:

  carryover-operator verify-storage --supplier ACME
  carryover-operator reconcile --supplier ACME --registered --html report.html
  carryover-operator supplier complete --supplier ACME --proven

Exit codes: 0 done (reconcile: all totals agree), 1 failed, rows rejected or totals differ, 2 wrong usage
(also an empty file, or a CSV file without the expected header).
The commands use the service's database: DATABASE_URL, else the embedded database in DATA_DIR (.carryover).`;

/** Returns the operator's command (decisions 14). @param runWithoutData runs what needs no working database. */
export const operatorProgram = (run: Runner, runWithoutData: RunnerWithoutData): Program<CommandName> => ({
  name: 'carryover-operator',
  description: 'Sets up migrations onto the billing platform, shows their progress and reconciles them.',
  version: manifest.version,
  help: EXAMPLES,
  descriptions: DESCRIPTIONS,
  commands: {
    organisation: async () => (await import('./commands/organisations.ts')).organisationCommand(run),
    'api-key': async () => (await import('./commands/api-keys.ts')).apiKeyCommand(run),
    'platform-key': async () => (await import('./commands/platform-keys.ts')).platformKeyCommand(run),
    webhook: async () => (await import('./commands/webhooks.ts')).webhookCommand(run),
    supplier: async () => (await import('./commands/suppliers.ts')).supplierCommand(run),
    account: async () => (await import('./commands/accounts.ts')).accountCommand(run),
    ledger: async () => (await import('./commands/ledgers.ts')).ledgerCommand(run),
    imports: async () => (await import('./commands/imports.ts')).importsCommand(run),
    export: async () => (await import('./commands/export.ts')).exportCommand(run),
    prune: async () => (await import('./commands/prune.ts')).pruneCommand(run),
    audit: async () => (await import('./commands/audit.ts')).auditCommand(run),
    reconcile: async () => (await import('./commands/reconcile.ts')).reconcileCommand(run),
    'verify-storage': async () => (await import('./commands/verify-storage.ts')).verifyStorageCommand(run),
    evidence: async () => (await import('./commands/evidence.ts')).evidenceCommand(runWithoutData),
    seal: async () => (await import('./commands/seal.ts')).sealCommand(run),
    migrate: async () => (await import('./commands/migrate.ts')).migrateCommand(runWithoutData),
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(runWithoutData),
  },
});
