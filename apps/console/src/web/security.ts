import { isLoopback } from '@carryover/settings/database-url';
import type { Request, RequestHandler } from 'express';
import { Problem } from './problem.ts';

/** The host names by which the console may be addressed: that of its configured address, else those of loopback. */
const isOwnHost = (host: string | undefined, baseUrl: string | null): boolean =>
  host !== undefined &&
  (baseUrl === null ? isLoopback(host.replace(/:\d+$/, '')) : host.toLowerCase() === new URL(baseUrl).host);

/** Returns true if the browser says that a page of another site made the request: then it withholds the session's cookie. */
export const comesFromElsewhere = ({ headers }: Request): boolean => {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** Returns true if the request was made by a page of another origin. Requests without either header are not a browser's. */
const isCrossSite = (request: Request): boolean => {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return comesFromElsewhere(request);
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);
};

/**
 * Refuses requests to another host name (a name of somebody else that resolves to this address) and changes that a page
 * of another site asks for.
 */
export const refuseForeign =
  (baseUrl: string | null): RequestHandler =>
  (request, _response, next) => {
    if (!isOwnHost(request.headers.host, baseUrl))
      throw new Problem(
        421,
        'Unknown host name',
        'The console does not serve this host name.',
        'Use the address that the console printed, or set CONSOLE_BASE_URL to the address that its users open.',
      );
    if (!['GET', 'HEAD'].includes(request.method) && isCrossSite(request))
      throw new Problem(
        403,
        'Request from another site',
        'Nothing was changed, because a page of another site sent this request.',
        'Open the console yourself and make the change there.',
      );
    next();
  };

/** No script, style, frame or address that is not the console's own; nothing inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cache-Control': 'no-store',
};

export const securityHeaders =
  (isEncrypted: boolean): RequestHandler =>
  (_request, response, next) => {
    response.set(HEADERS);
    if (isEncrypted) response.set('Strict-Transport-Security', 'max-age=31536000');
    next();
  };
