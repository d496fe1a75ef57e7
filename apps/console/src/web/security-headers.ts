import type { RequestHandler } from 'express';

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
