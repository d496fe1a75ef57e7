/** The two fields by which every request names its account; compared byte for byte. */
export type AccountRef = {
  /** Code of the import supplier, 1 to 32 characters. */
  readonly import_supplier: string;
  /** The account's number in your own system, 1 to 128 characters. */
  readonly external_account_number: string;
};
