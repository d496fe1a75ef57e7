import type { ErrorCode } from '@carryover/contract/error-codes';

/** A header holds this many links: the codes after them are explained on the same page. */
const MAX_LINKS = 10;

/** The `Link` header that leads from an error to what to do about it: one link for each code. */
export const linkToErrors = (codes: ReadonlyArray<ErrorCode>): { readonly Link: string } => ({
  Link: [...new Set(codes)]
    .slice(0, MAX_LINKS)
    .map((code) => `</docs/errors#${code}>; rel="help"`)
    .join(', '),
});
