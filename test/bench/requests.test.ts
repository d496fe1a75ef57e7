import { ACCOUNT_PREFIX, bodiesOf, SCENARIOS } from '@carryover/bench/requests';
import { makeCreateNotesBody } from '@carryover/contract/codecs/note';
import { makeCreateHistoricalStatementsBody } from '@carryover/contract/codecs/statement';
import { makeCreateTransactionsBody } from '@carryover/contract/codecs/transaction';
import { parseJson } from '@carryover/contract/json/exact-json';
import { DEFAULT_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';

const CODECS: Readonly<Record<string, { readonly check: (body: never) => E.Either<unknown, unknown> }>> = {
  transactions: makeCreateTransactionsBody(DEFAULT_LIMITS),
  notes: makeCreateNotesBody(DEFAULT_LIMITS),
  'historical-statements': makeCreateHistoricalStatementsBody(DEFAULT_LIMITS),
};

describe.each(Object.entries(SCENARIOS))('the requests of %s', (_, scenario) => {
  const bodyOf = bodiesOf(scenario);
  // As many as there are variants of a request of one item.
  const bodies = Array.from({ length: 10 }, (_, turn) => bodyOf(`${ACCOUNT_PREFIX}${turn}`, turn * scenario.items));

  it('are valid', () => {
    for (const body of bodies) {
      const parsed = parseJson(body, { maxDepth: 32 });
      expect(E.isRight(parsed) && CODECS[scenario.path]!.check(parsed.right as never)).toMatchObject({ _tag: 'Right' });
    }
  });

  it('have as many items as the scenario says, no two of them alike', () => {
    const items = bodies.flatMap((body) =>
      JSON.parse(body)[scenario.list].map((item: unknown) => JSON.stringify(item)),
    );
    expect(items).toHaveLength(10 * scenario.items);
    expect(new Set(items).size).toBe(items.length);
  });
});
