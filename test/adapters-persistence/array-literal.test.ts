import { arrayLiteral } from '@carryover/adapters-persistence/postgres/array-literal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aDatabase, runSql } from '../support/a-database.ts';

it('any texts and nulls arrive in PostgreSQL as they were', async () => {
  const url = await aDatabase();
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((one) => one.toWellFormed().replaceAll('\0', '')),
    fc.constantFrom('NULL', 'null', '', '{}', '{"a"}', '"', '\\', '\\"', ',', ' a ', '\\x00', '\n'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { maxLength: 8 }), async (texts) => {
      const [row] = await runSql<{ same: unknown }>(url, 'select to_json($1::text[]) as same', [arrayLiteral(texts)]);
      expect(row!.same).toEqual(texts);
    }),
    { numRuns: 200 },
  );
});
