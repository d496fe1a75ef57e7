import type { RefusedUndo, UndoneAnswering } from '@carryover/application/corrections/undo-range';
import { connect } from '@carryover/operations/connect';
import { readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader } from '@carryover/settings/environment';
import { fc } from '@fast-check/vitest';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, describe, expect, it } from 'vitest';
import { KINDS, type Kind, payloadOf } from '../operations/five-kinds.ts';
import { theService } from '../support/a-service.ts';
import { payment } from '../support/bodies.ts';
import { anUndoModel, type Request } from './an-undo-model.ts';
import { idOf, makeUndoableAccounts } from './an-undoable-account.ts';

const service = await theService({ VENDOR_SANDBOX: 'on' });

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
const aHistoryOf = (additional_historical_transactions: ReadonlyArray<object>) => ({
  ledger_number: 'L-1',
  ledger_code: 'ELECTRICITY',
  billing_document_type: 'ITEM_BASED',
  historical_billing_documents: [],
  additional_historical_transactions,
});
const historyArb = transactionsOf(['T-1', 'H-1']).map(aHistoryOf);

const request =
  (kind: Kind, query = '') =>
  (payload: object): Request => ({ kind, payload, query });
const historyOf = (ids: ReadonlyArray<string>) =>
  request('historical-billing-documents')(aHistoryOf(ids.map((id) => payment(id))));
const requestArbs: Readonly<Record<Kind, fc.Arbitrary<Request>>> = {
  notes: fc.array(noteArb, { minLength: 1, maxLength: 4 }).map((notes) => request('notes')({ notes })),
  transactions: transactionsOf(['T-1', 'T-2', 'T-3']).map((transactions) => request('transactions')({ transactions })),
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
  it('leave the same account as imports that are sent once, unless an id was added twice (decisions 16)', async () => {
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
            const reply = await send(account, one.payload, one.query);
            if (reply.status === 201) sent.push({ request: one, id: idOf(reply) });
          }
          const once = await stateOf(account);

          const undone = sent.filter((_, at) => chosen[at]);
          for (const { request: one } of undone) undoneKinds.add(one.kind);
          for (const { id } of isBackwards ? undone.toReversed() : undone)
            expect(await undo('--id', id, '--even-if-answered')).toMatchObject({ code: 0 });
          for (const { request: one } of undone) idOf(await send(account, one.payload, one.query));
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

/** Requests with few ids and two amounts: repeated on request, in conflict, and sent again. */
const repeatedArb: fc.Arbitrary<Request> = fc.oneof(
  { weight: 3, arbitrary: requestArbs.transactions },
  {
    weight: 3,
    arbitrary: transactionsOf(['T-1', 'T-2', 'H-1']).map((transactions) =>
      request('transactions', '?check_previously_added=false')({ transactions }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(
        fc.oneof(
          fc.constantFrom(...TIMES).map((created_at) => ({ body: 'a', created_at })),
          fc.constant({ body: 'a' }),
        ),
        {
          minLength: 1,
          maxLength: 2,
          selector: (note) => JSON.stringify(note),
        },
      )
      .map((notes) => request('notes')({ notes })),
  },
  { weight: 1, arbitrary: requestArbs['historical-statements'] },
  { weight: 1, arbitrary: requestArbs['historical-billing-documents'] },
  {
    weight: 1,
    arbitrary: fc.constant(
      request('payment-instruction')({ vendor: 'STRIPE', type: 'CARD', reference: 'THIS-IS-A-FAKE-REFERENCE' }),
    ),
  },
);

type Step =
  | { readonly do: 'send'; readonly request: Request }
  | { readonly do: 'send again'; readonly at: number }
  | { readonly do: 'undo'; readonly at: number; readonly evenIfAnswered: boolean }
  | { readonly do: 'undo range'; readonly from: number; readonly to: number; readonly evenIfAnswered: boolean }
  | { readonly do: 'finalize' }
  | { readonly do: 'open the next period' };

const position = fc.nat({ max: 30 });
/** Mostly strict: what is undone although it was answered leaves nothing to find. */
const evenIfAnswered = fc.nat({ max: 5 }).map((one) => one === 0);
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: repeatedArb.map((one): Step => ({ do: 'send', request: one })) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send again' as const), at: position }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), at: position, evenIfAnswered }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('undo range' as const), from: position, to: position, evenIfAnswered }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'finalize' }, { do: 'open the next period' }) },
);

const REFUSALS = [
  'import_already_undone',
  'ledger_has_finalized_billing_document',
  'statement_period_closed',
  'later_imports_answered',
];

/** A history that steps act on: what was sent, when, and what the account must have. */
const aHistory = async () => {
  const { undo, send, operator, account: anAccount } = makeUndoableAccounts(service);
  const account = await anAccount();
  const model = anUndoModel();
  const sent: { readonly request: Request; readonly id: string; readonly at: Date }[] = [];
  const post = async (one: Request, isOrdered = true): Promise<void> => {
    const at = new Date();
    const reply = await send(account, one.payload, one.query);
    if (reply.status !== 201) return expect(reply.status).toBe(400);
    model.accept(one, reply, isOrdered);
    sent.push({ request: one, id: idOf(reply), at });
  };
  const undoOne = async (id: string, ...args: ReadonlyArray<string>): Promise<void> => {
    const ran = await undo('--id', id, ...args);
    if (ran.code === 0) return model.forget(id, ran.json.later_imports);
    expect(REFUSALS).toContain(JSON.parse(ran.err).error.code);
  };
  /** By the use case: the command's times are whole seconds. */
  const undoRange = async (since: Date, until: Date, even: boolean) => {
    const refused: RefusedUndo[] = [];
    const answering: UndoneAnswering[] = [];
    const done = await useCases.undoRange({
      supplier: { code: service.demo.import_supplier },
      selection: { since, until },
      actor: { performedBy: 'Ada', performedBySubject: null, performedByIssuer: null, reason: 'Ticket 42' },
      isDryRun: false,
      evenIfAnswered: even,
      onProgress: (_, account) => {
        refused.push(...account.refused);
        answering.push(...account.answering);
      },
    })();
    if (E.isLeft(done)) throw new Error(done.left.kind);
    return { undone: done.right.undone, refused, answering };
  };
  const ledger = [
    '--supplier',
    service.demo.import_supplier,
    '--account',
    account.external_account_number,
    '--ledger',
    'L-1',
  ];
  return { account, model, sent, post, undoOne, undoRange, operator, ledger };
};

const { useCases, close } = await connect(readDataSettings(new EnvironmentReader(service.operatorEnvironment)));
afterAll(close);

describe('random histories of one account', () => {
  it('keep each item that an import was told to be stored, unless the undo names it, and add no id twice unasked', async () => {
    const refusals = new Set<string>();
    let ranges = 0;
    const run = async (steps: ReadonlyArray<Step>) => {
      const { account, model, sent, post, undoOne, undoRange, operator, ledger } = await aHistory();
      const chosen = (at: number) => sent[at % sent.length];
      for (const step of steps) {
        if (step.do === 'send') await post(step.request);
        else if (step.do === 'finalize') await operator('ledger', 'finalize', ...ledger);
        else if (step.do === 'open the next period')
          await operator('ledger', 'open-period', ...ledger, '--from', '2019-11-01', '--to', '2019-11-30');
        else if (sent.length === 0) continue;
        else if (step.do === 'send again') await post(chosen(step.at)!.request);
        else if (step.do === 'undo') {
          const { id } = chosen(step.at)!;
          await undoOne(id, ...(step.evenIfAnswered ? ['--even-if-answered'] : []));
        } else {
          const [first, last] = [step.from % sent.length, step.to % sent.length].toSorted((one, other) => one - other);
          const range = sent.slice(first, last! + 1).filter(({ id }) => !model.isUndone(id));
          const until = sent[last! + 1]?.at ?? new Date(Date.now() + 1);
          const done = await undoRange(sent[first!]!.at, until, step.evenIfAnswered);
          expect(done.undone + done.refused.length).toBe(range.length);
          if (!step.evenIfAnswered) expect(done.answering).toEqual([]);
          for (const { refusal } of done.refused) refusals.add(refusal.kind);
          const stays = new Set(done.refused.map(({ importId }) => importId));
          for (const { id } of range.filter((one) => !stays.has(one.id))) {
            const answered = done.answering.find(({ importId }) => importId === id)?.answered ?? [];
            model.forget(
              id,
              answered.map(({ importId, items }) => ({ import_id: importId, items })),
            );
          }
          // Nothing is refused that could go: an import that stays was told that one of its items is stored.
          for (const { importId, refusal } of done.refused)
            if (refusal.kind === 'later_imports_answered')
              expect([importId, model.isReliedOn(importId)]).toEqual([importId, true]);
          ranges += 1;
        }
        await model.check(service.post, account);
      }
    };
    const sends = (...requests: ReadonlyArray<Request>): ReadonlyArray<Step> =>
      requests.map((one) => ({ do: 'send', request: one }));
    const transactions = (ids: ReadonlyArray<string>, query = '', fields = {}) =>
      request('transactions', query)({ transactions: ids.map((id) => payment(id, fields)) });
    await fc.assert(fc.asyncProperty(fc.array(stepArb, { minLength: 4, maxLength: 14 }), run), {
      numRuns: Number(process.env.UNDO_RUNS ?? 12),
      examples: [
        // The first occurrence of an id is undone, and the id sent again.
        [
          [
            ...sends(transactions(['T-1']), transactions(['T-1'], '?check_previously_added=false')),
            { do: 'undo', at: 0, evenIfAnswered: false },
            ...sends(transactions(['T-1']), historyOf(['T-1'])),
          ],
        ],
        // What one import stored, another was told to be there: an item of each kind, and a note by its body alone.
        ...[
          [
            { body: 'a', created_at: TIMES[0] },
            { body: 'a', created_at: TIMES[0] },
          ],
          [{ body: 'a', created_at: TIMES[0] }, { body: 'a' }],
        ].map(([first, later]): [ReadonlyArray<Step>] => [
          [
            ...sends(request('notes')({ notes: [first] }), request('notes')({ notes: [later] })),
            { do: 'undo', at: 0, evenIfAnswered: false },
          ],
        ]),
        ...[
          transactions(['T-1']),
          request('historical-statements')(payloadOf('historical-statements', 'S', 1)),
          request('payment-instruction')(payloadOf('payment-instruction', 'P', 1)),
        ].map((one): [ReadonlyArray<Step>] => [[...sends(one, one), { do: 'undo', at: 0, evenIfAnswered: false }]]),
        // The second import stays because of the third: the first must stay because of the second.
        [
          [
            ...sends(transactions(['T-1']), transactions(['T-1', 'T-2']), transactions(['T-2'])),
            { do: 'undo range', from: 0, to: 1, evenIfAnswered: false },
          ],
        ],
      ],
    });
    expect([ranges > 0, refusals.has('later_imports_answered')]).toEqual([true, true]);
  }, 240_000);

  it('keep the same if everything happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          repeatedArb.filter(({ kind }) => kind === 'transactions' || kind === 'notes'),
          { minLength: 3, maxLength: 6 },
        ),
        fc.array(
          repeatedArb.filter(({ kind }) => kind === 'transactions'),
          { minLength: 2, maxLength: 5 },
        ),
        async (before, meanwhile) => {
          const { account, model, sent, post, undoOne, undoRange } = await aHistory();
          for (const one of before) await post(one);
          const since = sent[0]!.at;
          const first = sent.map(({ id }) => id);
          const [range] = await Promise.all([
            undoRange(since, new Date(Date.now() + 1), false),
            ...[...first, ...first].map((id) => undoOne(id)),
            ...meanwhile.map((one) => post(one, false)),
          ]);
          expect(range.answering).toEqual([]);
          for (const { id } of sent) {
            const { json } = await makeUndoableAccounts(service).operator('imports', 'show', '--id', id, '--json');
            if (json.undone_at !== null && !model.isUndone(id)) model.forget(id, []);
          }
          await model.check(service.post, account);
        },
      ),
      { numRuns: Number(process.env.UNDO_RUNS ?? 6) },
    );
  }, 240_000);
});
