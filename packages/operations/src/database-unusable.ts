/** The database cannot be used, so nothing was done. The message is for the operator. */
export class DatabaseUnusable extends Error {
  readonly kind: 'no_embedded_database' | 'database_unusable' | 'schema_not_current';
  constructor(kind: DatabaseUnusable['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
