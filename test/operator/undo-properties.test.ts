import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../operations/five-kinds.ts';
import { theService } from '../support/a-service.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

type Request = { readonly kind: Kind; readonly payload: object; readonly query: string };

const some = <A>(items: ReadonlyArray<A>): fc.Arbitrary<ReadonlyArray<A>> => fc.subarray([...items], { minLength: 1 });

/** Few ids, so that requests have items in common; dates inside and outside of the open period. */
const transactionsOf = (ids: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<object>> =>
  fc
    .tuple(some(ids), fc.constantFrom('2019-10-05', '2018-01-01'), fc.constantFrom('1.00', '2.50'))
    .map(([chosen, transaction_date, amount]) =>
      chosen.map((transaction_id) => ({ transaction_id, transaction_date, amount, type: 'PAYMENT' })),
    );
const TIMES = ['2019-10-01T08:30:00Z', '2019-10-02T08:30:00Z'];
const noteArb = fc.oneof(
  fc.constantFrom('a', 'b').chain((body) => fc.constantFrom(...TIMES).map((created_at) => ({ body, created_at }))),
  fc.constantFrom('undated 1', 'undated 2').map((body) => ({ body })),
  fc.constant({ document_paths: [{ document_path: 'a.pdf' }], created_at: TIMES[0]! }),
);
const statementsArb = some(['S-1', 'S-2', 'S-3']).map((ids) =>
  ids.map((statement_id) => ({
    statement_id,
    bill_period_from_date: '2019-09-01',
    bill_period_to_date: '2019-09-30',
    issued_date: '2019-10-01',
    number: '1',
    gross_amount: '71.00',
  })),
);
const historyArb = transactionsOf(['T-1', 'H-1']).map((additional_historical_transactions) => ({
  ledger_number: 'L-1',
  ledger_code: 'ELECTRICITY',
  billing_document_type: 'ITEM_BASED',
  historical_billing_documents: [],
  additional_historical_transactions,
}));

const request =
  (kind: Kind, query = '') =>
  (payload: object): Request => ({ kind, payload, query });
const requestArbs: Readonly<Record<Kind, fc.Arbitrary<Request>>> = {
  notes: fc.array(noteArb, { minLength: 1, maxLength: 4 }).map((notes) => request('notes')({ notes })),
  transactions: fc.oneof(
    transactionsOf(['T-1', 'T-2', 'T-3']).map((transactions) => request('transactions')({ transactions })),
    transactionsOf(['T-1', 'T-2']).map((transactions) =>
      request('transactions', '?check_previously_added=false')({ transactions }),
    ),
  ),
  'historical-billing-documents': historyArb.map(request('historical-billing-documents')),
  'historical-statements': statementsArb.map((statements) => request('historical-statements')({ statements })),
  'payment-instruction': fc
    .constantFrom('THIS-IS-A-FAKE-REFERENCE', 'ANOTHER-REFERENCE')
    .map((reference) => request('payment-instruction')({ vendor: 'STRIPE', type: 'CARD', reference })),
};

const LONGEST = KINDS.length + 3;
/** Each history has all five kinds, in any order, and up to three requests more. */
const historyOfAll: fc.Arbitrary<ReadonlyArray<Request>> = fc
  .tuple(
    fc.tuple(...KINDS.map((kind) => requestArbs[kind])),
    fc.array(fc.oneof(...Object.values(requestArbs)), { maxLength: LONGEST - KINDS.length }),
  )
  .chain(([one, more]) => {
    const all = [...one, ...more];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });
/** One request of each kind, without common items: all are accepted. */
const oneOfEach = KINDS.map((kind) => request(kind)(payloadOf(kind, `undated ${kind}`, 2)));
const ALL = Array.from({ length: LONGEST }, () => true);

describe('imports that are undone and sent again', () => {
  it('leave the same account as imports that are sent once (decisions 16)', async () => {
    const { undo, stateOf, send, account: anAccount } = makeUndoableAccounts(service);
    const undoneKinds = new Set<Kind>();
    await fc.assert(
      fc.asyncProperty(
        historyOfAll,
        fc.array(fc.boolean(), { minLength: LONGEST, maxLength: LONGEST }),
        fc.boolean(),
        async (history, chosen, isBackwards) => {
          const account = await anAccount();
          const sent: { readonly request: Request; readonly id: string }[] = [];
          for (const one of history) {
            const reply = await send(account, one.kind, one.payload, one.query);
            if (reply.status === 201) sent.push({ request: one, id: idOf(reply) });
          }
          const once = await stateOf(account);

          const undone = sent.filter((_, at) => chosen[at]);
          for (const { request: one } of undone) undoneKinds.add(one.kind);
          for (const { id } of isBackwards ? undone.toReversed() : undone)
            expect(await undo('--id', id, '--even-if-answered')).toMatchObject({ code: 0 });
          for (const { request: one } of undone) idOf(await send(account, one.kind, one.payload, one.query));
          expect(await stateOf(account)).toEqual(once);
        },
      ),
      {
        numRuns: Number(process.env.UNDO_RUNS ?? 8),
        examples: [
          [oneOfEach, ALL, false],
          [oneOfEach, ALL, true],
        ],
      },
    );
    expect([...undoneKinds].toSorted()).toEqual(KINDS.toSorted());
  }, 120_000);
});
