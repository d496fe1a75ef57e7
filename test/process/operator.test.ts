import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';
import { theFolder } from '../support/a-file.ts';

const COMMAND = resolve('apps/operator/bin/carryover-operator.mjs');

const run = async (program: string, args: ReadonlyArray<string>, options: SpawnOptions = {}) => {
  const env = { ...process.env, ...options.env };
  const child = spawn(program, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const read = async (stream: AsyncIterable<Buffer> | null) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream ?? []) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const [out, err, code] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
  return { code, out, err };
};
const command = (args: ReadonlyArray<string>, options?: SpawnOptions) =>
  run(process.execPath, [COMMAND, ...args], options);

const folder = theFolder();
/** In the project, as npm looks for it from there upwards. */
let subfolder: string;
beforeAll(async () => {
  subfolder = await mkdtemp(resolve('test/process/subfolder-'));
});
afterAll(() => rm(subfolder, { recursive: true, force: true }));

describe("the operator's command as a program", () => {
  it('says its version', async () => {
    const { version } = JSON.parse(await readFile('apps/operator/package.json', 'utf8'));
    expect(await command(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('ends as usual if the reader of its output has ended before', async () => {
    const child = spawn(process.execPath, [COMMAND, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('ends as usual if the reader of its messages has ended before', async () => {
    const child = spawn(process.execPath, [COMMAND, 'nonsense'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stderr.destroy();
    const [[code], out] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('hands over to the installed Node if another, older one runs it', async () => {
    const older = `import module from 'node:module';
      delete module.enableCompileCache;
      module.syncBuiltinESMExports();
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });`;
    const preloaded = `data:text/javascript,${encodeURIComponent(older)}`;
    const args = ['--import', preloaded, COMMAND];
    expect(await run(process.execPath, [...args, '--version'])).toEqual(await command(['--version']));
    expect((await run(process.execPath, [...args, 'nonsense'])).code).toBe(2);
  });

  it('loads nothing of the database for its help', async () => {
    const coverage = join(folder, 'coverage');
    expect((await command(['account', '--help'], { env: { NODE_V8_COVERAGE: coverage } })).code).toBe(0);
    const [file] = await readdir(coverage);
    const loaded = await readFile(join(coverage, file!), 'utf8');
    expect(loaded).toContain('apps/operator/src/commands/accounts.ts');
    expect(['mikro-orm', 'adapters-persistence', 'node_modules/pg/'].filter((part) => loaded.includes(part))).toEqual(
      [],
    );
  });

  it.each(['bash', 'zsh', 'fish'])('prints what completes it in %s', async (shell) => {
    const { code, out } = await command(['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('carryover-operator complete --');
  });

  it('completes commands, options and their values', async () => {
    const suggestions = async (...args: string[]) =>
      (await command(['complete', '--', ...args])).out.split('\n').map((line) => line.split('\t')[0]);
    expect(await suggestions('supplier', 'pa')).toContain('pause');
    expect(await suggestions('account', 'import', '--f')).toContain('--file');
    expect(await suggestions('imports', 'list', '--outcome', '')).toContain('refused');
  });

  it('reads files of the folder in which it is called, also through npm', async () => {
    const env = { DATABASE_URL: await aDatabase(), CARRYOVER_SECRET: Buffer.alloc(32, 1).toString('base64') };
    await command(['organisation', 'create', '--name', 'Acme'], { env });
    await command(['supplier', 'create', '--organisation', 'Acme', '--code', 'ACME'], { env });
    const importFrom = ['account', 'import', '--supplier', 'ACME', '--file', 'rows.ndjson', '--json'];
    await writeFile(join(subfolder, 'rows.ndjson'), 'not JSON\n');
    const runs = await Promise.all([
      command(importFrom, { env, cwd: subfolder }),
      run('npm', ['run', '--silent', 'operator', '--', ...importFrom], { env, cwd: subfolder }),
      run('npm', ['exec', 'carryover-operator', '--', ...importFrom], { env, cwd: subfolder }),
    ]);
    expect(runs.map(({ code, out }) => [code, JSON.parse(out).rejected])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(await readdir(subfolder)).toContain('rows.ndjson.rejected.ndjson');
  });
});
