import { describe, expect, it } from 'vitest';
import { aService, theService } from '../support/a-service.ts';
import { anAccount, type TestAccount } from '../support/an-account.ts';
import { refusalOf } from '../support/requests.ts';

const PATH = '/v1/data-import/payment-instruction/create/';

const service = await theService({ VENDOR_SANDBOX: 'on' });

const card = (reference = 'THIS-IS-A-FAKE-REFERENCE') => ({ vendor: 'STRIPE', type: 'CARD', reference });
const mandate = (reference = 'SANDBOX-MANDATE') => ({ vendor: 'GOCARDLESS', type: 'DIRECT_DEBIT', reference });
const send = (account: TestAccount, instruction: object) => service.post(PATH, { ...account, ...instruction });
const refused = async (account: TestAccount, instruction: object) => refusalOf(await send(account, instruction));
const refusedFor = (code: string) => [400, 'account_failed_validation', `reference: ${code}`];
const storedOf = ({ external_account_number: number }: TestAccount) =>
  service.sql<any>(
    `select vendor, reference, p.type, customer_reference, p.status, brand, last_four, expiry, bank_name, is_active
     from payment_instruction p join account on account.id = account_id where external_account_number = $1`,
    [number],
  );

describe('creating a payment instruction (§4.5)', () => {
  it("stores a card the vendor confirms, and answers with the platform's own account number", async () => {
    const account = await anAccount(service);
    const { status, json } = await send(account, card());
    const [row] = await service.sql<{ number: string }>(
      'select service_account_number as number from account where external_account_number = $1',
      [account.external_account_number],
    );
    expect([status, json]).toEqual([
      201,
      { service_account_number: row!.number, reference: 'THIS-IS-A-FAKE-REFERENCE' },
    ]);
    const [stored] = await storedOf(account);
    expect(stored).toMatchObject({ ...card(), is_active: true, brand: 'visa', last_four: '4242', expiry: '2099-08' });
  });

  it('stores a mandate with its bank', async () => {
    const account = await anAccount(service);
    expect((await send(account, mandate())).status).toBe(201);
    const [stored] = await storedOf(account);
    expect(stored).toMatchObject({ ...mandate(), brand: null, expiry: null });
    expect(stored.bank_name).not.toBeNull();
  });

  it('answers the same request again as before', async () => {
    const account = await anAccount(service);
    const first = await send(account, card());
    const second = await send(account, card());
    expect([second.status, second.json]).toEqual([201, first.json]);
    expect(await storedOf(account)).toHaveLength(1);
  });

  it('refuses another instruction while one is active', async () => {
    const account = await anAccount(service);
    await send(account, card());
    const expected = refusedFor('account_already_has_an_active_instruction');
    expect(await refused(account, card('SANDBOX-CARD'))).toEqual(expected);
    expect(await refused(account, mandate())).toEqual(expected);
  });

  it('never leaves two active where different ones race', async () => {
    const account = await anAccount(service);
    const choices = [card(), card('SANDBOX-CARD'), mandate(), mandate('SANDBOX-SUBMITTED')];
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => send(account, choices[n % 4]!)));
    const stored = await storedOf(account);
    expect(stored).toHaveLength(1);
    expect(
      replies.every(({ status, json }) => (status === 201 ? json.reference === stored[0].reference : status === 400)),
    ).toBe(true);
  });
});

describe('what the vendor says', () => {
  it.each<[string, object, unknown[]]>([
    ['unknown', card('SANDBOX-404'), refusedFor('payment_instruction_not_found_at_vendor')],
    ['expired', card('SANDBOX-EXPIRED'), refusedFor('payment_instruction_not_active')],
    ['cancelled', mandate('SANDBOX-CANCELLED'), refusedFor('payment_instruction_not_active')],
    ['refuses the request', mandate('SANDBOX-422'), refusedFor('payment_vendor_rejected_request')],
    ['refuses our credentials', card('SANDBOX-401'), [500, 'payment_vendor_unavailable']],
    ['fails', card('SANDBOX-500'), [500, 'payment_vendor_unavailable']],
    ['is too busy', mandate('SANDBOX-429'), [500, 'payment_vendor_unavailable']],
  ])('%s', async (_, instruction, expected) => {
    const account = await anAccount(service);
    expect(await refused(account, instruction)).toEqual(expected);
    expect(await storedOf(account)).toEqual([]);
  });

  it.each([
    ['credentials are refused', 'SANDBOX-401', ['60']],
    ['the vendor fails', 'SANDBOX-503', ['5']],
  ])('says when to send it again if %s', async (_, reference, seconds) => {
    const { status, headers } = await send(await anAccount(service), card(reference));
    expect([status, [headers.get('retry-after')]]).toEqual([500, seconds]);
  });

  it('raises an alarm where our credentials are refused', async () => {
    await send(await anAccount(service), mandate('SANDBOX-403'));
    expect(service.log()).toContain('"kind":"vendor_credentials_refused","vendor":"GOCARDLESS"');
  });
});

describe('refusing payment instructions', () => {
  it('judges the account before it asks the vendor', async () => {
    expect(await refused(await anAccount(service, { status: 'STAGED' }), card('SANDBOX-HANG'))).toEqual([
      404,
      'account_not_found',
    ]);
  });
});

describe('an open circuit breaker', () => {
  it('says when to send the request again', async () => {
    const own = await aService({ VENDOR_SANDBOX: 'on' });
    const asked = async (reference: string) => {
      const { status, headers } = await own.post(PATH, { ...(await anAccount(own)), ...mandate(reference) });
      return [status, headers.get('retry-after')];
    };
    // Ten failures open it; each of these requests makes three attempts.
    expect(await asked('SANDBOX-500')).toEqual([500, '5']);
    for (let count = 0; count < 3; count += 1) await asked('SANDBOX-500');
    // The vendor would answer this one.
    expect(await asked('SANDBOX-MANDATE')).toEqual([500, expect.stringMatching(/^[1-5]$/)]);
    await own.stop();
  });
});
