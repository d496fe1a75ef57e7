import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS, type Kind } from '@carryover/contract/kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aFolder } from '../support/a-file.ts';
import { runLoader } from '../support/a-loader.ts';
import { aService, type RunningService } from '../support/a-service.ts';
import { anOperator } from '../support/an-operator.ts';

type PutFault = { readonly file: string; readonly line: number; readonly code: string };

const aSample = async (...args: string[]) => {
  const out = aFolder();
  const { code, lines } = await runLoader(['sample', '--out', out, '--json', ...args]);
  expect(code).toBe(0);
  const linesOf = (file: string) => readFileSync(join(out, file), 'utf8').trimEnd().split('\n');
  return {
    out,
    written: lines[0],
    linesOf,
    faults: () => linesOf('faults.ndjson').map((line): PutFault => JSON.parse(line)),
  };
};
const FILES = ['accounts.ndjson', 'totals.csv', ...KINDS.map((kind) => `${kind}.ndjson`)];

describe('carryover sample', () => {
  it('writes the same bytes for the same seed, and other data of other accounts for another', async () => {
    const args = ['--accounts', '5', '--items-per-account', '7', '--faults', '20%', '--seed', '3'];
    const [one, other, foreign] = [
      await aSample(...args),
      await aSample(...args),
      await aSample(...args, '--seed', '4'),
    ];
    for (const file of [...FILES, 'faults.ndjson']) expect(one.linesOf(file)).toEqual(other.linesOf(file));
    const accounts = (sample: typeof one) =>
      new Set(sample.linesOf('accounts.ndjson').map((line) => JSON.parse(line).external_account_number));
    expect(accounts(one).isDisjointFrom(accounts(foreign))).toBe(true);
  });

  it('names the next commands as a shell takes them', async () => {
    const out = join(aFolder(), 'first try');
    const ran = await runLoader(['sample', '--out', out, '--accounts', '1', '--supplier', "O'Hara"]);
    expect(ran.out).toContain(`carryover load '${out}'\n`);
    expect(ran.out).toContain(`account import --supplier 'O'\\''Hara' --file '${out}/accounts.ndjson'\n`);
  });

  it.each([1, 2, 5, 6, 20])('writes %i rows an account, all valid', async (items) => {
    const { out, written } = await aSample(
      '--accounts',
      '9',
      '--items-per-account',
      String(items),
      '--supplier',
      'ACME',
    );
    const counts: ReadonlyArray<number> = Object.values(written.rows);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(9 * items);
    // An account with one row has a transaction only; a file without a row is not valid.
    const files = KINDS.filter((kind) => written.rows[kind] > 0).map((kind) => join(out, `${kind}.ndjson`));
    expect((await runLoader(['check', ...files, '--supply-charge-arithmetic', 'enforce'])).out).not.toContain('error');
  });

  it('puts the faults into as many rows as it is told, of twenty kinds and more, and leaves all others as they are', async () => {
    const args = ['--accounts', '500'];
    const [faulty, clean] = [await aSample(...args, '--faults', '1%'), await aSample(...args)];
    const faults = faulty.faults();
    expect(faults).toHaveLength(100);
    expect(new Set(faults.map(({ file, code }) => `${file} ${code}`)).size).toBeGreaterThan(20);
    expect(new Set(faults.map(({ code }) => code)).size).toBeGreaterThan(20);
    for (const file of KINDS.map((kind) => `${kind}.ndjson`)) {
      const put = new Set(faults.filter((fault) => fault.file === file).map(({ line }) => line));
      const original = clean.linesOf(file);
      const changed = faulty.linesOf(file).flatMap((line, at) => (line === original[at] ? [] : [at + 1]));
      expect(new Set(changed)).toEqual(put);
    }
  });

  it.each([
    [['--accounts', '0'], 'whole number from 1'],
    [['--accounts', '1', '--faults', '101%'], 'percentage from 0 to 100'],
    [['--accounts', '1', '--out', '/dev/null/x'], 'cannot be written'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await runLoader(['sample', '--out', aFolder(), ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

const PATHS: { readonly [K in Kind]: { readonly path: string; readonly list: string | null } } = {
  notes: { path: 'notes', list: 'notes' },
  transactions: { path: 'transactions', list: 'transactions' },
  statements: { path: 'historical-statements', list: 'statements' },
  'billing-documents': { path: 'historical-billing-documents', list: null },
  'payment-instructions': { path: 'payment-instruction', list: null },
};

describe('a sample and the service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await aService({ VENDOR_SANDBOX: 'on' });
  });
  afterAll(() => service.stop());

  /** Sends a row as a request of its own. Returns the code of the rejection; null if it is stored. */
  const send = async (kind: Kind, line: string): Promise<string | null> => {
    const { path, list } = PATHS[kind];
    // Cut off or not, the account is the beginning of the line.
    const [, account, item] = /^\{("import_supplier":"[^"]*","external_account_number":"[^"]*"),(.*)$/.exec(line)!;
    const body = list === null ? line : `{${account},"${list}":[{${item}]}`;
    const { status, json } = await service.post(`/v1/data-import/${path}/create/`, body);
    if (status === 201) return null;
    return json.errors?.[0]?.code ?? json.code ?? json.error_detail.split(':')[0];
  };

  it('agree: each faulty row is rejected with its code, all others are stored, and the totals agree', async () => {
    const sample = await aSample('--accounts', '32', '--items-per-account', '8', '--faults', '40%');
    const operator = anOperator(service.operatorEnvironment);
    const supplier = ['--supplier', 'DEMO_SUPPLIER'];
    expect((await operator('account', 'import', ...supplier, '--file', join(sample.out, 'accounts.ndjson'))).code).toBe(
      0,
    );
    const rejected: PutFault[] = [];
    for (const kind of KINDS) {
      const file = `${kind}.ndjson`;
      const codes = await Promise.all(sample.linesOf(file).map((line) => send(kind, line)));
      for (const [at, code] of codes.entries()) if (code !== null) rejected.push({ file, line: at + 1, code });
    }
    const inOrder = (faults: ReadonlyArray<PutFault>) =>
      faults.map(({ file, line, code }) => `${file}:${line} ${code}`).toSorted();
    expect(inOrder(rejected)).toEqual(inOrder(sample.faults()));
    const totals = await operator('reconcile', ...supplier, '--expected', join(sample.out, 'totals.csv'), '--json');
    expect([totals.code, totals.json.verdict]).toEqual([0, 'agree']);
    expect(totals.json.coverage.kinds).toMatchObject({ notes: 'compared', payment_instructions: 'compared' });
  });
});
