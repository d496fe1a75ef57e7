/** A file that cannot be read or written. `detail`: why, as the system says it. */
export type FileFailure = { readonly kind: 'file_failure'; readonly file: string; readonly detail: string };

/** A file of which nothing is used, because it is empty or its CSV header is not the expected one: wrong usage. */
export type FileRefused = { readonly kind: 'file_refused'; readonly file: string; readonly detail: string };

/** Returns the message of a thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export const toFileFailure =
  (file: string) =>
  (thrown: unknown): FileFailure => ({ kind: 'file_failure', file, detail: messageOf(thrown) });
