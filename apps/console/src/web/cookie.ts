import type { Request, Response } from 'express';

/** Returns the value of a cookie of a request; undefined if it is missing or was sent twice. */
export const readCookie = ({ headers: { cookie = '' } }: Request, name: string): string | undefined => {
  const values = cookie
    .split(/; ?/)
    .filter((one) => one.startsWith(`${name}=`))
    .map((one) => one.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
};

type CookieOptions = { readonly sameSite: 'strict' | 'lax'; readonly maxAgeMs?: number; readonly isSecure: boolean };

/** Sets a cookie that scripts cannot read; an empty value removes it. */
export const setCookie = (
  response: Response,
  name: string,
  value: string,
  { sameSite, maxAgeMs, isSecure }: CookieOptions,
): void => {
  const maxAge = value === '' ? 0 : maxAgeMs;
  response.cookie(name, value, {
    httpOnly: true,
    path: '/',
    sameSite,
    secure: isSecure,
    encode: String,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
};

const MAX_LENGTH = 1_000;

/** Messages that the page after a redirect shows once, in a cookie that ends with it. */
export const makeFlash = (cookieName: string, isSecure: boolean) => ({
  keep: (response: Response, text: string): void => {
    const value = Buffer.from(text.slice(0, MAX_LENGTH)).toString('base64url');
    setCookie(response, cookieName, value, { sameSite: 'strict', isSecure });
  },
  take: (request: Request, response: Response): string | null => {
    const value = readCookie(request, cookieName);
    if (value === undefined || value === '') return null;
    setCookie(response, cookieName, '', { sameSite: 'strict', isSecure });
    return Buffer.from(value, 'base64url').toString().slice(0, MAX_LENGTH);
  },
});
