const IMPORT_KINDS = [
  'notes',
  'transactions',
  'historical-billing-documents',
  'historical-statements',
  'payment-instruction',
] as const;
/** The kinds of imports, as named in their paths. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The endpoints that write an import record, as named in their paths: imports and their dry runs (decisions 13). */
export type ImportEndpoint = `${ImportKind}/${'create' | 'validate'}`;
export const IMPORT_ENDPOINTS: ReadonlyArray<ImportEndpoint> = IMPORT_KINDS.flatMap(
  (kind) => [`${kind}/create`, `${kind}/validate`] as const,
);

/** The caller: the organisation, and the API key of its token. */
export type Caller = { readonly organisationId: string; readonly apiKeyId: string };

/** One authenticated request, as named in its import record (decisions 3). */
export type ImportRequest = {
  /** UUID version 7: the id of the request and of its import record. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly caller: Caller;
  readonly endpoint: ImportEndpoint;
  /** SHA-256 of the payload as received, in lower-case hexadecimal; null if its body could not be read. */
  readonly payloadSha256: string | null;
};

/** The submitted payload: the account's import data. */
export type Submission = {
  /** The JSON text as received, in UTF-8. */
  readonly payload: Uint8Array;
  readonly itemCount: number;
  /** Dot-delimited paths of the fields that were left out because the interface does not know them. */
  readonly unknownFields: ReadonlyArray<string>;
};
