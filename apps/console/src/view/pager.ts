import { address } from './address.ts';

type Pager = { readonly next: string | null; readonly first: string; readonly isLater: boolean };

/**
 * Returns the links of a list that is read by key: `after` is the position behind the last row of this page.
 *
 * @param filters the parameters of the list, without `after`.
 */
export const pager = (
  path: string,
  filters: Readonly<Record<string, string | null>>,
  { after, isLater }: { readonly after: string | null; readonly isLater: boolean },
): Pager => ({
  first: address(path, filters),
  next: after === null ? null : address(path, { ...filters, after }),
  isLater,
});
