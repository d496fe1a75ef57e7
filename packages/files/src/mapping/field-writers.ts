import { complain } from '@carryover/contract/issue';
import type { JsonValue } from '@carryover/contract/json/exact-json';
import type { FieldForm } from '@carryover/contract/mapping/field-form';
import type { Column, MappedKind, Mapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import type { RowIssue } from '../row.ts';
import { settingsOf } from './column-settings.ts';
import { type Convert, converterOf, textOf } from './column-values.ts';
import type { MappingIssue } from './fields.ts';
import { shownValue } from './value-errors.ts';

type Cells = ReadonlyArray<string>;
type Target = Record<string, JsonValue>;
/** Adds an issue of a row. @param column of the file. */
type Wrong = (column: string, detail: string, code?: RowIssue['code']) => undefined;
/** Writes the fields of a column, or of columns with the same field. */
export type Write = (cells: Cells, target: Target, wrong: Wrong) => void;

export type Source = { readonly name: string; readonly index: number; readonly column: Column };

/** An object or a list, by the steps into it. */
type Inner = { [step: string]: JsonValue };

/** Puts a value into an object, or into the objects and lists in it. */
const setterOf = (path: string): ((target: Target, value: JsonValue) => void) => {
  const steps = path.split('.');
  if (steps.length === 1)
    return (target, value) => {
      target[path] = value;
    };
  return (target, value) => {
    let inner: Inner = target;
    for (const [at, step] of steps.slice(0, -1).entries()) {
      inner[step] ??= /^\d+$/.test(steps[at + 1]!) ? ([] as unknown as Inner) : {};
      inner = inner[step] as Inner;
    }
    inner[steps.at(-1)!] = value;
  };
};

/** Columns that are trimmed in any case: their white space means nothing. */
const TRIMMED: ReadonlySet<FieldForm> = new Set(['date', 'datetime', 'decimal', 'flag']);

/**
 * Compiles several columns of an amount, as debit and credit, into what writes it: one of them has it, and the others have
 * nothing or zero. A row with two amounts is refused.
 */
const writerOfAmounts = (
  mapping: Mapping,
  field: string,
  sources: ReadonlyArray<Source>,
  indexes: ReadonlyMap<string, number>,
): E.Either<MappingIssue, Write> => {
  const parts: (Source & { readonly textOf: ReturnType<typeof textOf>; readonly convert: Convert })[] = [];
  for (const source of sources) {
    const { name, column } = source;
    const issue = (detail: string) => E.left({ path: ['columns', name], detail });
    if (column.separator !== null)
      return issue(`Only texts and dates are joined with a separator, and ${field} is neither.`);
    const convert = converterOf(mapping, column, 'decimal', indexes);
    if (E.isLeft(convert)) return issue(convert.left);
    parts.push({ ...source, textOf: textOf(mapping, column, true), convert: convert.right });
  }
  const set = setterOf(field);
  return E.right((cells, target, wrong) => {
    let amount: { readonly column: string; readonly value: JsonValue; readonly isZero: boolean } | undefined;
    for (const { name, index, textOf: textOfPart, convert } of parts) {
      const cell = cells[index]!;
      const refuse = (detail: string) => wrong(name, `${shownValue(cell)} ${detail}`);
      const found = textOfPart(cell, refuse);
      if (found === undefined) continue;
      const value = found.isMeant ? found.text : convert(found.text, cells, refuse);
      if (value === undefined) continue;
      const isZero = !/[1-9]/.test(String(value));
      if (amount !== undefined && !amount.isZero && !isZero) {
        refuse(`is a second amount: ${amount.column} has one as well, and both have the field ${field}.`);
        return;
      }
      if (amount === undefined || amount.isZero) amount = { column: name, value, isZero };
    }
    if (amount !== undefined) set(target, amount.value);
  });
};

/** Returns the form of a part of a date, with the separator before it. */
const ofPart = ({ separator, dateFormat }: Column, isFirst: boolean): string => {
  const before = isFirst || separator === null || separator === '' ? '' : `'${separator.replaceAll("'", "''")}'`;
  return `${before}${dateFormat ?? ''}`;
};

/** Returns what reads dates of parts that have forms of their own: a row may lack some, as the time. */
const makeOfParts = (
  mapping: Mapping,
  column: Column,
  form: FieldForm,
  indexes: ReadonlyMap<string, number>,
): ((pattern: string) => Convert) => {
  const byPattern = new Map<string, Convert>();
  return (pattern) => {
    const known = byPattern.get(pattern);
    if (known !== undefined) return known;
    const found = converterOf(mapping, { ...column, dateFormat: pattern }, form, indexes);
    const convert: Convert = E.isRight(found) ? found.right : (_, __, wrong) => wrong(`is not read: ${found.left}`);
    byPattern.set(pattern, convert);
    return convert;
  };
};

/**
 * Compiles the columns of a field into what writes it.
 *
 * @param sources the columns of the file with this field: usually one.
 * @returns Left with what is wrong with the mapping.
 */
export const writerOf = (
  mapping: Mapping,
  field: string,
  form: FieldForm,
  sources: ReadonlyArray<Source>,
  indexes: ReadonlyMap<string, number>,
): E.Either<MappingIssue, Write> => {
  const [first, ...more] = sources as [Source, ...Source[]];
  const issueOf = ({ name }: Source, detail: string): E.Either<MappingIssue, never> =>
    E.left({ path: ['columns', name], detail });
  const isDate = form === 'date' || form === 'datetime';
  const hasOwnForms = isDate && more.some(({ column }) => column.dateFormat !== null);
  const formless = hasOwnForms ? sources.find(({ column }) => column.dateFormat === null) : undefined;
  if (formless !== undefined)
    return issueOf(formless, `Another column of the field ${field} has a dateFormat: each of them needs one.`);
  const ofAll = sources.map(({ column }, at) => ofPart(column, at === 0)).join('');
  const convert = converterOf(
    mapping,
    hasOwnForms ? { ...first.column, dateFormat: ofAll } : first.column,
    form,
    indexes,
  );
  if (E.isLeft(convert)) return issueOf(first, convert.left);
  const isTrimmed = ({ column }: Source): boolean =>
    column.trim === true || mapping.dialect?.widths != null || TRIMMED.has(form);
  const set = setterOf(field);
  const { name, index } = first;
  const textOfFirst = textOf(mapping, first.column, isTrimmed(first));
  if (more.length === 0)
    return E.right((cells, target, wrong) => {
      const cell = cells[index]!;
      const refuse = (detail: string) => wrong(name, `${shownValue(cell)} ${detail}`);
      const found = textOfFirst(cell, refuse);
      if (found === undefined) return;
      const { text, isMeant } = found;
      let value: JsonValue | undefined = text;
      if (form !== 'text' && !(isMeant && form !== 'flag')) value = convert.right(text, cells, refuse);
      if (value !== undefined) set(target, value);
    });
  if (form === 'decimal') return writerOfAmounts(mapping, field, sources, indexes);
  const lacking = more.find(({ column }) => column.separator === null);
  if (lacking !== undefined)
    return issueOf(lacking, `An earlier column has the field ${field}. Add a separator to join the texts of both.`);
  if (form !== 'text' && !isDate)
    return issueOf(
      more[0]!,
      `Only texts, dates and amounts are made of several columns, and ${field} is none of them.`,
    );
  const parts = sources.map((source) => ({ ...source, textOf: textOf(mapping, source.column, isTrimmed(source)) }));
  const ofParts = hasOwnForms ? makeOfParts(mapping, first.column, form, indexes) : null;
  return E.right((cells, target, wrong) => {
    let joined: string | undefined;
    let pattern = '';
    for (const part of parts) {
      const cell = cells[part.index]!;
      const found = part.textOf(cell, (detail) => wrong(part.name, `${shownValue(cell)} ${detail}`));
      if (found === undefined) continue;
      pattern = `${pattern}${ofPart(part.column, joined === undefined)}`;
      joined = joined === undefined ? found.text : `${joined}${part.column.separator ?? ''}${found.text}`;
    }
    if (joined === undefined) return;
    const refuse = (detail: string) => wrong(name, `${shownValue(joined)} ${detail}`);
    const value = (ofParts?.(pattern) ?? convert.right)(joined, cells, refuse);
    if (value !== undefined) set(target, value);
  });
};

/** A cell of a row of another kind may not be lost. */
export const mustBeMissing = (
  mapping: Mapping,
  kind: MappedKind,
  field: string,
  { name, index, column }: Source,
): Write => {
  const { missing } = settingsOf(mapping, column);
  return (cells, _, wrong) => {
    const cell = cells[index]!;
    if (!missing.has(cell.trim()))
      wrong(
        name,
        `${shownValue(cell)} would be left out: ${kind} have no field ${field}. To leave it out, add set: {${field}: ""} to a rule of these rows.`,
        complain('unknown_field').code,
      );
  };
};
