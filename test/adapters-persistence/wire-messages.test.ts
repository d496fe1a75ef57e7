import { type Statement, WireMessages } from '@carryover/adapters-persistence/postgres/wire-messages';
import fc from 'fast-check';
import { serialize } from 'pg-protocol';
import { describe, expect, it } from 'vitest';

const text = fc.string({ unit: 'grapheme', maxLength: 80 }).filter((one) => one.isWellFormed() && !one.includes('\0'));

const statementArb: fc.Arbitrary<Statement> = fc.record({
  name: fc.option(text),
  text,
  values: fc.array(
    fc.oneof(
      text,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 20 },
  ),
});

const toDriver = (value: unknown) => (value === null || Buffer.isBuffer(value) ? value : String(value));

const asTheDriver = ({ name, text, values }: Statement): ReadonlyArray<Buffer> => [
  serialize.parse({ name: name ?? '', text }),
  serialize.bind({ statement: name ?? '', values: values.map(toDriver) }),
  serialize.describe({ type: 'P' }),
  serialize.execute({}),
];

describe('messages to PostgreSQL', () => {
  it("are the driver's, byte by byte, however many statements there are", () => {
    fc.assert(
      fc.property(fc.array(statementArb, { maxLength: 4 }), (statements) => {
        const messages = new WireMessages(statements);
        for (const statement of statements) {
          messages.parse(statement);
          messages.bind(statement);
          messages.describe();
          messages.execute();
        }
        expect(messages.finish().equals(Buffer.concat(statements.flatMap(asTheDriver)))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
