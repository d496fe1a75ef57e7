import { CarryoverError } from '@carryover/client/failure';
import { JsonText, makeCall, obtainToken, type Request } from '@carryover/client/http/call';
import { type Answer, textAt } from '@carryover/client/http/post';
import { makeTokens } from '@carryover/client/http/token';
import { type Attempt, toSettings } from '@carryover/client/options';
import {
  compareControlTotals,
  registerControlTotals,
  summariseAccount,
  type Validates,
  validate,
} from '@carryover/client/requests';
import type { AccountSummary, SummaryList, SummaryPage, SummaryRequest } from '@carryover/client/types/account-summary';
import type { Validated } from '@carryover/client/types/common';
import type {
  ControlTotalsAnswer,
  ControlTotalsRequest,
  RegisteredTotals,
  RegisterTotalsRequest,
} from '@carryover/client/types/control-total';
import type { Kind } from '@carryover/contract/kinds';
import type { Terminal } from '@carryover/terminal/progress';
import type { Receipt } from '../journal/receipts.ts';
import type { Account } from '../rows/item.ts';
import { makeNodeFetch } from './node-http.ts';
import { Stopped, toStopped, UNKNOWN } from './refusals.ts';
import { type Status, statusesIn } from './statuses.ts';

/** The requests of a kind. */
type RequestForm = {
  /** `transactions` of `transactions/create/`. */
  readonly endpoint: Validates;
  /** The field with the items; null if an item is a request. */
  readonly list: string | null;
};

export const FORMS: Readonly<Record<Kind, RequestForm>> = {
  notes: { endpoint: 'notes', list: 'notes' },
  transactions: { endpoint: 'transactions', list: 'transactions' },
  statements: { endpoint: 'historical-statements', list: 'statements' },
  'billing-documents': { endpoint: 'historical-billing-documents', list: null },
  'payment-instructions': { endpoint: 'payment-instruction', list: null },
};

/** A request that the service has answered. */
export type Answered = {
  /** One per item, in the order sent. */
  readonly statuses: ReadonlyArray<Status>;
  /** True if the data may have been stored by an earlier attempt, whose response was lost. */
  readonly mayBeStoredBefore: boolean;
  /** null if something between has taken it away. */
  readonly receipt: Receipt | null;
};
export type Refused = { readonly error: CarryoverError };

/** The service's address, the key for it, and the time after which it counts as lost if it does not answer. */
export type Target = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly waitMs: number;
  /** False to have transactions refused whose date is outside the open statement period. */
  readonly movesDates?: boolean;
  /** The id of the load, which the console shows; absent: its requests belong to none. */
  readonly loadId?: string;
};

export type SentInstruction = NonNullable<SummaryRequest['payment_instruction']>;
type Page<L extends SummaryList> = AccountSummary & SummaryPage<L>;

/** The service, for a load. Every call throws `Stopped` if nothing more can be asked. */
export type Service = {
  /**
   * Obtains a token, so that a wrong key or address is known before anything is done. Waits for a service that is still
   * starting.
   */
  readonly probe: (onAttempt: (attempt: Attempt) => void) => Promise<void>;
  /** @param items their number, for the observer. */
  readonly create: (kind: Kind, body: string, items: number) => Promise<Answered | Refused>;
  /** @param items their number: an answer that names another one is none of the service. */
  readonly validate: (kind: Kind, body: string, items: number) => Promise<Validated<unknown> | Refused>;
  /** @param instruction is compared with the stored one. */
  readonly summary: (account: Account, instruction?: SentInstruction) => Promise<AccountSummary | Refused>;
  /** All items of a list, page by page, each with the summary. */
  readonly pages: <L extends SummaryList>(account: Account, list: L) => AsyncGenerator<Page<L> | Refused>;
  readonly compare: (request: ControlTotalsRequest) => Promise<ControlTotalsAnswer | Refused>;
  readonly registerTotals: (request: RegisterTotalsRequest) => Promise<RegisteredTotals | Refused>;
  /** Asks once per import supplier whether it exists, if a request was refused because it or its account does not. @throws Stopped if it does not. */
  readonly requireSupplier: (supplier: string, error: CarryoverError) => Promise<void>;
};

type Observer = { readonly onAttempt: (attempt: Attempt, items: number) => void };

/** Accounts that a proof asks about at the same time. */
export const PARALLEL = 16;

const MAX_ATTEMPTS = 1_000;

/** @param isBatch true for items, of which fewer may be asked about. @throws Stopped if the answer is about more than this request. */
const refusedBy = (thrown: unknown, isBatch: boolean): Refused => {
  if (!(thrown instanceof CarryoverError)) throw thrown;
  const stopped = isBatch && thrown.status === 413 ? null : toStopped(thrown);
  if (stopped !== null) throw stopped;
  return { error: thrown };
};

export const isRefused = (answer: object): answer is Refused => 'error' in answer;

/** Only transactions have dates that the service moves, if nothing else is said. */
const queryOf = (kind: Kind, movesDates: boolean): Pick<Request<unknown>, 'query'> =>
  kind === 'transactions' && !movesDates ? { query: { force_add_to_current_statement: false } } : {};

const receiptOf = ({ header }: Answer): Receipt | null => {
  const [importId, sha256] = [header('x-import-id'), header('x-payload-sha256')];
  return importId === null || sha256 === null ? null : { importId, sha256 };
};

type Created = Omit<Answered, 'mayBeStoredBefore'>;

const create = (kind: Kind, body: string, items: number, movesDates: boolean): Request<Created> => ({
  endpoint: `${FORMS[kind].endpoint}/create`,
  ...queryOf(kind, movesDates),
  body: new JsonText(body),
  stores: 'once',
  success: kind === 'statements' ? [201, 200] : [201],
  read: (answer) => {
    const statuses = statusesIn(kind, answer, items);
    return statuses === undefined ? undefined : { statuses, receipt: receiptOf(answer) };
  },
});

/** Returns true if an error is about the request, or about one of its items. */
const isOfRequest = (error: unknown, list: string | null, items: number): boolean => {
  const [step, index] = textAt(error, 'attr')?.split('.') ?? [];
  if (step === undefined) return false;
  return step !== (list ?? '') || index === undefined || (/^\d+$/.test(index) && Number(index) < items);
};

const dryRun = (kind: Kind, body: string, items: number, movesDates: boolean): Request<Validated<unknown>> => {
  const { endpoint, list } = FORMS[kind];
  const request = validate<unknown>(endpoint, new JsonText(body));
  return {
    ...request,
    ...queryOf(kind, movesDates),
    read: (answer) => {
      const found = request.read(answer);
      const errors: ReadonlyArray<unknown> = found?.errors ?? [];
      const isWhole = found?.valid === true || errors.length > 0;
      return isWhole && errors.every((error) => isOfRequest(error, list, items)) ? found : undefined;
    },
  };
};

const connect = ({ baseUrl, apiKey, waitMs, movesDates = true, loadId }: Target, observer: Observer): Service => {
  const settings = toSettings({
    baseUrl,
    apiKey,
    // `readServer` has refused an address where that is not meant.
    allowPlaintext: true,
    fetch: makeNodeFetch(),
    deadlineMs: waitMs,
    maxAttempts: MAX_ATTEMPTS,
    ...(loadId === undefined ? {} : { loadId }),
  });
  const tokens = makeTokens(settings);
  const call = makeCall(settings, tokens);
  const ask = async <T extends object>(
    request: Request<T>,
    isBatch = false,
    onAttempt = (attempt: Attempt): void => observer.onAttempt(attempt, 0),
  ): Promise<T | Refused> => {
    try {
      return await call(request, { onAttempt });
    } catch (error) {
      return refusedBy(error, isBatch);
    }
  };
  const compare = (request: ControlTotalsRequest) => ask(compareControlTotals(request));
  const suppliers = new Map<string, Promise<boolean>>();
  /** A total of no account is compared for a known supplier only. */
  const isKnown = async (supplier: string): Promise<boolean> => {
    const none = { external_account_number: '-', ledger_number: '-', type: 'PAYMENT', count: 0, sum: '0.00' } as const;
    const answer = await compare({ import_supplier: supplier, totals: [none] });
    return !isRefused(answer) || answer.error.code !== UNKNOWN;
  };
  const ref = ({ supplier, number }: Account) => ({ import_supplier: supplier, external_account_number: number });
  return {
    probe: async (onAttempt) => {
      try {
        await obtainToken(tokens, settings, { onAttempt });
      } catch (error) {
        refusedBy(error, false);
      }
    },
    create: async (kind, body, items) => {
      let mayBeStoredBefore = false;
      const created = await ask(create(kind, body, items, movesDates), true, (attempt) => {
        observer.onAttempt(attempt, items);
        mayBeStoredBefore ||= attempt.mayBeStored;
      });
      return isRefused(created) ? created : { ...created, mayBeStoredBefore };
    },
    validate: (kind, body, items) => ask(dryRun(kind, body, items, movesDates), true),
    summary: (account, instruction) =>
      ask(
        summariseAccount<AccountSummary>({
          ...ref(account),
          ...(instruction === undefined ? {} : { payment_instruction: instruction }),
        }),
      ),
    pages: async function* (account, list) {
      let after: string | null = null;
      do {
        const page: Page<typeof list> | Refused = await ask(
          summariseAccount<Page<typeof list>>({ ...ref(account), list, ...(after === null ? {} : { after }) }),
        );
        yield page;
        after = isRefused(page) ? null : page.next;
      } while (after !== null);
    },
    compare,
    registerTotals: (request) => ask(registerControlTotals(request)),
    requireSupplier: async (supplier, error) => {
      if (error.code !== UNKNOWN) return;
      const known = suppliers.get(supplier) ?? isKnown(supplier);
      suppliers.set(supplier, known);
      if (!(await known))
        throw new Stopped(
          'unknown_supplier',
          error,
          `The service has no import supplier ${supplier} for this API key.`,
        );
    },
  };
};

/**
 * Connects to the service once it answers. Says on the terminal that it waits.
 *
 * @throws Stopped
 */
export const reach = async (target: Target, observer: Observer, terminal: Terminal): Promise<Service> => {
  const service = connect(target, observer);
  let isTold = false;
  await service.probe(({ waitMs, status }) => {
    if (waitMs === null || isTold) return;
    isTold = true;
    const answer = status === null ? 'does not answer' : `answers with status ${status}`;
    terminal.write(
      `The service at ${target.baseUrl} ${answer}. Waiting up to ${target.waitMs / 1_000} seconds for it.\n`,
    );
  });
  return service;
};
