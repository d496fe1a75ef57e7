import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const run = async (...args: ReadonlyArray<string>) => {
  const environment = { CARRYOVER_URL: service.baseUrl, CARRYOVER_API_KEY: service.demo.api_key };
  const { code, out } = await runLoader(args, environment);
  return { code, ...JSON.parse(out.trimEnd().split('\n').at(-1)!) };
};
const linesOf = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');

/** Writes the same sample with and without faults. @returns both folders. */
const samples = async (): Promise<readonly [string, string]> => {
  const [faulty, sound] = [aFolder(), aFolder()];
  const size = ['--accounts', '100', '--items-per-account', '100', '--seed', '7', '--json'];
  await run('sample', '--out', faulty, '--faults', '1', ...size);
  await run('sample', '--out', sound, ...size);
  return [faulty, sound];
};

it('rejects exactly the faulty rows of 10,000, each with its code; the fixed rows load, and all of it agrees', async () => {
  const [faulty, sound] = await samples();
  const operator = anOperator(service.operatorEnvironment);
  const accounts = join(faulty, 'accounts.ndjson');
  expect((await operator('account', 'import', '--supplier', 'DEMO_SUPPLIER', '--file', accounts)).code).toBe(0);
  const seeded = linesOf(faulty, 'faults.ndjson').map((line) => JSON.parse(line));
  expect(seeded).toHaveLength(100);
  expect(new Set(seeded.map(({ code }) => code)).size).toBeGreaterThanOrEqual(20);

  expect(await run('load', '--json', faulty)).toMatchObject({ code: 1, accepted: 9_900, rejected: 100, agree: false });

  const rejects = readdirSync(faulty).filter((name) => name.endsWith('.rejected.ndjson'));
  const rejected = rejects.flatMap((name) =>
    linesOf(faulty, name).map((text) => {
      const { line, code } = JSON.parse(text);
      return { file: name.replace('.rejected.ndjson', ''), line, code };
    }),
  );
  const inOrder = (rows: typeof rejected) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(inOrder(rejected)).toEqual(inOrder(seeded.map(({ file, line, code }) => ({ file, line, code }))));

  for (const name of rejects) {
    const file = name.replace('.rejected.ndjson', '');
    const fixed = rejected.filter((row) => row.file === file).map(({ line }) => linesOf(sound, file)[line - 1]);
    writeFileSync(join(faulty, name), `${fixed.join('\n')}\n`);
  }
  const files = rejects.map((name) => join(faulty, name));
  expect(await run('load', '--json', ...files)).toMatchObject({ code: 0, accepted: 100, rejected: 0, agree: true });
  expect((await run('verify', '--json', sound)).code).toBe(0);
  const totals = join(sound, 'totals.csv');
  const reconciled = await operator('reconcile', '--supplier', 'DEMO_SUPPLIER', '--expected', totals, '--json');
  expect([reconciled.code, reconciled.json.agree]).toEqual([0, true]);
}, 120_000);
