import { afterEach, describe, expect, it } from 'vitest';
import { aScript, failureOf, stopAll } from './a-script.ts';
import type { Reply } from './a-scripted-service.ts';
import { ACCOUNT, HISTORY, NOTES, PAYMENTS } from './samples.ts';

afterEach(stopAll);

describe('an answer that is none of the interface', () => {
  const page: Reply = { status: 200, headers: { 'Content-Type': 'text/html' }, text: '<html>Maintenance</html>' };
  const validated = { valid: true, results: null, errors: [], moved: [] };

  it.each<readonly [string, Reply]>([
    ['a page', page],
    ['nothing', { status: 201 }],
    ['half of it', { status: 201, text: '[{"created_at":' }],
    ['fewer results than notes', { status: 201, json: [] }],
    ['results without their status', { status: 201, json: NOTES.notes.map(() => ({})) }],
    ['an object', { status: 201, json: {} }],
    ['another status', { status: 202, json: [{}] }],
  ])('to notes: %s; they may be stored', async (_, reply) => {
    const { client, service } = await aScript(() => reply, { maxAttempts: 2 });
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind: 'protocol', mayBeStored: true });
    expect(service.received).toHaveLength(2);
  });

  it.each<readonly [string, Reply]>([
    ['a page', page],
    ['a page of the right status', { ...page, status: 201 }],
    ['nothing, of another status', { status: 200 }],
  ])('to historical billing documents: %s', async (_, reply) => {
    const { client } = await aScript(() => reply);
    expect(await failureOf(client.createHistoricalBillingDocuments(HISTORY))).toMatchObject({ kind: 'protocol' });
  });

  it.each<readonly [string, Reply]>([
    ['a page', page],
    ['results without their list', { status: 201, json: { results: null } }],
    ['fewer results than transactions', { status: 201, json: { results: [] } }],
    ['results without their status', { status: 201, json: { results: PAYMENTS.transactions } }],
  ])('to transactions: %s', async (_, reply) => {
    const { client } = await aScript(() => reply);
    expect(await failureOf(client.createTransactions(PAYMENTS))).toMatchObject({ kind: 'protocol' });
  });

  it('to what only reads: nothing is stored', async () => {
    const { client } = await aScript(() => page);
    const calls = [
      client.validateNotes(NOTES),
      client.summariseAccount(ACCOUNT),
      client.summariseAccount({ ...ACCOUNT, list: 'notes' }),
      client.compareControlTotals({ import_supplier: 'ACME', totals: [] }),
    ];
    for (const call of calls) expect(await failureOf(call)).toMatchObject({ kind: 'protocol', mayBeStored: false });
  });

  it('a redirection is not followed', async () => {
    const { client, service } = await aScript(() => ({ status: 301, headers: { Location: '/elsewhere' } }));
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind: 'protocol', status: 301 });
    expect(new Set(service.received.map(({ path }) => path))).toEqual(new Set(['/v1/data-import/notes/create/']));
  });

  it('a report that breaks off is asked for again', async () => {
    const { client, service } = await aScript([
      { status: 200, headers: { 'Content-Length': '100' }, text: '{"valid"', breaksOff: true },
      { status: 200, json: validated },
    ]);
    expect(await client.validateNotes(NOTES)).toEqual(validated);
    expect(service.received.map(({ path }) => path)).toEqual(Array(2).fill('/v1/data-import/notes/validate/'));
  });
});
