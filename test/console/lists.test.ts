import { expect, it } from 'vitest';
import { type RunningConsole, theConsole } from '../support/a-console.ts';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';

const service = await theService();
const console = await theConsole(service.operatorEnvironment);
const { sql } = service;
await service.post('/v1/data-import/transactions/create/', {
  ...service.demoAccount,
  transactions: [payment('T-1', { amount: 'x' })],
});
const operator = await console.as('operator');

type User = Awaited<ReturnType<RunningConsole['as']>>;

/** Sends a form of a list. @returns the page that follows, with the address that it has. */
const send = async (user: User, form: string, fields: Record<string, string>) => {
  const reply = await user.post(`/lists/${form}`, fields);
  const { text } = await user.follow(reply);
  return { status: reply.status, to: reply.headers.get('location'), text };
};
const savedIn = ({ text }: { readonly text: string }): ReadonlyArray<readonly [string, string]> => {
  const [, nav = ''] = /<nav class="tabs saved"[^>]*>(.*?)<\/nav>/s.exec(text) ?? [];
  return [...nav.matchAll(/<a href="([^"]*)"(?: aria-current="page")?>([^<]*)<\/a>/g)].map(([, to, name]) => [
    name!,
    to!,
  ]);
};
const columnsIn = (text: string) => [...text.matchAll(/<th scope="col"[^>]*>([^<]*)<\/th>/g)].map(([, title]) => title);

it('filters of a list are saved under a name for one person, without what names a customer', async () => {
  const here = 'outcome=refused&account=EXTERNAL-1234&after=&supplier=DEMO_SUPPLIER';
  const fields = { list: '/imports', here, query: here, name: ' Refused at night ' };
  const saved = await send(operator, 'filters', fields);
  expect([saved.status, saved.to]).toEqual([
    303,
    '/imports?outcome=refused&account=EXTERNAL-1234&after=&supplier=DEMO_SUPPLIER',
  ]);
  expect(savedIn(saved)).toEqual([['Refused at night', '/imports?outcome=refused&amp;supplier=DEMO_SUPPLIER']]);
  expect(await sql('select list, name, query from console_list')).toEqual([
    { list: '/imports', name: 'Refused at night', query: 'outcome=refused&supplier=DEMO_SUPPLIER' },
  ]);
  // Another process, list, person: theirs alone.
  const again = await theConsole(service.operatorEnvironment);
  expect(savedIn(await (await again.as('operator')).get('/imports'))).toHaveLength(1);
  expect(savedIn(await operator.get('/refusals'))).toEqual([]);
  expect(savedIn(await (await console.as('auditor')).get('/imports'))).toEqual([]);
  // The same name again replaces them, and is then the one that is shown.
  const replaced = await send(operator, 'filters', { ...fields, here: '', query: 'outcome=accepted' });
  expect(savedIn(replaced)).toEqual([['Refused at night', '/imports?outcome=accepted']]);
  expect((await operator.get('/imports?outcome=accepted')).text).toContain('aria-current="page">Refused at night');
  const removed = await send(operator, 'filters/remove', { list: '/imports', here: '', name: 'Refused at night' });
  expect([removed.to, savedIn(removed)]).toEqual(['/imports', []]);
});

it('are at most twenty of a list, and nothing that is none', async () => {
  const viewer = await console.as('viewer');
  const save = (name: string, more: object = {}) =>
    viewer.post('/lists/filters', { list: '/refusals', here: '', query: 'code=required', name, ...more });
  // Also if they are saved at the same time.
  const saved = await Promise.all(Array.from({ length: 24 }, async (_, n) => (await save(`${n}`)).status));
  expect(saved.toSorted()).toEqual([...Array(20).fill(303), ...Array(4).fill(409)]);
  const [again, one] = [saved.indexOf(303), saved.indexOf(409)];
  expect([(await save(`${one}`)).status, (await save(`${again}`)).status]).toEqual([409, 303]);
  const refused = [{ list: '/elsewhere' }, { name: ' ' }, { name: 'n'.repeat(65) }, { query: 'after=x' }];
  const long = { query: `code=${'x'.repeat(2_000)}` };
  const statuses = await Promise.all([...refused, long].map(async (more) => (await save('new', more)).status));
  expect(statuses).toEqual([404, 400, 400, 400, 400]);
  expect((await viewer.post('/lists/filters/remove', { list: '/refusals', here: '' })).status).toBe(400);
});

it('columns of a list are hidden and shown again, but for the first', async () => {
  const all = columnsIn((await operator.get('/imports')).text);
  expect(all).toEqual(['Received', 'Outcome', 'Endpoint, API key', 'Supplier', 'Account', 'Why', 'Items sent']);
  const choose = async (...shown: ReadonlyArray<string>) => {
    const form = new URLSearchParams([
      ['list', '/imports'],
      ['here', 'outcome=refused'],
    ]);
    for (const column of all) form.append('column', column!);
    for (const column of shown) form.append('shown', column);
    const { headers } = await fetch(`${console.baseUrl}/lists/columns`, {
      ...{ method: 'POST', redirect: 'manual', headers: { cookie: operator.cookie }, body: form },
    });
    return columnsIn((await operator.get(headers.get('location')!)).text);
  };
  expect(await choose('Outcome', 'Why')).toEqual(['Received', 'Outcome', 'Why']);
  expect(columnsIn((await operator.get('/imports')).text)).toEqual(['Received', 'Outcome', 'Why']);
  expect(columnsIn((await operator.get('/refusals/items')).text)).toHaveLength(7);
  expect(await choose(...all.map(String))).toEqual(all);
  expect(await sql(`select from console_list where list = '/imports'`)).toEqual([]);
});

it('of operator actions shows a space at the end of each name', async () => {
  await sql(
    `insert into operator_action (id, performed_by, action, organisation, supplier_code, external_account_number)
     values (gen_random_uuid(), 'Ada', 'account export', 'Demo organisation', 'S ', 'A ')`,
  );
  expect((await operator.get('/audit?person=Ada')).text).toContain('>Demo organisation · S\\u{20} · A\\u{20}<');
});
