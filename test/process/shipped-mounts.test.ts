import { spawnSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anApiKey, aProduction, aSupplier } from '../operations/a-production.ts';
import { applyRoles, as } from '../operations/the-roles.ts';
import { aDatabase } from '../support/a-database.ts';
import { freePort } from '../support/free-port.ts';
import { reconcileInConsole, signIn } from './a-console-user.ts';
import {
  IMAGE_ENVIRONMENT,
  mountsOfCompose,
  mountsOfKubernetes,
  runShipped,
  type ShippedMounts,
  shippedProgram,
  startShippedConsole,
} from './a-shipped-console.ts';

const DATA_DIR = IMAGE_ENVIRONMENT.DATA_DIR!;
const KEY = `${DATA_DIR}/evidence.key`;

const hasNamespaces =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;
const title = `the console in the mounts of deploy${hasNamespaces ? '' : ': needs root and namespaces'}`;

/** A supplier with accounts, in a database whose roles are those of docs/sql/roles.sql. */
const anInstallation = async () => {
  const production = await aProduction();
  onTestFinished(production.end);
  const database = await aDatabase();
  await applyRoles(database);
  const operator = production.operatorOn(as('carryover_operator', database));
  await anApiKey(operator);
  await aSupplier(production, operator, { code: 'ACME', accounts: ['E-1'] });
  const { CARRYOVER_SECRET = '' } = production.environment;
  return {
    DATABASE_URL: as('carryover_console', database),
    CARRYOVER_SECRET,
    // The console of Kubernetes listens on all addresses, for which it has a provider of sign-ins.
    CONSOLE_HOST: '127.0.0.1',
    CONSOLE_PORT: String(await freePort()),
    EVIDENCE_KEY_FILE: KEY,
  };
};

describe.skipIf(!hasNamespaces)(title, () => {
  it.each<[string, ShippedMounts]>([
    ['Compose', mountsOfCompose],
    ['Kubernetes', mountsOfKubernetes],
  ])(
    'reconciles, with evidence, and keeps the files: %s',
    async (_, mountsOf) => {
      const environment = await anInstallation();
      const program = await shippedProgram(mountsOf());
      const made = await runShipped(program, ['operator', 'evidence', 'key', 'create', '--out', KEY], environment);
      expect(made).toMatchObject({ code: 0 });
      const started = await startShippedConsole(program, environment);
      if (started.kind === 'ended') throw new Error(started.output);
      onTestFinished(started.stop);
      const cookie = await signIn(started.link);
      const run = await reconcileInConsole(new URL(started.link).origin, cookie);
      expect(await run('evidence.zip')).toBe(200);
      expect(await run('report.html')).toBe(200);
    },
    120_000,
  );

  it('does not start without a volume, and says where it needs one', async () => {
    const environment = await anInstallation();
    const mounts = mountsOfCompose().filter(({ path }) => path !== DATA_DIR);
    const ended = await startShippedConsole(await shippedProgram(mounts), environment);
    expect(ended).toMatchObject({
      kind: 'ended',
      code: 1,
      output: expect.stringMatching(/DATA_DIR \(\/var\/lib\/carryover\) cannot be written to: E\w+.*Mount a volume/),
    });
  }, 120_000);
});
