import { expect, it } from 'vitest';
import { theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';

const service = await theService();
const console = await theConsole({ ...service.operatorEnvironment, RETAIN_REFUSALS_DAYS: '0' });

/** An account with a transaction, and the address of its page. */
const aPerson = async () => {
  const account = await anAccount(service, { openFrom: '2019-10-01', openTo: '2019-10-31' });
  const body = { ...account, transactions: [payment('T-1', { note: 'Ada Lovelace' })] };
  await service.post('/v1/data-import/transactions/create/', body);
  const [row] = await service.sql<{ number: string }>(
    'select service_account_number as number from account where external_account_number = $1',
    [account.external_account_number],
  );
  return { account, number: row!.number, path: `/accounts/${row!.number}` };
};

it('shows how long a supplier is kept and what is due, and the command of an export', async () => {
  const operator = await console.as('operator');
  const path = '/suppliers/Demo%20organisation/DEMO_SUPPLIER/data';
  const { account } = await aPerson();
  await service.post('/v1/data-import/notes/create/', { ...account, notes: [{}] });
  expect((await operator.get(path)).text).toMatch(/>ever<\/td><td class="figure"[^>]*>–</);
  await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Complete' });
  const { text } = await operator.get(
    `${path}?format=csv&values=stored&account=${encodeURIComponent(`-o'x`)}&after=abc`,
  );
  await service.operator.changeSupplier('DEMO_SUPPLIER', { status: 'Ongoing' });
  expect(text).toMatch(/RETAIN_REFUSALS_DAYS<\/code>.*>0<\/data> days<\/td>.*>1<\/data><\/td>/);
  expect(text).toContain(
    `carryover-operator export --supplier DEMO_SUPPLIER --organisation &#39;Demo organisation&#39; --out export --format csv --values stored --account=&#39;-o&#39;\\&#39;&#39;x&#39; --after abc`,
  );
});

it('downloads everything that is stored about an account, which is recorded', async () => {
  const operator = await console.as('operator');
  const { account, number, path } = await aPerson();
  const { status, text, headers } = await operator.post(`${path}/export`);
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(`account-${number}.json`),
  ]);
  expect(JSON.parse(text)).toMatchObject({
    external_account_number: account.external_account_number,
    ledger_transaction: [{ transaction_id: 'T-1', note: 'Ada Lovelace' }],
    accepted_import: [{ payload: { transactions: [{ note: 'Ada Lovelace' }] } }],
  });
  expect((await operator.get('/audit')).text).toContain('account export');
});

it('erases an account after a dry run, with a reason and its number, once', async () => {
  const operator = await console.as('operator');
  const { number, path } = await aPerson();
  expect((await operator.get(path)).text).toContain(`${path}/erase`);
  const asked = await operator.get(`${path}/erase`);
  expect(asked.text).toMatch(/<code>PAYMENT<\/code>.*>1<\/data>/);
  // After a new sign-in, the form is shown with what was typed.
  const at = encodeURIComponent(`${path}/erase`);
  const kept = await operator.post(`/kept?to=${at}&action=${at}`, { reason: 'Ticket 7', number });
  expect(kept.text).toMatch(/ name="reason" type="text" value="Ticket 7"[^>]* aria-describedby="reason-hint"/);
  const erase = async (fields: Record<string, string>) => {
    const { status, text } = await operator.post(`${path}/erase`, fields);
    return [status, /<p>([^<]*)/.exec(text.slice(text.indexOf('<main')))?.[1] ?? ''];
  };
  expect(await erase({ number })).toEqual([400, expect.stringContaining('A reason has')]);
  expect(await erase({ number: 'A-0', reason: 'Ticket 7' })).toEqual([
    400,
    expect.stringContaining('Nothing was erased'),
  ]);
  expect((await operator.get(path)).text).toContain('Ada Lovelace');
  expect((await erase({ number, reason: 'Ticket 7' }))[0]).toBe(303);
  const { text } = await operator.get(path);
  expect(text).toContain('Everything personal of this account was removed for good');
  expect(text).not.toMatch(/Ada Lovelace|\/erase/);
  expect((await erase({ number, reason: 'Ticket 7' }))[0]).toBe(409);
  expect((await operator.post(`${path}/export`)).status).toBe(409);
  expect((await operator.get('/audit')).text).toMatch(/account erase[\s\S]*Ticket 7/);
});
