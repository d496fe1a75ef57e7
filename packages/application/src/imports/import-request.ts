const IMPORT_KINDS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
/** What can be imported, named as in its addresses. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The endpoints that leave an import record, named as in their address: imports and their dry runs (decisions 13). */
export type ImportEndpoint = `${ImportKind}/${'create' | 'validate'}`;
export const IMPORT_ENDPOINTS: ReadonlyArray<ImportEndpoint> = IMPORT_KINDS.flatMap(
  (kind) => [`${kind}/create`, `${kind}/validate`] as const,
);

/** Who is calling: the organisation, and the API key its token was obtained with. */
export type Caller = { readonly organisationId: string; readonly apiKeyId: string };

/** One authenticated request, as its import record will name it (decisions 3). */
export type ImportRequest = {
  /** UUID version 7: it is the import record's id and the request's. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly caller: Caller;
  readonly endpoint: ImportEndpoint;
};

/** What was submitted, in full: the account's import data. */
export type Submission = {
  /** The JSON text as received, in UTF-8. */
  readonly payload: Uint8Array;
  readonly itemCount: number;
  /** Dot-delimited paths of the fields that were left out because the interface does not know them. */
  readonly unknownFields: ReadonlyArray<string>;
};
