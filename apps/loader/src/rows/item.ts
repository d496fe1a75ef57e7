import {
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@carryover/contract/json/exact-json';
import { isBody, type Kind } from '@carryover/contract/kinds';
import { BODY_LIMITS } from '@carryover/contract/limits';
import type { QuoteLimits } from '@carryover/files/csv/csv-records';
import type { Tally } from '@carryover/files/mapping/tally';
import type { Reasons } from '@carryover/files/rejects/rejected-row';
import type { Rejection, RowText } from '@carryover/files/row';
import type { Source } from '@carryover/files/source/source';
import * as E from 'fp-ts/lib/Either.js';

/** An account as requests name it. */
export type Account = { readonly supplier: string; readonly number: string };

/** The text by which rows are sorted and things are kept. */
export const accountText = ({ supplier, number }: Account): string => JSON.stringify([supplier, number]);

export const accountIn = (text: string): Account => {
  const [supplier, number] = JSON.parse(text) as readonly [string, string];
  return { supplier, number };
};

export const isSameAccount = (a: Account, b: Account): boolean =>
  a === b || (a.number === b.number && a.supplier === b.supplier);

/** The line of a file, by the index of the file among those of the command. */
export type Place = { readonly file: number; readonly line: number };

/** A row that is known to be a JSON object of an account. Its fields are the service's to check. `raw`: the row as JSON. */
export type Item = RowText &
  Place & {
    readonly kind: Kind;
    readonly account: Account;
    /** The row names its import supplier; else it is that of the command. */
    readonly isNamed: boolean;
    /** The row has the reasons for an earlier rejection. */
    readonly wasRejected: boolean;
    /** It is made of several rows. */
    readonly isJoined?: true;
  };

/** An item with its fields, which are not kept: the garbage collector would spend more on them than all else costs. */
export type ReadItem = Item & { readonly value: JsonObject };

/** `repeated`: all fields are equal. `duplicate`: not all. `transaction`: a transaction of the history occurs earlier. */
export type Verdict = 'repeated' | 'duplicate' | 'transaction';

/** A row whose identifier an earlier row of the files has. */
export type Repeat = { readonly verdict: Verdict; readonly first: Place };

/** A row that was not accepted. */
export type Rejected = RowText & Place & { readonly why: Rejection; readonly repeat?: Repeat };

/** How rows are read. */
export type Reading = {
  /** The import supplier of rows that name none; null: each row must name it. */
  readonly supplier: string | null;
  /** What becomes of columns that the interface does not have: only the service knows if the supplier's configuration accepts them. */
  readonly others: 'reported' | 'taken';
  /** Gets what is counted of a file with a mapping, or of a manifest, when its reading begins. */
  readonly onTally?: (file: number, tally: Tally) => void;
  /** Gets a file when its reading begins. */
  readonly onOpened?: (source: Pick<Source, 'bytesRead'>) => void;
};

/** A row of a file: an item, or why there is none. */
export type ItemRow = E.Either<Rejected, ReadItem>;

/** Rows that were read of a file, and the items that they have completed. */
export type Read = { readonly file: number; readonly rows: number; readonly items: ReadonlyArray<ItemRow> };

/** The longest text of the interface, the body of a note, may have a line break at every second character. */
export const CSV_QUOTES: QuoteLimits = { maxLines: 50_000, maxCharacters: 1_048_576 };

/** The members that a rejects file adds to a row (decisions 15). They are ignored if a row has all of them. */
export const REASONS: Reasons = {
  names: ['line', 'code', 'path', 'detail'],
  of: (line, { code, path, detail }) => [line, code, path, detail],
};

export const hasReasons = (row: JsonObject): boolean => REASONS.names.every((name) => Object.hasOwn(row, name));

/** Returns an object without the members of these names. */
export const without = (object: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Returns a JSON object that was read before. */
export const parsed = (text: string): JsonObject => {
  const value = parseJson(text, BODY_LIMITS);
  return E.isRight(value) && isJsonObject(value.right) ? value.right : {};
};

/** Returns a member that is a text or a number, as text; null for any other. */
export const memberText = (value: JsonObject, name: string): string | null => {
  const member: JsonValue | undefined = Object.hasOwn(value, name) ? value[name] : undefined;
  if (member instanceof JsonNumber) return member.text;
  return typeof member === 'string' ? member : null;
};

const OF_ACCOUNT = ['import_supplier', 'external_account_number'];

/** The beginning of most rows: all that names their account. */
const NAMED =
  /^\{"(?:import_supplier":"[^"\\]*","external_account_number|external_account_number":"[^"\\]*","import_supplier)":"[^"\\]*",/;
/** The same of rows that name no supplier. */
const NUMBERED = /^\{"external_account_number":"[^"\\]*",/;

/**
 * Returns the text that is sent: an item of the list of a request, or the body of a request. Every value is as it was
 * written.
 */
export const sentText = ({ kind, raw, account, isNamed, wasRejected }: Item): string => {
  if (!isBody(kind)) {
    const beginning = wasRejected ? null : (isNamed ? NAMED : NUMBERED).exec(raw);
    if (beginning !== null) return `{${raw.slice(beginning[0].length)}`;
    return JSON.stringify(without(parsed(raw), [...OF_ACCOUNT, ...(wasRejected ? REASONS.names : [])]));
  }
  if (isNamed && !wasRejected) return raw;
  const body = parsed(raw);
  const named = isNamed ? body : { import_supplier: account.supplier, ...body };
  return JSON.stringify(wasRejected ? without(named, REASONS.names) : named);
};
