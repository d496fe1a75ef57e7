import type { Batch } from './batches/batch.ts';

/** The state of one request. Ids are those of its responses, which name its import records. */
export type History = {
  readonly batch: Batch;
  /** The number of times that it was sent. */
  sends: number;
  /** Answered 201. */
  readonly acknowledged: string[];
  /** Answered with what says that nothing was stored: 4xx, 503, a vendor that did not confirm. */
  readonly denied: string[];
  /** Of those, the ones answered 400 or 404, which leave a record too. */
  readonly refused: string[];
  /** Answered that the ledger has its history already. */
  isAlreadyThere: boolean;
};

/** The input of an account's check: the promises before the tables were read. */
export type Known = {
  readonly batch: Batch;
  readonly sends: number;
  readonly acknowledged: ReadonlyArray<string>;
  readonly denied: ReadonlyArray<string>;
  readonly refused: ReadonlyArray<string>;
  readonly isAlreadyThere: boolean;
};

/** The promises for an account, before anything is read. */
type Promised = ReadonlyMap<string, Known>;

/** The requests and responses by account, to which the tables are compared. */
export class Model {
  readonly #accounts = new Map<string, Map<string, History>>();
  readonly #touched = new Set<string>();
  readonly counts = { requests: 0, acknowledgedItems: 0, acknowledgedRequests: 0 };

  /** Returns the history of a request; creates it if there is none. */
  historyOf(batch: Batch): History {
    const account = this.#accounts.get(batch.account) ?? new Map<string, History>();
    this.#accounts.set(batch.account, account);
    const known = account.get(batch.name);
    if (known !== undefined) return known;
    const fresh: History = { batch, sends: 0, acknowledged: [], denied: [], refused: [], isAlreadyThere: false };
    account.set(batch.name, fresh);
    return fresh;
  }

  /** To be told before a request is sent, each time. */
  sending(batch: Batch): History {
    const history = this.historyOf(batch);
    history.sends += 1;
    this.counts.requests += 1;
    this.#touched.add(batch.account);
    return history;
  }

  acknowledge(history: History, id: string, items: number): void {
    if (history.acknowledged.length === 0) {
      this.counts.acknowledgedItems += items;
      this.counts.acknowledgedRequests += 1;
    }
    history.acknowledged.push(id);
  }

  deny(history: History, id: string, kind: 'refused' | 'not_now'): void {
    history.denied.push(id);
    if (kind === 'refused') history.refused.push(id);
  }

  get accounts(): ReadonlyArray<string> {
    return [...this.#accounts.keys()];
  }

  /** The accounts that something was sent for since this was asked last. */
  takeTouched(): ReadonlyArray<string> {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  /** Returns the promises for an account at this moment; later responses do not change them. */
  promisedOf(account: string): Promised {
    const histories = [...(this.#accounts.get(account) ?? []).values()];
    return new Map(
      histories.map((one) => [
        one.batch.name,
        {
          ...one,
          acknowledged: [...one.acknowledged],
          denied: [...one.denied],
          refused: [...one.refused],
        },
      ]),
    );
  }

  /**
   * Returns the expected state of the tables: the promises before they were read, and every request sent until then,
   * of which some were sent after the promises were noted.
   */
  knownOf(account: string, promised: Promised): ReadonlyArray<Known> {
    return [...(this.#accounts.get(account) ?? []).values()].map((now) => {
      const before = promised.get(now.batch.name);
      const none = { acknowledged: [], denied: [], refused: [], isAlreadyThere: false };
      return { ...none, ...before, batch: now.batch, sends: now.sends };
    });
  }
}
