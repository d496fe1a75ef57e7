import fc from 'fast-check';

/** Values at the bounds of rules, and beyond. */
const KNOWN = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1',
  '-1',
  '71.005',
  '1e400',
  '1e-400',
  '9999999999.99',
  '12345678901234567',
  '0.30000000000000004',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
  '"__proto__"',
  '"1e2"',
  '"-0.00"',
  '"71.000"',
  '"9999999999.99"',
  '"12345678901.00"',
  '"2019-02-29"',
  '"1900-01-01"',
  '"2199-12-31"',
  '"9999-12-31"',
  '"2019-10-16"',
  '"2019-10-01T24:00:00Z"',
  '"2199-12-31T23:59:59Z"',
  '"infinity"',
  '"CHARGE"',
  '"SUPPLY_CHARGE"',
  '"ITEM_BASED"',
  '"../x"',
  '"a//b"',
  '"a/b.pdf"',
  '"%2e%2e/x"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"":null}',
  '{"__proto__":{}}',
] as const;

/** Texts that are not JSON. */
const BROKEN = ['', 'NaN', '01', '+1', '.5', "'a'", '\\', '"', '[', '}', ',', '/**/', '\u0000', 'nul', '1e', '"\\x"'];

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 20 });
const decimals = fc
  .tuple(fc.constantFrom('', '-'), digits, fc.constantFrom('', '.'), digits)
  .map((parts) => parts.join(''));
const texts = fc.string({ unit: 'binary', maxLength: 40 });
const longTexts = fc
  .tuple(fc.constantFrom('a', 'é', '€', '😀', ' ', '/', '\\', '\u0000'), fc.constantFrom(129, 1_025, 10_001, 100_001))
  .map(([unit, length]) => unit.repeat(length));
const nested = fc
  .tuple(fc.constantFrom('[]', '{}'), fc.constantFrom(5, 31, 33, 5_000))
  .map(([kind, depth]) =>
    kind === '[]' ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
  );

/** JSON values, and a few that are none, as text. */
export const hostileValues: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 10, arbitrary: decimals },
  { weight: 10, arbitrary: decimals.map((text) => JSON.stringify(text)) },
  { weight: 20, arbitrary: texts.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: longTexts.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: nested },
  { weight: 3, arbitrary: fc.constantFrom(...BROKEN) },
);

/** Field names, known to some endpoint or to none. */
export const hostileKeys: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    'length',
    '0',
    ' body',
    'Body',
    'notes',
    'amount',
    'status',
  ),
  fc.constantFrom('body', 'created_at', 'transactions', 'tax_items', 'line_items', 'type', 'reason', 'unpin_at'),
  texts,
);
