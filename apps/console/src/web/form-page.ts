import type { Request } from 'express';
import { ownPath } from '../view/address.ts';
import { KEPT_PATH } from '../view/frame.ts';
import type { Route } from './route.ts';

const partsOf = (path: string): ReadonlyArray<string> => path.split('/').filter((part) => part !== '');

/** Returns true for an address of a route, as Express compares them: without regard to capitals. */
const isOf =
  (path: ReadonlyArray<string>) =>
  (route: ReadonlyArray<string>): boolean =>
    route.length === path.length && route.every((part, at) => part.startsWith(':') || part === path[at]!.toLowerCase());

/**
 * Returns a function that finds the page with the form that a request sends, as the browser names it. A page that answers a form has the
 * form's address, which nobody can open: the page of its form is above it.
 */
export const makeFormPageOf = (routes: ReadonlyArray<Route>) => {
  const pages = routes.filter(({ method }) => method === 'GET').map(({ path }) => partsOf(path));
  return ({ headers: { referer = '', host } }: Request): string => {
    const from = URL.canParse(referer) ? new URL(referer) : null;
    if (from === null || from.host !== host) return '/';
    const isKept = from.pathname === KEPT_PATH;
    const { pathname, search } = isKept ? new URL(ownPath(from.searchParams.get('to')), from) : from;
    const path = partsOf(pathname);
    if (pages.some(isOf(path))) return ownPath(`${pathname}${search}`);
    const above = path.findLastIndex((_, length) => pages.some(isOf(path.slice(0, length))));
    return ownPath(`/${path.slice(0, Math.max(0, above)).join('/')}`);
  };
};
