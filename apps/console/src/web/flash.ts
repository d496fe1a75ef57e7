import type { Request, Response } from 'express';
import { readCookie, setCookie } from './cookie.ts';

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
