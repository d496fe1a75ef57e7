import { CarryoverError } from '@carryover/client';
import type { Failure } from '@carryover/client/failure';
import { judge } from '@carryover/client/http/judge';
import { fc, test } from '@fast-check/vitest';
import { afterEach, describe, expect, it } from 'vitest';
import { aScript, failureOf, stopAll } from './a-script.ts';
import { NOTE_CREATED, NOTES, PAYMENTS, refusal } from './samples.ts';

afterEach(stopAll);

describe('a success', () => {
  it('carries the receipt of the service', async () => {
    const headers = { 'X-Import-Id': 'import-1', 'X-Payload-SHA256': 'ab12' };
    const { client } = await aScript([{ status: 201, json: [{ status: 'NOTE_CREATION_SUCCESS' }], headers }]);
    expect(await client.createNotes(NOTES)).toMatchObject({ importId: 'import-1', payloadSha256: 'ab12' });
  });

  it('has no receipt from a service that sends none', async () => {
    const { client } = await aScript([NOTE_CREATED]);
    expect(await client.createNotes(NOTES)).toMatchObject({ importId: null, payloadSha256: null });
  });
});

describe('an error', () => {
  it('carries all that the service said', async () => {
    const errors = [
      { detail: 'The value is empty or contains only white space.', code: 'blank', attr: 'notes.0.body' },
      { detail: 'The interface has no such field.', code: 'unknown_field', attr: 'notes.0.colour' },
    ];
    const json = { detail: 'The payload failed validation.', code: 'account_failed_validation', errors };
    const { client } = await aScript([{ status: 400, headers: { 'X-Request-Id': 'request-1' }, json }]);
    const error = await failureOf(client.createNotes(NOTES));
    expect(error).toBeInstanceOf(CarryoverError);
    expect(error).toBeInstanceOf(Error);
    expect({ ...error }).toEqual({
      name: 'CarryoverError',
      kind: 'validation',
      detail: 'The payload failed validation.',
      status: 400,
      code: 'account_failed_validation',
      errors,
      requestId: 'request-1',
      transactionData: null,
      retryAfterMs: null,
      mayBeStored: false,
      attempts: 1,
    });
    expect(error.message).toBe(
      'notes/create: 400 account_failed_validation: The payload failed validation. (notes.0.body: blank), request request-1',
    );
  });

  it('of transactions carries the code in front of its text, and the transaction (§4.2)', async () => {
    const [transaction_data] = PAYMENTS.transactions;
    const json = {
      status: 'TRANSACTION_IMPORT_ERROR',
      error_detail: 'transaction_not_in_open_statement_period: Payment 1 of 71.00 on 2019-09-28: not in the period',
      transaction_data,
    };
    const { client } = await aScript([{ status: 400, json }]);
    expect(await failureOf(client.createTransactions(PAYMENTS))).toMatchObject({
      kind: 'validation',
      code: 'transaction_not_in_open_statement_period',
      detail: 'Payment 1 of 71.00 on 2019-09-28: not in the period',
      transactionData: transaction_data,
    });
  });

  it.each([
    ['without a code in front', 'Something is wrong.', null, 'Something is wrong.'],
    ['of several lines', 'invalid: one\ntwo: three', 'invalid', 'one\ntwo: three'],
  ])('of transactions with a text %s keeps the text', async (_, error_detail, code, detail) => {
    const json = { status: 'TRANSACTION_IMPORT_ERROR', error_detail, transaction_data: null };
    const { client } = await aScript([{ status: 400, json }], { maxAttempts: 1 });
    const error = await failureOf(client.createTransactions(PAYMENTS));
    expect(error).toMatchObject({ code, detail, transactionData: null });
  });

  it.each([
    [400, 'parse_error', 'validation'],
    [401, 'not_authenticated', 'not_authenticated'],
    [404, 'account_not_found', 'not_found'],
    [405, 'method_not_allowed', 'rejected'],
    [413, 'payload_too_large', 'rejected'],
    [415, 'unsupported_media_type', 'rejected'],
    [429, 'throttled', 'throttled'],
    [500, 'error', 'unexpected'],
    [500, 'payment_vendor_unavailable', 'unavailable'],
    [503, 'service_unavailable', 'unavailable'],
  ])('%d %s is of kind %s', async (status, code, kind) => {
    const { client } = await aScript([refusal(status, code)], { maxAttempts: 1 });
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind, status, code, requestId: 'request-1' });
  });

  it.each([
    [400, 'protocol', true],
    [401, 'protocol', true],
    [403, 'protocol', true],
    [404, 'protocol', true],
    [408, 'unavailable', true],
    [410, 'protocol', true],
    [413, 'rejected', true],
    [425, 'unavailable', true],
    [429, 'throttled', true],
    [500, 'unexpected', true],
    [502, 'unavailable', true],
    [503, 'unavailable', true],
    [504, 'unavailable', true],
    [507, 'unexpected', true],
    [520, 'unexpected', true],
  ])('%d with a page, as of a proxy, is of kind %s; may be stored: %s', async (status, kind, mayBeStored) => {
    const { client } = await aScript([{ status, text: '<html>' }], { maxAttempts: 1 });
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind, status, code: null, mayBeStored });
  });

  it.each([
    ['a status of its own', refusal(403, 'blocked')],
    ['no list of errors', { status: 400, json: { detail: 'Blocked.', code: 'blocked' } }],
    ['no text', { status: 400, json: { code: 'blocked', errors: [] } }],
    ['the form of another endpoint, and another status', { status: 404, json: { error_detail: 'invalid: no' } }],
  ])('with %s is not of the interface: only the service can say that nothing was stored', async (_, reply) => {
    const { client } = await aScript([reply], { maxAttempts: 1 });
    expect(await failureOf(client.createNotes(NOTES))).toMatchObject({ kind: 'protocol', mayBeStored: true });
  });

  test.prop([fc.jsonValue(), fc.integer({ min: 200, max: 599 }), fc.string()])(
    'is made from any response: nothing else is thrown',
    (body, status, text) => {
      const answer = { kind: 'answer', status, text, json: () => body, header: () => text } as const;
      const outcome = judge(answer, { success: [201], read: () => undefined });
      expect(outcome.kind).toMatch(/^[a-z_]+$/);
      expect(new CarryoverError('notes/create', outcome as Failure, 1).message).toContain(`notes/create: ${status}`);
    },
  );
});
