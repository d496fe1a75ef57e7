import { complain } from '@carryover/contract/issue';
import { type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import type { FieldForm } from '@carryover/contract/mapping/field-form';
import type { Column, Condition, MappedKind, Mapping } from '@carryover/contract/mapping/mapping';
import { nearestName, withHint } from '@carryover/contract/nearest-name';
import * as E from 'fp-ts/lib/Either.js';
import type { RowIssue } from '../row.ts';
import { makeDateText, makeDateTimeText } from './date-text.ts';
import { makeDecimalText } from './decimal-text.ts';

/** The fields of the interface, by kind. */
export type Fields = {
  /** The form of a field, in lists with positions; null if the kind has no such field. */
  readonly formOf: (kind: MappedKind, path: string) => FieldForm | null;
  readonly namesOf: (kind: MappedKind) => ReadonlyArray<string>;
};

/** The code of a value that a mapping does not read. */
export const NOT_CONVERTED = 'not_converted';

/** Something that is wrong with a mapping, and where: the steps to it. */
export type MappingIssue = { readonly path: ReadonlyArray<string>; readonly detail: string };

type Cells = ReadonlyArray<string>;
type Target = Record<string, JsonValue>;
/** Adds an issue of a row. @param column of the file. */
type Wrong = (column: string, detail: string, code?: RowIssue['code']) => undefined;
/** Returns what a cell means, undefined if it is missing or wrong. */
type Convert = (text: string, cells: Cells, wrong: (detail: string) => undefined) => JsonValue | undefined;
/** Writes the fields of a column, or of columns with the same field. */
export type Write = (cells: Cells, target: Target, wrong: Wrong) => void;
/** Holds for a row, or not. */
export type Holds = (cells: Cells) => boolean;

/** A value for people: what cannot be seen is shown. */
export const shownValue = (text: string): string => {
  const shown = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return shown.replaceAll(/\p{Cf}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

/** The settings of a column, with those of the mapping. */
const settingsOf = (mapping: Mapping, column: Partial<Column>) => ({
  decimalChar: column.decimalChar ?? mapping.decimalChar,
  groupChar: column.groupChar ?? mapping.groupChar ?? '',
  dateFormat: column.dateFormat ?? mapping.dateFormat ?? null,
  timeZone: column.timeZone ?? mapping.timeZone,
  missing: new Set(column.missingValues ?? mapping.missingValues ?? ['']),
});

/** Returns what reads a number of a column, before `reverse`. @param column null: it is not mapped. */
export const decimalOf = (mapping: Mapping, mapped: Column | null) => {
  const column: Partial<Column> = mapped ?? {};
  const { decimalChar, groupChar } = settingsOf(mapping, column);
  return makeDecimalText({
    decimalChar,
    groupChar,
    negative: column.negative ?? ['leading'],
    currency: column.currency ?? null,
    impliedDecimals: column.impliedDecimals ?? null,
  });
};

/** Returns what tells if a cell has a number of a sign. What is no number has none: the field of its column refuses it. */
const hasSign = (mapping: Mapping, name: string, sign: 'negative' | 'positive'): ((cell: string) => boolean) => {
  const read = decimalOf(mapping, mapping.columns.get(name) ?? null);
  return (cell) => {
    const found = read(cell.trim());
    return E.isRight(found) && found.right.isNegative === (sign === 'negative') && /[1-9]/.test(found.right.text);
  };
};

/** Returns what tells if a condition holds. @param indexes of the columns of the file. */
export const holdsFor = (mapping: Mapping, condition: Condition, indexes: ReadonlyMap<string, number>): Holds => {
  const all = [...condition].map(([name, wanted]) => {
    const values = 'sign' in wanted ? null : new Set(wanted);
    const holds = 'sign' in wanted ? hasSign(mapping, name, wanted.sign) : (cell: string) => values!.has(cell);
    return [indexes.get(name)!, holds] as const;
  });
  return (cells) => all.every(([index, holds]) => holds(cells[index]!));
};

const ISO_DAY = 'yyyy-MM-dd';
const ISO_TIME = "yyyy-MM-dd'T'HH:mm:ssXXX";

/** Returns the value of a text that is a field's already, as a constant is. */
export const plainValue = (form: FieldForm, text: string): E.Either<string, JsonValue> => {
  if (form === 'flag')
    return text === 'true' || text === 'false'
      ? E.right(text === 'true')
      : E.left('is neither true nor false. Say in `values` what it means.');
  if (form !== 'json') return E.right(text);
  return E.mapLeft(() => 'is not JSON.')(parseJson(text, { maxDepth: 28 }));
};

const failing =
  (convert: (text: string) => E.Either<string, JsonValue>): Convert =>
  (text, _, wrong) => {
    const value = convert(text);
    return E.isRight(value) ? value.right : wrong(value.left);
  };

/** Returns what converts the text of a column to the form of its field. @returns Left with what the column lacks. */
const converterOf = (
  mapping: Mapping,
  column: Column,
  form: FieldForm,
  indexes: ReadonlyMap<string, number>,
): E.Either<string, Convert> => {
  const { dateFormat, timeZone } = settingsOf(mapping, column);
  const { pivotYear, monthNames, repeatedHour, dropTime } = column;
  const ofDate = { pivotYear, monthNames, timeZone, repeatedHour, dropTime };
  switch (form) {
    case 'date':
      return E.map(failing)(makeDateText({ pattern: dateFormat ?? ISO_DAY, ...ofDate }));
    case 'datetime':
      return E.map(failing)(makeDateTimeText({ pattern: dateFormat ?? ISO_TIME, ...ofDate }));
    case 'decimal': {
      const read = decimalOf(mapping, column);
      const { reverse } = column;
      const isReversed: Holds =
        reverse === null || typeof reverse === 'boolean' ? () => reverse === true : holdsFor(mapping, reverse, indexes);
      return E.right((text, cells, wrong) => {
        const found = read(text);
        if (E.isLeft(found)) return wrong(found.left);
        const { text: plain, isNegative } = found.right;
        const isMinus = isNegative !== isReversed(cells) && /[1-9]/.test(plain);
        return isMinus ? `-${plain}` : plain;
      });
    }
    default:
      return E.right(form === 'text' ? (text) => text : failing((text) => plainValue(form, text)));
  }
};

const UNMAPPED = 'is none of the values of the mapping. Add it to `values`, or set `otherwise` to keep or missing.';

/** Returns the text of a column as the interface should have it, without its form; undefined if it is missing. */
const textOf = (
  mapping: Mapping,
  column: Column,
  isTrimmed: boolean,
): ((
  cell: string,
  wrong: (detail: string) => undefined,
) => { readonly text: string; readonly isMeant: boolean } | undefined) => {
  const { missing } = settingsOf(mapping, column);
  const { stripLeading, pad, values, otherwise, prefix } = column;
  const mayBe = new RegExp(`^(?:${(stripLeading ?? '').replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')})+`);
  return (cell, wrong) => {
    const own = isTrimmed ? cell.trim() : cell;
    if (missing.has(own)) return undefined;
    let text = stripLeading === null ? own : own.replace(mayBe, '');
    if (text === '' && own !== '')
      return wrong(`has nothing but "${stripLeading}". Leave stripLeading out, or add the value to missingValues.`);
    if (pad !== null) {
      if (text.length > pad.length)
        return wrong(`is longer than the ${pad.length} characters to which it is filled up. Correct pad.length.`);
      text = text.padStart(pad.length, pad.with);
    }
    const meant = values?.get(text);
    if (values !== null && meant === undefined) {
      if (otherwise === 'missing') return undefined;
      if (otherwise !== 'keep') return wrong(UNMAPPED);
    }
    return { text: `${prefix ?? ''}${meant ?? text}`, isMeant: meant !== undefined };
  };
};

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

type Source = { readonly name: string; readonly index: number; readonly column: Column };

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
const writerOf = (
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

/** Returns the issue of a field that a kind does not have. */
export const unknownField = (kind: MappedKind, field: string, fields: Fields): string =>
  withHint(`${kind} have no field ${field}.`, nearestName(field.split('.')[0]!, fields.namesOf(kind)));

/** A cell of a row of another kind may not be lost. */
const mustBeMissing = (mapping: Mapping, kind: MappedKind, field: string, { name, index, column }: Source): Write => {
  const { missing } = settingsOf(mapping, column);
  return (cells, _, wrong) => {
    const cell = cells[index]!;
    if (!missing.has(cell.trim()))
      wrong(
        name,
        `${shownValue(cell)} would be left out: ${kind} have no field ${field}.`,
        complain('unknown_field').code,
      );
  };
};

/**
 * Compiles the columns of a mapping for rows of one kind.
 *
 * @param decided the fields that a rule sets for these rows: their columns are not read.
 * @param names the columns of the file.
 * @param kinds all kinds of the mapping: a field belongs to one of them.
 */
export const compileColumns = (
  mapping: Mapping,
  {
    kind,
    kinds,
    decided,
  }: { readonly kind: MappedKind; readonly kinds: ReadonlyArray<MappedKind>; readonly decided: ReadonlySet<string> },
  names: ReadonlyArray<string>,
  fields: Fields,
): E.Either<ReadonlyArray<MappingIssue>, ReadonlyArray<Write>> => {
  const indexes = new Map(names.map((name, index) => [name, index]));
  const sources = [...mapping.columns].map(([name, column]) => ({ name, column, index: indexes.get(name) ?? -1 }));
  const byField = new Map<string, Source[]>();
  for (const source of sources)
    for (const field of source.column.to) byField.set(field, [...(byField.get(field) ?? []), source]);
  const issues: MappingIssue[] = [];
  const writes: Write[] = [];
  for (const [field, own] of byField) {
    const form = fields.formOf(kind, field);
    if (form === null) {
      const isOfOther = kinds.some((one) => fields.formOf(one, field) !== null);
      if (!isOfOther) issues.push({ path: ['columns', own[0]!.name], detail: unknownField(kind, field, fields) });
      else if (!decided.has(field)) writes.push(...own.map((source) => mustBeMissing(mapping, kind, field, source)));
      continue;
    }
    if (decided.has(field)) continue;
    const write = writerOf(mapping, field, form, own, indexes);
    if (E.isLeft(write)) issues.push(write.left);
    else writes.push(write.right);
  }
  return issues.length === 0 ? E.right(writes) : E.left(issues);
};
