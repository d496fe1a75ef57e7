import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { PostWebhook } from '@carryover/application/ports/webhooks';
import { MAX_WEBHOOKS } from '@carryover/domain/webhook';
import { causeMessage } from '@carryover/settings/cause-message';
import { bulkhead } from 'cockatiel';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { isLoopbackAddress, makeIsAllowed, type Networks } from './addresses.ts';
import { hostOf, isLoopbackHost } from './check-url.ts';

/** The whole answer's status must be there by then (decisions 18). */
const ANSWER_MS = 15_000;
const CONNECT_MS = 5_000;
/** What is read of an answer after its status, so that the connection can be used again; then it is closed. */
const BODY = { bytes: 16_384, ms: 1_000 } as const;
const MAX_HEADER_BYTES = 16_384;
const IDLE_MS = 4_000;
const MAX_ERROR = 200;
/** Names that are resolved at once: each takes a thread of this process, of which it has four. */
const MAX_LOOKUPS = 2;

class AddressRefused extends Error {
  constructor(host: string, address: string) {
    super(
      `${host} is at ${address}, in a network that WEBHOOK_ALLOWED_NETWORKS does not have and not one of the Internet`,
    );
  }
}

const NO_TLS = 'the receiver does not speak TLS 1.2 or later at this address';
const UNKNOWN_CA =
  'no authority that is known here issued the certificate of the receiver: NODE_EXTRA_CA_CERTS names a file of others';
/** Messages of OpenSSL and Node.js say where in their sources it failed, and not what to do. */
const TLS_FAILURES: ReadonlyArray<readonly [code: RegExp, text: string]> = [
  [/^ERR_SSL_/, NO_TLS],
  [/^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/, UNKNOWN_CA],
];

const tlsText = (error: unknown): string | undefined => {
  const { code, reason } = error as NodeJS.ErrnoException & { readonly reason?: string };
  const [, text] = TLS_FAILURES.find(([of]) => of.test(code ?? '')) ?? [];
  return text && reason ? `${text} (${reason})` : text;
};

const errorText = (error: unknown): string =>
  (tlsText(error) ?? causeMessage(error)).replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_ERROR);

const describeStatus = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
};

/** Returns all addresses of a name. */
type ResolveAll = (host: string, options: LookupOptions & { readonly all: true }) => Promise<LookupAddress[]>;

/**
 * Posts signed changes (Standard Webhooks, decisions 18). All addresses of a name are checked at each connection, so that none
 * can change after its check; nothing of an answer is kept but its status.
 */
export const makePostWebhook = (
  allowed: Networks,
  userAgent: string,
  resolve: ResolveAll = lookup,
): { readonly post: PostWebhook; readonly close: () => Promise<void> } => {
  const isAllowed = makeIsAllowed(allowed);
  const check = (host: string, address: string): void => {
    if (isLoopbackHost(host) ? !isLoopbackAddress(address) : !isAllowed(address))
      throw new AddressRefused(host, address);
  };
  const lookups = bulkhead(MAX_LOOKUPS, MAX_WEBHOOKS);
  const resolveChecked = async (host: string, options: LookupOptions) => {
    const found = await lookups.execute(() => resolve(host, { ...options, all: true }));
    for (const { address } of found) check(host, address);
    return found;
  };
  const lookup: LookupFunction = (host, options, callback) => {
    resolveChecked(host, options).then(
      (found) => (options.all === true ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)),
      (error: Error) => callback(error, ''),
    );
  };
  const agent = new Agent({
    connect: { lookup, timeout: CONNECT_MS },
    ...{ allowH2: false, pipelining: 1, keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS },
    ...{ headersTimeout: ANSWER_MS, bodyTimeout: BODY.ms, maxHeaderSize: MAX_HEADER_BYTES },
  });

  const send = async ({ url, messageId, body, secrets, signal }: Parameters<PostWebhook>[0], sentAt: Date) => {
    const host = hostOf(new URL(url));
    // A connection to an address resolves no name.
    if (isIP(host) !== 0) check(host, host);
    const answer = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        'webhook-id': messageId,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, sentAt, body)).join(' '),
      },
      body,
      dispatcher: agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    const readable = AbortSignal.timeout(BODY.ms);
    await answer.body.dump({ limit: BODY.bytes, signal: readable }).catch(() => answer.body.destroy());
    return answer.statusCode;
  };

  return {
    post: async (message) => {
      const [sentAt, began] = [new Date(), performance.now()];
      const since = () => Math.round(performance.now() - began);
      try {
        const status = await send(message, sentAt);
        return { status, error: describeStatus(status), durationMs: since(), sentAt };
      } catch (error) {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        const text = isLate ? `no answer within ${ANSWER_MS / 1_000} s` : errorText(error);
        return { status: null, error: text, durationMs: since(), sentAt };
      }
    },
    close: () => agent.destroy(),
  };
};
