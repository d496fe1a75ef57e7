import { list, record, repeatedIds, tagged } from '@carryover/contract/codecs/codec';
import { flag, freeText } from '@carryover/contract/codecs/scalars';
import { attrOf, complain, issueAt } from '@carryover/contract/issue';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { PathReporter } from 'io-ts/lib/PathReporter.js';
import { describe, expect, it } from 'vitest';
import { decoded, errorsOf, read, sent, TRANSACTIONS, transaction } from '../a-body.ts';

const person = record({
  name: 'person',
  required: { name: freeText(5), is_tall: flag },
  optional: { nickname: freeText(5) },
  notUsed: { name: freeText(5), wingspan: freeText(5) },
  rules: [
    ({ name, nickname }) =>
      name !== undefined && name === nickname ? [issueAt(['nickname'], complain('invalid_choice'))] : [],
  ],
});

describe('a record', () => {
  it('has members with the names of its fields in camel case; null is the value of an optional one that is not sent', () => {
    expect(decoded(person, sent({ name: 'Ann', is_tall: true }))).toEqual({
      name: 'Ann',
      isTall: true,
      nickname: null,
    });
    expect(decoded(person, sent({ nickname: '', is_tall: false, name: 'Bo' }))).toEqual({
      name: 'Bo',
      isTall: false,
      nickname: '',
    });
  });

  it('may have members with other names and defaults', () => {
    const renamed = record({
      name: 'renamed',
      required: { made_by: freeText(5) },
      optional: { is_new: flag, is_sold: flag },
      names: { made_by: 'author' },
      defaults: { is_new: false },
    });
    expect(decoded(renamed, sent({ made_by: 'Ann' }))).toEqual({ author: 'Ann', isNew: false, isSold: null });
    expect(errorsOf(renamed, sent({ author: 'Ann', isNew: true }))).toEqual([
      'author: unknown_field',
      'isNew: unknown_field',
      'made_by: required',
    ]);
  });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['null', null, [': null']],
    ['a list', [], [': invalid']],
    ['a string', 'a', [': invalid']],
    ['a number', 1, [': invalid']],
    ['an empty object', {}, ['name: required', 'is_tall: required']],
    ['one field missing', { name: 'Ann' }, ['is_tall: required']],
    ['null is there', { name: null, is_tall: null, nickname: null }, ['name: null', 'is_tall: null', 'nickname: null']],
    ['an unknown field', { name: 'Ann', is_tall: true, age: 1 }, ['age: unknown_field']],
    ['an unknown null', { name: 'Ann', is_tall: true, age: null }, ['age: unknown_field']],
    ['a field in other case', { Name: 'Ann', name: 'Ann', is_tall: true }, ['Name: unknown_field']],
    [
      'a field of another variant',
      { name: 'Ann', is_tall: true, wingspan: '' },
      ['wingspan: field_not_used_with_type'],
    ],
    ['a rule broken', { name: 'Ann', is_tall: true, nickname: 'Ann' }, ['nickname: invalid_choice']],
    [
      'a rule broken beside other errors',
      { nickname: 'Ann', name: 'Ann', age: 1 },
      ['nickname: invalid_choice', 'age: unknown_field', 'is_tall: required'],
    ],
    [
      'a rule about what is wrong already',
      { name: 'too long', is_tall: true, nickname: 'too long' },
      ['name: max_length', 'nickname: max_length'],
    ],
  ])('%s', (_, value, errors) => {
    expect(errorsOf(person, sent(value))).toEqual(errors);
  });

  it('reports errors in the order sent, then what is missing', () => {
    const body = read('{"z":1,"nickname":1,"is_tall":1,"a":1}');
    expect(errorsOf(person, body)).toEqual([
      'z: unknown_field',
      'nickname: invalid',
      'is_tall: invalid',
      'a: unknown_field',
      'name: required',
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '', '0', 'a.b'])(
    'has no field %j',
    (name) => {
      const body = read(`{"name":"Ann","is_tall":true,${JSON.stringify(name)}:{"name":"Bo"}}`);
      expect(errorsOf(person, body)).toEqual([`${name}: unknown_field`]);
    },
  );

  it('does not take a field from the prototype that was sent', () => {
    expect(errorsOf(person, read('{"__proto__":{"name":"Ann","is_tall":true}}'))).toEqual([
      '__proto__: unknown_field',
      'name: required',
      'is_tall: required',
    ]);
  });
});

describe('a list', () => {
  const some = list(flag, { minItems: 1, maxItems: 3 });

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['null', null, [': null']],
    ['an object', {}, [': invalid']],
    ['an object like a list', { 0: true, length: 1 }, [': invalid']],
    ['a string', 'ab', [': invalid']],
    ['too few', [], [': min_items']],
    ['the fewest', [true], []],
    ['the most', [true, false, true], []],
    ['too many', [true, false, true, false], [': max_items']],
    ['wrong items', [true, null, 'a'], ['1: null', '2: invalid']],
  ])('%s', (_, value, errors) => {
    expect(errorsOf(some, sent(value))).toEqual(errors);
  });

  it('keeps its items in order', () => {
    expect(decoded(some, sent([true, false, false]))).toEqual([true, false, false]);
  });

  it('puts the place of an item before what is wrong in it', () => {
    expect(errorsOf(list(list(person)), sent([[], [{ name: 'Ann', is_tall: true }, { name: 1 }]]))).toEqual([
      '1.1.name: invalid',
      '1.1.is_tall: required',
    ]);
  });

  it('of any length, unless said otherwise', () => {
    expect([errorsOf(list(flag), []), errorsOf(list(flag), sent(Array(20_000).fill(true)))]).toEqual([[], []]);
  });
});

describe('an object whose field says which variant it is', () => {
  type Cat = { readonly type: 'CAT'; readonly purrs: boolean | null };
  type Dog = { readonly type: 'DOG'; readonly barks: boolean | null };
  const [required, names] = [{ kind: freeText(9) }, { kind: 'type' }] as const;
  const cat = record({ name: 'CAT', required, optional: { purrs: flag }, names });
  const dog = record({ name: 'DOG', required, optional: { barks: flag }, names });
  const other = record({
    name: 'animal',
    required: { kind: flag },
    optional: { purrs: flag, barks: flag },
  });
  const animal = tagged<Cat | Dog>('animal', 'kind', { CAT: cat, DOG: dog }, other);

  it.each<[string, unknown, ReadonlyArray<string>]>([
    ['the first', { kind: 'CAT', purrs: true }, []],
    ['the second', { barks: true, kind: 'DOG' }, []],
    ['one with a field of the other', { kind: 'CAT', barks: true }, ['barks: unknown_field']],
    [
      'one that is unknown',
      { kind: 'COW', barks: 1, moos: true },
      ['kind: invalid', 'barks: invalid', 'moos: unknown_field'],
    ],
    ['none', {}, ['kind: required']],
    ['null', { kind: null }, ['kind: null']],
    ['an inherited name', { kind: 'constructor' }, ['kind: invalid']],
    ['no object', [], [': invalid']],
    ['nothing', null, [': null']],
  ])('%s', (_, value, errors) => {
    expect(errorsOf(animal, sent(value))).toEqual(errors);
  });

  it('is read with the variant as its type', () => {
    expect(decoded(animal, sent({ kind: 'DOG' }))).toEqual({ type: 'DOG', barks: null });
  });

  it('is not said by the prototype', () => {
    expect(errorsOf(animal, read('{"__proto__":{"kind":"CAT"}}'))).toEqual([
      '__proto__: unknown_field',
      'kind: required',
    ]);
  });
});

/** Returns the reported positions of a list with these identifiers. */
const reportedIn = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  repeatedIds(
    'id',
    complain('duplicate_transaction_ids'),
    lists.map((ids, at) => ({ list: ids.map((id) => ({ id })), path: [at] })),
    100,
  ).map(({ path }) => attrOf(path));

describe('identifiers that stand in a payload twice', () => {
  it.each([
    [[], []],
    [['a'], []],
    [['a', 'b', 'A', 'a ', '\u00e9', 'e\u0301'], []],
    [['a', 'b', 'a'], ['0.2.id']],
    [
      ['a', 'a', 'b', 'a', 'b'],
      ['0.1.id', '0.3.id', '0.4.id'],
    ],
    [['__proto__', 'constructor', '__proto__'], ['0.2.id']],
  ])('of %j are reported at %j', (ids, expected) => {
    expect(reportedIn(ids)).toEqual(expected);
  });

  it('are reported wherever they stood before', () => {
    const ids = fc.array(fc.constantFrom(...'abcdef'), { maxLength: 20 });
    fc.assert(
      fc.property(ids, ids, (first, second) => {
        const all = [...first, ...second];
        const later = all.flatMap((id, at) => (all.indexOf(id) < at ? [at] : []));
        const place = (at: number) => (at < first.length ? `0.${at}.id` : `1.${at - first.length}.id`);
        expect(reportedIn(first, second)).toEqual(later.map(place));
      }),
      { numRuns: 300 },
    );
  });

  it('are looked for in what was sent, valid or not, and reported as often as errors are reported', () => {
    const repeatedTimes = (lists: ReadonlyArray<unknown>, max: number): number =>
      repeatedIds(
        'id',
        complain('duplicate_transaction_ids'),
        lists.map((list) => ({ list: list as never, path: [] })),
        max,
      ).length;
    const list = [null, 1, 'x', { id: 1 }, {}, [], ...Array.from({ length: 300 }, () => ({ id: 'x' }))];
    expect(repeatedTimes([null, undefined], 100)).toBe(0);
    expect([100, 1_000].map((max) => repeatedTimes([list], max))).toEqual([100, 299]);
  });
});

it('a codec is an io-ts decoder, whose errors have the codes and paths of its issues', () => {
  const right = sent(TRANSACTIONS.PAYMENT);
  expect(transaction.decode(right)).toEqual(transaction.check(right));
  const wrong = sent({ ...TRANSACTIONS.SUPPLY_CHARGE, amount: 'x', line_items: [{}], colour: 1 });
  const [decoded, checked] = [transaction.decode(wrong), transaction.check(wrong)];
  if (E.isRight(checked) || E.isRight(decoded)) throw new Error('It is wrong.');
  expect(PathReporter.report(decoded)).toEqual(checked.left.map(({ code, detail }) => `${code}: ${detail}`));
  expect(decoded.left.map(({ context }) => context.slice(1).map(({ key }) => key))).toEqual(
    checked.left.map(({ path }) => path.map(String)),
  );
  expect(checked.left.map(({ path }) => attrOf(path))).toContain('line_items.0.rate_band');
});
