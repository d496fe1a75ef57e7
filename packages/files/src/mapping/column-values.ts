import { type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import type { FieldForm } from '@carryover/contract/mapping/field-form';
import type { Column, Mapping } from '@carryover/contract/mapping/mapping';
import * as E from 'fp-ts/lib/Either.js';
import { decimalOf, settingsOf } from './column-settings.ts';
import { type Holds, holdsFor } from './conditions.ts';
import { makeDateText, makeDateTimeText } from './date-text.ts';

/** Returns what a cell means, undefined if it is missing or wrong. */
export type Convert = (
  text: string,
  cells: ReadonlyArray<string>,
  wrong: (detail: string) => undefined,
) => JsonValue | undefined;

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
export const converterOf = (
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
export const textOf = (
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
