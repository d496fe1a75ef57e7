import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { aNoteRow, lines } from './files-to-load.ts';

const service = await theService();

const PROGRAM = resolve('apps/loader/bin/carryover.mjs');

/** Runs the command in a process of its own, which reads `input`. */
const load = (folder: string, args: ReadonlyArray<string>, input: string) =>
  new Promise<{ readonly code: number | null; readonly accepted: number }>((done) => {
    const env = { ...process.env, CARRYOVER_URL: service.baseUrl, CARRYOVER_API_KEY: service.demo.api_key };
    const child = execFile(process.execPath, [PROGRAM, 'load', '--json', ...args], { cwd: folder, env }, (_, out) =>
      done({ code: child.exitCode, accepted: JSON.parse(out).accepted }),
    );
    child.stdin!.end(input);
  });

it('keeps rejected rows of CSV from standard input as CSV, which loads once it is fixed', async () => {
  const { import_supplier: supplier, external_account_number: account } = await anAccount(service);
  const folder = aFolder();
  const options = ['--supplier', supplier];
  const csv = `external_account_number,body\n${account},first\n${account}," "\n`;
  expect(await load(folder, [...options, '--kind', 'notes', '-'], csv)).toEqual({ code: 1, accepted: 1 });
  const rejects = join(folder, 'stdin.rejected.csv');
  expect(readFileSync(rejects, 'utf8')).toMatch(
    `external_account_number,body,line,code,path,detail\n${account}," ",3,blank,body,`,
  );
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('" "', 'second'));
  expect(await load(folder, [...options, '--kind', 'notes', rejects], '')).toEqual({ code: 0, accepted: 1 });
});

it('leaves only its receipts where it was called, unless a row is not stored; then it can be resumed', async () => {
  const account = await anAccount(service);
  const folder = aFolder();
  // As if a load had ended while it copied its input, or its journal was deleted to begin again.
  writeFileSync(join(folder, 'stdin.journal.input-1'), '{"external');
  writeFileSync(join(folder, 'stdin.journal.lock'), '');
  expect(await load(folder, ['--kind', 'notes', '-'], lines([aNoteRow(account, 'one')]))).toEqual({
    code: 0,
    accepted: 1,
  });
  expect(readdirSync(folder)).toEqual(['stdin.journal.receipts.ndjson']);
  const rows = lines([aNoteRow(account, 'two'), aNoteRow(account, ' ')]);
  expect(await load(folder, ['--kind', 'notes', '-'], rows)).toEqual({ code: 1, accepted: 1 });
  expect(readdirSync(folder).toSorted()).toEqual([
    'stdin.journal',
    'stdin.journal.input-1',
    'stdin.journal.lock',
    'stdin.journal.receipts.ndjson',
    'stdin.rejected.ndjson',
  ]);
  expect(await load(folder, ['--resume', 'stdin.journal'], '')).toEqual({ code: 1, accepted: 1 });
  rmSync(join(folder, 'stdin.rejected.ndjson'));
  const fixed = lines([aNoteRow(account, 'two'), aNoteRow(account, 'three')]);
  expect(await load(folder, ['--kind', 'notes', '-'], fixed)).toEqual({ code: 0, accepted: 1 });
  expect(readdirSync(folder)).toEqual(['stdin.journal.receipts.ndjson']);
});

it('keeps a journal that is named', async () => {
  const folder = aFolder();
  const rows = lines([aNoteRow(await anAccount(service), 'one')]);
  expect((await load(folder, ['--kind', 'notes', '--journal', 'my.journal', '-'], rows)).code).toBe(0);
  expect(readdirSync(folder)).toContain('my.journal');
});

it('reads a named pipe once: a resumed load reads its copy, and a verification refuses it', async () => {
  const account = await anAccount(service);
  const pipe = join(aFolder(), 'notes.ndjson');
  execFileSync('mkfifo', [pipe]);
  const { run } = aLoader(service);
  const [, loaded] = await Promise.all([
    writeFile(pipe, lines([aNoteRow(account, 'one'), aNoteRow(account, 'two')])),
    run('load', '--json', pipe),
  ]);
  expect([loaded.code, loaded.lines.at(-1)]).toMatchObject([0, { accepted: 2, agree: true }]);
  const resumed = await run('load', '--json', '--resume', `${pipe}.journal`);
  expect([resumed.code, resumed.lines.at(-1)]).toMatchObject([0, { accepted: 2, agree: true }]);
  const { code, err } = await run('verify', pipe);
  expect([code, err]).toEqual([2, 'Standard input and pipes cannot be verified: files may have to be read twice.\n']);
});
