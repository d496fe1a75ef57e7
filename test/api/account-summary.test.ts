import { describe, expect, it } from 'vitest';
import { theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { payment } from '../support/bodies.ts';

const PATH = '/v1/data-import/';

const service = await theService();

const summary = async (account: TestAccount, more: object = {}): Promise<any> => {
  const { status, json } = await service.post(`${PATH}accounts/summary/`, { ...account, ...more });
  expect(status).toBe(200);
  return json;
};

/** An account with two notes of the client and one that the service pinned for a moved transaction. */
const anAccountWithNotes = async (): Promise<TestAccount> => {
  const account = await anAccount(service);
  const notes = ['Called.', 'Moved in.'].map((body) => ({ body, is_pinned: true }));
  await service.post(`${PATH}notes/create/`, { ...account, notes });
  const moved = payment('1', { transaction_date: '2019-01-01' });
  await service.post(`${PATH}transactions/create/`, { ...account, transactions: [moved] });
  return account;
};

describe('notes in accounts/summary/ (decisions 4, 13)', () => {
  it('counts the notes that the service added separately', async () => {
    expect((await summary(await anAccount(service))).notes).toEqual({ count: 0, added_by_service: 0 });
    expect((await summary(await anAccountWithNotes())).notes).toEqual({ count: 2, added_by_service: 1 });
  });

  it('marks them in the list', async () => {
    const { items } = await summary(await anAccountWithNotes(), { list: 'notes' });
    const marked = items.map(({ body, added_by_service }: any) => [body.split('.')[0].slice(0, 5), added_by_service]);
    expect(marked.toSorted()).toEqual([
      ['Calle', false],
      ['Dates', true],
      ['Moved', false],
    ]);
  });
});
