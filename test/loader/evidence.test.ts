import { appendFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { receiptsFileOf } from '@carryover/loader/journal/receipts';
import { expect, it } from 'vitest';
import { aFile } from '../support/a-file.ts';
import { aLoaderBehind, runLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { allKinds, aNoteRow, lines } from './files-to-load.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const IMPORTS = /^(?:import|export)(?! type)[^;]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm;

const sources = new Set(globSync('{apps,packages}/*/src/**/*.ts'));

const fileOf = (from: string, specifier: string): string => {
  const [, name, path] = /^@carryover\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  return [`packages/${name}/src/${path}.ts`, `apps/${name}/src/${path}.ts`].find((file) => sources.has(file)) ?? '';
};

/** Returns the files that a program can load, and the outside packages that they import. */
const loadedBy = (program: string) => {
  const files = new Set<string>();
  const outside = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, ...found] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      const specifier = found.find((name) => name !== undefined)!;
      const target = fileOf(file, specifier);
      if (sources.has(target)) visit(target);
      else
        outside.add(
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
        );
    }
  };
  visit(program);
  return { files: [...files], outside: [...outside] };
};

it("the loader, which verifies evidence, has none of the operator's code and no database driver", () => {
  const { files, outside } = loadedBy('apps/loader/src/main.ts');
  expect(files).toContain('packages/evidence/src/verify-pack.ts');
  const operators = /^(?:apps\/(?!loader\/)|packages\/(?:adapters-(?!crypto\/)|application\/|operations\/))/;
  expect(files.filter((file) => operators.test(file))).toEqual([]);
  expect(files.filter((file) => file.startsWith('packages/adapters-crypto/'))).toEqual([
    'packages/adapters-crypto/src/evidence-keys.ts',
  ]);
  expect(outside.filter((name) => /^(?:pg|@mikro-orm|kysely|express|inversify|@aws-sdk)\b/.test(name))).toEqual([]);
});

const isDone = ({ event, accepted }: any) => event === 'done' && accepted > 0;
const journalOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const receiptsOf = (journal: string) => (existsSync(receiptsFileOf(journal)) ? journalOf(receiptsFileOf(journal)) : []);

it('a receipt of each answer is kept before the journal says done, and the operator has the record of each', async () => {
  const folder = await allKinds(service, 2);
  // Accepted once: if its answer is late, there is no other receipt.
  rmSync(join(folder, 'billing-documents.ndjson'));
  rmSync(join(folder, 'payment-instructions.ndjson'));
  const journal = join(folder, 'the.journal');
  const behind: number[] = [];
  let creates = 0;
  // The first load ends without an answer; those that go on with it get one in three.
  let isFirst = true;
  const { gateway, load } = await aLoaderBehind(service, (path) => {
    if (!path.endsWith('/create/')) return 'pass';
    behind.push(journalOf(journal).filter(isDone).length - receiptsOf(journal).length);
    creates += 1;
    return (isFirst ? creates === 1 : creates % 3 === 1) ? 'pass' : 'drop';
  });
  let ran = await load('--concurrency', '1', '--journal', journal, folder);
  expect(ran.code).toBe(4);
  isFirst = false;
  // As if the disk had been full: its request was not noted as done.
  appendFileSync(receiptsFileOf(journal), '{"import_id":"0199');
  for (let runs = 0; ran.code === 4 && runs < 60; runs += 1) ran = await load('--resume', journal);
  gateway.decide = () => 'pass';
  expect(ran).toMatchObject({ code: 0, agree: true });
  expect(Math.max(...behind)).toBe(0);
  const receipts = receiptsOf(journal);
  expect(receipts.length).toBeGreaterThanOrEqual(journalOf(journal).filter(isDone).length);

  const environment = { ...service.operatorEnvironment, EVIDENCE_KEY_FILE: join(folder, 'key') };
  const operator = anOperator(environment);
  await operator('evidence', 'key', 'create', '--out', join(folder, 'key'));
  const pack = join(folder, 'pack.zip');
  expect((await operator('reconcile', '--supplier', service.demo.import_supplier, '--evidence', pack)).code).toBe(0);
  const args = [pack, '--key', join(folder, 'key.pub'), '--receipts', receiptsFileOf(journal), '--json'];
  const byClient = await runLoader(['evidence', 'verify', ...args]);
  expect([byClient.code, byClient.lines[0].receipts]).toEqual([0, receipts.length]);
  const byOperator = await operator('evidence', 'verify', ...args);
  expect([byOperator.code, byOperator.json]).toEqual([0, byClient.lines[0]]);

  appendFileSync(receiptsFileOf(journal), `${JSON.stringify({ ...receipts[0], sha256: '0'.repeat(64) })}\n`);
  const differs = await runLoader(['evidence', 'verify', ...args]);
  expect([differs.code, differs.lines[0].problems.map(({ kind }: any) => kind)]).toEqual([1, ['receipt_differs']]);
  expect((await runLoader(['evidence', 'verify', join(folder, 'none.zip'), ...args.slice(1)])).code).toBe(2);
});

it('a file of that name that has no receipts is kept, and nothing is sent', async () => {
  const file = aFile('notes.ndjson', lines([aNoteRow(await anAccount(service), 'x')]));
  writeFileSync(`${file}.journal.receipts.ndjson`, 'mine\n');
  const { gateway, load } = await aLoaderBehind(service);
  expect(await load(file)).toMatchObject({ code: 2, err: expect.stringContaining('Move it elsewhere') });
  expect(gateway.counts.get('/v1/data-import/notes/create/')).toBeUndefined();
  expect(readFileSync(`${file}.journal.receipts.ndjson`, 'utf8')).toBe('mine\n');
});
