import { complain } from '@carryover/contract/issue';
import { isBody, type Kind } from '@carryover/contract/item-files';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import { ofParseError } from '@carryover/files/json-line';
import type { RowText } from '@carryover/files/row';
import * as E from 'fp-ts/lib/Either.js';
import type { RepeatedRow } from '../own/repeat.ts';
import { limitsOf } from '../rows/item-codecs.ts';
import { NotedMembers, withMember, withoutMembers } from '../rows/item-text.ts';
import { REASONS } from '../rows/reasons.ts';
import { type Entry, entriesOf } from './entries.ts';

/** An account as requests name it. */
export type Account = { readonly supplier: string; readonly number: string };

/** A row of the input: its text as it was, and its value as JSON. */
export type TextRow = RowText & {
  /** The index of its file among those of its kind. */
  readonly file: number;
  readonly json: string;
};

/** A row that is known to be a JSON object of an account. Its fields are the service's to check. */
export type Item = TextRow & {
  readonly account: Account;
  /** The text that is sent: an item of the request's list, or the body of the request, every value as it was written. */
  readonly text: string;
  readonly entries: ReadonlyArray<Entry>;
};

/** The reason for a rejection. `path`: dot-delimited, in the item; empty: the item as a whole. */
export type Reason = { readonly code: string; readonly path: string; readonly detail: string };

/** A row that was not accepted. */
export type Rejected = {
  readonly row: RowText & { readonly file: number };
  readonly reason: Reason;
  /** Nothing after it was read: the file is damaged or ends early, or the whole of it is refused. */
  readonly stopsReading?: true;
  /** The row can be read, and an earlier one has its identifier. */
  readonly repeat?: RepeatedRow;
};

/** Returns those of the files that one of the rows ends before their end. */
export const cutShort = (files: ReadonlyArray<string>, rejected: ReadonlyArray<Rejected>): ReadonlyArray<string> =>
  rejected.flatMap(({ row, stopsReading }) => (stopsReading === true ? [files[row.file]!] : []));

const ACCOUNT_FIELDS = ['import_supplier', 'external_account_number'];

const refuse = (code: 'required' | 'null' | 'invalid', path: string, detail?: string): E.Either<Reason, never> =>
  E.left({ ...complain(code, detail), path });

const textAt = (value: JsonValue | undefined, path: string): E.Either<Reason, string> => {
  if (typeof value === 'string') return E.right(value);
  if (value === undefined) return refuse('required', path);
  return refuse(value === null ? 'null' : 'invalid', path);
};

/** An item with its fields, which are not kept: the garbage collector would spend more on them than all else costs. */
export type ReadItem = { readonly item: Item; readonly value: JsonObject };

/**
 * Reads rows as far as sending them needs: exact JSON, the account, and the text without it. The rest is for the service to
 * check, which knows the supplier's configuration and what is stored; checking it here as well would cost the load a third.
 *
 * @param supplier of rows that name none.
 */
export const makeReadItem = (kind: Kind, supplier: string | null) => {
  const noted = new NotedMembers([...ACCOUNT_FIELDS, ...REASONS.names]);
  const limits = limitsOf(kind);
  let latest: Account = { supplier: '', number: '' };
  /** The rows of an account share one object, as most follow each other. */
  const accountOf = (code: string, number: string): Account => {
    if (latest.number !== number || latest.supplier !== code) latest = { supplier: code, number };
    return latest;
  };
  return (row: TextRow): E.Either<Reason, ReadItem> => {
    const { json } = row;
    const parsed = parseJson(json, limits, noted.note);
    const members = noted.take();
    if (E.isLeft(parsed)) return E.left({ ...ofParseError(parsed.left, json), path: '' });
    const value = parsed.right;
    if (!isJsonObject(value)) return refuse('invalid', '', 'Must be an object.');
    const isNamed = Object.hasOwn(value, 'import_supplier');
    // Only a supplier that is left out is the one of the command: null is not absent (decisions 3).
    const code = textAt(isNamed ? value.import_supplier : (supplier ?? undefined), 'import_supplier');
    if (E.isLeft(code)) return code;
    const number = textAt(value.external_account_number, 'external_account_number');
    if (E.isLeft(number)) return number;
    const hasReasons = REASONS.names.every((name) => Object.hasOwn(value, name));
    const leftOut = members.filter(({ key }) => (ACCOUNT_FIELDS.includes(key) ? !isBody(kind) : hasReasons));
    const kept = leftOut.length === 0 ? json : withoutMembers(json, leftOut);
    const text = isNamed || !isBody(kind) ? kept : withMember(kept, 'import_supplier', code.right);
    const account = accountOf(code.right, number.right);
    return E.right({ item: { ...row, account, text, entries: entriesOf(kind, value) }, value });
  };
};

export type ToItem = (row: TextRow) => E.Either<Reason, Item>;

/** As {@link makeReadItem}, without the fields. */
export const makeToItem = (kind: Kind, supplier: string | null): ToItem => {
  const read = makeReadItem(kind, supplier);
  return (row) => E.map(({ item }: ReadItem) => item)(read(row));
};

/** Returns the fields of an item that was read before. */
export const fieldsOf = ({ text }: Item): JsonObject => {
  const parsed = parseJson(text, BODY_LIMITS);
  return E.isRight(parsed) && isJsonObject(parsed.right) ? parsed.right : {};
};

/** Returns an account as one text that no other account has. */
export const accountKey = ({ supplier, number }: Account): string => `${supplier.length}:${supplier}${number}`;
