/** Returns the set-up page of an organisation. */
export const organisationPath = (organisation: string): string =>
  `/set-up/organisations/${encodeURIComponent(organisation)}`;

/** Returns the set-up page of a supplier. */
export const supplierSetUpPath = (organisation: string, code: string): string =>
  `${organisationPath(organisation)}/suppliers/${encodeURIComponent(code)}`;
