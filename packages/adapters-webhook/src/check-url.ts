import { isIP } from 'node:net';
import type { CheckWebhookUrl } from '@carryover/application/ports/webhooks';
import * as E from 'fp-ts/lib/Either.js';
import { isLoopbackAddress, makeIsAllowed, type Networks } from './addresses.ts';

const MAX_URL = 2_000;

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Returns true for a host that is this machine by its name. Another name that leads to it is refused. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host));

/** Checks what can be said of an address before it is connected to: names are resolved, and checked, at each connection. */
export const makeCheckWebhookUrl =
  (allowed: Networks): CheckWebhookUrl =>
  (text) => {
    const isAllowed = makeIsAllowed(allowed);
    const refuse = (detail: string) => E.left({ kind: 'webhook_url_refused' as const, detail });
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || text.length > MAX_URL)
      return refuse('It is not an address, such as https://billing.example/changes.');
    const host = hostOf(url);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(host)))
      return refuse(
        'Changes are sent by https only; http is possible to this machine alone (127.0.0.1, ::1, localhost).',
      );
    if (url.username !== '' || url.password !== '')
      return refuse('It has a user or a password: receivers check the signature.');
    if (url.hash !== '') return refuse('It has a fragment (#), which is never sent.');
    if (isIP(host) !== 0 && !isLoopbackHost(host) && !isAllowed(host))
      return refuse(
        `${host} is in a network that WEBHOOK_ALLOWED_NETWORKS does not have, and not one of the Internet.`,
      );
    return E.right(url.href);
  };
