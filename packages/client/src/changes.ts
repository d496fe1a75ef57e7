import { makeCall } from './http/call.ts';
import { isRecord, textAt } from './http/post.ts';
import { type CallOptions, type ClientOptions, toSettings } from './options.ts';

/** A change as CloudEvents 1.0; `data` depends on `type`. */
export type Change = {
  readonly specversion: '1.0';
  readonly id: string;
  /** `/organisations/{id}/suppliers/{code}` */
  readonly source: string;
  readonly type: string;
  readonly time: string;
  /** The service account number, if there is one. */
  readonly subject?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Changes in order, and the cursor behind them: to be kept together. */
export type ChangesPage = {
  readonly changes: ReadonlyArray<Change>;
  readonly next: string;
  /** False if more is ready now. */
  readonly caughtUp: boolean;
};

export type ChangesOptions = Pick<CallOptions, 'signal' | 'onAttempt' | 'maxAttempts'> & {
  /** `next` of the last page that was kept; null or absent: from the beginning. */
  readonly after?: string | null;
  /** Maximum number of changes per page, 1 to 1,000. Default 1,000. */
  readonly limit?: number;
  /** Only changes of this organisation (name or id), of suppliers with this code. */
  readonly organisation?: string;
  readonly supplier?: string;
  /** False to end when nothing more is ready. Default true: waits for the next change, for ever. */
  readonly follow?: boolean;
};

export type PlatformClient = {
  /**
   * Reads the changes after a cursor, page by page; a page without changes has a cursor to keep, too. What failed is repeated.
   *
   * @throws CarryoverError as calls do; code `invalid_cursor` if the database does not have what was read.
   */
  readonly changes: (options?: ChangesOptions) => AsyncGenerator<ChangesPage, void, undefined>;
};

/** Most seconds of a request without a change. */
const WAIT_SECONDS = 20;
/** The milliseconds that an attempt has for each second of them. */
const MS_PER_SECOND = 1_500;

const readPage = (body: unknown): ChangesPage | undefined => {
  const next = textAt(body, 'next');
  if (!isRecord(body) || next === null || !Array.isArray(body.changes) || typeof body.caught_up !== 'boolean')
    return undefined;
  return { changes: body.changes, next, caughtUp: body.caught_up };
};

/**
 * Makes a client with which the billing platform reads changes.
 *
 * @throws TypeError if an option is invalid or unknown.
 */
export const makePlatformClient = ({
  platformKey,
  ...options
}: Omit<ClientOptions, 'apiKey'> & { readonly platformKey: string }): PlatformClient => {
  if (typeof platformKey !== 'string' || platformKey === '') throw new TypeError('platformKey must be a text.');
  const settings = toSettings({ ...options, apiKey: platformKey });
  const { attemptTimeoutMs, deadlineMs } = settings.call;
  const mostSeconds = Math.floor(Math.min(attemptTimeoutMs, deadlineMs) / MS_PER_SECOND);
  const waitSeconds = Math.max(1, Math.min(WAIT_SECONDS, mostSeconds));
  const key = { kind: 'token', value: platformKey, renewAt: Number.POSITIVE_INFINITY } as const;
  const call = makeCall(settings, { current: async () => key, forget: () => {} }, 'Bearer');
  return {
    async *changes({ after = null, limit = 1_000, organisation, supplier, follow = true, ...callOptions } = {}) {
      for (let cursor = after; ; ) {
        const page: ChangesPage = await call(
          {
            endpoint: 'platform/changes',
            query: { after: cursor, limit, wait: follow ? waitSeconds : 0, organisation, supplier },
            body: null,
            stores: 'nothing',
            success: [200],
            read: ({ json }) => readPage(json()),
          },
          callOptions,
        );
        yield page;
        if (!follow && page.caughtUp) return;
        cursor = page.next;
      }
    },
  };
};
