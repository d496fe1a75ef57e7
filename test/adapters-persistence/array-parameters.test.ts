import { arrayLiteral, jsonbArray, textArray } from '@carryover/adapters-persistence/driver/insert-rows';
import type { Parameter } from '@carryover/adapters-persistence/driver/statement-batch';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';

const client = new pg.Client({ connectionString: await aDatabase() });
await client.connect();
afterAll(() => client.end());

const arrived = async (type: string, parameter: Parameter): Promise<unknown> => {
  const { rows } = await client.query(`select to_json($1::${type}[]) as same`, [parameter]);
  return rows[0].same;
};

const anyText = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed().replaceAll('\0', ''));
const text = fc.oneof(
  anyText,
  fc.constantFrom('NULL', 'null', '', '{}', '{"a"}', '"', '\\', '\\"', ',', ' a ', '\\x00', '\n'),
  fc.tuple(fc.integer({ min: 60, max: 70 }), anyText).map(([length, end]) => `${'a'.repeat(length)}${end}`),
);
const texts = fc.array(fc.option(text), { maxLength: 8 });

describe.each([
  ['text', arrayLiteral],
  ['binary', textArray],
])('any texts and nulls arrive in PostgreSQL as they were, in the %s format,', (_, toArray) => {
  it('in an array', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (sent) => {
        expect(await arrived('text', toArray(sent))).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  it('however many bytes they are', async () => {
    const long = Array.from({ length: 40 }, (_, n) => `${n}: ${'ä€😀'.repeat(20_000)}`);
    expect(await arrived('text', toArray([...long, null, 'end']))).toEqual([...long, null, 'end']);
    expect(await arrived('text', toArray(['after']))).toEqual(['after']);
    expect(await arrived('text', toArray([]))).toEqual([]);
  });
});

it('JSON arrives as it was', async () => {
  const json = fc.array(fc.option(fc.jsonValue({ stringUnit: 'grapheme' })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(json, async (sent) => {
      const parameter = jsonbArray(sent.map((one) => (one === null ? null : JSON.stringify(one))));
      const { rows } = await client.query('select one from unnest($1::jsonb[]) as u(one)', [parameter]);
      // Negative zero is zero in jsonb.
      expect(rows.map(({ one }) => one)).toEqual(
        JSON.parse(JSON.stringify(sent, (_, v) => (Object.is(v, -0) ? 0 : v))),
      );
    }),
    { numRuns: 100 },
  );
});

it('numbers, days and identifiers arrive as they were', async () => {
  expect(await arrived('numeric', arrayLiteral(['71.00', null, '-0.01']))).toEqual([71, null, -0.01]);
  expect(await arrived('date', arrayLiteral(['2019-10-01', null]))).toEqual(['2019-10-01', null]);
  const id = '01a2004e-c346-768c-8f93-148869adcc10';
  expect(await arrived('uuid', arrayLiteral([id]))).toEqual([id]);
});
