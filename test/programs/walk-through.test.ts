import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { theFolder } from '../support/a-file.ts';
import { aServiceHere } from '../support/a-service-here.ts';

const dataDir = theFolder();
const service = await aServiceHere({ DATA_DIR: dataDir, DEMO: 'off' });
afterAll(service.stop);

describe('the walk-through of docs/operator.md', () => {
  it('leads from an empty database to a client that posts with its own key, in six commands', async () => {
    const page = await readFile('docs/operator.md', 'utf8');
    const commands = /<!-- walk-through -->\n```sh\n([\s\S]*?)```/.exec(page)![1]!.trim().split('\n');
    expect(commands.length).toBeLessThanOrEqual(6);
    const script = commands.join('\n').replaceAll('http://127.0.0.1:3000', service.baseUrl);
    const shell = spawn('bash', ['-euc', script], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    shell.stderr.resume();
    for await (const chunk of shell.stdout) printed += chunk;
    const answer = JSON.parse(printed.trim().split('\n').at(-1)!);
    expect(answer.results).toEqual([
      {
        status: 'TRANSACTION_ADDED_TO_ACCOUNT',
        transaction_data: expect.objectContaining({ transaction_id: 'T-1', amount: '71.00' }),
      },
    ]);
  }, 60_000);
});
