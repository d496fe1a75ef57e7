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
