import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';

const service = await theService();

/** Runs commands as they are printed. @returns the exit code and what they print. */
const run = async (commands: string, environment: Record<string, string>) => {
  const script = commands
    .replaceAll('carryover-operator', 'node apps/operator/bin/carryover-operator.mjs')
    .replaceAll('ACME', 'DEMO_SUPPLIER');
  const env = { ...process.env, ...service.operatorEnvironment, CORRECTIONS_URL: service.databaseUrl, ...environment };
  const shell = spawn('bash', ['-euc', script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => shell.on('close', resolve));
  return { code, printed };
};

describe('the commands of "Something was imported wrongly" (docs/operations.md)', () => {
  it('undo an import, and a night', async () => {
    const page = await readFile('docs/operations.md', 'utf8');
    const blocks = [...page.matchAll(/<!-- undo -->\n```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
    const account = await anAccount(service, { number: 'E-1' });
    const note = (body: string) => service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body }] });
    const IMPORT_ID = (await note('wrong')).headers.get('X-Import-Id')!;
    const one = await run(blocks[0]!, { IMPORT_ID });
    expect(one.printed).toContain(`Dry run: nothing was changed.\nImport ${IMPORT_ID} (notes/create) of account E-1`);
    expect(one.code).toBe(0);
    await note('wrong as well');
    const night = await run(blocks[1]!, { SINCE: '2020-01-01', UNTIL: '2100-01-01' });
    expect(night).toEqual({ code: 0, printed: expect.stringContaining('Imports undone: 1. Removed: notes 1,') });
    expect(blocks).toHaveLength(2);
    const summary = await service.post('/v1/data-import/accounts/summary/', account);
    expect(summary.json.notes.count).toBe(0);
  }, 60_000);
});
