import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFile, aFolder } from '../support/a-file.ts';
import { aLoader } from '../support/a-loader.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { aPayment, lines } from './files-to-load.ts';

const service = await theService({ MAX_ITEMS: '4' });

const { run } = aLoader(service);

describe('carryover dry-run and diff', () => {
  it('groups why rows would be rejected, with what to do, and finds repeated rows', async () => {
    const account = await anAccount(service);
    const rows = [
      ...Array.from({ length: 3 }, (_, n) => aPayment(account, `T-${n}`, { amount: '0' })),
      aPayment(account, 'T-4', { mood: 'x' }),
      aPayment(account, 'T-5'),
      aPayment(account, 'T-5'),
      aPayment(account, 'T-5', { amount: 1 }),
    ];
    const file = aFile('transactions.ndjson', lines(rows));
    const { code, lines: printed } = await run('dry-run', '--json', file, '--out', join(aFolder(), 'run.ndjson'));
    expect([code, printed.at(-1)]).toEqual([1, { items: 7, failing: 5, moved: 0 }]);
    expect(printed.at(-2)).toMatchObject({
      repeated: 1,
      causes: [
        { file, code: 'invalid_amount', path: 'amount', rows: 3, first: { line: 1 }, hint: expect.stringMatching(/./) },
        { code: 'unknown_field', path: 'mood', rows: 1 },
        { code: 'duplicate_in_files', rows: 1, first: { line: 7 } },
      ],
    });
    const { out } = await run('dry-run', file, '--out', join(aFolder(), 'run.ndjson'));
    expect(out).toMatch(/ 3 .* invalid_amount +amount +1\n/);
    expect(out).toMatch(/^invalid_amount: ./m);
  });

  it('asks in smaller requests if the service takes fewer items', async () => {
    const account = await anAccount(service);
    const rows = Array.from({ length: 9 }, (_, n) => aPayment(account, `T-${n}`, n === 6 ? { amount: '0' } : {}));
    const [file, out] = [aFile('transactions.ndjson', lines(rows)), join(aFolder(), 'run.ndjson')];
    const { code, lines: printed } = await run('dry-run', '--json', file, '--out', out);
    expect([code, printed.at(-1)]).toEqual([1, { items: 9, failing: 1, moved: 0 }]);
    expect(JSON.parse(readFileSync(out, 'utf8').split('\n')[0]!)).toMatchObject({ line: 7, code: 'invalid_amount' });
  });

  it('says what a change of the mapping did, without storing anything', async () => {
    const account = await anAccount(service);
    const folder = aFolder();
    const file = join(folder, 'transactions.ndjson');
    const [before, after] = [join(folder, 'before.ndjson'), join(folder, 'after.ndjson')];
    const early = { transaction_date: '2019-01-01' };
    const late = { transaction_date: '2020-01-01' };
    const sound = aPayment(account, 'T-0');
    writeFileSync(
      file,
      lines([
        sound,
        aPayment(account, 'T-1', { amount: '0' }),
        aPayment(account, 'T-2', { amount: 'x' }),
        aPayment(account, 'T-3'),
        aPayment(account, 'T-4', early),
      ]),
    );
    const first = await run('dry-run', '--json', file, '--out', before);
    expect([first.code, first.lines.at(-1)]).toEqual([1, { items: 5, failing: 2, moved: 1 }]);
    writeFileSync(
      file,
      lines([
        sound,
        aPayment(account, 'T-1'),
        aPayment(account, 'T-2', { amount: '-1' }),
        aPayment(account, 'T-3', { amount: '' }),
        aPayment(account, 'T-4', late),
      ]),
    );
    await run('dry-run', file, '--out', after);
    const { code, lines: found } = await run('diff', '--json', before, after);
    expect(code).toBe(1);
    expect(found.at(-1)).toMatchObject({
      newly_failing: [{ item: 'T-3', code: 'invalid', path: 'amount', line: 4 }],
      newly_passing: [{ item: 'T-1', code: 'invalid_amount' }],
      changed_causes: [{ before: { item: 'T-2', code: 'invalid' }, after: { code: 'invalid_amount' } }],
      moved_dates: [
        {
          before: { item: 'T-4', transaction_date: '2019-01-01', new_transaction_date: '2019-10-01' },
          after: { transaction_date: '2020-01-01', new_transaction_date: '2019-10-15' },
        },
      ],
    });
    expect((await run('diff', after, after)).out).toBe('Both runs say the same.\n');
    const { json } = await service.post('/v1/data-import/accounts/summary/', account);
    expect(json.ledgers[0].transactions).toEqual([]);
  });

  it('names what is stored already with other content, and rows that cannot be read', async () => {
    const account = await anAccount(service);
    await run('load', aFile('transactions.ndjson', lines([aPayment(account, 'T-1')])));
    const file = aFile('transactions.ndjson', `${lines([aPayment(account, 'T-1', { amount: 1 })])}{\n`);
    const out = aFile('run.ndjson', '');
    expect((await run('dry-run', '--json', file, '--out', out)).lines.at(-1)).toMatchObject({ items: 2, failing: 2 });
    expect((await run('diff', file, out)).code).toBe(2);
  });
});
