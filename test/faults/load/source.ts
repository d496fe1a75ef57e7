import { accountNumber, LEDGERS, ledgerNumber } from '../batches/account.ts';
import type { Batch } from '../batches/batch.ts';
import { billingDocumentsBatch } from '../batches/billing-documents.ts';
import { type NotesBatch, notesBatch, type Part, refusedNotesBatch, wholePart } from '../batches/notes.ts';
import { instructionOf } from '../batches/payment-instruction.ts';
import { statementsBatch } from '../batches/statements.ts';
import { refusedTransactionsBatch, type TransactionsBatch, transactionsBatch } from '../batches/transactions.ts';
import type { Random } from '../random.ts';

/** Accounts worked on at a time: few enough that requests for one often meet. */
const WINDOW = 24;
/** Recent requests, to be sent again or overlapped. */
const RECENT = 60;

/** Makes the requests of a load. All connections share it, so that they meet on accounts, ledgers and requests. */
export type Source = {
  readonly next: () => Batch;
  /** Goes on to other accounts. */
  readonly moveOn: () => void;
};

type Choice = readonly [weight: number, make: () => Batch];

/** @param accounts how many there are. @param name of the load, in front of all it makes. */
export const makeSource = (random: Random, accounts: number, name: string): Source => {
  let made = 0;
  let window = 0;
  const historiesOf = new Map<string, number>();
  const recent: Batch[] = [];

  const account = (): string => accountNumber((window + random.whole(WINDOW)) % accounts);
  const nextName = (): string => {
    made += 1;
    return `${name}-${made}`;
  };
  /** Most requests are small, a few as large as 500 items. */
  const size = (): number => {
    const kind = random.whole(20);
    return kind < 12 ? random.between(1, 10) : kind < 18 ? random.between(11, 100) : random.between(101, 500);
  };
  const part = (of: string, most = 500): Part => wholePart(of, random.whole(2 ** 31), Math.min(size(), most));

  const notes = (of = nextName()): NotesBatch => notesBatch(of, account(), [part(of)]);
  const transactions = (of = nextName()): TransactionsBatch =>
    transactionsBatch(of, account(), [{ ...part(of), isOutside: random.whole(4) === 0 }]);
  const statements = (of = nextName()): Batch => statementsBatch(of, account(), part(of, 60));
  const history = (): Batch => {
    const number = account();
    const taken = historiesOf.get(number) ?? 0;
    if (taken >= LEDGERS) return notes();
    historiesOf.set(number, taken + 1);
    const of = nextName();
    return billingDocumentsBatch(of, number, ledgerNumber(taken), part(of, 120));
  };

  const ofKind = <A extends Batch>(kind: A['kind']): ReadonlyArray<A> =>
    recent.filter((one): one is A => one.kind === kind && one.refusal === null);
  /** Some of the items of an earlier request, and others. */
  const overlapping = (): Batch => {
    const of = nextName();
    const first = ofKind<TransactionsBatch>('transactions').at(random.whole(10) - 10);
    if (first === undefined) return transactions(of);
    const old = first.parts[0]!;
    const from = old.from + random.whole(old.to - old.from);
    const fresh = { ...part(of, 40), isOutside: false };
    return transactionsBatch(of, first.account, [{ ...old, from }, fresh]);
  };
  const overlappingNotes = (): Batch => {
    const of = nextName();
    const first = ofKind<NotesBatch>('notes').at(random.whole(10) - 10);
    if (first === undefined) return notes(of);
    const old = first.parts[0]!;
    return notesBatch(of, first.account, [part(of, 40), { ...old, to: old.from + Math.ceil((old.to - old.from) / 2) }]);
  };
  const again = (): Batch => (recent.length === 0 ? notes() : random.pick(recent));
  const refused = (): Batch => {
    const of = nextName();
    return random.whole(2) === 0
      ? refusedTransactionsBatch(of, account(), part(of, 30))
      : refusedNotesBatch(of, account(), part(of, 30));
  };

  const choices: ReadonlyArray<Choice> = [
    [22, notes],
    [34, transactions],
    [12, statements],
    [7, history],
    [6, () => instructionOf(account())],
    [6, overlapping],
    [3, overlappingNotes],
    [7, again],
    [3, refused],
  ];
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  const choose = (): Batch => {
    let left = random.whole(total);
    for (const [weight, make] of choices) {
      left -= weight;
      if (left < 0) return make();
    }
    return notes();
  };

  return {
    next: () => {
      const batch = choose();
      recent.push(batch);
      if (recent.length > RECENT) recent.shift();
      return batch;
    },
    moveOn: () => {
      window = (window + WINDOW / 2) % accounts;
      recent.length = 0;
    },
  };
};
