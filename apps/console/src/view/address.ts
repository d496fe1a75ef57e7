/** Returns an address with parameters; those without a value are left out. */
export const address = (path: string, parameters: Readonly<Record<string, string | null | undefined>> = {}): string => {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== undefined && entry[1] !== '',
  );
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}?${query}`;
};

/** Returns the address of a supplier's page. */
export const supplierPath = (organisation: string, code: string): string =>
  `/suppliers/${encodeURIComponent(organisation)}/${encodeURIComponent(code)}`;

/** Returns the address of an account's page. */
export const accountPath = (serviceAccountNumber: string): string =>
  `/accounts/${encodeURIComponent(serviceAccountNumber)}`;
