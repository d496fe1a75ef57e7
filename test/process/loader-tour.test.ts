import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { aFolder } from '../support/a-file.ts';
import { aServiceProcess } from '../support/a-service-process.ts';

it('the commands of the README take a newcomer from npm start to totals that agree', async () => {
  const folder = aFolder();
  const data = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: await aDatabase(),
    CARRYOVER_SECRET: Buffer.alloc(32, 7).toString('base64'),
    VENDOR_SANDBOX: 'on',
  };
  const [, block] = /<!-- load -->\n```sh\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))!;
  const commands = block!.trim().split('\n');
  expect(commands).toHaveLength(3);
  const service = await aServiceProcess({ ...data, DEMO: 'on' }, ['npm', ['start']]);
  try {
    // The names of files are relative to the folder in which the command is called.
    const env = { ...process.env, ...data, INIT_CWD: folder };
    const script = commands.map((command) => command.replace('npm run', `npm --prefix '${process.cwd()}' run`));
    const { stdout } = await promisify(execFile)('sh', ['-euc', script.join('\n')], { cwd: folder, env });
    expect(stdout).toContain('Everything agrees: ');
    expect(existsSync(join(folder, 'sample', 'load.journal'))).toBe(true);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('Verdict: agree');
  } finally {
    await service.stop();
  }
}, 120_000);
