import { expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount } from '../support/an-account.ts';
import { anOperator } from '../support/an-operator.ts';
import { obtainToken } from '../support/requests.ts';

const service = await theService({ RATE_LIMIT_PER_MINUTE: '100000' });
const operator = anOperator(service.operatorEnvironment);
const ORGANISATION = 'Demo organisation';
const NAME = ['--name', ORGANISATION];
const send = (account: object, body: string) =>
  service.post('/v1/data-import/notes/create/', { ...account, notes: [{ body }] });
const names = async (...options: ReadonlyArray<string>) =>
  (await operator('organisation', 'list', '--json', ...options)).json.map(({ name }: { name: string }) => name);

it('an archived organisation takes no import from the commit on, its keys are refused, and it comes back as it was', async () => {
  const account = await anAccount(service);
  // Imports are under way while it is archived: each is stored completely, or refused.
  let isArchived = false;
  const statuses: number[] = [];
  const client = async (number: number) => {
    for (let sent = 0; !isArchived; sent += 1) statuses.push((await send(account, `${number}/${sent}`)).status);
  };
  const clients = [1, 2, 3].map(client);
  await expect.poll(() => statuses.filter((status) => status === 201).length).toBeGreaterThan(5);
  const archived = await operator('organisation', 'archive', ...NAME, '--reason', 'Ticket 7', '--json');
  expect(archived).toMatchObject({ code: 0, json: { name: ORGANISATION, archived_at: expect.any(String) } });
  const after = await send(account, 'after');
  isArchived = true;
  await Promise.all(clients);
  expect([400, 401]).toContain(after.status);
  expect(statuses.filter((status) => ![201, 400, 401].includes(status))).toEqual([]);
  const stored = await service.sql<{ count: string }>('select count(*) from note');
  expect(Number(stored[0]!.count)).toBe(statuses.filter((status) => status === 201).length);

  expect([await names(), await names('--archived')]).toEqual([[], [ORGANISATION]]);
  expect((await operator('supplier', 'list', '--json')).json).toEqual([]);
  await expect
    .poll(async () => (await obtainToken(service.baseUrl, service.demo.api_key)).json.errors?.length ?? 0)
    .toBeGreaterThan(0);
  await expect.poll(async () => (await send(account, 'x')).status).toBe(401);
  const refused = [
    await operator('supplier', 'resume', '--supplier', 'DEMO_SUPPLIER'),
    await operator('supplier', 'create', '--organisation', ORGANISATION, '--code', 'NEW'),
    await operator('api-key', 'issue', '--organisation', ORGANISATION),
  ];
  expect(refused.map(({ code, err }) => [code, err.includes('is archived')])).toEqual(Array(3).fill([1, true]));

  expect((await operator('organisation', 'restore', ...NAME)).code).toBe(0);
  expect(await names()).toEqual([ORGANISATION]);
  await expect
    .poll(async () => JSON.stringify((await send(account, 'paused')).json))
    .toContain('import_supplier_migration_not_ongoing');
  expect((await operator('supplier', 'resume', '--supplier', 'DEMO_SUPPLIER')).code).toBe(0);
  expect((await send(account, 'again')).status).toBe(201);
  const { json } = await operator('audit', 'list', '--json');
  const actions = json.map(({ action, reason }: any) => [action, reason]);
  expect(actions).toEqual(
    expect.arrayContaining([
      ['organisation archive', 'Ticket 7'],
      ['supplier pause', 'Ticket 7'],
      ['organisation restore', null],
    ]),
  );
  // What is so already is not changed again.
  await operator('organisation', 'restore', ...NAME);
  expect((await operator('audit', 'list', '--json')).json).toHaveLength(json.length);
});

it('an organisation is renamed, to a name that no other has or had', async () => {
  const rename = (name: string, to: string) => operator('organisation', 'rename', '--name', name, '--to', to, '--json');
  for (const name of ['Acmee', 'Other'])
    expect((await operator('organisation', 'create', '--name', name)).code).toBe(0);
  expect(await rename('Acmee', 'Acme')).toMatchObject({ code: 0, json: { name: 'Acme' } });
  const refused = [
    await rename('Acmee', 'New'),
    await rename('Other', 'Acme'),
    await rename('Other', 'Acmee'),
    await operator('organisation', 'create', '--name', 'Acmee'),
  ];
  expect(refused.map(({ code, err }) => [code, /is now named|already exists/.exec(err)?.[0]])).toEqual([
    [1, 'is now named'],
    [1, 'already exists'],
    [1, 'already exists'],
    [1, 'already exists'],
  ]);
  // Its own name of the past is its own.
  expect((await rename('Acme', 'Acmee')).code).toBe(0);
  const { json } = await operator('audit', 'list', '--json');
  expect(json.find(({ action }: any) => action === 'organisation rename')).toMatchObject({
    ...{ organisation: 'Acmee', before: { name: 'Acme' }, after: { name: 'Acmee' } },
  });
  // Both are given away at once: one of them.
  const both = await Promise.all([rename('Acmee', 'Third'), rename('Other', 'Third')]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
});
