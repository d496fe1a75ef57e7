import { ERROR_CODES } from '@carryover/contract/error-codes';
import { attrOf, complain, type Issue, inDocumentOrder, issueAt, type Path } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read, sent } from './a-body.ts';

const at = (...path: Path): Issue => issueAt(path, complain('invalid'));
const order = (body: JsonValue, ...paths: ReadonlyArray<Path>): ReadonlyArray<string> =>
  inDocumentOrder(
    body,
    paths.map((path) => at(...path)),
  ).map(({ path }) => attrOf(path));

describe('attr is a dot-delimited path: names, and positions from zero (§7)', () => {
  it.each<[Path, string]>([
    [[], ''],
    [['notes'], 'notes'],
    [['notes', 0, 'body'], 'notes.0.body'],
    [['transactions', 10, 'line_items', 2, 'units', 0], 'transactions.10.line_items.2.units.0'],
  ])('%j is %j', (path, attr) => {
    expect(attrOf(path)).toBe(attr);
  });
});

describe('a complaint', () => {
  it('says what the code means, or more', () => {
    expect(complain('blank')).toEqual({ code: 'blank', detail: ERROR_CODES.blank.meaning });
    expect(complain('max_length', 'At most 32.')).toEqual({ code: 'max_length', detail: 'At most 32.' });
  });

  it('has a sentence for every code', () => {
    expect(
      Object.entries(ERROR_CODES).filter(([code, { meaning }]) => !/^[a-z_]+$/.test(code) || !meaning.endsWith('.')),
    ).toEqual([]);
  });
});

describe('issues stand in document order (decisions 3)', () => {
  it('fields as they were sent, not as they are called or judged', () => {
    const body = read('{"b":1,"a":{"d":1,"c":1},"list":[{"z":1,"y":1}]}');
    expect(
      order(body, ['list', 0, 'y'], ['a', 'c'], ['list', 0, 'z'], ['a'], ['b'], ['a', 'd'], ['list'], ['list', 0]),
    ).toEqual(['b', 'a', 'a.d', 'a.c', 'list', 'list.0', 'list.0.z', 'list.0.y']);
  });

  it('names that are numbers, which any JavaScript object has first', () => {
    const body = read('{"z":1,"10":{"b":1,"2":1},"9":1,"a":1}');
    expect(order(body, ['9'], ['a'], ['10', '2'], ['z'], ['10', 'b'])).toEqual(['z', '10.b', '10.2', '9', 'a']);
  });

  it('items by number: 2 before 10', () => {
    const body = sent({ list: Array(11).fill(0) });
    expect(order(body, ['list', 10], ['list', 2])).toEqual(['list.2', 'list.10']);
  });

  it('the body itself first, what is missing after what is there', () => {
    const body = sent({ b: 1, inner: { c: 1 }, z: 1 });
    expect(order(body, ['missing'], ['z'], ['inner', 'missing'], ['inner', 'c'], ['b'], [])).toEqual([
      '',
      'b',
      'inner.c',
      'inner.missing',
      'z',
      'missing',
    ]);
  });

  it('issues of one place stay as they were found', () => {
    const found = (['invalid', 'blank', 'max_length'] as const).map((code) => issueAt(['a'], complain(code)));
    expect(inDocumentOrder(sent({ a: '' }), found)).toEqual(found);
  });

  it('names that every object inherits are places like any other', () => {
    const body = read('{"z":1,"__proto__":{"toString":1,"a":1},"constructor":1}');
    expect(order(body, ['constructor'], ['__proto__', 'a'], ['valueOf'], ['__proto__', 'toString'], ['z'])).toEqual([
      'z',
      '__proto__.toString',
      '__proto__.a',
      'constructor',
      'valueOf',
    ]);
  });

  it.each([
    [99, 99],
    [100, 100],
    [101, 100],
    [10_000, 100],
  ])('of %i the first %i', (count, reported) => {
    const paths = Array.from({ length: count }, (_, i): Path => ['list', count - 1 - i]);
    const expected = Array.from({ length: reported }, (_, i) => `list.${i}`);
    expect(order(sent({ list: Array(count).fill(0) }), ...paths)).toEqual(expected);
  });

  /** Every place of a body in the order in which a reader meets it. */
  const places = (value: JsonValue, path: Path = []): ReadonlyArray<Path> => {
    if (Array.isArray(value)) return [path, ...value.flatMap((item, i) => places(item as JsonValue, [...path, i]))];
    if (typeof value !== 'object' || value === null) return [path];
    return [path, ...Object.entries(value).flatMap(([key, member]) => places(member, [...path, key]))];
  };
  const bodyArb = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('', true, 'a'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'z', '__proto__', 'toString'), tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  it('whatever order they were found in', () => {
    fc.assert(
      fc.property(bodyArb, fc.nat(), (value, seed) => {
        const body = sent(value);
        const inOrder = places(body).slice(0, 100);
        const shuffled = fc.sample(fc.shuffledSubarray([...inOrder], { minLength: inOrder.length }), {
          seed,
          numRuns: 1,
        })[0]!;
        expect(order(body, ...shuffled)).toEqual(inOrder.map(attrOf));
      }),
      { numRuns: 300 },
    );
  });
});
