import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { theService } from '../../support/a-service.ts';
import { anAccount } from '../../support/an-account.ts';
import { anOperator } from '../../support/an-operator.ts';
import { payment, statement } from '../../support/bodies.ts';
import { idOf } from '../an-undoable-account.ts';
import { signedAgain } from './a-forger.ts';
import { packed, unpacked } from './a-pack.ts';
import { FORGERIES, textOf, withText } from './forgeries.ts';

const RUNS = Number(process.env.FORGERIES ?? 100);
const SEED = Number(process.env.FORGERY_SEED ?? 1);

const service = await theService({ SEAL_INTERVAL_SECONDS: '1' });
const supplier = service.demo.import_supplier;
const file = (name: string) => join(service.dataDir, name);
const operator = anOperator({ ...service.operatorEnvironment, EVIDENCE_KEY_FILE: file('key') });
const keeping = anOperator({ ...service.operatorEnvironment, RETAIN_PAYLOADS_DAYS: '0', RETAIN_REFUSALS_DAYS: '0' });
await operator('evidence', 'key', 'create', '--out', file('key'));
const privateKey = await readFile(file('key'), 'utf8');
const [account, other, erased] = [
  await anAccount(service, { number: 'F-1' }),
  await anAccount(service, { number: '=F-2' }),
  await anAccount(service, { number: 'F-3' }),
];
const send = (to: object, transactions: ReadonlyArray<object>) =>
  service.post('/v1/data-import/transactions/create/', { ...to, transactions });
const sealAll = () =>
  vi.waitUntil(async () => (await operator('seal', 'verify', '--json')).json.unsealed === 0, {
    timeout: 20_000,
    interval: 100,
  });
const reply = await send(account, [payment('1', { amount: '10.00' }), payment('2', { amount: '3.00' })]);
const receipt = { import_id: reply.headers.get('x-import-id'), sha256: reply.headers.get('x-payload-sha256') };
await writeFile(file('receipts'), JSON.stringify(receipt));
// A conflict, a moved date, a refused request, an undone import, and one whose request has no transaction.
await send(account, [payment('1', { amount: '11.00' }), payment('4', { transaction_date: '2018-01-01' })]);
await send(other, [payment('1', { amount: '0.05' }), payment('2', { type: 'CHARGE', amount: '7.10' })]);
expect((await send(other, [payment('9', { amount: 'ten' })])).status).toBe(400);
const undone = idOf(await send(other, [payment('3', { amount: '5.00' })]));
await operator('imports', 'undo', '--id', undone, '--reason', 'Ticket 1');
await operator('organisation', 'rename', '--name', 'Demo organisation', '--to', 'Renamed organisation');
await operator('supplier', 'pause', '--supplier', supplier);
await operator('supplier', 'resume', '--supplier', supplier);
await service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body: 'x' }] });
await service.post('/v1/data-import/historical-statements/create/', { ...account, statements: [statement('S-1')] });

const pack = async (name: string, ...args: ReadonlyArray<string>) => {
  await sealAll();
  const made = await operator('reconcile', '--supplier', supplier, ...args, '--evidence', file(name));
  expect(made.err).toBe('');
  return readFile(file(name));
};
const verify = async (archive: Buffer, ...args: ReadonlyArray<string>) => {
  await writeFile(file('verified.zip'), archive);
  const key = ['--key', file('key.pub'), '--receipts', file('receipts'), ...args];
  const { code, json } = await operator('evidence', 'verify', file('verified.zip'), ...key, '--json');
  return { code, details: json.problems.map(({ detail }: { detail: string }) => detail).join('\n'), json };
};

const total = (number: string, type: string, count: number, sum: string) => ({
  ...{ external_account_number: number, ledger_number: 'L-1' },
  ...{ type, count, sum },
});
const amountOf4 = Number((payment('4') as { amount: string }).amount);
const totals = [
  total('F-1', 'PAYMENT', 3, (13 + amountOf4).toFixed(2)),
  total('=F-2', 'PAYMENT', 1, '0.05'),
  total('=F-2', 'CHARGE', 1, '7.10'),
];
const register = { import_supplier: supplier, set: 'first', totals, complete: true };
expect(await service.post('/v1/data-import/control-totals/register/', register)).toMatchObject({ status: 201 });

await sealAll();
await operator('seal', 'export', '--out', file('seals'));
const earlier = join(file('seals'), (await readdir(file('seals'))).toSorted().at(-1)!);
const archive = await pack('pack.zip', '--registered');
const files = await unpacked(archive);

it('an honest pack is sound, and says what no seal covers', async () => {
  const { code, details, json } = await verify(archive, '--seal', earlier);
  expect([code, details, json.verdict]).toEqual([0, '', 'agree']);
  expect(json.not_covered).toEqual(['report.html, differences.csv, moved.csv, conflicts.csv and corrections.csv.']);
});

it(
  `${RUNS} packs that the holder of the key forged are unsound, against a receipt and an earlier seal`,
  async () => {
    let state = SEED;
    const random = (): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
    const pick = <A>(all: ReadonlyArray<A>): A => all[Math.floor(random() * all.length)]!;
    const kinds = Object.entries(FORGERIES);
    const found: unknown[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const [kind, forge] = kinds[run % kinds.length]!;
      const { files: forged, change, names } = forge(files, pick);
      const bytes = await packed(await signedAgain(forged, privateKey, change));
      const { code, details } = await verify(bytes, '--seal', earlier);
      if (code !== 1 || !details.includes(names)) found.push([kind, code, names, details]);
    }
    expect(found).toEqual([]);
  },
  60_000 + RUNS * 500,
);

it('a pack is sound with sums of statements and without, as sets of old have none, and tells one from the other', async () => {
  const statements = { external_account_number: 'F-1', type: 'STATEMENT', count: 1 };
  const packOf = async (set: string, sum: string | undefined) => {
    const body = { import_supplier: supplier, set, totals: [...totals, { ...statements, sum }], complete: true };
    expect((await service.post('/v1/data-import/control-totals/register/', body)).status).toBe(201);
    const made = await pack(`${set}.zip`, '--registered', set);
    const { code, details, json } = await verify(made);
    return { row: rowOf(await unpacked(made)), code, details, verdict: json.verdict, files: await unpacked(made) };
  };
  const rowOf = (of: Awaited<ReturnType<typeof unpacked>>) =>
    textOf(of, 'totals.csv')
      .split('\r\n')
      .find((row) => row.includes(',STATEMENT,'))!;
  const sound = { code: 0, details: '', verdict: 'agree' };
  const without = await packOf('counted', undefined);
  expect(without).toMatchObject({ ...sound, row: 'F-1,,STATEMENT,1,,1,,0,,true,,,agree' });
  const summed = await packOf('summed', '100.00');
  expect(summed).toMatchObject({ ...sound, row: 'F-1,,STATEMENT,1,100.00,1,100.00,0,0.00,true,,,agree' });
  for (const [made, row] of [
    [summed, without.row],
    [without, summed.row],
    [summed, summed.row.replaceAll('100.00', '100.01')],
  ] as const) {
    const text = textOf(made.files, 'totals.csv').replace(made.row, row);
    const forged = await signedAgain(withText(made.files, 'totals.csv', text), privateKey);
    const { code, json } = await verify(await packed(forged));
    expect([code, json.problems.map(({ kind }: { kind: string }) => kind)]).toEqual([1, ['expected_differ']]);
  }
});

it('a pack stays sound when an account is erased and payloads are removed, and says what the earlier seal does not have', async () => {
  await send(erased, [payment('1', { amount: '4.00' })]);
  const again = idOf(await send(erased, [payment('2', { amount: '6.00' })]));
  await operator('imports', 'undo', '--id', again, '--reason', 'Ticket 2');
  await sealAll();
  const who = ['--supplier', supplier, '--account', 'F-3', '--reason', 'Ticket 3'];
  expect((await operator('account', 'erase', ...who, '--yes')).code).toBe(0);
  const pruned = await keeping('prune', '--supplier', supplier, '--ongoing-too', '--json');
  expect(pruned.json.suppliers).toMatchObject([{ refusals: 1 }]);
  const { code, details, json } = await verify(await pack('later.zip'), '--seal', earlier);
  expect([code, details]).toEqual([0, '']);
  expect(json.not_covered.slice(0, 2)).toEqual([
    expect.stringMatching(/^\d+ records sealed after the given seal, /),
    '1 record of refused requests no longer kept.',
  ]);
  expect((await verify(archive)).json.not_covered[0]).toMatch(/^All seals: /);

  // Two packs are of one history if the later one has the last seal of the earlier one.
  const [first, second] = [file('pack.zip'), file('later.zip')];
  expect(await verify(await readFile(second), '--seal', first)).toMatchObject({ code: 0, details: '' });
  const reversed = await verify(await readFile(first), '--seal', second);
  expect([reversed.code, reversed.json.problems]).toMatchObject([1, [{ kind: 'seal_not_in_history' }]]);
  expect(reversed.details).toContain('give one that was made before the pack');
});
