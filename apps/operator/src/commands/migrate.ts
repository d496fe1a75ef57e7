import type { SchemaState } from '@carryover/adapters-persistence/migrate';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { command, type Finished, type RunnerWithoutData } from '../command.ts';
import { DESCRIPTIONS } from './descriptions.ts';

const lines = (names: ReadonlyArray<string>): string => names.map((name) => `  ${name}\n`).join('');

const statusOf = ({ missing: pending, unknown }: SchemaState): Finished => {
  const isCurrent = pending.length === 0;
  const later = unknown.length === 0 ? '' : `It belongs to a later release, which also has ${unknown.join(', ')}.\n`;
  return {
    text: isCurrent
      ? `The schema is current.\n${later}`
      : `The schema is not current. Pending:\n${lines(pending)}To apply them, use \`migrate\`.\n`,
    json: { current: isCurrent, pending, unknown },
    isRefusal: !isCurrent,
  };
};

const RIGHTS = 'If the database has roles, give them their rights now: docs/sql/roles.sql.\n';

const migrated = (applied: ReadonlyArray<string>): Finished => ({
  text:
    applied.length === 0
      ? 'The schema is current. Nothing was changed.\n'
      : `The schema is current now. Applied:\n${lines(applied)}${RIGHTS}`,
  json: { current: true, applied },
});

const HELP = `
Connects as DATABASE_MIGRATION_URL, or as DATABASE_URL if that is not set: the role that owns the tables. It waits at most
10 seconds for a table that another transaction holds; then nothing is changed, and it can be run again. No other command
changes the schema, except the start of the service, where its role may.

--status changes nothing. Its exit code is 0 if the schema is current, and 1 if migrations are pending.`;

export const migrateCommand = (run: RunnerWithoutData): Command =>
  command('migrate', DESCRIPTIONS.migrate)
    .option('--status', 'only say which migrations are pending')
    .addHelpText('after', HELP)
    .action((options) =>
      run(options, (settings) => async () => {
        const { migrateServiceDatabase, readSchemaState } = await import('@carryover/operations/database');
        if (options.status) return E.right(statusOf(await readSchemaState(settings)));
        return E.right(migrated(await migrateServiceDatabase(settings)));
      }),
    );
