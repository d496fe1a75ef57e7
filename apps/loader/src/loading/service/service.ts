import { CarryoverError } from '@carryover/client/carryover-error';
import { JsonText, makeCall, type Request } from '@carryover/client/http/call';
import { makeTokens } from '@carryover/client/http/token';
import { type Attempt, toSettings } from '@carryover/client/options';
import { compareControlTotals, summariseAccount, validate } from '@carryover/client/requests';
import type { AccountSummary, SummaryItems, SummaryList, SummaryPage } from '@carryover/client/types/account-summary';
import type { ControlTotalsAnswer, ControlTotalsRequest } from '@carryover/client/types/control-total';
import type { Validated } from '@carryover/client/types/validation';
import type { Kind } from '@carryover/contract/item-files/kinds';
import type { Account } from '../../steps/item.ts';
import { FORMS } from '../kinds.ts';
import { makeNodeFetch } from './node-http.ts';
import { type Status, statusesIn } from './statuses.ts';
import { toStopped } from './stopped.ts';

/** A request that the service has answered. */
export type Answered = {
  /** One per item, in the order sent. */
  readonly statuses: ReadonlyArray<Status>;
  /** True if the data may have been stored by an earlier attempt, whose response was lost. */
  readonly mayBeStoredBefore: boolean;
};
export type Refused = { readonly error: CarryoverError };

/** The service's address, the key for it, and the time after which it counts as lost if it does not answer. */
export type Target = { readonly baseUrl: string; readonly apiKey: string; readonly waitMs: number };

/** The service, for a load. Every call throws `Stopped` if nothing more can be asked. */
export type Service = {
  /** Obtains a token, so that a wrong key or address is known before anything is done. */
  readonly probe: () => Promise<void>;
  /** @param items their number, for the observer. */
  readonly create: (kind: Kind, body: string, items: number) => Promise<Answered | Refused>;
  readonly validate: (kind: Kind, body: string) => Promise<Validated<unknown> | Refused>;
  readonly summary: (account: Account) => Promise<AccountSummary | Refused>;
  /** All items of a list, page by page. */
  readonly items: <L extends SummaryList>(account: Account, list: L) => AsyncGenerator<ReadonlyArray<SummaryItems[L]>>;
  readonly compare: (request: ControlTotalsRequest) => Promise<ControlTotalsAnswer | Refused>;
};

type Observer = { readonly onAttempt: (attempt: Attempt, items: number) => void };

/** A service that does not answer for so long counts as lost, if the command line says nothing else. */
export const WAIT_MS = 60_000;

const MAX_ATTEMPTS = 1_000;

/** @throws Stopped if the answer is about more than this request. */
const refusedBy = (thrown: unknown): Refused => {
  if (!(thrown instanceof CarryoverError)) throw thrown;
  const stopped = toStopped(thrown);
  if (stopped !== null) throw stopped;
  return { error: thrown };
};

export const isRefused = (answer: object): answer is Refused => 'error' in answer;

const LEAVES_OPEN = new Set<Attempt['outcome']>(['network', 'unexpected', 'protocol', 'unavailable']);

const create = (kind: Kind, body: string, items: number): Request<ReadonlyArray<Status>> => ({
  endpoint: `${FORMS[kind].endpoint}/create`,
  body: new JsonText(body),
  stores: 'once',
  success: kind === 'statements' ? [201, 200] : [201],
  read: (answer) => statusesIn(kind, answer, items),
});

export const connect = ({ baseUrl, apiKey, waitMs }: Target, observer: Observer): Service => {
  const settings = toSettings({
    baseUrl,
    apiKey,
    fetch: makeNodeFetch(),
    deadlineMs: waitMs,
    maxAttempts: MAX_ATTEMPTS,
  });
  const call = makeCall(settings);
  const ask = async <T extends object>(
    request: Request<T>,
    onAttempt = (attempt: Attempt): void => observer.onAttempt(attempt, 0),
  ): Promise<T | Refused> => {
    try {
      return await call(request, { onAttempt });
    } catch (error) {
      return refusedBy(error);
    }
  };
  const ref = ({ supplier, number }: Account) => ({ import_supplier: supplier, external_account_number: number });
  return {
    probe: async () => {
      const token = await makeTokens(settings).current(new AbortController().signal);
      if (token.kind !== 'token') refusedBy(new CarryoverError('graphql', token, 1));
    },
    create: async (kind, body, items) => {
      let mayBeStoredBefore = false;
      const statuses = await ask(create(kind, body, items), (attempt) => {
        observer.onAttempt(attempt, items);
        if (LEAVES_OPEN.has(attempt.outcome) && attempt.code !== 'service_unavailable') mayBeStoredBefore = true;
      });
      return isRefused(statuses) ? statuses : { statuses, mayBeStoredBefore };
    },
    validate: (kind, body) => ask(validate(FORMS[kind].endpoint, new JsonText(body))),
    summary: (account) => ask(summariseAccount<AccountSummary>(ref(account))),
    items: async function* (account, list) {
      let after: string | null = null;
      do {
        const page: (AccountSummary & SummaryPage<typeof list>) | Refused = await ask(
          summariseAccount<AccountSummary & SummaryPage<typeof list>>({
            ...ref(account),
            list,
            ...(after === null ? {} : { after }),
          }),
        );
        if (isRefused(page)) throw page.error;
        yield page.items;
        after = page.next;
      } while (after !== null);
    },
    compare: (request) => ask(compareControlTotals(request)),
  };
};
