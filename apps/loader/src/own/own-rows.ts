import { createHash } from 'node:crypto';
import type { Kind } from '@carryover/contract/item-files';
import { isJsonObject, type JsonObject, parseJson } from '@carryover/contract/json/exact-json';
import { BODY_LIMITS } from '@carryover/contract/limits';
import * as E from 'fp-ts/lib/Either.js';
import { type FieldTexts, fieldTexts } from '../rows/item-fields.ts';
import { memberText } from '../rows/item-text.ts';
import { documentsOf, transactionsOf } from '../steps/entries.ts';
import { type Account, accountKey } from '../steps/item.ts';
import { type Group, openSpill, type Spilled } from '../steps/spill.ts';
import type { Place } from './places.ts';

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
export type StoredThing = {
  readonly value: JsonObject;
  readonly fields: FieldTexts;
};

const LETTERS: Readonly<Record<string, Thing>> = {
  T: 'transaction',
  D: 'billing_document',
  H: 'history',
  S: 'statement',
  N: 'note',
  P: 'payment_instruction',
};

const OF_KIND: Readonly<Record<Exclude<Kind, 'billing-documents'>, keyof typeof LETTERS>> = {
  transactions: 'T',
  statements: 'S',
  notes: 'N',
  'payment-instructions': 'P',
};

const OF_HISTORY = ['ledger_number', 'billing_document_identifier'];

/** The mark of things that are stored; lines of files begin with 1. */
const STORED = 0;
const LONGEST_KEY = 256;

const keyOf = (letter: string, account: Account, identifier: string): string => {
  const key = `${letter}${accountKey(account)}\n${identifier}`;
  return key.length <= LONGEST_KEY ? key : `${letter}${createHash('sha256').update(key).digest('base64')}`;
};

/** The identifier of a note: its body, or the set of its documents if it has none (decisions 4). */
const noteIdentifier = (value: JsonObject): string => {
  const body = memberText(value, 'body');
  if (body !== null) return `body ${body}`;
  const paths = fieldTexts(value).get('document_paths');
  return paths === undefined ? '' : `documents ${paths}`;
};

/** Empty for what has no identifier, which the service never stores. */
const identifierOf = (letter: string, value: JsonObject): string => {
  switch (letter) {
    case 'T':
      return memberText(value, 'transaction_id') ?? '';
    case 'S':
      return memberText(value, 'statement_id') ?? '';
    case 'N':
      return noteIdentifier(value);
    case 'D':
      return `${memberText(value, 'ledger_number') ?? ''}\n${memberText(value, 'billing_document_identifier') ?? ''}`;
    case 'H':
      return memberText(value, 'ledger_number') ?? '';
    default:
      return 'instruction';
  }
};

const parsed = (text: string): JsonObject => {
  const value = parseJson(text, BODY_LIMITS);
  return E.isRight(value) && isJsonObject(value.right) ? value.right : {};
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

/** The parts of a history: itself, with the numbers of its documents and transactions, its documents, and its transactions. */
const partsOf = (history: JsonObject) => {
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
    { letter: 'H', path: '', value: whole },
    ...documents.map(({ path, document: { transactions: _, ...value } }) => ({
      letter: 'D',
      path,
      value: { ...value, ...ledger },
    })),
    ...transactions.map(({ path, document, transaction }) => ({
      letter: 'T',
      path,
      value: { ...transaction, ...ledger, billing_document_identifier: document },
    })),
  ];
};

const toStored = ({ text }: Spilled): StoredThing => {
  const value = parsed(text);
  return { value, fields: fieldTexts(value) };
};

/** The things of one identifier: those of the files, and those that are stored. */
export type Identified = { readonly own: ReadonlyArray<OwnThing>; readonly stored: ReadonlyArray<StoredThing> };

/**
 * The rows of files by the identifiers of what they say, kept in a temporary file that takes as much space as they do: a part
 * of them is in memory at a time. What is stored can be added, to be compared with them.
 */
export class OwnRows {
  readonly #spill = openSpill();
  readonly #supplier: string | null;

  /** @param supplier of rows that name none. */
  constructor(supplier: string | null) {
    this.#supplier = supplier;
  }

  /** @param json the row as JSON. */
  add(kind: Kind, { file, line }: Place, account: Account, value: JsonObject, json: string): void {
    if (kind !== 'billing-documents') {
      const letter = OF_KIND[kind];
      this.#keep(letter, account, value, { file, line }, `${letter}${json}`);
      return;
    }
    for (const { letter, path, value: part } of partsOf(value))
      this.#keep(letter, account, part, { file, line }, `.${letter}${JSON.stringify({ ...account, path, part })}`);
  }

  /** Adds what is stored on an account; its members by the names of the interface. */
  addStored(letter: keyof typeof LETTERS, account: Account, value: JsonObject): void {
    this.#keep(letter, account, value, { file: 0, line: STORED }, JSON.stringify(value));
  }

  /** Yields the things of each identifier that occurs more than once, in the order in which they were added. */
  *repeated(): Generator<Iterable<OwnThing>> {
    for (const group of this.#spill.groups()) if (group.size > 1) yield this.#ownOf(group);
  }

  /** Yields the things of each identifier, with what is stored of it. @param isExcluded true for a row that is left out. */
  *identified(isExcluded: (place: Place) => boolean): Generator<Identified> {
    for (const group of this.#spill.groups()) {
      const own: OwnThing[] = [];
      const stored: StoredThing[] = [];
      for (const spilled of group)
        if (spilled.b === STORED) stored.push(toStored(spilled));
        else if (!isExcluded({ file: spilled.a, line: spilled.b })) own.push(this.#own(spilled));
      yield { own, stored };
    }
  }

  close(): void {
    this.#spill.close();
  }

  #keep(letter: string, account: Account, value: JsonObject, { file, line }: Place, text: string): void {
    const identifier = identifierOf(letter, value);
    if (identifier !== '') this.#spill.add(keyOf(letter, account, identifier), file, line, text);
  }

  *#ownOf(group: Group): Generator<OwnThing> {
    for (const spilled of group) yield this.#own(spilled);
  }

  #own({ a: file, b: line, text }: Spilled): OwnThing {
    const isPart = text[0] === '.';
    const row = parsed(text.slice(isPart ? 2 : 1));
    const thing = LETTERS[text[isPart ? 1 : 0]!]!;
    const place = { file, line };
    if (isPart) {
      const value = row.part as JsonObject;
      const account = { supplier: row.supplier as string, number: row.number as string };
      return { thing, place, account, path: row.path as string, value, fields: fieldTexts(value) };
    }
    const supplier = memberText(row, 'import_supplier') ?? this.#supplier ?? '';
    const account = { supplier, number: memberText(row, 'external_account_number') ?? '' };
    const fields = new Map(fieldTexts(row));
    // No fields of a row, where a supplier's configuration may leave them out as unknown: those of a history are its parts'.
    for (const name of OF_HISTORY) fields.delete(name);
    return { thing, place, account, path: '', value: row, fields };
  }
}
