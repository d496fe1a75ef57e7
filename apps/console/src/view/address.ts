import type { NamedSupplier } from '@carryover/application/ports/administration';

/** Returns an address with parameters; those without a value are left out. */
export const address = (path: string, parameters: Readonly<Record<string, string | null | undefined>> = {}): string => {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== undefined && entry[1] !== '',
  );
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}?${query}`;
};

/** Stands for the console's own origin, whichever address its users open. */
const ORIGIN = 'http://console.invalid';

/** Returns an address as a path of the console, read as a browser reads it; `/` for one that leads to another origin. */
export const ownPath = (text: string | null): string => {
  if (text === null || !URL.canParse(text, ORIGIN)) return '/';
  const { origin, pathname, search, hash } = new URL(text, ORIGIN);
  // A path that begins with two slashes names a host.
  return origin === ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
};

/** Returns the address of a supplier's page. */
export const supplierPath = (organisation: string, code: string): string =>
  `/suppliers/${encodeURIComponent(organisation)}/${encodeURIComponent(code)}`;

/** Returns the address of the page on how long a supplier's data is kept, and how it is handed over. */
export const supplierDataPath = (organisation: string, code: string): string =>
  `${supplierPath(organisation, code)}/data`;

/** Returns the address of the page that says what is proven of a supplier's migration. */
export const proofPath = ({ organisationName, code }: Pick<NamedSupplier, 'organisationName' | 'code'>): string =>
  `${supplierPath(organisationName, code)}/proof`;

/** Returns the address of an account's page. */
export const accountPath = (serviceAccountNumber: string): string =>
  `/accounts/${encodeURIComponent(serviceAccountNumber)}`;

/** Returns the address of the page of an endpoint to which changes are posted. */
export const webhookPath = (id: string): string => `/webhooks/${id}`;

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

/** Returns the set-up page of an organisation. */
export const organisationPath = (organisation: string): string =>
  `/set-up/organisations/${encodeURIComponent(organisation)}`;

/** Returns the set-up page of a supplier. */
export const supplierSetUpPath = (organisation: string, code: string): string =>
  `${organisationPath(organisation)}/suppliers/${encodeURIComponent(code)}`;

/** Returns the page on which imports of a supplier are undone together. */
export const nightPath = (organisation: string, code: string): string => `${supplierPath(organisation, code)}/undo`;
