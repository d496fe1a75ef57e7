import { createHash } from 'node:crypto';
import type { JsonObject } from '@carryover/contract/json/exact-json';
import type { Kind } from '@carryover/contract/kinds';
import { type Rejection, rejected } from '@carryover/files/row';
import { documentsOf, transactionsOf } from '../rows/entries.ts';
import { type Account, memberText, type Place, type Repeat } from '../rows/item.ts';
import { differingNames, type FieldTexts, fieldTexts } from './field-texts.ts';

/**
 * What is stored by itself and has an identifier on its account: a transaction, also one of a history, by its
 * `transaction_id`; a billing document by ledger and identifier; a statement by its `statement_id`; a note by its body, or by
 * its documents if it has none; the payment instruction. A history is known by its ledger.
 */
export type Thing = 'transaction' | 'billing_document' | 'history' | 'statement' | 'note' | 'payment_instruction';

/** A thing of a row of the files. */
export type OwnThing = {
  readonly thing: Thing;
  readonly place: Place;
  readonly account: Account;
  /** Where it is in its row: `historical_billing_documents.0.transactions.2`; empty: it is the row. */
  readonly path: string;
  readonly value: JsonObject;
  readonly fields: FieldTexts;
};

/** A thing that is stored, with the fields of the interface as they were sent. */
export type StoredThing = { readonly value: JsonObject; readonly fields: FieldTexts };

export const THING_OF_KIND: Readonly<Record<Kind, Thing>> = {
  transactions: 'transaction',
  statements: 'statement',
  notes: 'note',
  'payment-instructions': 'payment_instruction',
  'billing-documents': 'history',
};

/** The identifier of a note: its body, or the set of its documents if it has none (decisions 4). */
const noteIdentifier = (value: JsonObject): string => {
  const body = memberText(value, 'body');
  if (body !== null) return `body ${body}`;
  const paths = fieldTexts(value).get('document_paths');
  return paths === undefined ? '' : `documents ${paths}`;
};

/** The field by which a reader knows a thing. */
export const NAMING_FIELD: Readonly<Record<Thing, string>> = {
  transaction: 'transaction_id',
  billing_document: 'billing_document_identifier',
  history: 'ledger_number',
  statement: 'statement_id',
  note: 'body',
  payment_instruction: 'vendor',
};

/** Empty for what has no identifier, which the service never stores. */
const identifierOf = (thing: Thing, value: JsonObject): string => {
  if (thing === 'note') return noteIdentifier(value);
  if (thing === 'payment_instruction') return 'instruction';
  const name = memberText(value, NAMING_FIELD[thing]) ?? '';
  return thing === 'billing_document' ? `${memberText(value, 'ledger_number') ?? ''}\n${name}` : name;
};

const LONGEST_KEY = 256;

/** Returns the key of a thing, which begins with the thing; null if it has no identifier. */
export const keyOf = (thing: Thing, account: string, value: JsonObject): string | null => {
  const identifier = identifierOf(thing, value);
  if (identifier === '') return null;
  const key = `${thing} ${account}\n${identifier}`;
  if (key.length > LONGEST_KEY) return `${thing} ${createHash('sha256').update(key).digest('base64')}`;
  // UTF-8 has no lone surrogates; JSON escapes them.
  return key.isWellFormed() ? key : JSON.stringify(key);
};

/** The ids of transactions as one number, whatever their order: two sets of ids have the same one only if they are equal. */
export class IdSum {
  #sum = 0n;

  add(id: string): void {
    const digest = createHash('sha256').update(id).digest();
    this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64LE());
  }

  get text(): string {
    return String(this.#sum);
  }
}

/** The parts of a history that are things by themselves, and what is compared of itself. */
export const historyParts = (history: JsonObject) => {
  const ledger = { ledger_number: history.ledger_number ?? '' };
  const documents = documentsOf(history);
  const transactions = transactionsOf(history);
  const content = createHash('sha256')
    .update(JSON.stringify([...fieldTexts(history)].sort()))
    .digest('base64');
  const ids = new IdSum();
  for (const { transaction } of transactions) ids.add(memberText(transaction, 'transaction_id') ?? '');
  const whole = {
    ...ledger,
    ledger_code: history.ledger_code ?? '',
    historical_billing_documents: String(documents.length),
    transactions: String(transactions.length),
    transaction_ids: ids.text,
    content,
  };
  return [
    { thing: 'history', path: '', value: whole },
    ...documents.map(({ path, document: { transactions: _, ...value } }) => ({
      thing: 'billing_document' as const,
      path,
      value: { ...value, ...ledger },
    })),
    ...transactions.map(({ path, document, transaction }) => ({
      thing: 'transaction' as const,
      path,
      value: { ...transaction, ...ledger, billing_document_identifier: document },
    })),
  ] as const;
};

const OF_HISTORY = ['ledger_number', 'billing_document_identifier'];

/** Returns the fields of a row, where a supplier's configuration may leave out those of a history as unknown. */
export const rowFields = (value: JsonObject): FieldTexts => {
  const fields = new Map(fieldTexts(value));
  for (const name of OF_HISTORY) fields.delete(name);
  return fields;
};

/** The code of a row whose identifier an earlier row has with other content (decisions 15). */
export const DUPLICATE = 'duplicate_in_files';
/** The code of a row that says the same as an earlier one. */
export const REPEATED = 'repeated';

const isSameRow = ({ place: one }: OwnThing, { place: other }: OwnThing): boolean =>
  one.file === other.file && one.line === other.line;

const without = (fields: FieldTexts, name: string): FieldTexts => {
  const others = new Map(fields);
  others.delete(name);
  return others;
};

/** Returns what finds the first thing that has the identifier of a later one. */
const makeFirst = () => {
  let any: OwnThing | undefined;
  const byTime = new Map<string, OwnThing>();
  /** A note without a time is the same as any of its body, one with a time only as one with that time (decisions 4). */
  return (thing: OwnThing): OwnThing | undefined => {
    const time = thing.thing === 'note' ? thing.fields.get('created_at') : undefined;
    const first = time === undefined ? any : byTime.get(time);
    any ??= thing;
    if (time !== undefined && first === undefined) byTime.set(time, thing);
    return first;
  };
};

const isEqual = (first: OwnThing, later: OwnThing): boolean => {
  const isTimeless = later.thing === 'note' && !later.fields.has('created_at');
  const fields = isTimeless ? without(first.fields, 'created_at') : first.fields;
  return differingNames(fields, later.fields).length === 0;
};

/** Yields the things of one identifier that an earlier one has. */
export function* repeatsAmong(own: Iterable<OwnThing>): Generator<readonly [Place, Repeat]> {
  const firstOf = makeFirst();
  for (const later of own) {
    const first = firstOf(later);
    // What occurs twice in one history is the service's to refuse.
    if (first === undefined || isSameRow(first, later)) continue;
    const equal = isEqual(first, later);
    if (later.path === '') yield [later.place, { verdict: equal ? 'repeated' : 'duplicate', first: first.place }];
    // An equal part belongs to the same history, whose row is compared as a whole.
    else if (!equal) yield [later.place, { verdict: 'transaction', first: first.place }];
  }
}

/** Returns the reason for which a row is not sent, or not stored again. @param files their names. */
export const reasonOfRepeat = ({ verdict, first: { file, line } }: Repeat, files: ReadonlyArray<string>): Rejection => {
  const where = `line ${line} of ${files[file]}`;
  const refuse = (code: string, detail: string) => rejected({ code, path: '', detail, column: null });
  switch (verdict) {
    case 'repeated':
      return refuse(REPEATED, `The row says the same as ${where}. It is stored once.`);
    case 'duplicate':
      return refuse(DUPLICATE, `The row has the identifier of ${where}, with other content.`);
    case 'transaction':
      return refuse(DUPLICATE, `A transaction of this history has the transaction_id of ${where}.`);
  }
};
