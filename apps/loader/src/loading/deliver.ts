import type { Kind } from '@carryover/contract/kinds';
import { type RowIssue, rejected } from '@carryover/files/row';
import type { Conflict } from '../journal/outbox.ts';
import type { Receipts } from '../journal/receipts.ts';
import { historyDifferences } from '../proof/read-stored.ts';
import { type Item, memberText, parsed, type Rejected } from '../rows/item.ts';
import { byItem, isTooMuch, reasonOf, Stopped, wholeReason } from '../service/refusals.ts';
import { type Answered, FORMS, isRefused, type Refused, type Service } from '../service/service.ts';
import { type Batch, bodyOf, halves } from './batches.ts';

/** The outcome of a batch: each of its items is accepted, already existed, is rejected or conflicts. */
export type Delivered = {
  readonly accepted: number;
  readonly alreadyExisted: number;
  readonly rejected: ReadonlyArray<Rejected>;
  readonly conflicts: ReadonlyArray<Conflict>;
  /** Of the accepted transactions, those whose date was moved. */
  readonly moved: number;
};

const FIELDS_NAMED = 10;

/** The reason, with where the history that is stored differs. */
const withDifferences = (reason: RowIssue, differing: ReadonlyArray<string>): RowIssue => {
  const more = differing.length > FIELDS_NAMED ? ` and ${differing.length - FIELDS_NAMED} more` : '';
  const named = `${differing.slice(0, FIELDS_NAMED).join(', ')}${more}`;
  return { ...reason, detail: `${reason.detail} The stored history differs in ${named}.` };
};

/** The items of a batch by what became of them, while they are delivered. */
class Delivery {
  stored = 0;
  alreadyExisted = 0;
  moved = 0;
  readonly rejected: Rejected[] = [];
  readonly conflicts: Conflict[] = [];
  readonly #kind: Kind;
  readonly #service: Service;
  readonly #keep: Receipts['add'];

  constructor(kind: Kind, service: Service, keep: Receipts['add']) {
    this.#kind = kind;
    this.#service = service;
    this.#keep = keep;
  }

  /** Sends the items until each is stored or known to be at fault; a refused request stores nothing. */
  async send(batch: Batch, mayBeStored: boolean): Promise<void> {
    if (batch.items.length === 0) return;
    const answer = await this.#service.create(this.#kind, bodyOf(this.#kind, batch), batch.items.length);
    if (!isRefused(answer)) {
      if (answer.receipt !== null) this.#keep(answer.receipt);
      return this.#note(batch.items, answer, mayBeStored);
    }
    await this.#service.requireSupplier(batch.account.supplier, answer.error);
    const { list } = FORMS[this.#kind];
    const isDisputed = mayBeStored || answer.error.mayBeStored;
    if (list === null) return this.#noteWhole(batch, answer, isDisputed);
    if (!isTooMuch(list, answer.error) || batch.items.length === 1)
      return this.#narrow(list, batch, answer, isDisputed);
    for (const half of halves(batch)) await this.send(half, isDisputed);
  }

  /** An identical item that was found is ours if an earlier attempt may have stored it. */
  #note(items: ReadonlyArray<Item>, answer: Answered, mayBeStored: boolean): void {
    items.forEach((item, index) => {
      const { existed, differingFields, date } = answer.statuses[index]!;
      if (date !== undefined && memberText(parsed(item.raw), 'transaction_date') !== date) this.moved += 1;
      if (differingFields.length > 0) this.conflicts.push({ item, differingFields });
      else {
        this.stored += 1;
        if (existed && !mayBeStored && !answer.mayBeStoredBefore) this.alreadyExisted += 1;
      }
    });
  }

  async #noteWhole({ account, items }: Batch, { error }: Refused, isDisputed: boolean): Promise<void> {
    const item = items[0]!;
    // An earlier run may have stored it: only an answer about the instruction itself tells.
    if (isDisputed && error.code === 'payment_vendor_unavailable') throw new Stopped('busy', error);
    const reason = wholeReason(error);
    const isAgain = reason.code === 'historical_billing_documents_already_imported';
    const differing = isAgain ? await historyDifferences(this.#service, account, parsed(item.raw)) : null;
    if (differing !== null && differing.length === 0) {
      this.stored += 1;
      if (!isDisputed) this.alreadyExisted += 1;
    } else this.#reject(item, differing === null ? reason : withDifferences(reason, differing));
  }

  #reject({ file, line, raw, csv }: Item, reason: RowIssue): void {
    this.rejected.push({ file, line, raw, ...(csv === undefined ? {} : { csv }), why: rejected(reason) });
  }

  /** Rejects the items that the dry run names, and sends the others; rejects all if it names none. */
  async #narrow(list: string, batch: Batch, refused: Refused, mayBeStored: boolean): Promise<void> {
    const isAboutPayload = refused.error.kind === 'validation' && refused.error.code !== 'parse_error';
    const dryRun = isAboutPayload
      ? await this.#service.validate(this.#kind, bodyOf(this.#kind, batch), batch.items.length)
      : refused;
    const errors = isRefused(dryRun) ? [] : dryRun.errors;
    const { items: faulty, rest } = byItem(list, errors);
    const reason = rest[0] === undefined ? wholeReason(refused.error) : reasonOf(rest[0]);
    const isAll = faulty.size === 0;
    batch.items.forEach((item, index) => {
      const own = faulty.get(index) ?? (isAll ? reason : undefined);
      if (own !== undefined) this.#reject(item, own);
    });
    const others = isAll ? [] : batch.items.filter((_, index) => !faulty.has(index));
    await this.send({ ...batch, items: others }, mayBeStored);
  }
}

/**
 * Delivers a batch: every item is stored, existed already, conflicts with what is stored, or is rejected with the reason.
 *
 * @param mayBeStored true if an earlier run has sent it and does not know the response.
 * @param keep takes the receipt of each request, also if a later one fails.
 * @throws Stopped if the service cannot be asked any more, WriteFailed.
 */
export const deliver = async (
  kind: Kind,
  batch: Batch,
  mayBeStored: boolean,
  service: Service,
  keep: Receipts['add'],
): Promise<Delivered> => {
  const delivery = new Delivery(kind, service, keep);
  await delivery.send(batch, mayBeStored);
  const { stored, alreadyExisted, rejected, conflicts, moved } = delivery;
  return { accepted: stored - alreadyExisted, alreadyExisted, rejected, conflicts, moved };
};
