import type { Batch } from './batches/batch.ts';

/** What became of one request so far. Ids are those of its answers, which name its import records. */
export type History = {
  readonly batch: Batch;
  /** How often it was sent. */
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

/** What the check of an account starts from: what had been promised before the tables were looked at. */
export type Known = {
  readonly batch: Batch;
  readonly sends: number;
  readonly acknowledged: ReadonlyArray<string>;
  readonly denied: ReadonlyArray<string>;
  readonly refused: ReadonlyArray<string>;
  readonly isAlreadyThere: boolean;
};

/** What was promised of an account, before anything is read. */
type Promised = ReadonlyMap<string, Known>;

/** What was sent and what was answered, by account: the other side of every comparison. */
export class Model {
  readonly #accounts = new Map<string, Map<string, History>>();
  readonly #touched = new Set<string>();
  readonly counts = { requests: 0, acknowledgedItems: 0, acknowledgedRequests: 0 };

  /** The history of a request, begun where it has none. */
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

  /** What is promised of an account at this moment; later answers do not change it. */
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
   * What the tables are to agree with: what had been promised before they were looked at, and every request sent until then,
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
