import type { Kind } from '../rows/kind.ts';
import { fieldsOf, type Item, type Rejected } from '../steps/item.ts';
import type { Batch } from '../steps/step.ts';
import { bodyOf, FORMS } from './kinds.ts';
import type { Conflict, Result } from './result.ts';
import { isStoredHistory } from './service/own-history.ts';
import { byItem, isTooMuch, reasonOf, wholeReason } from './service/reasons.ts';
import { type Answered, isRefused, type Refused, type Service } from './service/service.ts';
import { tally } from './tallies.ts';

/** The items of a batch by what became of them, while they are delivered. */
type Delivery = {
  readonly stored: Item[];
  alreadyExisted: number;
  readonly rejected: Rejected[];
  readonly conflicts: Conflict[];
};

/** Delivers the batches of one kind. */
class Deliverer {
  readonly #kind: Kind;
  readonly #service: Service;

  constructor(kind: Kind, service: Service) {
    this.#kind = kind;
    this.#service = service;
  }

  /** Sends the items until each is stored or known to be at fault; a refused request stores nothing. */
  async send(batch: Batch, mayBeStored: boolean, into: Delivery): Promise<void> {
    if (batch.items.length === 0) return;
    const answer = await this.#service.create(this.#kind, bodyOf(this.#kind, batch), batch.items.length);
    if (!isRefused(answer)) return this.#note(batch.items, answer, mayBeStored, into);
    const { list } = FORMS[this.#kind];
    const isDisputed = mayBeStored || answer.error.mayBeStored;
    if (list === null) return this.#noteWhole(batch, answer, isDisputed, into);
    if (isTooMuch(list, answer.error) && batch.items.length > 1) return this.#halve(batch, isDisputed, into);
    return this.#narrow(list, batch, answer, isDisputed, into);
  }

  /** An identical item that was found is ours if an earlier attempt may have stored it. */
  #note(items: ReadonlyArray<Item>, answer: Answered, mayBeStored: boolean, into: Delivery): void {
    items.forEach((item, index) => {
      const { existed, differingFields } = answer.statuses[index]!;
      if (differingFields.length > 0) into.conflicts.push({ item, differingFields });
      else {
        into.stored.push(item);
        if (existed && !mayBeStored && !answer.mayBeStoredBefore) into.alreadyExisted += 1;
      }
    });
  }

  async #noteWhole({ account, items }: Batch, { error }: Refused, isDisputed: boolean, into: Delivery): Promise<void> {
    const item = items[0]!;
    const reason = wholeReason(error);
    const isAgain = reason.code === 'historical_billing_documents_already_imported';
    if (isAgain && (await isStoredHistory(this.#service, account, fieldsOf(item)))) {
      into.stored.push(item);
      if (!isDisputed) into.alreadyExisted += 1;
    } else into.rejected.push({ row: item, reason });
  }

  async #halve(batch: Batch, mayBeStored: boolean, into: Delivery): Promise<void> {
    const middle = Math.ceil(batch.items.length / 2);
    await this.send({ ...batch, items: batch.items.slice(0, middle) }, mayBeStored, into);
    await this.send({ ...batch, items: batch.items.slice(middle) }, mayBeStored, into);
  }

  /** Rejects the items that the dry run names, and sends the others; rejects all if it names none. */
  async #narrow(list: string, batch: Batch, refused: Refused, mayBeStored: boolean, into: Delivery): Promise<void> {
    const isAboutPayload = refused.error.kind === 'validation' && refused.error.code !== 'parse_error';
    const dryRun = isAboutPayload ? await this.#service.validate(this.#kind, bodyOf(this.#kind, batch)) : refused;
    const errors = isRefused(dryRun) ? [] : dryRun.errors;
    const { items: faulty, rest } = byItem(list, errors);
    const reason = rest[0] === undefined ? wholeReason(refused.error) : reasonOf(rest[0]);
    const isAll = faulty.size === 0;
    batch.items.forEach((row, index) => {
      const own = faulty.get(index) ?? (isAll ? reason : undefined);
      if (own !== undefined) into.rejected.push({ row, reason: own });
    });
    const others = isAll ? [] : batch.items.filter((_, index) => !faulty.has(index));
    await this.send({ ...batch, items: others }, mayBeStored, into);
  }
}

/**
 * Delivers a batch: every item is stored, existed already, conflicts with what is stored, or is rejected with the reason.
 *
 * @param mayBeStored true if an earlier run has sent it and does not know the response.
 * @throws Stopped if the service cannot be asked any more.
 */
export const deliver = async (kind: Kind, batch: Batch, mayBeStored: boolean, service: Service): Promise<Result> => {
  const into: Delivery = { stored: [], alreadyExisted: 0, rejected: [], conflicts: [] };
  await new Deliverer(kind, service).send(batch, mayBeStored, into);
  const { stored, alreadyExisted, rejected, conflicts } = into;
  return {
    accepted: stored.length - alreadyExisted,
    alreadyExisted,
    rejected,
    conflicts,
    tallies: tally(stored),
  };
};
