import { arrayLiteral } from '@carryover/adapters-persistence/imports/note-repository';
import { bytesArray, type Parameter, plainArray, textArray } from '@carryover/adapters-persistence/sql/transaction';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { aDatabase } from '../support/a-database.ts';

const client = new pg.Client({ connectionString: await aDatabase() });
await client.connect();
afterAll(() => client.end());

/** Returns what arrives of an array that is unnested beside a full one, as in the statements of imports. */
const arrived = async (type: string, parameter: Parameter, rows: number): Promise<unknown> => {
  const sql = `select coalesce(json_agg(one order by n), '[]') as same
    from (select unnest($1::${type}[]) as one, unnest($2::int[]) as n) given`;
  const numbers = Array.from({ length: rows }, (_, n) => n);
  return (await client.query(sql, [parameter, numbers])).rows[0].same;
};

const anyText = fc.string({ unit: 'binary' }).map((one) => one.toWellFormed().replaceAll('\0', ''));
const text = fc.oneof(
  anyText,
  fc.constantFrom('NULL', 'null', '', '{}', '{"a"}', '"', '\\', '\\"', ',', ' a ', '\\x00', '\n'),
  fc.tuple(fc.integer({ min: 60, max: 70 }), anyText).map(([length, end]) => `${'a'.repeat(length)}${end}`),
);

describe('any texts arrive in PostgreSQL as they were', () => {
  it('with nulls, in the binary format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text), { maxLength: 8 }), async (sent) => {
        expect(await arrived('text', textArray(sent), sent.length)).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  it('in the text format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 8 }), async (sent) => {
        expect(await arrived('text', arrayLiteral(sent), sent.length)).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  it('however many bytes they are', async () => {
    const long = Array.from({ length: 40 }, (_, n) => `${n}: ${'ä€😀'.repeat(20_000)}`);
    expect(await arrived('text', textArray([...long, null, 'end']), 42)).toEqual([...long, null, 'end']);
    expect(await arrived('text', textArray(['after']), 1)).toEqual(['after']);
    expect(await arrived('text', textArray([]), 0)).toEqual([]);
  });
});

it('bytes arrive as they were', async () => {
  const bytes = fc.array(fc.uint8Array({ maxLength: 40 }).map(Buffer.from), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      const hex = sent.map((one) => `\\x${one.toString('hex')}`);
      expect(await arrived('bytea', bytesArray(sent), sent.length)).toEqual(hex);
    }),
    { numRuns: 100 },
  );
});

it('JSON arrives as it was', async () => {
  const json = fc.array(fc.option(fc.jsonValue({ stringUnit: 'grapheme' })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(json, async (sent) => {
      const parameter = textArray(sent.map((one) => (one === null ? null : JSON.stringify(one))));
      const numbers = sent.map((_, n) => n);
      const { rows } = await client.query(
        'select one::jsonb from unnest($1::text[], $2::int[]) as u(one, n) order by n',
        [parameter, numbers],
      );
      // Negative zero is zero in jsonb.
      expect(rows.map(({ one }) => one)).toEqual(
        JSON.parse(JSON.stringify(sent, (_, v) => (Object.is(v, -0) ? 0 : v))),
      );
    }),
    { numRuns: 100 },
  );
});

it('numbers, days and identifiers arrive as they were', async () => {
  expect(await arrived('numeric', plainArray(['71.00', null, '-0.01', null]), 4)).toEqual([71, null, -0.01, null]);
  expect(await arrived('date', plainArray(['2019-10-01', null]), 2)).toEqual(['2019-10-01', null]);
  expect(await arrived('boolean', plainArray([true, null, false]), 3)).toEqual([true, null, false]);
  expect(await arrived('int', plainArray([0, 1]), 2)).toEqual([0, 1]);
  const id = '01a2004e-c346-768c-8f93-148869adcc10';
  expect(await arrived('uuid', plainArray([id]), 1)).toEqual([id]);
});
