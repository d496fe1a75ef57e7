import { list, record, tagged } from '@carryover/contract/codecs/codec';
import { flag, freeText } from '@carryover/contract/codecs/scalars';
import { complain, issueAt } from '@carryover/contract/issue';
import { describe, expect, it } from 'vitest';
import { decoded, errorsOf, read, sent } from '../a-body.ts';

const person = record({
  name: 'person',
  required: { name: freeText(5), is_tall: flag },
  optional: { nickname: freeText(5) },
  notUsed: { name: freeText(5), wingspan: freeText(5) },
  rules: [
    ({ name, nickname }) =>
      name !== undefined && name === nickname ? [issueAt(['nickname'], complain('invalid_choice'))] : [],
  ],
}).mapped((it) => [it.name, it.is_tall, it.nickname ?? null] as const);

describe('a record', () => {
  it('gives its domain value', () => {
    expect(decoded(person, sent({ name: 'Ann', is_tall: true }))).toEqual(['Ann', true, null]);
    expect(decoded(person, sent({ nickname: '', is_tall: false, name: 'Bo' }))).toEqual(['Bo', false, '']);
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
  type Cat = { readonly type: 'CAT'; readonly purrs: boolean | undefined };
  type Dog = { readonly type: 'DOG'; readonly barks: boolean | undefined };
  const cat = record({ name: 'CAT', required: { kind: freeText(9) }, optional: { purrs: flag } }).mapped<Cat>(
    ({ purrs }) => ({ type: 'CAT', purrs }),
  );
  const dog = record({ name: 'DOG', required: { kind: freeText(9) }, optional: { barks: flag } }).mapped<Dog>(
    ({ barks }) => ({ type: 'DOG', barks }),
  );
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

  it('is not said by the prototype', () => {
    expect(errorsOf(animal, read('{"__proto__":{"kind":"CAT"}}'))).toEqual([
      '__proto__: unknown_field',
      'kind: required',
    ]);
  });
});
