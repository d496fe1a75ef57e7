import { setImmediate } from 'node:timers/promises';
import { inParallel } from '@carryover/client/loading/sender';
import { SUMMED_FIELDS } from '@carryover/domain/control-total';
import { Decimal, ZERO } from '@carryover/domain/decimal';
import { makeProgressLine, type Terminal } from '@carryover/terminal/progress';
import { PLAIN_EVERY_MS } from '../command.ts';
import type { StoredFiles } from '../reading/read-files.ts';
import { amountOf } from '../rows/entries.ts';
import { type Account, memberText } from '../rows/item.ts';
import { isRefused, PARALLEL, type SentInstruction, type Service } from '../service/service.ts';
import { type Identified, ThingStore } from '../store/thing-store.ts';
import { NAMING_FIELD, type OwnThing } from '../store/things.ts';
import { type Compared, compareThing, type FieldDifference } from './compare-things.ts';
import { makeTypeTotals, type TypeTotal } from './prove-totals.ts';
import { isUnknown, readStored } from './read-stored.ts';

/** A thing of the files. `type`: a transaction's type, `NOTE`, `BILLING_DOCUMENT` and so on. `path`: in its row. */
type Named = {
  readonly file: string;
  readonly line: number;
  readonly account: Account;
  readonly type: string;
  readonly id: string;
  readonly path: string;
};

/** A thing that is not stored as it was given. `field` and the values are null if it is not one field. */
export type Difference = Named & {
  readonly code: 'not_found' | 'stored_more_than_once' | 'differs';
  readonly field: string | null;
  readonly sent: string | null;
  readonly stored: string | null;
};

/** A transaction that is stored with another date, which falls inside the open statement period. */
export type Moved = Named & { readonly transactionDate: string; readonly newTransactionDate: string };

/** A list that may be too long for the memory: its first items, and the number of all. */
export type Listed<A> = { readonly count: number; readonly first: ReadonlyArray<A> };

/** The comparison of the rows of files with what is stored. */
export type Proof = {
  /** Rows that were compared. */
  readonly rows: number;
  /** Rows of which something is not stored at all. */
  readonly notFound: number;
  /** Other rows that are stored more than once, or with other values. */
  readonly otherwise: number;
  readonly accounts: number;
  /** Accounts that the service does not know. */
  readonly unknownAccounts: Listed<Account>;
  /** Items of the same accounts that are not in the files. */
  readonly otherItems: number;
  readonly totals: ReadonlyArray<TypeTotal>;
  readonly differences: Listed<Difference>;
  readonly moved: Listed<Moved>;
};

const GROUPS_AT_ONCE = 1_000;

/** More are not of use to a reader, and a hundred thousand of them take 50 MB. */
export const MAX_LISTED = 100_000;

const makeListed = <A>() => {
  const first: A[] = [];
  let count = 0;
  return {
    add: (one: A): void => {
      count += 1;
      if (first.length < MAX_LISTED) first.push(one);
    },
    listed: (): Listed<A> => ({ count, first }),
  };
};

const typeOf = ({ thing, value }: OwnThing): string =>
  thing === 'transaction' ? (memberText(value, 'type') ?? '') : thing.toUpperCase();

/** The beginning of a note's body names it. */
const EXCERPT = 60;

const idOf = ({ thing, value }: OwnThing): string => {
  const name = memberText(value, NAMING_FIELD[thing]) ?? '';
  return thing !== 'note' || name.length <= EXCERPT ? name : `${name.slice(0, EXCERPT)}…`;
};

/** Notes the results of comparisons. */
class Comparison {
  readonly differences = makeListed<Difference>();
  readonly moved = makeListed<Moved>();
  readonly totals = makeTypeTotals();
  rows = 0;
  matched = 0;
  readonly #files: StoredFiles;

  constructor(files: StoredFiles) {
    this.#files = files;
  }

  note(own: OwnThing, compared: Compared): void {
    if (own.path === '') this.rows += 1;
    this.#addUp(own, compared);
    const named = this.#named(own);
    switch (compared.kind) {
      case 'not_found':
        this.#differ(own, { ...named, code: 'not_found', field: null, sent: null, stored: null });
        return;
      case 'stored_more_than_once':
        this.#differ(own, {
          ...named,
          code: 'stored_more_than_once',
          field: null,
          sent: '1',
          stored: String(compared.times),
        });
        return;
      case 'found':
        for (const difference of compared.differences) this.#differ(own, { ...named, code: 'differs', ...difference });
        this.#noteMove(own, named, compared.stored.fields.get('moved_to'));
    }
  }

  #noteMove(own: OwnThing, named: Named, date: string | undefined): void {
    if (date === undefined) return;
    const transactionDate = own.fields.get('transaction_date') ?? '';
    this.moved.add({ ...named, transactionDate, newTransactionDate: date });
  }

  #differ({ place }: OwnThing, difference: Difference): void {
    this.#files.store.differs(place, difference.code === 'not_found');
    this.differences.add(difference);
  }

  #addUp(own: OwnThing, compared: Compared): void {
    const { thing, value } = own;
    if (thing === 'history') return;
    const type = typeOf(own);
    const field = thing === 'transaction' || thing === 'statement' ? SUMMED_FIELDS[thing] : undefined;
    const sent = field === undefined ? ZERO : amountOf(value[field]);
    this.totals.add('expected', type, 1, sent);
    if (compared.kind === 'not_found') return;
    const times = compared.kind === 'found' ? 1 : compared.times;
    this.matched += times;
    const amount = compared.kind === 'found' && field !== undefined ? compared.stored.fields.get(field) : undefined;
    const stored = compared.kind === 'found' ? new Decimal(amount ?? 0) : sent.times(new Decimal(times));
    this.totals.add('stored', type, times, stored);
  }

  #named(own: OwnThing): Named {
    const { place, account, path } = own;
    return { file: this.#files.names[place.file]!, line: place.line, account, type: typeOf(own), id: idOf(own), path };
  }
}

const instructionOf = ({ value }: OwnThing): SentInstruction => ({
  vendor: memberText(value, 'vendor') ?? '',
  reference: memberText(value, 'reference') ?? '',
  type: memberText(value, 'type') ?? '',
});

/** The service does not disclose the reference that it has. */
const UNDISCLOSED = 'another one';

/** Compares a payment instruction, by asking the service in which fields the stored one differs. */
const compareInstruction = async (service: Service, own: OwnThing): Promise<Compared> => {
  const sent = instructionOf(own);
  const summary = await service.summary(own.account, sent);
  if (isRefused(summary)) {
    if (isUnknown(summary)) return { kind: 'not_found' };
    throw summary.error;
  }
  const { payment_instruction: stored } = summary;
  if (stored === null) return { kind: 'not_found' };
  const differences = (stored.differing_fields ?? []).map(
    (field): FieldDifference => ({
      field,
      sent: sent[field],
      stored: field === 'reference' ? UNDISCLOSED : stored[field],
    }),
  );
  return { kind: 'found', stored: { value: {}, fields: new Map() }, differences };
};

const count = (value: number): string => value.toLocaleString('en');

/**
 * Compares each row of files that is not left out with what is stored, with all its fields, some accounts at a time. Items of the
 * same accounts that are not in the files are counted.
 */
export const prove = async (service: Service, files: StoredFiles, terminal: Terminal): Promise<Proof> => {
  const { store } = files;
  const things = new ThingStore();
  const comparison = new Comparison(files);
  const unknown = makeListed<Account>();
  const done = { accounts: 0, stored: 0, rows: 0 };
  const shown = makeProgressLine(terminal, { plainEveryMs: PLAIN_EVERY_MS });
  const line = (): string =>
    `Comparing with what is stored: ${count(done.accounts)} accounts, ${count(done.rows)} of ${count(store.rows())} rows`;
  const compareAll = ({ own, stored }: Identified): ReadonlyArray<OwnThing> => {
    for (const thing of own)
      if (thing.thing !== 'payment_instruction') comparison.note(thing, compareThing(thing, stored));
    return own.filter(({ thing }) => thing === 'payment_instruction');
  };
  const compared = async function* (): AsyncGenerator<OwnThing> {
    let groups = 0;
    for (const identified of things.identified()) {
      yield* compareAll(identified);
      groups += 1;
      // Answers to the requests under way are read meanwhile.
      if (groups % GROUPS_AT_ONCE === 0) await setImmediate();
    }
  };
  try {
    for (const { accounts, rows } of store.someAccounts(things)) {
      await inParallel(PARALLEL, accounts, async (own) => {
        const items = await readStored(service, own, things);
        if (items === null) unknown.add(own.account);
        done.stored += items ?? 0;
        done.accounts += 1;
        shown.update(line);
      });
      await inParallel(PARALLEL, compared(), async (instruction) => {
        comparison.note(instruction, await compareInstruction(service, instruction));
      });
      done.rows += rows;
      shown.update(line);
    }
  } finally {
    shown.end();
    things.close();
  }
  return {
    rows: comparison.rows,
    ...store.differing(),
    accounts: done.accounts,
    unknownAccounts: unknown.listed(),
    otherItems: Math.max(0, done.stored - comparison.matched),
    totals: comparison.totals.all(),
    differences: comparison.differences.listed(),
    moved: comparison.moved.listed(),
  };
};
